"""Base class of the criteria."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, ClassVar

from tournaments.standings.field import Field
from tournaments.standings.lines import Number
from tournaments.standings.sums import Part, in_order

# Groups of ids that are level on all criteria so far, in seed order
Levels = Sequence[Sequence[int]]


class Criterion(ABC):
    """A ranking criterion.

    `name` (a column head) and `sentence` are shown to people: English, marked for translation. Ids
    are those of the entrants. More is better unless `lower_is_better`. If `is_difference`, values
    are shown with their sign, including the plus.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    sentence: ClassVar[str]
    lower_is_better: ClassVar[bool] = False
    is_difference: ClassVar[bool] = False

    @abstractmethod
    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:
        """Return each entrant's value. `levels` matters only to criteria that compare level
        entrants.
        """

    @abstractmethod
    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:
        """Return the sum behind one entrant's value: the numbers of the parts add up to it.

        `level` are the ids (including this one) that are level on all previous criteria.
        """

    def explain_among(self, field: Field, id_: int, levels: Levels) -> tuple[Part, ...]:
        """Return the same for one of `levels`: all groups of entrants level before this
        criterion.
        """
        return self.explain(field, id_, next((level for level in levels if id_ in level), [id_]))

    def compared(self, field: Field, values: Mapping[int, Number]) -> Mapping[int, Any]:  # noqa: ARG002
        """Return the sort keys: greater is better."""
        values = in_order(values)
        return {id_: -value for id_, value in values.items()} if self.lower_is_better else values

    def split(
        self,
        field: Field,  # noqa: ARG002
        level: Sequence[int],
        compared: Mapping[int, Any],
    ) -> list[list[int]]:
        """Split a level group into groups that are still level, best first, keeping their order."""
        if len(level) == 1:
            return [list(level)]
        best_first = sorted(level, key=compared.__getitem__, reverse=True)
        return [list(group) for _, group in groupby(best_first, key=compared.__getitem__)]
