"""What pages show: everybody is a bell curve, a side is the sum of its people, and sides meet two by two.

It is Algorithm 1 of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), in the few
lines that it takes. The openskill library has it too, for more than is needed here and in three times the time; the
tests hold each against the other.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .model import Model, Result, Sides, Skill, rounded

MIDDLE, SPREAD = 25.0, 25 / 3  # as the paper's authors and the library have it; pages have a scale of their own
LEAST_SHARE = 0.0001  # of the variance that a game leaves, so that it never becomes 0
Total = tuple[float, float]  # how strong a side is, and the variance of that


@dataclass(frozen=True)
class BradleyTerry:
    """`beta` is how much luck there is in a game for each side, `tau` how much anybody changes from game to game;
    `start` how strong people are before anybody has played, and how far apart.
    """

    beta: float
    tau: float = SPREAD / 100
    start: Skill = Skill(MIDDLE, SPREAD)  # noqa: RUF009 - a value

    @property
    def ten_to_one(self) -> float:
        # Between two pairs whose ratings are sure, by the average of a pair: half of what the pair has together.
        return math.log(10) * math.sqrt(2) * self.beta / 2

    def rate(self, sides: Sides, result: Result) -> list[list[Skill]]:
        moved = self.tau * self.tau
        widened = [[(one.mu, one.sigma * one.sigma + moved) for one in side] for side in sides]
        totals = [_together(side) for side in widened]
        rated = []
        for own, side in enumerate(widened):
            rise, sureness = self._against_the_others(own, totals, result.places)
            rated.append(
                [
                    rounded(mu + variance * rise, math.sqrt(variance * max(1 - variance * sureness, LEAST_SHARE)))
                    for mu, variance in side
                ]
            )
        return rated

    def chances(self, sides: Sides) -> list[float]:
        """Of two sides as the model rates them; of more, by how many of the others each comes out ahead of."""
        totals = [_together([(one.mu, one.sigma * one.sigma) for one in side]) for side in sides]
        ahead = [
            sum(self._ahead(total, other)[0] for number, other in enumerate(totals) if number != own)
            for own, total in enumerate(totals)
        ]
        whole = sum(ahead)
        return [one / whole for one in ahead]

    def _against_the_others(self, own: int, totals: Sequence[Total], places: Sequence[int]) -> tuple[float, float]:
        """By how much of each one's variance their strength rises, and how much of it goes."""
        rise = sureness = 0.0
        for other, total in enumerate(totals):
            if other != own:
                chance, spread = self._ahead(totals[own], total)
                won = 1.0 if places[own] < places[other] else 0.5 if places[own] == places[other] else 0.0
                rise += (won - chance) / spread
                sureness += chance * (1 - chance) / (spread * spread)
        return rise, sureness

    def _ahead(self, own: Total, other: Total) -> tuple[float, float]:
        """The chance to come out ahead of another side, and how far the two may be apart by luck and by not knowing."""
        spread = math.sqrt(own[1] + other[1] + 2 * self.beta * self.beta)
        return 1 / (1 + math.exp(min((other[0] - own[0]) / spread, 500.0))), spread


def _together(side: Sequence[Total]) -> Total:
    return sum(mu for mu, _variance in side), sum(variance for _mu, variance in side)


# docs/ratings.md says why. Another model, or other numbers for it, is another version: whatever was rated by an older
# one is rated anew.
MODEL: Model = BradleyTerry(beta=12.0)
VERSION = 1
