"""A share with its uncertainty: how much of it may be chance. No Django."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor, sqrt
from typing import NamedTuple

Z = 1.959964  # for a 95 % interval


def half_up(value: Fraction) -> int:
    """Round to the nearest whole number, a half away from zero. Exact: as a float 57.5 may be a
    little less, and 2.5 becomes 2.
    """
    whole = floor(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


class Interval(NamedTuple):
    """A range in whole percent."""

    low: int
    high: int


@dataclass(frozen=True)
class Share:
    """`hits` of `of` cases; `drawn` of them are neither hit nor miss, such as drawn games."""

    hits: int
    of: int
    drawn: int = 0

    @property
    def missed(self) -> int:
        return self.of - self.hits - self.drawn

    @property
    def value(self) -> float:
        """From 0 to 1; ½ if there were no cases."""
        return self.hits / self.of if self.of else 0.5

    @property
    def range(self) -> tuple[float, float]:
        """The range of the true share: Wilson's score interval at 95 %."""
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.value
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def percent(self) -> int:
        """The share in whole percent, a half rounded up."""
        return half_up(Fraction(100 * self.hits, self.of) if self.of else Fraction(50))

    @property
    def percents(self) -> Interval:
        """The range in whole percent."""
        low, high = self.range
        return Interval(half_up(Fraction(100 * low)), half_up(Fraction(100 * high)))
