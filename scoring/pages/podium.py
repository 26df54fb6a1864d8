"""The steps of a podium, as an SVG has them: who is first stands highest, in the middle. Pure, no
Django.
"""

from collections.abc import Sequence
from dataclasses import dataclass

MOST = 4  # people for whom there is room
HEIGHTS = (148, 104, 84)  # units, by rank; a unit is about a pixel on a phone
STAMP = 58  # the side of the winner's, units
STAMP_TOP = 14


@dataclass(frozen=True)
class Step:
    """One step. `index` is its place in the ranks given, `order` its place from the left, from 1.

    `figure` is where the rank stands, `foot` what it brought; both lengths down from the top of the
    step.
    """

    index: int
    rank: int
    order: int
    height: int
    figure: int
    foot: int

    @property
    def first(self) -> bool:
        """Whether it bears the stamp; who shares the first rank has one each."""
        return self.rank == 1


def podium(ranks: Sequence[int]) -> list[Step]:
    """The steps of these ranks (1 to 3, the best first), in that order; none where there is no room
    for so many.
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
    """Indexes from left to right: the first in the middle, then left and right of it in turn."""
    found: list[int] = []
    for index in range(count):
        found = [index, *found] if index % 2 else [*found, index]
    return found
