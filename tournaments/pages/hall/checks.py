"""The double-check list: the source of each result, and which to check before the round is
closed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.pages.common import status_of
from scoring.rules import RuleError
from tournaments.actions.evening import set_checked
from tournaments.log_actions import ACTIONS, Effect
from tournaments.models import LogLine, Match, SessionRound, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.hall.advice import improbability
from tournaments.pages.hall.tables import HallTable, rows_for

AT_THE_DESK = [name for name, one in ACTIONS.items() if one.effect in {Effect.HAND, Effect.RESULT}]
How = Match.Agreed

# Sources of a result, the least certain first.
DESK, SAME, NOBODY, AGREED = ("desk", "same", "nobody", "agreed")


@dataclass(frozen=True)
class CheckLine:
    """A result. `odd` is a question about it, `by` who checked it."""

    table: HallTable
    odd: str
    by: str

    @property
    def looked(self) -> bool:
        return self.table.match.checked_at is not None


@dataclass(frozen=True)
class CheckGroup:
    """Results from the same source."""

    key: str
    name: str
    lines: Sequence[CheckLine]


@dataclass(frozen=True)
class Checks:
    """The list of one session round. `rounds` are those with any results."""

    row: SessionRound | None
    rounds: Sequence[SessionRound]
    groups: Sequence[CheckGroup]

    @property
    def left(self) -> int:
        return sum(not line.looked for group in self.groups for line in group.lines)

    @property
    def total(self) -> int:
        return sum(len(group.lines) for group in self.groups)


def checks_of(tournament: Tournament, asked: str = "") -> Checks:
    """Return the results of a session round ("<stage>-<number>", the newest by default): eleven
    queries.
    """
    rounds = list(
        SessionRound.objects.filter(stage__tournament=tournament)
        .exclude(state=SessionRound.State.DRAFT)
        .select_related("stage")
        .order_by("stage__number", "number")
    )
    newest = rounds[-1] if rounds else None
    chosen = next((row for row in rounds if asked == f"{row.stage.number}-{row.number}"), newest)
    if chosen is None:
        return Checks(None, rounds, [])
    (hall,) = rows_for(tournament, [chosen], timezone.now())
    people = _typed_by(tournament, chosen)
    lookers = _checkers(chosen)
    found: dict[tuple[str, str], list[CheckLine]] = {}
    for table in hall.tables:
        if table.match.done:
            key = _source(table.match)
            who = people.get(table.match.pk, "") if key == DESK else ""
            said = improbability(table, invented=tournament.club.example)
            line = CheckLine(table, said, lookers.get(table.match.pk, ""))
            found.setdefault((key, who), []).append(line)
    order = (DESK, SAME, NOBODY, AGREED)
    return Checks(
        chosen,
        rounds,
        [
            CheckGroup(
                key,
                _name(key, who),
                sorted(lines, key=lambda one: (one.looked, not one.odd, one.table.number)),
            )
            for (key, who), lines in sorted(
                found.items(), key=lambda one: (order.index(one[0][0]), one[0][1])
            )
        ],
    )


def _source(match: Match) -> str:
    if match.ruling is not None:
        return DESK
    if match.agreed_how == How.SAME_PHONE:
        return SAME
    return AGREED if match.agreed_how in {How.OTHER_PHONE, How.OWN_PAGE, How.BLIND} else NOBODY


def _name(key: str, who: str) -> str:
    return {
        DESK: _("Entered at the desk by %(name)s") % {"name": who}
        if who
        else _("Entered at the desk"),
        SAME: _("Agreed on the phone that entered it"),
        NOBODY: _("Nobody has agreed"),
        AGREED: _("Agreed by the other side"),
    }[key]


def _typed_by(tournament: Tournament, row: SessionRound) -> dict[int, str]:
    """Return who last decided each match, by the log."""
    lines: Any = LogLine.objects.filter(
        tournament=tournament,
        action__in=AT_THE_DESK,
        params__stage=row.stage.number,
        params__round=row.number,
    )
    return {
        line.params["match"]: line.by.name if line.by else ""
        for line in lines.select_related("by").order_by("pk")
        if "match" in line.params
    }


def _checkers(row: SessionRound) -> dict[int, str]:
    matches: Any = Match.objects.filter(session_round=row, checked_by__isnull=False)
    return {match.pk: match.checked_by.name for match in matches.select_related("checked_by")}


OPEN = "open"  # ?show=


@require_GET
@of_tournament
def checks(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the results of a session round by source; `?round=1-3` selects another one, `?show=open`
    the unchecked ones.
    """
    return _page(request, tournament, request.GET.get("round", ""), request.GET.get("show", ""))


def _page(
    request: SignedInRequest,
    tournament: Tournament,
    asked: str,
    show: str,
    error: RuleError | None = None,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "board",
        "checks": checks_of(tournament, asked),
        "show": OPEN if show == OPEN else "",
        "errors": messages_of(error) if error else [],
        "this_page": reverse("desk_checks", args=[tournament.pk]),
    }
    return render(
        request,
        "tournaments/hall/checks.html",
        context,
        status=status_of(error),
    )


@require_POST
@of_tournament
def check(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Tick a result off, or (field `undo`) untick it; return to its session round."""
    matches = Match.objects.select_related("session_round__stage__tournament")
    match = get_object_or_404(matches, pk=match_id, session_round__stage__tournament=tournament)
    row = match.session_round
    asked = f"{row.stage.number}-{row.number}"
    show = OPEN if request.POST.get("show") == OPEN else ""
    try:
        set_checked(match, request.user, checked="undo" not in request.POST)
    except RuleError as error:
        return _page(request, tournament, asked, show, error)
    address = reverse("desk_checks", args=[tournament.pk])
    return redirect(f"{address}?round={asked}{'&show=open' if show else ''}#t{match.anchor}")
