"""The viewer of a tournament, and what its public pages share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Max
from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import People, is_shielded, names_of, people_in
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.corrections import Correction, corrections_of, each_once
from tournaments.stage.history import History, history_of
from tournaments.stage.words import stage_name


@dataclass(frozen=True)
class StageTab:
    """A stage in the navigation. `begun` if it has something to show."""

    number: int
    name: str
    begun: bool
    bracket: bool  # it is a bracket


@dataclass
class Viewer:
    """A tournament as a viewer sees it.

    `whole` for directors, who see real names in place of aliases, and results that are not public
    yet.
    """

    tournament: Tournament
    whole: bool = False

    @cached_property
    def stages(self) -> list[Stage]:
        """Return all stages, each with its tournament: one query."""
        stages = list(Stage.objects.filter(tournament=self.tournament))
        for stage in stages:
            stage.tournament = self.tournament
        return stages

    @cached_property
    def tabs(self) -> list[StageTab]:
        return [
            StageTab(
                *(stage.number, stage_name(stage), stage.state != Stage.State.WAITING),
                bracket=FORMATS[stage.format].ranks_itself,
            )
            for stage in self.stages
        ]

    @property
    def stage_now(self) -> int:
        """Return the number of the current stage: the last that has begun, else the first."""
        return next((tab.number for tab in reversed(self.tabs) if tab.begun), 1)

    @property
    def boards(self) -> int | None:
        """Return the number of the stage whose boards are linked: the last of duplicate that has
        begun, else the first; None without one.
        """
        numbers = [one.number for one in self.stages if FORMATS[one.format].compares_boards]
        begun = [tab.number for tab in self.tabs if tab.begun and tab.number in numbers]
        return next(iter([*reversed(begun), *numbers]), None)

    def table_stage(self, stage: Stage | None) -> int | None:
        """Return the number of the stage whose standings this stage's pages link to, as a bracket
        has none; None if all stages are brackets.
        """
        numbers = [tab.number for tab in self.tabs if not tab.bracket]
        if stage is not None and stage.number in numbers:
            return stage.number
        begun = [tab.number for tab in self.tabs if tab.begun and not tab.bracket]
        return next(iter([*reversed(begun), *numbers]), None)

    def cross_table_stage(self, stage: Stage | None) -> int | None:
        """Return the number of the stage whose cross table is linked: none for duplicate, where who
        met whom is worth nothing.
        """
        number = self.table_stage(stage)
        boards = number and FORMATS[self.stage(number).format].compares_boards
        return None if boards else number

    def standings_stage(self, stage: Stage | None) -> int | None:
        """Return the number of the stage whose standings this stage's pages link to: once the last
        of several stages has begun, the one that ranks everybody.
        """
        last = self.tabs[-1]
        return last.number if len(self.tabs) > 1 and last.begun else self.table_stage(stage)

    @property
    def bracket(self) -> int | None:
        """Return the number of the stage whose bracket is linked; None without one."""
        brackets = [tab for tab in self.tabs if tab.bracket]
        return next(
            (tab.number for tab in reversed(brackets) if tab.begun),
            brackets[0].number if brackets else None,
        )

    @cached_property
    def rounds(self) -> list[SessionRound]:
        """Return all published session rounds, with their stages: one query."""
        of_stages = {stage.pk: stage for stage in self.stages}
        found = list(
            SessionRound.objects.filter(stage__in=of_stages).exclude(state=SessionRound.State.DRAFT)
        )
        for row in found:
            row.stage = of_stages[row.stage_id]
        return sorted(found, key=lambda row: (row.stage.number, row.number))

    def stage(self, number: int) -> Stage:
        """Return a stage. Raises Http404 if there is none."""
        found = next((stage for stage in self.stages if stage.number == number), None)
        if found is None:
            raise Http404(_("This tournament has no such stage."))
        return found

    def names(self, entrants: Iterable[Entrant] | None = None) -> dict[int, str]:
        """Return everybody's name, by id."""
        if self.whole:
            return names_of(self.tournament, public=False, entrants=entrants)
        return names_of(self.tournament, entrants=entrants, people=self.people)

    @cached_property
    def people(self) -> People:
        """Return everybody who plays, by entrant, with what visitors see of them: one query."""
        return people_in(self.tournament)

    def hides(self, entrant: Entrant) -> bool:
        """Whether nothing may be shown that identifies an entrant."""
        return not self.whole and is_shielded(entrant, self.people.get(entrant.pk, ()))

    def club(self, entrant: Entrant) -> str:
        """Return an entrant's club; empty for the public if one of its people asked not to be shown
        by name.
        """
        return "" if self.hides(entrant) else entrant.club_name

    def history(self, stage: Stage) -> History:
        """Return what is published of a stage, as far as the viewer may know it."""
        found = history_of(stage, drafts=False)
        return found if self.whole else frozen_results.cut_history(self.tournament, found)

    @cached_property
    def cuts(self) -> dict[int, int]:
        """Return the session round from which results are kept from the viewer, by the stage's
        number: two queries if the tournament is frozen, else none.
        """
        if self.whole or not frozen_results.is_frozen(self.tournament):
            return {}
        published = SessionRound.objects.filter(stage__in=self.stages).exclude(
            state=SessionRound.State.DRAFT
        )
        newest = dict(published.order_by().values_list("stage_id").annotate(Max("number")))
        found = {
            one.number: frozen_results.cut_of(self.tournament, one, newest.get(one.pk, 0))
            for one in self.stages
        }
        return {number: cut for number, cut in found.items() if cut is not None}

    @cached_property
    def corrections(self) -> Sequence[Correction]:
        """Return what was corrected after the end, as far as the viewer may know it: one query if
        the tournament is over, else none.
        """
        found = corrections_of([self.tournament]).get(self.tournament.pk, ())
        return each_once([one for one in found if not self.keeps(one.params)])

    def keeps(self, params: Mapping[str, Any]) -> bool:
        """Whether what a line of the log is about is still kept from the viewer; not every line
        names its round.
        """
        if not self.cuts:
            return False
        stage, number = params.get("stage"), params.get("round")
        if not isinstance(number, int):
            return True
        cut = self.cuts.get(stage) if isinstance(stage, int) else min(self.cuts.values())
        return cut is not None and number >= cut

    def shows_results(self, stage: Stage, number: int) -> bool:
        """Whether the viewer may know the results of a session round."""
        cut = self.cuts.get(stage.number)
        return cut is None or number < cut

    def keeps_boards(self, stage: Stage) -> bool:
        """Whether all results of a stage of duplicate are kept from the viewer: it has no ranks."""
        return FORMATS[stage.format].compares_boards and self.results_until(stage) == 0

    def results_until(self, stage: Stage) -> int | None:
        """Return the last session round of a stage whose results the viewer may know; None if
        all.
        """
        cut = self.cuts.get(stage.number)
        return None if cut is None else max(cut - 1, 0)


def entrants_of(history: History) -> list[Entrant]:
    """Return the entrants of a stage."""
    return [row.entrant for row in history.participations]


def with_names(who: Iterable[int], names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return ids with their names, for links."""
    return [(one, names.get(one, f"#{one}")) for one in who]
