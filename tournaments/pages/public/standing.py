"""A stage's standings for all public pages: ranks, movement, and the result of each session
round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import Entrant, Stage
from tournaments.pages.viewer import Viewer
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.final_ranking import Placed, placed
from tournaments.stage.history import History, participations_of
from tournaments.stage.outcomes import Outcome, outcomes_of, read_outcomes
from tournaments.stage.ranking import Ranked, entered_of, ranked
from tournaments.stage.results import Result, rank_changes, results_of
from tournaments.standings.lines import Entered


@dataclass(frozen=True)
class Standing:
    """A stage's standings.

    `way` is by how many ranks everybody rose in the newest session round, see `bump_version`.
    """

    history: History
    outcomes: Sequence[Outcome]
    entered: Sequence[Entered]
    rows: Sequence[Ranked]
    way: Mapping[int, int]
    results: Mapping[int, Sequence[Result]]

    @property
    def rounds(self) -> list[int]:
        """Return the numbers of the published session rounds."""
        return [outcome.number for outcome in self.outcomes]

    @property
    def after(self) -> int:
        """Return the newest session round that counts; 0 for none."""
        return max((outcome.number for outcome in self._counting), default=0)

    @property
    def whole(self) -> bool:
        """Whether all of its results count."""
        return bool(self._counting) and not self._counting[-1].left

    @property
    def _counting(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.counts]


def read_stage(seen: Viewer, stage: Stage) -> tuple[History, list[Outcome]]:
    """Read a stage with its outcomes.

    Only brackets need to know who sat at which table, and only frozen stages which results may
    enter a mean.
    """
    if FORMATS[stage.format].ranks_itself or stage.number in seen.cuts:
        history = seen.history(stage)
        return history, outcomes_of(history)
    kept = not seen.whole and frozen_results.keeps_blind(seen.tournament)
    outcomes = read_outcomes(stage, blind=frozen_results.KEPT_BLIND if kept else ())
    return History(stage, (), participations_of(stage)), outcomes


def standing_of(seen: Viewer, stage: Stage, after: int | None = None) -> Standing:
    """Return a stage's standings for the viewer, now or `after` an earlier session round.

    The number of queries does not depend on entrants, tables and rounds.
    """
    history, outcomes = read_stage(seen, stage)
    if after is not None:  # later rounds are treated as not public
        cut = after + 1 if history.cut is None else min(history.cut, after + 1)
        history, outcomes = replace(history, cut=cut), frozen_results.cut_outcomes(outcomes, cut)
    entered = entered_of(history, outcomes)
    rows = ranked(history, entered)
    results = results_of(outcomes, history)
    return Standing(history, outcomes, entered, rows, rank_changes(history, entered, rows), results)


def others_of(seen: Viewer, stage: Stage) -> tuple[list[Placed], list[Entrant]]:
    """Return those who did not reach a stage that has begun, placed after all who did; and who they
    are, in no order.
    """
    if stage.number == 1 or stage.state == Stage.State.WAITING:
        return [], []
    stages: list[tuple[Stage, Sequence[Ranked]]] = []
    entrants: dict[int, Entrant] = {}
    for one in seen.stages:
        if one.number <= stage.number:
            history, outcomes = read_stage(seen, one)
            stages.append((one, ranked(history, entered_of(history, outcomes))))
            entrants |= {row.entrant_id: row.entrant for row in history.participations}
    found = [one for one in placed(stages) if one.stage != stage]
    return found, [entrants[one.row.id] for one in found]


def is_prize_giving_on(seen: Viewer, stage: Stage) -> bool:
    """Whether the prize-giving is announcing this stage's ranks and the viewer has to wait for
    it.
    """
    return (
        not seen.whole
        and seen.tournament.revealed is not None
        and seen.tournament.frozen_stage == stage.number
    )
