"""Changes after publication: a page shows the consequences before the change is made."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
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
from tournaments.actions.common import BEGUN, LONGEST_REASON, check_reason
from tournaments.actions.consequences import Beyond, Consequences
from tournaments.actions.integrity import carry_out, preview
from tournaments.actions.later_rounds import ASKS, FOLLOW, STAY, deciding
from tournaments.models import LogLine, Match, MatchGame, SessionRound, Stage, Tournament
from tournaments.pages.consequences import Part, ShownConsequences, describe
from tournaments.pages.round_names import name_by_number
from tournaments.stage.words import stage_name

SURE = "1"
# A preview may lack the reason: the page asks for it.
NOT_YET = "\N{HORIZONTAL ELLIPSIS}"
OWN = frozenset({"csrfmiddlewaretoken", "reason", "sure"})


@dataclass(frozen=True)
class Step:
    """A change that a director is about to make.

    `action` is its log action, which decides whether a reason is required. `do` is called with the
    reason. `back` is the address of "leave it as it is", `games` are those whose seats change,
    `more` are fields to send along with those posted, and `warns` are sentences for the top of the
    page. `beyond` reads what depends on the tournament outside of it, once that is over.
    """

    title: str
    action: str
    do: Callable[[str], object]
    back: str
    games: Collection[UUID] = ()
    more: Mapping[str, object] = field(default_factory=dict)
    warns: Collection[str] = ()
    beyond: Callable[[], Beyond] | None = None

    def take(self, reason: str) -> None:
        """Make the change, with the reason as typed.

        Raises RuleError if a required reason is missing.
        """
        self.do(check_reason(self.action, reason))


@dataclass(frozen=True)
class FollowUp:
    """What happens to later rounds or stages (`how` of `following`), and all consequences of a step
    then.
    """

    how: str
    consequences: ShownConsequences


def preview_or_take(
    request: HttpRequest, tournament: Tournament, step: Step
) -> HttpResponse | None:
    """Return the page that previews a step; None once the director has confirmed and it is done.

    Raises RuleError if the step is refused, except for a missing reason, which the page asks for.
    """
    reason = request.POST.get("reason", "")
    how = request.POST.get("bracket", "")
    if request.POST.get("sure") == SURE:
        try:
            _take(request, tournament, step)
        except RuleError as error:
            if any(mistake.field != "reason" for mistake in error.mistakes):
                return _ask_follow_up(request, tournament, step, error)
            return preview_page(
                request, tournament, step, _try_out(tournament, step, how=how), error
            )
        return None
    try:
        return preview_page(request, tournament, step, _try_out(tournament, step, reason, how))
    except RuleError as error:
        return _ask_follow_up(request, tournament, step, error)


def take_or_preview(
    request: HttpRequest, tournament: Tournament, step: Step
) -> HttpResponse | None:
    """Make a change that nothing builds on yet, or return the preview if later rounds or stages
    do.
    """
    try:
        _take(request, tournament, step)
    except RuleError as error:
        return _ask_follow_up(request, tournament, step, error)
    return None


def _take(request: HttpRequest, tournament: Tournament, step: Step) -> None:
    with as_decided(request, tournament):
        carry_out(tournament, lambda: step.take(request.POST.get("reason", "")), games=step.games)


@contextmanager
def as_decided(request: HttpRequest, tournament: Tournament) -> Iterator[None]:
    """Make a change inside with the posted decision about later rounds, and report a stage that
    becomes a draft again in a message.
    """
    again = LogLine.objects.filter(tournament=tournament, action="stage_drawn_again")
    had = set(again.values_list("pk", flat=True))
    with deciding(request.POST.get("bracket", "")):
        yield
    numbers = [line.params["stage"] for line in again.exclude(pk__in=had)]
    for stage in Stage.objects.filter(tournament=tournament, number__in=numbers):
        text = _(
            "%(stage)s is a draft again, with those who qualify now. Check it, then publish it."
        )
        messages.success(request, text % {"stage": stage_name(stage)})


def _ask_follow_up(
    request: HttpRequest, tournament: Tournament, step: Step, error: RuleError
) -> HttpResponse:
    found, shown = both_ways(
        tournament,
        lambda how: _try_out(tournament, step, request.POST.get("reason", ""), how),
        error,
    )
    return preview_page(request, tournament, step, found, ways=shown)


def both_ways(
    tournament: Tournament, try_out: Callable[[str], Consequences], error: RuleError
) -> tuple[Consequences, dict[str, Any]]:
    """Preview both ways side by side if later rounds or stages build on a result: redraw them, or
    leave them as drawn.

    Returns the consequences, and what `_both_ways.html` needs. Raises the error if it is about
    something else.
    """
    if {mistake.code for mistake in error.mistakes} - ASKS:
        raise error
    found: dict[str, Consequences] = {}
    for how in (FOLLOW, STAY):
        with suppress(RuleError):
            found[how] = try_out(how)
    if not found:
        raise error
    ways, shared = _split_shared(
        [FollowUp(how, describe(tournament, one)) for how, one in found.items()]
    )
    shown = found[STAY] if STAY in found else found[FOLLOW]
    played = (
        [] if FOLLOW in found else _played_matches(tournament, [one.stage for one in shown.through])
    )
    hands = MatchGame.objects.filter(match__in=played, game__rounds__isnull=False)
    return shown, {
        "ways": ways,
        "shared": ShownConsequences((), shared),
        "played": _with_names(played),
        "by_phone": hands.exists(),
        "may_follow": FOLLOW in found,
    }


def _split_shared(ways: Sequence[FollowUp]) -> tuple[list[FollowUp], list[Part]]:
    """Take out the parts that both ways have, so that they are shown once."""
    if len(ways) == 1:
        return list(ways), []
    first, *others = [way.consequences.parts for way in ways]
    shared = [part for part in first if all(part in parts for parts in others)]
    return [replace(way, consequences=_without(way.consequences, shared)) for way in ways], shared


def _without(consequences: ShownConsequences, parts: Collection[Part]) -> ShownConsequences:
    return replace(consequences, parts=[part for part in consequences.parts if part not in parts])


def _played_matches(tournament: Tournament, stages: Collection[int]) -> Sequence[Match]:
    """Return the matches of these stages with a result, a decision or a hand.

    They keep a stage from being drawn again.
    """
    of_stages = Match.objects.filter(
        Q(done=True) | BEGUN,
        session_round__stage__tournament=tournament,
        session_round__stage__number__in=stages,
    )
    in_order = of_stages.order_by("session_round__stage__number", "session_round__number", "number")
    return list(in_order.select_related("session_round__stage").distinct())


def _with_names(played: Sequence[Match]) -> list[tuple[Match, str]]:
    rounds = {match.session_round_id: match.session_round for match in played}
    names = {key: name_by_number(row.stage, row.number) for key, row in rounds.items()}
    return [
        (
            match,
            _("%(round)s, table %(table)s")
            % {"round": names[match.session_round_id], "table": match.number},
        )
        for match in played
    ]


def _try_out(tournament: Tournament, step: Step, reason: str = "", how: str = "") -> Consequences:
    with deciding(how):
        return preview(
            tournament,
            lambda: step.take((reason.strip() and reason) or NOT_YET),
            games=step.games,
            beyond=step.beyond if tournament.state == Tournament.State.FINISHED else None,
        )


def preview_page(
    request: HttpRequest,
    tournament: Tournament,
    step: Step,
    found: Consequences,
    error: RuleError | None = None,
    ways: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Render the preview, with the posted fields, a reason and the two buttons; each of several
    `ways`, of `both_ways`, gets a button.
    """
    replaced = {*OWN, *step.more, *(["bracket"] if ways else [])}
    posted = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in replaced
        for value in values
    ]
    shown = describe(tournament, found)
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "rounds",
        "title": step.title,
        "consequences": replace(shown, warnings=[*step.warns, *shown.warnings]),
        **(ways or {}),
        "fields": [*posted, *((name, str(value)) for name, value in step.more.items())],
        "action": step.action,
        "over": tournament.state == Tournament.State.FINISHED,
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
    """Whether a session round was published.

    From then on others rely on what is drawn, played and counted.
    """
    rounds = SessionRound.objects.filter(stage__tournament=tournament)
    return rounds.exclude(state=SessionRound.State.DRAFT).exists()
