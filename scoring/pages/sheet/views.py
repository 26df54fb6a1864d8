"""The score sheet, the history of its rounds, its actions, and the printed sheet."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.games.access.devices import device_of, known_device
from scoring.games.access.limit_counts import check_start, count_start
from scoring.games.actions.game_state import finish_early, pause_game, reopen_game, resume_game
from scoring.games.actions.starting import rematch
from scoring.games.actions.substitutions import last_change_of_seats
from scoring.games.parsing import whole_of
from scoring.games.queries import Agreements, Table
from scoring.models import Device, Entry, Game, Player, Seat
from scoring.pages.common import GameRequest, by_field, on_game, status_of, worded
from scoring.pages.disputes import disputes
from scoring.pages.end_card import Ending
from scoring.pages.late_entries import late_entries
from scoring.pages.live_pages import Live, live_of, live_page
from scoring.pages.rating_changes import changed_in
from scoring.pages.sheet.history import happenings, history, reason_to_stop
from scoring.pages.sheet.paper import blank_paper, filled_paper
from scoring.pages.sheet.queries import Sheet, offers
from scoring.rules import VARIANTS, Round, RuleError

NAMES = ("Łucja", "Beat", "Anna", "Олег")
# Start of the first round, and time per round
BEGAN, EACH = datetime(2026, 1, 3, 19, 5, tzinfo=UTC), timedelta(minutes=9)
ROUNDS = (
    Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35)),
    Round(out=(1, 3)),
    Round(out=(2, 3, 0, 1), calls={2: "grand"}, card_points=(45, 55)),
    Round(out=(3, 0, 1, 2), calls={0: "tichu", 3: "tichu"}, card_points=(30, 70)),
    Round(out=(0, 2), calls={0: "tichu"}),
    Round(out=(1, 0, 3, 2), calls={1: "grand"}, card_points=(40, 60)),
    Round(out=(3, 2, 1, 0), card_points=(55, 45)),
    Round(out=(2, 0), calls={2: "tichu"}),
)


def example() -> Sheet:
    """Return its score sheet. No query: its rows are never saved."""
    game = Game(variant="nanking", preset="nanking", state=Game.State.FINISHED)
    seats = [
        Seat(game=game, number=number, player=Player(name=name))
        for number, name in enumerate(NAMES)
    ]
    entries = [
        Entry(game=game, number=number, data=played.to_data(), created_at=BEGAN + number * EACH)
        for number, played in enumerate(ROUNDS, start=1)
    ]
    sheet = Sheet(Table(game, seats, entries))
    sheet.agreements = Agreements({}, frozenset(entry.pk for entry in entries))
    return sheet


LONGEST_ECHO = 1000  # characters of input that are shown again beside its message
ROUNDS_ON_PAPER = 16
MOST_ROUNDS_ON_PAPER = 60


@require_safe
@on_game
def game(request: GameRequest, game: Game) -> HttpResponse:
    """Show the score sheet, which follows the game."""
    context = partial(sheet_context, request, game)
    return live_page(
        request,
        _live(request, game),
        "scoring/sheet/game.html",
        "scoring/sheet/_live.html",
        context,
    )


def show_sheet(
    request: GameRequest, game: Game, error: RuleError, *, typed: str = ""
) -> HttpResponse:
    """Show the sheet, with the error of the button that was pressed, and its input."""
    fields = by_field(error.mistakes)
    context = sheet_context(request, game) | {
        "live": _live(request, game),
        "reason": typed[:LONGEST_ECHO].replace("\0", ""),
        "reason_error": fields.pop("reason", ""),
        "errors": [
            wrong["message"] for wrong in worded(error.mistakes) if wrong["field"] in fields
        ],
    }
    return render(request, "scoring/sheet/game.html", context, status=status_of(error))


def sheet_context(request: GameRequest, game: Game) -> dict[str, Any]:
    """Return the score sheet's context for the requesting phone."""
    happened = happenings(game)
    sheet = Sheet.of(game)
    device = known_device(request)
    offered = offers(request.role, game)
    return {
        "game": game,
        "sheet": sheet,
        "offers": offered,
        "late": late_entries(sheet.table),
        "disputes": disputes(sheet.table, sheet.agreements, device),
        "may_choose": "choose_version" in offered,
        "on_sheet": True,
        "happenings": happened,
        "stopped": reason_to_stop(game, happened),
        "device": device,
        "undo_id": uuid4(),
        "last_seats": _last_seats(sheet),
        "rated": changed_in(sheet.table, device),
        "match_state": sheet.match_state,
    }


