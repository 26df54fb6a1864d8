"""A print request: of which tournament, stage and session round, and for which paper size."""

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.games.parsing import whole_of
from scoring.pages.common import address_for_others
from tournaments.models import SessionRound, Stage, Tournament
from tournaments.pages.printed import paper
from tournaments.pages.round_names import round_name
from tournaments.stage.history import RoundRows, rows_of

SIZES = ("a4", "letter")
LETTER = ("en-us", "en-ca", "fr-ca")
REMEMBERED = "paper"  # session key of the paper size chosen at the desk


@dataclass
class PrintRequest:
    """What to print: of which tournament, stage and session round.

    Raises Http404 if one is missing.
    """

    request: HttpRequest
    tournament: Tournament

    @cached_property
    def stages(self) -> list[Stage]:
        stages = list(self.tournament.stages.all())
        for stage in stages:
            stage.tournament = self.tournament
        return stages

    @cached_property
    def stage(self) -> Stage:
        number = self.number("stage", 1, len(self.stages))
        if number is None:
            begun = [stage for stage in self.stages if stage.state != Stage.State.WAITING]
            return begun[-1] if begun else self.stages[0]
        return self.stages[number - 1]

    @cached_property
    def rounds(self) -> list[SessionRound]:
        rounds = list(SessionRound.objects.filter(stage=self.stage).order_by("number"))
        for one in rounds:
            one.stage = self.stage
        return rounds

    @cached_property
    def session_round(self) -> SessionRound | None:
        """Return the requested session round, else the current one; None if nothing is drawn."""
        number = self.number("round", 1, 32_767)
        if number is None:
            return paper.current_round(self.rounds)
        found = next((one for one in self.rounds if one.number == number), None)
        if found is None:
            raise Http404(_("There is no such round."))
        return found

    @cached_property
    def rows(self) -> RoundRows | None:
        return rows_of([self.session_round])[0] if self.session_round else None

    @cached_property
    def round_name(self) -> str:
        """Return the name of the session round; "" if nothing is drawn."""
        return round_name(self.rows) if self.rows else ""

    def number(self, name: str, least: int, most: int) -> int | None:
        """Return a number of the query string; None if missing."""
        text = self.request.GET.get(name, "")
        if not text:
            return None
        number = whole_of(text, None, digits=6)
        if number is None or not least <= number <= most:
            raise Http404(_("This print page does not exist."))
        return number

    def address(self, path: str) -> str:
        return address_for_others(self.request, path)

    @cached_property
    def size(self) -> str:
        """Return the paper size chosen now, else before; "" to leave it to the browser's dialog."""
        chosen = self.request.GET.get("paper", "")
        if chosen in SIZES:
            return chosen
        return str(self.request.session.get(REMEMBERED, ""))

    @property
    def usual_size(self) -> str:
        """Return the chosen size, else the common one of the user's country."""
        return self.size or ("letter" if get_language() in LETTER else "a4")
