"""The models of the openskill library in the form of ours: to hold ours against them, and to
compare them all.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

from scoring.people.ratings.model import Result, Sides, Skill, rounded

KINDS: dict[str, Any] = {
    "plackett-luce": PlackettLuce,
    "bradley-terry": BradleyTerryFull,
    "thurstone-mosteller": ThurstoneMostellerFull,
}
LOGISTIC = ("plackett-luce", "bradley-terry")
NORMAL = math.sqrt(2)


@dataclass(frozen=True)
class WengLin:
    """One of the library's models.

    `sigma` is how far apart people are before anybody has played, `beta` how much luck there is in
    a game for each side, `tau` how much anybody changes from game to game. `margin`, where it is
    above 0: by how many points a game has to be won to tell more than that it was won.
    """

    kind: str
    sigma: float = 25 / 3
    beta: float = 25 / 6
    tau: float = 25 / 300
    margin: float = 0.0
    mu: float = 25.0
    damped: bool = True  # the library's way to let sigma shrink more slowly than its own curve says
    # Those of `predict_win`, in place of the curve that the model rates with
    library_chances: bool = False

    @cached_property
    def _model(self) -> Any:
        settings = {
            "mu": self.mu,
            "sigma": self.sigma,
            "beta": self.beta,
            "tau": self.tau,
            "margin": self.margin,
        }
        return (
            KINDS[self.kind](**settings)
            if self.damped
            else KINDS[self.kind](**settings, gamma=_undamped)
        )

    @property
    def start(self) -> Skill:
        return Skill(self.mu, self.sigma)

    @property
    def ten_to_one(self) -> float:
        # Between two pairs whose ratings are sure, by the average of a pair: half of what the pair
        # has together.
        return math.log(10) * math.sqrt(2) * self.beta / 2

    def rate(self, sides: Sides, result: Result) -> list[list[Skill]]:
        rating = self._model.rating
        teams = [[rating(one.mu, one.sigma) for one in side] for side in sides]
        if self.margin and result.points is not None:
            rated = self._model.rate(teams, scores=[float(points) for points in result.points])
        else:
            rated = self._model.rate(teams, ranks=[float(place) for place in result.places])
        return [[rounded(one.mu, one.sigma) for one in team] for team in rated]

    def chances(self, sides: Sides) -> list[float]:
        """By the curve that the model rates with.

        The library's `predict_win` is the normal curve for every model; two of them rate by the
        logistic one, which is much less sure of itself for the same numbers.
        """
        if self.library_chances:
            rating = self._model.rating
            return list(
                self._model.predict_win(
                    [[rating(one.mu, one.sigma) for one in side] for side in sides]
                )
            )
        totals = [_together(side) for side in sides]
        if self.kind == "plackett-luce":
            return _shares([_exp(mu / self._spread(totals)) for mu, _variance in totals])
        ahead = []
        for own, (mu, variance) in enumerate(totals):
            others = (one for number, one in enumerate(totals) if number != own)
            ahead.append(sum(self._ahead(mu - one, variance + spread) for one, spread in others))
        return _shares(ahead)

    def _spread(self, totals: Sequence[tuple[float, float]]) -> float:
        return math.sqrt(sum(variance + self.beta**2 for _mu, variance in totals))

    def _ahead(self, lead: float, variance: float) -> float:
        """The chance to come out ahead of one other side."""
        x = lead / math.sqrt(variance + 2 * self.beta**2)
        return 1 / (1 + _exp(-x)) if self.kind in LOGISTIC else (1 + math.erf(x / NORMAL)) / 2


def _undamped(*_args: Any) -> float:
    return 1.0


def _together(side: Sequence[Skill]) -> tuple[float, float]:
    """How strong a side is, and the variance of that."""
    return sum(one.mu for one in side), sum(one.sigma**2 for one in side)


def _exp(x: float) -> float:
    return math.exp(min(max(x, -500.0), 500.0))


def _shares(values: Sequence[float]) -> list[float]:
    whole = sum(values)
    return [value / whole for value in values]
