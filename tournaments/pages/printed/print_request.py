"""What is asked for on paper: of which tournament, stage and session round, and for which size of
paper.
"""

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.games.parsing import whole_of
from scoring.pages.common import address_for_others
from tournaments.models import SessionRound, Stage, Tournament
from tournaments.pages.printed.queries import paper
from tournaments.pages.round_names import round_name
from tournaments.stage.history import RoundRows, rows_of

SIZES = ("a4", "letter")
LETTER = ("en-us", "en-ca", "fr-ca")
REMEMBERED = "paper"  # in the session: the size that was chosen at the desk


@dataclass
class PrintRequest:
    """What is to be printed: of which tournament, stage and session round. Raises Http404 for what
    is not there.
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
        """The session round that was asked for, else the one that people mean; None where nothing
        is drawn.
        """
        number = self.number("round", 1, 32_767)
        if number is None:
            return paper.newest(self.rounds)
        found = next((one for one in self.rounds if one.number == number), None)
        if found is None:
            raise Http404(_("There is no such round."))
        return found

    @cached_property
    def rows(self) -> RoundRows | None:
        return rows_of([self.session_round])[0] if self.session_round else None

    @cached_property
    def round_name(self) -> str:
        """What the session round is called; "" where nothing is drawn."""
        return round_name(self.rows) if self.rows else ""

    def number(self, name: str, least: int, most: int) -> int | None:
        """A number of the address; None where it is left out."""
        text = self.request.GET.get(name, "")
        if not text:
            return None
        number = whole_of(text, None, digits=6)
        if number is None or not least <= number <= most:
            raise Http404(_("There is no such page to print."))
        return number

    def address(self, path: str) -> str:
        return address_for_others(self.request, path)

    @cached_property
    def size(self) -> str:
        """The size of paper: as chosen now, else as chosen before; "" for what the browser's dialog
        says.
        """
        chosen = self.request.GET.get("paper", "")
        if chosen in SIZES:
            return chosen
        return str(self.request.session.get(REMEMBERED, ""))

    @property
    def usual_size(self) -> str:
        """The size that was chosen, else what printers in the reader's country have."""
        return self.size or ("letter" if get_language() in LETTER else "a4")
