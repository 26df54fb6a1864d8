"""What all criteria have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, ClassVar

from tournaments.standings.field import Field
from tournaments.standings.lines import Number
from tournaments.standings.parts import Part
from tournaments.standings.sums import in_order

# Groups of ids, each level on all criteria so far, in order of the seeds
Levels = Sequence[Sequence[int]]


class Criterion(ABC):
    """One thing that entrants are ranked by.

    `name` (for the head of a column) and `sentence` are for people, English, marked for
    translation. Ids are those of the entrants. More is better unless `lower_is_better`. What
    `is_difference` is written with its sign, the plus, too.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    sentence: ClassVar[str]
    lower_is_better: ClassVar[bool] = False
    is_difference: ClassVar[bool] = False

    @abstractmethod
    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:
        """Everybody's value. `levels` matters only to a criterion that looks at who is level."""

    @abstractmethod
    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:
        """The sum that made the value of one entrant: the numbers of the parts add up to it.

        `level` are the ids (the entrant's own among them) that are level on all criteria before
        this one.
        """

    def explain_among(self, field: Field, id_: int, levels: Levels) -> tuple[Part, ...]:
        """The same for one of `levels`, which are all groups of those who are level before this
        criterion.
        """
        return self.explain(field, id_, next((level for level in levels if id_ in level), [id_]))

    def compared(self, field: Field, values: Mapping[int, Number]) -> Mapping[int, Any]:  # noqa: ARG002
        """What is compared: the greater is the better."""
        values = in_order(values)
        return {id_: -value for id_, value in values.items()} if self.lower_is_better else values

    def split(
        self,
        field: Field,  # noqa: ARG002
        level: Sequence[int],
        compared: Mapping[int, Any],
    ) -> list[list[int]]:
        """Those who were level, best first, in groups of those who still are. Keeps their order
        within a group.
        """
        if len(level) == 1:
            return [list(level)]
        best_first = sorted(level, key=compared.__getitem__, reverse=True)
        return [list(group) for _, group in groupby(best_first, key=compared.__getitem__)]
