"""The steps of a podium as SVG coordinates: the first stands highest, in the middle. No Django."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST = 4  # people that fit
HEIGHTS = (148, 104, 84)  # units, by rank; about a pixel on a phone
STAMP = 58  # side length of the winner's, units
STAMP_TOP = 14


@dataclass(frozen=True)
class Step:
    """One step. `index` is its position in the ranks given, `order` that from the left, from 1.

    `figure` is the position of the rank, `foot` that of the score; both measured down from the top
    of the step.
    """

    index: int
    rank: int
    order: int
    height: int
    figure: int
    foot: int

    @property
    def first(self) -> bool:
        """Whether it bears the stamp; people sharing the first rank get one each."""
        return self.rank == 1


def podium(ranks: Sequence[int]) -> list[Step]:
    """Return the steps for these ranks (1 to 3, best first), in that order; none for too many
    people.
    """
    if not ranks or len(ranks) > MOST:
        return []
    left_to_right = _middle_first(len(ranks))
    return [
        Step(
            index=index,
            rank=rank,
            order=left_to_right.index(index) + 1,
            height=(height := HEIGHTS[min(rank, len(HEIGHTS)) - 1]),
            figure=STAMP_TOP + STAMP // 2 if rank == 1 else 34,
            foot=height - 16,
        )
        for index, rank in enumerate(ranks)
    ]


def _middle_first(count: int) -> list[int]:
    """Return indexes from left to right: the first in the middle, then alternating left
    and right.
    """
    found: list[int] = []
    for index in range(count):
        found = [index, *found] if index % 2 else [*found, index]
    return found
