"""The interface of all rating systems."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

# Decimals stored, so that every machine and database continues from the same number
DIGITS = 6


class Skill(NamedTuple):
    """An estimate of a person's strength, `mu`, and its standard deviation, `sigma`."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: each side's place from 1, shared by equals, and its points if there are
    any.
    """

    places: Sequence[int]
    points: Sequence[int] | None = None


Sides = Sequence[Sequence[Skill]]


class Model(Protocol):
    """A rating system. Its numbers have a scale of their own: see `scale` for that of pages."""

    @property
    def start(self) -> Skill:
        """The skill of somebody who has not played."""
        ...

    @property
    def ten_to_one(self) -> float:
        """How much stronger the people of a side must be, on average in pairs, to win ten games per
        loss.
        """
        ...

    def rate(self, sides: Sides, result: Result) -> list[list[Skill]]:
        """Return everybody's skill after a game, side by side, rounded to `DIGITS`."""
        ...

    def chances(self, sides: Sides) -> list[float]:
        """Return the chance of each side to come first; they add up to 1."""
        ...


def rounded(mu: float, sigma: float) -> Skill:
    """Return a skill as it is stored. Never -0.0, which a database may return as 0.0."""
    return Skill(round(mu, DIGITS) + 0.0, round(sigma, DIGITS) + 0.0)
