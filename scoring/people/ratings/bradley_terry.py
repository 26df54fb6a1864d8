"""The rating system in use: each skill is a normal distribution, a side is the sum of its people,
and sides are compared in pairs.

It is Algorithm 1 of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12
(2011), in a few lines. The openskill library has it too, with more than is needed here and three
times slower; tests compare the two.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.people.ratings.model import Model, Result, Sides, Skill, rounded

# The values of the paper and the library; pages use another scale
MIDDLE, SPREAD = 25.0, 25 / 3
LEAST_SHARE = 0.0001  # of the variance that remains after a game, so that it never becomes 0
Total = tuple[float, float]  # strength of a side, and its variance


@dataclass(frozen=True)
class BradleyTerry:
    """`beta` is the luck per side in a game, `tau` how much a skill drifts from game to game,
    `start` the skill of somebody who has not played.
    """

    beta: float
    tau: float = SPREAD / 100
    start: Skill = Skill(MIDDLE, SPREAD)  # noqa: RUF009 - a value

    @property
    def ten_to_one(self) -> float:
        # Between two pairs with certain ratings, as the average of a pair: half of its total.
        return math.log(10) * math.sqrt(2) * self.beta / 2

    def rate(self, sides: Sides, result: Result) -> list[list[Skill]]:
        moved = self.tau * self.tau
        updates = self._updates([_together(side, moved) for side in sides], result.places)
        rated = []
        for side, (rise, sureness) in zip(sides, updates, strict=True):
            after = []
            for mu, sigma in side:
                variance = sigma * sigma + moved
                left = max(1 - variance * sureness, LEAST_SHARE)
                after.append(rounded(mu + variance * rise, math.sqrt(variance * left)))
            rated.append(after)
        return rated

    def chances(self, sides: Sides) -> list[float]:
        """Return the chances of two sides; of more, by how many of the others each is expected to
        beat.
        """
        totals = [_together(side, 0.0) for side in sides]
        if len(totals) == 2:
            chance, _spread = self._ahead(*totals)
            return [chance, 1 - chance]
        ahead = [0.0] * len(totals)
        for own, other in combinations(range(len(totals)), 2):
            chance, _spread = self._ahead(totals[own], totals[other])
            ahead[own] += chance
            ahead[other] += 1 - chance
        whole = sum(ahead)
        return [one / whole for one in ahead]

    def _updates(self, totals: Sequence[Total], places: Sequence[int]) -> list[tuple[float, float]]:
        """Return for each side the rise of strength, as a multiple of each one's variance, and the
        part of the variance that goes.
        """
        rises, sureness = [0.0] * len(totals), [0.0] * len(totals)
        for own, other in combinations(range(len(totals)), 2):
            chance, spread = self._ahead(totals[own], totals[other])
            won = (
                1.0 if places[own] < places[other] else 0.5 if places[own] == places[other] else 0.0
            )
            rise, sure = (won - chance) / spread, chance * (1 - chance) / (spread * spread)
            rises[own] += rise
            rises[other] -= rise
            sureness[own] += sure
            sureness[other] += sure
        return list(zip(rises, sureness, strict=True))

    def _ahead(self, own: Total, other: Total) -> tuple[float, float]:
        """Return the chance to beat another side, and the spread of their difference by luck and
        uncertainty.
        """
        spread = math.sqrt(own[1] + other[1] + 2 * self.beta * self.beta)
        return 1 / (1 + math.exp(min((other[0] - own[0]) / spread, 500.0))), spread


def _together(side: Sequence[Skill], moved: float) -> Total:
    """Return the strength of a side and its variance, with each one's increased by `moved`."""
    strength = spread = 0.0
    for mu, sigma in side:
        strength += mu
        spread += sigma * sigma + moved
    return strength, spread


# See docs/ratings.md. Another model, or other constants, is another version: everything that an
# older one rated is rated again.
MODEL: Model = BradleyTerry(beta=12.0)
VERSION = 1
