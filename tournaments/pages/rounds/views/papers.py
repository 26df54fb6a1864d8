"""Entering paper results of a whole hall, one line after the other."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.games.parsing import whole_of
from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.match.paper_sheet import REASON
from tournaments.models import Match, SessionRound, Tournament
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.next_action import current_state
from tournaments.pages.rounds.queries.papers import Refused, paper_lines
from tournaments.pages.rounds.views.round_page import round_or_404

HALL = "hall"  # the field that marks a sheet as a line of this page


@require_GET
@of_tournament
def papers(
    request: SignedInRequest, tournament: Tournament, stage: int, number: int
) -> HttpResponse:
    """Show all tables of a session round, a line each; `?after=` is the table entered last."""
    row = round_or_404(tournament, stage_or_404(tournament, stage), number)
    return _page(request, row, whole_of(request.GET.get("after", ""), 0))


def refused_line(request: SignedInRequest, match: Match, error: RuleError) -> HttpResponse:
    """Render the page again, with the errors of the line that was sent."""
    found = Refused(match.pk, request.POST.dict(), by_field(error.mistakes))
    return _page(request, match.session_round, match.number, found, status_of(error))


def address_after(match: Match) -> str:
    """Return where typing continues after this table."""
    row = match.session_round
    address = reverse("desk_papers", args=[row.stage.tournament_id, row.stage.number, row.number])
    return f"{address}?after={match.number}"


def _page(
    request: SignedInRequest,
    row: SessionRound,
    after: int,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    lines = paper_lines(row, after, refused)
    done = sum(line.done for line in lines)
    now = (
        current_state(row.stage.tournament)
        if done == len(lines) and row.state == SessionRound.State.PUBLISHED
        else None
    )
    context: Mapping[str, Any] = {
        "now": now,
        "steps": now.steps_of(row)[:1] if now else [],
        "tournament": row.stage.tournament,
        "tab": "rounds",
        "stage": row.stage,
        "round": row,
        "lines": lines,
        "typed": any(line.games for line in lines),
        "done": done,
        "draft": row.state == SessionRound.State.DRAFT,
        "reason": _(REASON),
        "this_page": reverse(
            "desk_papers", args=[row.stage.tournament_id, row.stage.number, row.number]
        ),
    }
    return render(request, "tournaments/rounds/papers.html", context, status=status)
