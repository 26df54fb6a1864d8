"""The page behind a table's QR code: who plays whom, how it stands, and the way into the scorer.

No account and no cookie is needed to look; the phone that writes gets its cookie with the first tap.
"""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.devices import device_of
from scoring.rules import RuleError
from scoring.views.common import by_field
from scoring.views.sharing import kept_secret
from tournaments.actions.dating import fix_date
from tournaments.actions.publishing import open_game, side_size
from tournaments.board.match import match_board, squads_of
from tournaments.board.rounds import has_dates
from tournaments.board.typed import typed_moment
from tournaments.models import Match, SessionRound
from tournaments.tokens import match_of
from tournaments.views.refusals import status_of

MOST_SIDES = 12


def _typed(moment: datetime | None) -> str:
    """A moment as a field for it shows it, in the site's time."""
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M") if moment else ""


def _opened(token: str) -> Match | None:
    """The match a token opens. A draft's is not there yet, nor is one that was drawn anew."""
    match = match_of(token)
    return None if match is None or match.session_round.state == SessionRound.State.DRAFT else match


def _gone(request: HttpRequest) -> HttpResponse:
    return kept_secret(render(request, "match/gone.html", status=404))


@require_safe
def match(request: HttpRequest, token: str) -> HttpResponse:
    """A match as its table sees it."""
    row = _opened(token)
    return _gone(request) if row is None else _page(request, row, token)


@require_POST
def match_play(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Begin a game of the match, or find it, and let this phone write."""
    row = _opened(token)
    if row is None:
        return _gone(request)
    try:
        # In no transaction around both: opening locks first the tournament, then, when that is over, the game.
        game = open_game(row, number, device_of(request), line_up=_line_up(request) or None)
    except RuleError as error:
        again = _opened(token)
        return _gone(request) if again is None else _page(request, again, token, error)
    response = redirect("score", game.pk)
    response.status_code = 303
    return kept_secret(response)


@require_POST
def match_date(request: HttpRequest, token: str) -> HttpResponse:
    """Note when the match will be played, as its sides have agreed; an empty field takes the date away."""
    row = _opened(token)
    if row is None:
        return _gone(request)
    try:
        fix_date(row, None, typed_moment(request.POST.get("when", ""), "when"))
    except RuleError as error:
        again = _opened(token)
        return _gone(request) if again is None else _page(request, again, token, error)
    response = redirect("match", token)
    response.status_code = 303
    return kept_secret(response)


def _line_up(request: HttpRequest) -> list[list[int]]:
    """The members that were ticked, by side; empty where no side had to choose."""
    sides: list[list[int]] = []
    for index in range(MOST_SIDES):
        ticked = request.POST.getlist(f"side_{index}")[:MOST_SIDES]
        sides.append([int(one) for one in ticked if one.isascii() and one.isdigit() and len(one) < 16])
    while sides and not sides[-1]:
        sides.pop()
    return sides


def _page(request: HttpRequest, row: Match, token: str, error: RuleError | None = None) -> HttpResponse:
    board = match_board(row)
    stage = row.session_round.stage
    chosen = dict(enumerate(_line_up(request)))
    fields = by_field(error.mistakes) if error else {}
    context: dict[str, Any] = {
        "token": token,
        "match": row,
        "round": row.session_round,
        "stage": stage,
        "tournament": stage.tournament,
        "board": board,
        "squads": squads_of(board, chosen),
        "side_size": side_size(stage.variant),
        "line_up_error": fields.pop("line_up", ""),
        "dated": has_dates(stage) and row.session_round.state == SessionRound.State.PUBLISHED and not row.done,
        "when": request.POST.get("when", "")[:30] if "when" in fields else _typed(row.agreed_for),
        "when_error": fields.pop("when", ""),
        "errors": list(fields.values()),
        "this_page": reverse("match", args=[token]),
    }
    return kept_secret(render(request, "match/match.html", context, status=status_of(error.mistakes) if error else 200))
