"""Duplicate at the desk of somebody who plays: pages with results of boards that they have yet to
play ask them first.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.games.access.devices import known_device
from tournaments.models import Match, Tournament
from tournaments.pages.movements import in_ranges
from tournaments.stage.unplayed import Unplayed, unplayed_boards

# Pages of the desk with results of any table, totals or ranks, and what is printed with them
WITH_RESULTS = frozenset(
    {
        "desk_checks",
        "desk_export",
        "desk_fouled_board",
        "desk_papers",
        "desk_penalties",
        "desk_penalty_undo",
        "desk_reveal",
        "desk_undo",
        "desk_wrong",
    }
)
PRINTED = frozenset({"filled", "standings", "cross_table", "private", "certificates"})
# Those with results of one table
OF_A_TABLE = frozenset(
    {
        "desk_averages",
        "desk_correct",
        "desk_hand",
        "desk_late",
        "desk_match",
        "desk_match_do",
        "desk_move_result",
        "desk_paper",
        "desk_played_boards",
        "desk_seats",
        "desk_settle",
    }
)

if TYPE_CHECKING:

    class _Request(HttpRequest):
        unplayed: Unplayed


def unplayed_of(request: HttpRequest, tournament: Tournament) -> Unplayed:
    """Return the boards that the caller has yet to play, see `unplayed_boards`; read once."""
    asking = cast("_Request", request)
    if not hasattr(asking, "unplayed"):
        asking.unplayed = unplayed_boards(tournament, request.user, known_device(request))
    return asking.unplayed


def ask_first(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """Return the page that asks somebody who plays whether they want to see results; None if the
    requested page has none that they may not see.
    """
    match = request.resolver_match
    if match is None or not _has_results(match.url_name or "", match.kwargs):
        return None
    unplayed = unplayed_of(request, tournament)
    table = _table_of(match.kwargs) if match.url_name in OF_A_TABLE else None
    if table is not None:
        number = table.session_round.stage.number
        unplayed = {number: unplayed.get(number, frozenset()) & {*table.boards}}
    found = boards_by_stage(unplayed)
    if not found:
        return None
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "unplayed": found,
        "back": request.path,
        "this_page": request.path,
    }
    return render(request, "tournaments/rounds/unplayed.html", context, status=403)


def boards_by_stage(unplayed: Unplayed) -> list[tuple[int, str]]:
    """Return boards as a page lists them: the number of their stage, and "7–9"."""
    return [(stage, in_ranges(sorted(boards))) for stage, boards in unplayed.items() if boards]


def _has_results(name: str, given: Mapping[str, object]) -> bool:
    return name in WITH_RESULTS | OF_A_TABLE or (
        name == "desk_print_page" and given.get("what") in PRINTED
    )


def _table_of(given: Mapping[str, Any]) -> Match | None:
    rows = Match.objects.filter(pk=given.get("match_id", 0))
    return rows.select_related("session_round__stage").first()
