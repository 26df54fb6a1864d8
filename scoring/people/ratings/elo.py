"""Elo for sides: the average of one side's ratings against the other's; all of a side change alike.

Used in chess, and here for comparison: it does not know how certain a rating is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.people.ratings.model import Result, Sides, Skill, rounded

START = Skill(1500.0, 0.0)


@dataclass(frozen=True)
class Elo:
    """`k` is how much a game can change a rating; with a `margin` above 0, points won change it
    more.
    """

    k: float = 24.0
    margin: float = 0.0
    start: Skill = START
    ten_to_one: float = 400.0

    def rate(self, sides: Sides, result: Result) -> list[list[Skill]]:
        means = [_mean(side) for side in sides]
        moves = []
        for own, mean in enumerate(means):
            others = [number for number in range(len(sides)) if number != own]
            won = sum(
                (
                    _share(result.places[own], result.places[other])
                    - self._ahead(mean - means[other])
                )
                * self._weight(result, own, other)
                for other in others
            )
            moves.append(self.k * won / len(others))
        return [
            [rounded(one.mu + move, 0.0) for one in side]
            for side, move in zip(sides, moves, strict=True)
        ]

    def chances(self, sides: Sides) -> list[float]:
        means = [_mean(side) for side in sides]
        strengths = [math.pow(10.0, (mean - means[0]) / self.ten_to_one) for mean in means]
        return [one / sum(strengths) for one in strengths]

    def _ahead(self, lead: float) -> float:
        return 1 / (1 + math.pow(10.0, -lead / self.ten_to_one))

    def _weight(self, result: Result, own: int, other: int) -> float:
        if not self.margin or result.points is None:
            return 1.0
        return math.log1p(abs(result.points[own] - result.points[other]) / self.margin)


def _mean(side: Sequence[Skill]) -> float:
    return sum(one.mu for one in side) / len(side)


def _share(own: int, other: int) -> float:
    return 1.0 if own < other else 0.5 if own == other else 0.0
