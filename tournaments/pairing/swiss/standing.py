"""Score groups, and everybody's ideal opponent within them."""

import math
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.pairing.values import Number

# Just below 2 to the 40th: lots so wide that no two pairings of a field tie
PRIME = 1_099_511_627_689

SLIDE, ADJACENT, RANDOM = "slide", "adjacent", "random"


def draw_lots(ids: Sequence[int], lot: random.Random) -> dict[int, int]:
    """Return a lot for everybody. Sort `ids` first: the lots depend on their order."""
    return {id_: lot.randrange(1, PRIME) for id_ in ids}


class ScoreGroups:
    """The entrants to pair, best first, in score groups.

    With "slide" the top half of a group meets its bottom half: first against first, second against
    second. (A fold, in the words of chess, has the first against the last.) With "adjacent"
    neighbours meet (by lot: neighbours after shuffling).
    """

    def __init__(
        self,
        order: Sequence[int],
        points: Mapping[int, Number],
        method: str,
        lots: Mapping[int, int],
    ) -> None:
        """`order`: entrants to pair, best first; `method`: how opponents in a group are found."""
        self.order = tuple(order)
        self.lots = lots
        self.rank = {id_: index for index, id_ in enumerate(order)}
        scale = math.lcm(*(Fraction(points[id_]).denominator for id_ in order))
        self.level = {id_: int(points[id_] * scale) for id_ in order}
        groups: dict[int, list[int]] = {}
        for id_ in order:
            groups.setdefault(self.level[id_], []).append(id_)
        self.groups = groups
        slide = method == SLIDE
        self.aim = {level: len(group) // 2 if slide else 0 for level, group in groups.items()}
        self.inside = {id_: index for group in groups.values() for index, id_ in enumerate(group)}
        self.seating = [
            id_ for group in groups.values() for id_ in (_slid(group) if slide else group)
        ]

    def apart(self, a: int, b: int) -> int:
        """Return the squared difference of points, in the smallest unit that makes all points
        integers.
        """
        return (self.level[a] - self.level[b]) ** 2

    def off(self, a: int, b: int) -> int:
        """Return the distance in places from ideal opponents; from each other if in different
        groups.
        """
        if self.level[a] == self.level[b]:
            return abs(abs(self.inside[a] - self.inside[b]) - self.aim[self.level[a]])
        return abs(self.rank[a] - self.rank[b])

    def quality(self, a: int, b: int) -> tuple[int, int, int]:
        """Return the cost of this pairing: points apart, places off, and a lot between equals."""
        return self.apart(a, b), self.off(a, b) ** 2, self.lots[a] * self.lots[b] % PRIME


def _slid(group: Sequence[int]) -> list[int]:
    """Return the group with ideal opponents next to each other; the odd one out, if any, last."""
    half = len(group) // 2
    return [id_ for pair in zip(group[:half], group[half:], strict=False) for id_ in pair] + list(
        group[2 * half :]
    )
