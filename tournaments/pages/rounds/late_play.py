"""Duplicate at the desk: a board that a table left open and played later, on the table's form."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.games.queries import table_of
from scoring.models import Game
from scoring.pages.common import by_field
from scoring.pages.table.forms import posted_round
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleError
from tournaments.actions.late_plays import check_open, play_late
from tournaments.models import Match, MatchGame, Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.rounds.hands import hand_page
from tournaments.pages.rounds.match import change_or_preview, match_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def late_play(
    request: SignedInRequest, tournament: Tournament, match_id: int, board: int
) -> HttpResponse:
    """Enter a board that a match left open; the effect on the standings is shown first."""
    row = match_or_404(tournament, match_id)
    at, game = _game_or_404(row, board)
    error = None
    if request.method == "POST":
        try:
            if (page := _play(request, row, game, board)) is not None:
                return page
        except RuleError as refused:
            error = refused
        else:
            messages.success(
                request,
                _("Board %(board)s is entered: the standings include it.") % {"board": board},
            )
            return redirect("desk_match", tournament.pk, row.pk)
    at.match = row = match_or_404(tournament, match_id)
    return hand_page(
        request, at, table_of(game), None, error, late=(board, _why_not(row, game, board))
    )


def _game_or_404(row: Match, board: int) -> tuple[MatchGame, Game]:
    """Return the game in which a match plays its boards."""
    at = row.games.select_related("game").filter(game__isnull=False).first()
    if board not in row.boards or at is None or at.game is None:
        raise Http404(_("This table has not begun, or does not play this board."))
    return at, at.game


def _play(request: SignedInRequest, row: Match, game: Game, board: int) -> HttpResponse | None:
    """Return the preview; None once it is done."""
    check_open(row, game, board)  # before any mistake in the form, which is not shown then
    posted, user = posted_round(request.POST), request.user
    played = PlayedRound.from_data(posted.data)
    where = {"board": board, "table": row.number, "round": row.session_round.number}
    return change_or_preview(
        request,
        row,
        _("Board %(board)s of table %(table)s in round %(round)s, played late") % where,
        "board_played_late",
        lambda reason: play_late(row, game, user, board, played, reason, sides=posted.sides),
        games=[game.pk],
    )


def _why_not(row: Match, game: Game, board: int) -> str:
    """Return why the board cannot be entered here; empty if it can."""
    try:
        check_open(row, game, board)
    except RuleError as error:
        return " ".join(by_field(error.mistakes).values())
    return ""
