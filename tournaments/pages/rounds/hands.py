"""Correcting one hand of a table, on the form that its table uses."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.games.permissions import OWNER
from scoring.games.queries import Table, table_of
from scoring.games.round_words import deal_word, names_with_dummy
from scoring.models import Game
from scoring.pages.common import by_field, posted_whole, status_of
from scoring.pages.table.board import Asking, board_for
from scoring.pages.table.forms import posted_round
from scoring.pages.table.script import board_at
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleError
from tournaments.actions.correcting_hands import action_of, check_hands_count, correct_hand
from tournaments.match.played_games import table_name
from tournaments.models import Match, MatchGame, SessionRound, Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.rounds.match import change_or_preview, match_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def hand(
    request: SignedInRequest, tournament: Tournament, match_id: int, game: int, number: int
) -> HttpResponse:
    """Correct hand `number` of a game of the match; the effect on the result is shown first."""
    row = match_or_404(tournament, match_id)
    played, table = _game_or_404(row, game, number)
    if request.method != "POST":
        return hand_page(request, played, table, number)
    try:
        answer = _correct(request, played, table.game, number)
    except RuleError as error:
        played.match = match_or_404(tournament, match_id)
        return hand_page(request, played, table_of(table.game), number, error)
    if answer is not None:
        return answer
    board = board_at(played.board_numbers, number)
    messages.success(
        request,
        _("Board %(board)s has been corrected.") % {"board": board}
        if board
        else _("Hand %(hand)s has been corrected.") % {"hand": number},
    )
    return redirect("desk_match", tournament.pk, row.pk)


def _game_or_404(row: Match, game: int, number: int) -> tuple[MatchGame, Table]:
    played = row.games.select_related("game").filter(number=game, game__isnull=False).first()
    if played is None or played.game is None:
        raise Http404
    played.match = row
    table = table_of(played.game)
    if not 1 <= number <= len(table.entries):
        raise Http404
    return played, table


def _correct(
    request: SignedInRequest, at: MatchGame, game: Game, number: int
) -> HttpResponse | None:
    """Return the preview; None once it is done."""
    row = at.match
    check_hands_count(row)
    posted, user = posted_round(request.POST), request.user
    played = PlayedRound.from_data(posted.data)
    board = board_at(at.board_numbers, number)
    title = (
        _("Correct board %(hand)s at table %(table)s in round %(round)s")
        if board
        else _("Correct hand %(hand)s at table %(table)s in round %(round)s")
    )
    return change_or_preview(
        request,
        row,
        title
        % {"hand": board or number, "table": table_name(at), "round": row.session_round.number},
        action_of(row),
        lambda reason: correct_hand(
            row,
            game,
            user,
            number,
            played,
            reason,
            replaces=posted.replaces,
            sides=posted.sides,
            recording=posted.recording or None,
            versions=posted_whole(request, "versions") or None,
        ),
        games=[game.pk],
    )


def hand_page(
    request: SignedInRequest,
    at: MatchGame,
    table: Table,
    number: int | None,
    error: RuleError | None = None,
    *,
    late: tuple[int, str] | None = None,
) -> HttpResponse:
    """Show the form of hand `number`; None for the next one. That is a board played `late`: its
    number, and why it cannot be entered.
    """
    row = at.match
    tournament, counts = row.session_round.stage.tournament, row.ruling is None
    typed = request.POST.dict() if request.method == "POST" else None
    asking = Asking(OWNER, None, get_token(request))
    board = board_for(
        asking, table, number=number, typed=typed, recording=request.POST.get("recording", "")
    )
    with deal_word("hand"):
        fields = by_field(error.mistakes, names_with_dummy(table)) if error else {}
    for seat in board["plain_seats"]:
        seat["error"] = fields.get(seat["place_field"], "")
    beside = {
        "card_points",
        "sweep",
        "made",
        "wish_violation",
        "totals",
        *(seat["place_field"] for seat in board["plain_seats"]),
    }
    context: dict[str, Any] = {
        key: board[key]
        for key in (
            "screen",
            "position",
            "number",
            "entry_id",
            "plain_seats",
            "typed",
            "side_names",
            "plain_totals",
            "sweep_name",
            "seats",
            "side_calls",
            "notes_bombs",
        )
    }
    context |= {
        "tournament": tournament,
        "tab": "rounds",
        "match": row,
        "on_board": late[0] if late else board_at(at.board_numbers, board["number"]),
        "late": late is not None,
        "refused": late[1] if late else "",
        "table_name": table_name(at),
        "round": row.session_round,
        "closed": row.session_round.state == SessionRound.State.CLOSED,
        "agreed": row.agreement == Match.Agreement.AGREED,
        "counts": counts,
        "fields": fields,
        "errors": [message for key, message in fields.items() if key not in beside],
        "this_page": reverse("desk_match", args=[tournament.pk, row.pk]),
    }
    return render(
        request,
        "tournaments/rounds/hand.html",
        context,
        status=status_of(error),
    )
