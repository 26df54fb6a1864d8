"""What pages show: everybody is a bell curve, a side is the sum of its people, and sides meet two
by two.

It is Algorithm 1 of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12
(2011), in the few lines that it takes. The openskill library has it too, for more than is needed
here and in three times the time; the tests hold each against the other.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.people.ratings.model import Model, Result, Sides, Skill, rounded

# As the paper's authors and the library have it; pages have a scale of their own
MIDDLE, SPREAD = 25.0, 25 / 3
LEAST_SHARE = 0.0001  # of the variance that a game leaves, so that it never becomes 0
Total = tuple[float, float]  # how strong a side is, and the variance of that


@dataclass(frozen=True)
class BradleyTerry:
    """`beta` is how much luck there is in a game for each side, `tau` how much anybody changes from
    game to game; `start` how strong people are before anybody has played, and how far apart.
    """

    beta: float
    tau: float = SPREAD / 100
    start: Skill = Skill(MIDDLE, SPREAD)  # noqa: RUF009 - a value

    @property
    def ten_to_one(self) -> float:
        # Between two pairs whose ratings are sure, by the average of a pair: half of what the pair
        # has together.
        return math.log(10) * math.sqrt(2) * self.beta / 2

    def rate(self, sides: Sides, result: Result) -> list[list[Skill]]:
        moved = self.tau * self.tau
        told = self._told_by([_together(side, moved) for side in sides], result.places)
        rated = []
        for side, (rise, sureness) in zip(sides, told, strict=True):
            after = []
            for mu, sigma in side:
                variance = sigma * sigma + moved
                left = max(1 - variance * sureness, LEAST_SHARE)
                after.append(rounded(mu + variance * rise, math.sqrt(variance * left)))
            rated.append(after)
        return rated

    def chances(self, sides: Sides) -> list[float]:
        """Of two sides as the model rates them; of more, by how many of the others each comes out
        ahead of.
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

    def _told_by(self, totals: Sequence[Total], places: Sequence[int]) -> list[tuple[float, float]]:
        """For each side: by how much of each one's variance their strength rises, and how much of
        it goes.
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
        """The chance to come out ahead of another side, and how far the two may be apart by luck
        and by not knowing.
        """
        spread = math.sqrt(own[1] + other[1] + 2 * self.beta * self.beta)
        return 1 / (1 + math.exp(min((other[0] - own[0]) / spread, 500.0))), spread


def _together(side: Sequence[Skill], moved: float) -> Total:
    """How strong a side is, and the variance of that, where each one's grew by `moved`."""
    strength = spread = 0.0
    for mu, sigma in side:
        strength += mu
        spread += sigma * sigma + moved
    return strength, spread


# docs/ratings.md says why. Another model, or other numbers for it, is another version: whatever was
# rated by an older one is rated again.
MODEL: Model = BradleyTerry(beta=12.0)
VERSION = 1
