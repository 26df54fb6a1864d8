"""Correcting who sat where in a match, for all its hands at once."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.actions.board_places import turn_table
from tournaments.actions.common import LONGEST_REASON
from tournaments.actions.match_seats import is_turned, reseat
from tournaments.models import Match, Tournament
from tournaments.pages.change_preview import NOT_YET, Step, preview_or_take
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.deals import seat_names
from tournaments.pages.lost_boards import lost_boards
from tournaments.pages.match_games import MatchBoard, match_board
from tournaments.pages.rounds.match import match_or_404
from tournaments.pages.table.queries import seats_to_choose
from tournaments.pages.table.views import posted_seats


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def seats(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Record who really sat where; the effect is shown first."""
    row = match_or_404(tournament, match_id)
    if request.method != "POST":
        return _page(request, row)
    turns = bool(row.boards) and "turn" in request.POST
    try:
        step = _turn(request, row) if turns else _reseat(request, row)
        if (page := preview_or_take(request, tournament, step)) is not None:
            return page
    except RuleError as error:
        return _page(request, match_or_404(tournament, match_id), error)
    messages.success(
        request,
        _("The pairs have exchanged their directions. Each keeps its score.")
        if turns
        else _("The seats have been corrected: all hands now count for the right people."),
    )
    return redirect("desk_match", tournament.pk, row.pk)


def _reseat(request: SignedInRequest, row: Match) -> Step:
    order, user = posted_seats(request.POST.dict()), request.user
    games = [game for game in row.games.values_list("game", flat=True) if game is not None]
    warns = (
        lost_boards(row.session_round, lambda: reseat(row, order, by=user, reason=NOT_YET))
        if row.boards
        else ()
    )
    return Step(
        _("Correct the seats at table %(table)s") % {"table": row.number},
        "reseated",
        lambda reason: reseat(row, order, by=user, reason=reason, held=games),
        _address(row),
        games=games,
        warns=warns,
    )


def _turn(request: SignedInRequest, row: Match) -> Step:
    user = request.user
    return Step(
        _("Table %(table)s sat the other way round") % {"table": row.number},
        "directions_changed",
        lambda reason: turn_table(row, user, reason),
        _address(row),
    )


def _address(row: Match) -> str:
    return reverse("desk_seats", args=[row.session_round.stage.tournament_id, row.pk])


def _directions(board: MatchBoard) -> dict[int, str]:
    """Return the direction of each seat: after an exchange the first seat is east."""
    first = next(line.row for line in board.games if line.table is not None)
    names, turned = seat_names(), is_turned(first)
    return dict(enumerate([*names[turned:], *names[:turned]]))


def _page(request: SignedInRequest, row: Match, error: RuleError | None = None) -> HttpResponse:
    board = match_board(row)
    lines, people = seats_to_choose(board)
    chosen = dict(enumerate(posted_seats(request.POST.dict())))
    directions = _directions(board) if row.boards and lines else {}
    fields = by_field(error.mistakes) if error else {}
    context: dict[str, Any] = {
        "tournament": board.tournament,
        "tab": "rounds",
        "match": row,
        "round": row.session_round,
        "board": board,
        "seats": [
            (line, chosen.get(line.number, line.player), directions.get(line.number, ""))
            for line in lines
        ],
        "people": people,
        "reason": request.POST.get("reason", "")[: LONGEST_REASON * 2],
        "reason_error": fields.pop("reason", ""),
        "errors": list(fields.values()),
        "this_page": _address(row),
    }
    return render(
        request,
        "tournaments/rounds/seats.html",
        context,
        status=status_of(error),
    )
