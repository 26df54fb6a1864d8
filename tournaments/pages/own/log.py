"""The public log of a tournament: what was done with draws and results, and why."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.games.parsing import whole_of
from tournaments.log_actions import ACTIONS, TELLS, Readers
from tournaments.models import Entrant, LogLine, SessionRound, Tournament
from tournaments.pages.log_lines import MOST_LINES, ShownLine, format_lines
from tournaments.pages.own.views import by_own_link
from tournaments.pages.viewer import Viewer
from tournaments.tokens import token_of

PRIVATE, ON_A_DRAFT = (
    {name for name, one in ACTIONS.items() if one.readers is readers}
    for readers in (Readers.DESK, Readers.WITH_ROUND)
)


@dataclass(frozen=True)
class PublicLog:
    """A page of the log, newest first. `older` is the line to continue before, None at the end."""

    lines: list[ShownLine]
    older: int | None


def public_log(tournament: Tournament, before: int | None = None) -> PublicLog:
    """Return at most `MOST_LINES` lines before the line `before`. At most eight queries."""
    rows = LogLine.objects.filter(tournament=tournament).exclude(action__in=PRIVATE).order_by("-pk")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[:MOST_LINES])
    drafts = set(
        SessionRound.objects.filter(
            stage__tournament=tournament, state=SessionRound.State.DRAFT
        ).values_list("stage__number", "number")
    )
    seen = Viewer(tournament)
    open_lines = [
        line
        for line in found
        if not _of_a_draft(line, drafts) and not (line.action in TELLS and seen.keeps(line.params))
    ]
    older = found[-1].pk if len(found) == MOST_LINES else None
    return PublicLog(format_lines(tournament, open_lines, public=True), older)


def _of_a_draft(line: LogLine, drafts: set[tuple[int, int]]) -> bool:
    return (
        line.action in ON_A_DRAFT and (line.params.get("stage"), line.params.get("round")) in drafts
    )


@require_safe
@by_own_link
def own_log(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Show what was done with draws and results, by whom and why; `?before=` continues before a
    line.
    """
    before = whole_of(request.GET.get("before", ""), None)
    context = {
        "tournament": entrant.tournament,
        "token": token_of(entrant),
        "log": public_log(entrant.tournament, before),
        "newest": before is None,
        "this_page": reverse("own_log", args=[token_of(entrant)]),
    }
    return render(request, "tournaments/own/log.html", context)
