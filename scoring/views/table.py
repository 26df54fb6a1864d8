"""The phone on the table: writing rounds, taking the last one back, correcting an earlier one."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import lifecycle
from scoring.actions import change_table_settings, correct_round, record_round, undo_round
from scoring.devices import device_of
from scoring.models import Entry, Game
from scoring.queries import Table, table_of
from scoring.round_form import as_typed, posted_id, posted_number, posted_round
from scoring.rules import Mistake, RuleError, RuleSet
from scoring.rules.words import gettext_noop
from scoring.screen import CARD_POINTS, COUNTED_CARDS, position_at, script_data, shuffler, tiles_of
from scoring.seating import first_round_hint, reseating
from scoring.sheet_words import phrases
from scoring.views.common import by_field, on_game, status_of, worded
from scoring.wording import column_names, names_with_dummy, recordings_of, sweep_name

SHOWN_ROUNDS = 3
LOOK_AGAIN = gettext_noop("The page did not say which entry it corrects: load it again.")
CHOOSE = gettext_noop("Please choose one of the offered settings.")


@require_safe
@on_game
def score(request: HttpRequest, game: Game) -> HttpResponse:
    """The scorer's screen for the next round."""
    return render(request, "table/score.html", board(request, table_of(game)))


@require_POST
@on_game
def record(request: HttpRequest, game: Game) -> HttpResponse:
    """Write the next round; to a script the next board is answered, to a form a redirect to it."""
    try:
        posted = posted_round(request.POST, RuleSet.of(game.variant, game.settings))
        recorded = record_round(
            game, posted.entry_id, posted.number, posted.data, device_of(request), sides=posted.sides
        )
    except RuleError as error:
        return refused(request, game, error)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "table/_board.html", board(request, recorded.table, saved=recorded.entry))
    return redirect("score", game_id=game.pk)


