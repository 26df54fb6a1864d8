"""Changes after publication: a page that tells what would happen stands between the button and the deed."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.pages.common import by_field
from scoring.rules import RuleError
from tournaments.actions.common import LONGEST_REASON
from tournaments.actions.integrity import carry_out, preview
from tournaments.actions.reasons import a_reason
from tournaments.models import SessionRound, Tournament
from tournaments.pages.consequences import told
from tournaments.pages.refusals import status_of

if TYPE_CHECKING:
    from tournaments.actions.consequences import Consequences

SURE = "1"
# In a preview the reason may still be missing: it is asked for on that very page.
NOT_YET = "\N{HORIZONTAL ELLIPSIS}"
OWN = frozenset({"csrfmiddlewaretoken", "reason", "sure"})


@dataclass(frozen=True)
class Step:
    """Something that a director is about to do.

    `action` is what the log calls it, and says whether a reason is compulsory. `do` is called with the reason; `back`
    is where "leave it as it is" leads. `games` are those whose seats change. `more` are fields that the page sends
    along beside what was posted.
    """

    title: str
    action: str
    do: Callable[[str], object]
    back: str
    games: Collection[UUID] = ()
    more: Mapping[str, object] = field(default_factory=dict)

    def take(self, reason: str) -> None:
        """Take it, with the reason as it was typed. Raises RuleError where one is needed and missing."""
        self.do(a_reason(self.action, reason))


def previewed(request: HttpRequest, tournament: Tournament, step: Step) -> HttpResponse | None:
    """The page that tells what a step would do; None where the director has said so, and it is done.

    Raises RuleError where it is refused, but for a reason that is missing, which the page itself asks for.
    """
    reason = request.POST.get("reason", "")
    if request.POST.get("sure") == SURE:
        try:
            carry_out(tournament, lambda: step.take(reason), games=step.games)
        except RuleError as error:
            if any(mistake.field != "reason" for mistake in error.mistakes):
                raise
            return page(request, tournament, step, _looked(tournament, step), error)
        return None
    return page(request, tournament, step, _looked(tournament, step, reason))


def _looked(tournament: Tournament, step: Step, reason: str = "") -> "Consequences":
    return preview(tournament, lambda: step.take((reason.strip() and reason) or NOT_YET), games=step.games)


def page(
    request: HttpRequest,
    tournament: Tournament,
    step: Step,
    found: "Consequences",
    error: RuleError | None = None,
) -> HttpResponse:
    """What would happen, with the fields that were posted, a reason, and the two buttons."""
    posted = [(name, value) for name, values in request.POST.lists() if name not in OWN for value in values]
    posted = [(name, value) for name, value in posted if name not in step.more]
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "rounds",
        "title": step.title,
        "told": told(tournament, found),
        "fields": [*posted, *((name, str(value)) for name, value in step.more.items())],
        "action": step.action,
        "reason": request.POST.get("reason", "")[: LONGEST_REASON * 2],
        "reason_error": by_field(error.mistakes).get("reason", "") if error else "",
        "goes": request.path,
        "back": step.back,
        "this_page": step.back,
    }
    return render(request, "tournaments/preview.html", context, status=status_of(error.mistakes) if error else 200)


def is_published(tournament: Tournament) -> bool:
    """Whether a session round was published: from then on others rely on what is drawn, played and counted."""
    rounds = SessionRound.objects.filter(stage__tournament=tournament)
    return rounds.exclude(state=SessionRound.State.DRAFT).exists()
