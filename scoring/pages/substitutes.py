"""Seat other people from a round on, by a plain form; the table's script does the same offline."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scoring.games import lifecycle
from scoring.games.access.devices import device_of, known_device
from scoring.games.actions.substitutions import (
    change_seats,
    last_change_of_seats,
    take_back_seats,
)
from scoring.games.names.validation import LONGEST_NAME
from scoring.games.queries import Table, names_known_to, table_of
from scoring.games.round_words import figure, names_with_dummy
from scoring.games.sittings import column_of
from scoring.models import Game, Player
from scoring.pages.common import GameRequest, by_field, on_game, posted_whole, status_of
from scoring.pages.table.forms import posted_id
from scoring.rules import Mistake, RuleError


@require_http_methods(["GET", "HEAD", "POST"])
@on_game
def substitute(request: GameRequest, game: Game) -> HttpResponse:
    """Show the people who sit, and seat those who were typed instead."""
    table = table_of(game)
    if request.method != "POST":
        return _show(request, table)
    mistakes: list[Mistake] = []
    change_id = posted_id(request.POST, "id", mistakes)
    seats = range(table.n_players)
    try:
        if change_id is None:
            raise RuleError(mistakes)
        change_seats(
            game,
            change_id,
            posted_whole(request, "number"),
            [request.POST.get(f"name_{seat}", "")[: 2 * LONGEST_NAME] for seat in seats],
            device_of(request),
            names=[request.POST.get(f"was_{seat}", "")[: 2 * LONGEST_NAME] for seat in seats],
        )
    except RuleError as error:
        game.refresh_from_db()
        return _show(request, table_of(game), error)
    return redirect("score", game.pk)


@require_POST
@on_game
def substitute_back(request: GameRequest, game: Game) -> HttpResponse:
    """Take the last change of seats back (field `about`, its id; `id`, this one's)."""
    mistakes: list[Mistake] = []
    undo_id, about = (posted_id(request.POST, field, mistakes) for field in ("id", "about"))
    try:
        if undo_id is None or about is None:
            raise RuleError(mistakes)
        take_back_seats(game, undo_id, about, device_of(request))
    except RuleError as error:
        game.refresh_from_db()
        return _show(request, table_of(game), error)
    return redirect("score", game.pk)


def _show(request: GameRequest, table: Table, error: RuleError | None = None) -> HttpResponse:
    game, position = table.game, table.position
    first = max(seat.first for seat in table.seats)
    errors = by_field(error.mistakes, names_with_dummy(table)) if error else {}
    fields = [
        {
            "seat": seat,
            "name": name,
            "was": table.people[seat],
            "typed": request.POST.get(f"name_{seat}", table.people[seat]),
            "side": column_of(game.variant, seat),
            "error": errors.pop(f"name_{seat}", ""),
        }
        for seat, name in enumerate(table.names)
    ]
    context: dict[str, Any] = {
        "game": game,
        "table": table,
        "number": position.number,
        "earliest": max(first, table.carried.rounds + 1),
        "chosen": posted_whole(request, "number") or position.number,
        "fields": fields,
        "two_sides": len(position.columns) == 2,
        "stands": " : ".join(figure(total) for total in position.totals),
        "known": known_for(table, known_device(request)),
        "change_id": uuid.uuid4(),
        "open": lifecycle.allowed("substitute", game.state) and not game.of_match,
        "errors": errors.values(),
        "last": last_change_of_seats(game) if table.former else None,
    }
    status = status_of(error) if error else 200
    return render(request, "scoring/seats/substitute.html", context, status=status)


def known_for(table: Table, device: Any) -> list[str]:
    """Return the names to offer: people who sat here earlier, then those that the phone knows."""
    earlier: list[Player] = [row.player for row in table.former if row.player]
    names = [one.called() for one in earlier] + names_known_to(device)
    return [name for name in dict.fromkeys(names) if name and name not in table.people]
