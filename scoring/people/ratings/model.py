"""What every way of rating has in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

# Behind the point: what is kept, so that every machine and every database goes on from the same
# number
DIGITS = 6


class Skill(NamedTuple):
    """A guess at how strong somebody plays, `mu`, and how far it may be off, `sigma`: two of three
    are within it.
    """

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the place of each side from 1, shared by equals, and where there are any
    its points.
    """

    places: Sequence[int]
    points: Sequence[int] | None = None


Sides = Sequence[Sequence[Skill]]


class Model(Protocol):
    """A way of rating. Its numbers have a scale of their own: see `scale` for that of pages."""

    @property
    def start(self) -> Skill:
        """What is guessed of somebody who has not played yet."""
        ...

    @property
    def ten_to_one(self) -> float:
        """By how much the people of a side have to be stronger, on average in pairs, to win ten
        games for one lost.
        """
        ...

    def rate(self, sides: Sides, result: Result) -> list[list[Skill]]:
        """What is guessed after a game of everybody, side by side, with `DIGITS` digits."""
        ...

    def chances(self, sides: Sides) -> list[float]:
        """The chance of each side to come first; they add up to 1."""
        ...


def rounded(mu: float, sigma: float) -> Skill:
    """A guess as it is kept. Never -0.0, which a database may give back as 0.0."""
    return Skill(round(mu, DIGITS) + 0.0, round(sigma, DIGITS) + 0.0)
