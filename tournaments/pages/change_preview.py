"""Changes after publication: a page that tells what would happen stands between the button and the
deed.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.actions.common import BEGUN, LONGEST_REASON
from tournaments.actions.consequences import Consequences
from tournaments.actions.integrity import carry_out, preview
from tournaments.actions.later_rounds import ASKS, FOLLOW, STAY, deciding
from tournaments.actions.reasons import a_reason
from tournaments.models import LogLine, Match, MatchGame, SessionRound, Stage, Tournament
from tournaments.pages.consequences import Part, Told, told
from tournaments.stage.words import stage_name

SURE = "1"
# In a preview the reason may still be missing: it is asked for on that very page.
NOT_YET = "\N{HORIZONTAL ELLIPSIS}"
OWN = frozenset({"csrfmiddlewaretoken", "reason", "sure"})


@dataclass(frozen=True)
class Step:
    """Something that a director is about to do.

    `action` is what the log calls it, and says whether a reason is compulsory. `do` is called with
    the reason; `back` is where "leave it as it is" leads. `games` are those whose seats change.
    `more` are fields that the page sends along beside what was posted. `warns` are sentences that
    the page says first of all.
    """

    title: str
    action: str
    do: Callable[[str], object]
    back: str
    games: Collection[UUID] = ()
    more: Mapping[str, object] = field(default_factory=dict)
    warns: Collection[str] = ()

    def take(self, reason: str) -> None:
        """Take it, with the reason as it was typed. Raises RuleError where one is needed and
        missing.
        """
        self.do(a_reason(self.action, reason))


@dataclass(frozen=True)
class Way:
    """What becomes of later rounds or stages, `how` of `following`,
    and all that a step does then.
    """

    how: str
    told: Told


def previewed(request: HttpRequest, tournament: Tournament, step: Step) -> HttpResponse | None:
    """The page that tells what a step would do; None where the director has said so, and it is
    done.

    Raises RuleError where it is refused, but for a reason that is missing, which the page itself
    asks for.
    """
    reason = request.POST.get("reason", "")
    how = request.POST.get("bracket", "")
    if request.POST.get("sure") == SURE:
        try:
            _carried_out(request, tournament, step)
        except RuleError as error:
            if any(mistake.field != "reason" for mistake in error.mistakes):
                return _asked(request, tournament, step, error)
            return page(request, tournament, step, _looked(tournament, step, how=how), error)
        return None
    try:
        return page(request, tournament, step, _looked(tournament, step, reason, how))
    except RuleError as error:
        return _asked(request, tournament, step, error)


def done_at_once(request: HttpRequest, tournament: Tournament, step: Step) -> HttpResponse | None:
    """Take a step on which nobody relies yet; the page that asks, where later rounds or stages rest
    on it after all.
    """
    try:
        _carried_out(request, tournament, step)
    except RuleError as error:
        return _asked(request, tournament, step, error)
    return None


def _carried_out(request: HttpRequest, tournament: Tournament, step: Step) -> None:
    """Take it; a stage that is a draft again by it is named in a message."""
    again = LogLine.objects.filter(tournament=tournament, action="stage_drawn_again")
    had = set(again.values_list("pk", flat=True))
    with deciding(request.POST.get("bracket", "")):
        carry_out(tournament, lambda: step.take(request.POST.get("reason", "")), games=step.games)
    numbers = [line.params["stage"] for line in again.exclude(pk__in=had)]
    for stage in Stage.objects.filter(tournament=tournament, number__in=numbers):
        text = _(
            "%(stage)s is a draft again, with those who get through now. Check it, then publish it."
        )
        messages.success(request, text % {"stage": stage_name(stage)})


def _asked(
    request: HttpRequest, tournament: Tournament, step: Step, error: RuleError
) -> HttpResponse:
    """Both ways side by side where later rounds or stages rest on a result: they follow, or stay as
    they were drawn.

    Raises the error where it is about something else.
    """
    if {mistake.code for mistake in error.mistakes} - ASKS:
        raise error
    found: dict[str, Consequences] = {}
    for how in (FOLLOW, STAY):
        with suppress(RuleError):
            found[how] = _looked(tournament, step, request.POST.get("reason", ""), how)
    if not found:
        raise error
    ways = [Way(how, told(tournament, one)) for how, one in found.items()]
    # What changes either way is shown once.
    parts = ways[0].told.parts
    shared = [
        part for part in parts if len(ways) > 1 and all(part in way.told.parts for way in ways)
    ]
    ways = [
        replace(
            way,
            told=replace(way.told, parts=[part for part in way.told.parts if part not in shared]),
        )
        for way in ways
    ]
    shown = found[STAY] if STAY in found else found[FOLLOW]
    played = [] if FOLLOW in found else _played(tournament, [one.stage for one in shown.through])
    return page(request, tournament, step, shown, ways=ways, played=played, shared=shared)


def _played(tournament: Tournament, stages: Collection[int]) -> Sequence[Match]:
    """The matches of these stages with a result, a decision or a hand: because of them nothing is
    drawn again.
    """
    of_stages = Match.objects.filter(session_round__stage__tournament=tournament)
    return list(
        of_stages.filter(Q(done=True) | BEGUN, session_round__stage__number__in=stages).distinct()
    )


def _looked(tournament: Tournament, step: Step, reason: str = "", how: str = "") -> Consequences:
    with deciding(how):
        return preview(
            tournament, lambda: step.take((reason.strip() and reason) or NOT_YET), games=step.games
        )


def page(
    request: HttpRequest,
    tournament: Tournament,
    step: Step,
    found: Consequences,
    error: RuleError | None = None,
    ways: Sequence[Way] = (),
    played: Sequence[Match] = (),
    shared: Sequence[Part] = (),
) -> HttpResponse:
    """What would happen, with the fields that were posted, a reason, and the two buttons; of
    several `ways` each with a button of its own.
    """
    posted = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in OWN
        for value in values
    ]
    posted = [
        (name, value)
        for name, value in posted
        if name not in step.more and not (ways and name == "bracket")
    ]
    shown = told(tournament, found)
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "rounds",
        "title": step.title,
        "told": replace(shown, warnings=[*step.warns, *shown.warnings]),
        "ways": ways,
        "shared": Told((), shared),
        "played": played,
        "by_phone": MatchGame.objects.filter(match__in=played, game__rounds__isnull=False).exists(),
        "may_follow": any(way.how == FOLLOW for way in ways),
        "fields": [*posted, *((name, str(value)) for name, value in step.more.items())],
        "action": step.action,
        "reason": request.POST.get("reason", "")[: LONGEST_REASON * 2],
        "reason_error": by_field(error.mistakes).get("reason", "") if error else "",
        "goes": request.path,
        "back": step.back,
        "this_page": step.back,
    }
    return render(
        request,
        "tournaments/preview.html",
        context,
        status=status_of(error),
    )


def is_published(tournament: Tournament) -> bool:
    """Whether a session round was published: from then on others rely on what is drawn, played and
    counted.
    """
    rounds = SessionRound.objects.filter(stage__tournament=tournament)
    return rounds.exclude(state=SessionRound.State.DRAFT).exists()