def _last_seats(sheet: Sheet) -> str:
    """Return the id of the last change of seats if no round was written after it; else "". No
    query unless people were exchanged before the next round.
    """
    if not sheet.changes.next:
        return ""
    change = last_change_of_seats(sheet.game)
    return str(change.data["set"]) if change and change.data else ""


def _live(request: GameRequest, game: Game) -> Live:
    # The sheet shows a phone's role and its device, which are not part of the game's version.
    device = known_device(request)
    shown = (request.role, device and device.pk)
    return live_of(
        request, game, reverse("game", args=[game.pk]), *shown, seen=reverse("seen", args=[game.pk])
    )


@require_safe
def example_game(request: HttpRequest) -> HttpResponse:
    """Show a finished example game with its end card and sheet. It belongs to nobody."""
    sheet = example()
    context = {
        "game": sheet.game,
        "sheet": sheet,
        "table": sheet.table,
        "ending": Ending(sheet.table),
        "two_sides": sheet.two_sides,
        "winners": sheet.winners,
        "offers": frozenset(),
    }
    return render(request, "scoring/sheet/example.html", context)


@require_safe
@on_game
def round_history(request: GameRequest, game: Game, number: int) -> HttpResponse:
    """Show everything ever sent for a round."""
    sheet = Sheet.of(game)
    entries = history(sheet, number) if number > 0 else []
    if not entries:
        raise Http404(_("There is no such round in this game."))
    context = {
        "game": game,
        "sheet": sheet,
        "number": number,
        "entries": entries,
        "row": sheet.rows[sheet.table.index_of(number)] if sheet.table.has_round(number) else None,
        "offers": offers(request.role, game),
        "device": known_device(request),
    }
    return render(request, "scoring/sheet/history.html", context)


# Leading a game
# -----------------------------------------------------------------------------------------------


def _apply_action(
    request: GameRequest,
    game: Game,
    lead: Callable[[Game, Device], Game],
    where: str,
    typed: str = "",
) -> HttpResponse:
    try:
        lead(game, device_of(request))
    except RuleError as error:
        # Another phone may have been quicker: the sheet shows the current state.
        game.refresh_from_db()
        return show_sheet(request, game, error, typed=typed)
    return redirect(where, game.pk)


@require_POST
@on_game
def pause(request: GameRequest, game: Game) -> HttpResponse:
    return _apply_action(request, game, pause_game, "game")


@require_POST
@on_game
def resume(request: GameRequest, game: Game) -> HttpResponse:
    """Resume, and show the table's screen: whoever resumes wants to record the next round."""
    return _apply_action(request, game, resume_game, "score")


@require_POST
@on_game
def finish(request: GameRequest, game: Game) -> HttpResponse:
    reason = request.POST.get("reason", "")
    return _apply_action(
        request,
        game,
        lambda game, device: finish_early(game, device, reason),
        "score",
        typed=reason,
    )


@require_POST
@on_game
def reopen(request: GameRequest, game: Game) -> HttpResponse:
    return _apply_action(request, game, reopen_game, "game")


@require_POST
@on_game
def play_rematch(request: GameRequest, game: Game) -> HttpResponse:
    """Start a rematch; `turned` for new partners, `onward` from the score of this game."""
    device = device_of(request)
    check_start(request, device)
    try:
        with transaction.atomic():
            count_start(request)
            again = rematch(
                game,
                device,
                turned=request.POST.get("turned") == "1",
                onward=request.POST.get("onward") == "1",
            )
    except RuleError as error:
        return show_sheet(request, game, error)
    return redirect("score", again.pk)


# Paper
# --------------------------------------------------------------------------------------------------


@require_safe
def empty_sheet(request: GameRequest, variant: str) -> HttpResponse:
    """Show an empty score sheet to print, with `?rounds=` lines."""
    if variant not in VARIANTS:
        raise Http404(_("There is no such game."))
    # An invalid number of lines gets the default.
    rounds = whole_of(request.GET.get("rounds", ""), ROUNDS_ON_PAPER, digits=3)
    paper = blank_paper(variant, max(1, min(rounds, MOST_ROUNDS_ON_PAPER)))
    return render(request, "scoring/sheet/paper.html", {"paper": paper})


@require_safe
@on_game
def game_print(request: GameRequest, game: Game) -> HttpResponse:
    """Show a game's score sheet to print."""
    stopped = reason_to_stop(game, happenings(game))
    context = {"paper": filled_paper(Sheet.of(game)), "game": game, "stopped": stopped}
    return render(request, "scoring/sheet/paper.html", context)