@require_POST
@on_game
def undo(request: HttpRequest, game: Game) -> HttpResponse:
    """Take back the last round."""
    mistakes: list[Mistake] = []
    entry_id, number = posted_id(request.POST, "id", mistakes), posted_number(request.POST, mistakes)
    try:
        if entry_id is None or number is None:
            raise RuleError(mistakes)
        undone = undo_round(game, entry_id, number, device_of(request))
    except RuleError as error:
        return refused(request, game, error)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "table/_board.html", board(request, undone.table))
    return redirect("game" if request.POST.get("next") == "sheet" else "score", game_id=game.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@on_game
def correct(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    """Correct an earlier round on the same screen that wrote it."""
    table = table_of(game)
    there = 1 <= number <= len(table.entries)
    if request.method == "POST":
        try:
            posted = posted_round(request.POST, table.rules)
            if there and (posted.replaces is None or posted.number != number):
                raise RuleError([Mistake("replaces_missing", "replaces", LOOK_AGAIN)])
            correct_round(
                game,
                posted.entry_id,
                number,
                posted.data,
                device_of(request),
                # A correction sent again is answered as the first time, also where its round was taken back since.
                replaces=posted.replaces or posted.entry_id,
                sides=posted.sides,
            )
        except RuleError as error:
            return refused(request, game, error, number)
        if request.htmx:  # type: ignore[attr-defined]
            return JsonResponse({"next": reverse("game", args=[game.pk])})
        return redirect("game", game_id=game.pk)
    if not there:
        raise Http404(_("This game has no round %(number)s.") % {"number": number})
    if not lifecycle.allowed("correct", game.state):
        return redirect("game", game_id=game.pk)
    return render(request, "table/correct.html", board(request, table, number=number))


@require_POST
@on_game
def table_settings(request: HttpRequest, game: Game) -> HttpResponse:
    """How this table writes: saving, depth of recording, direction of play."""
    saving = request.POST.get("saving", game.saving)
    direction = request.POST.get("direction", game.direction)
    try:
        offered = {"saving": (saving, Game.Saving.values), "direction": (direction, Game.Direction.values)}
        if wrong := [field for field, (chosen, values) in offered.items() if chosen not in values]:
            raise RuleError([Mistake("bad_setting", field, CHOOSE) for field in wrong])
        change_table_settings(game, saving=saving, direction=direction, recording=request.POST.get("recording", ""))
    except RuleError as error:
        return refused(request, game, error)
    return redirect("score", game_id=game.pk)


def refused(request: HttpRequest, game: Game, error: RuleError, number: int | None = None) -> HttpResponse:
    """The answer to an entry that cannot be taken: nothing was saved, and what was typed stays."""
    game.refresh_from_db()  # another phone may have been quicker: what is shown is true now
    table = table_of(game)
    names = names_with_dummy(table)
    status = status_of(error.mistakes)
    if request.htmx:  # type: ignore[attr-defined]
        return JsonResponse({"errors": worded(error.mistakes, names)}, status=status)
    if number is not None and not 1 <= number <= len(table.entries):
        number = None
    context = board(request, table, number=number, typed=request.POST)
    context["mistakes"] = worded(error.mistakes, names)
    context["errors"] = errors = by_field(error.mistakes, names)
    for fields in context["plain_seats"]:
        fields["error"] = errors.get(fields["place_field"], "")
    return render(request, "table/correct.html" if number else "table/score.html", context, status=status)


def board(
    request: HttpRequest,
    table: Table,
    *,
    number: int | None = None,
    saved: Entry | None = None,
    typed: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What the board shows: the coming round, or round `number` to be corrected.

    `typed` are the fields of the form without script; where they are not given, those of the round to be corrected.
    """
    if typed is None:
        typed = as_typed(table.entries[number - 1].data) if number else {}
    position = position_at(table, number) if number else table.position
    tiles = tiles_of(table, position)
    seats = sorted(tiles, key=lambda tile: tile.seat)
    data = script_data(table, position, tiles, csrf=get_token(request))
    if saved is not None:
        # A phone that did not hear the first answer may send an entry that does not count any more.
        counts = _("Round %(number)s is saved.")
        gone = _("Round %(number)s was saved before, and has been corrected or taken back since.")
        data["saved"] = (counts if saved in table.entries else gone) % {"number": saved.number}
    columns = column_names(table)
    return {
        "game": table.game,
        "table": table,
        "role": request.role,  # type: ignore[attr-defined]
        "position": position,
        "number": position.number,
        "correcting": number is not None,
        "writing": number is not None or lifecycle.allowed("record", table.game.state),
        "tiles": tiles,
        "seats": seats,
        "plain_seats": [
            {
                "tile": tile,
                "place_field": f"place_{tile.seat}",
                "place": typed.get(f"place_{tile.seat}", ""),
                "call_field": f"call_{tile.seat}",
                "call": typed.get(f"call_{tile.seat}", ""),
            }
            for tile in seats
        ],
        "typed": typed,
        "totals": list(zip(columns, table.position.totals, strict=True)),
        "two_sides": len(columns) == 2,
        "winners": [columns[column] for column in table.position.winners],
        "shuffler": shuffler(table, position),
        "card_points": CARD_POINTS,
        "pairs": [(points, 100 - points) for points in CARD_POINTS],
        "counted_cards": [(points, label, range(count)) for points, count, label in COUNTED_CARDS],
        "side_names": [" & ".join(names_with_dummy(table)[seat] for seat in side) for side in position.sides],
        "sweep_name": sweep_name(position.sides),
        "recordings": recordings_of(table.game.variant),
        "recent": [(line, " · ".join(phrases(table, line))) for line in table.lines[-SHOWN_ROUNDS:][::-1]],
        "reseating": reseating(table) if table.is_rank_game and table.entries and not number else None,
        "hint": first_round_hint() if table.is_rank_game and not table.entries else "",
        # For the form without script: sent twice by a double tap, it makes one round.
        "entry_id": uuid.uuid4(),
        "undo_id": uuid.uuid4(),
        "screen": data,
    }
