"""A share of so many, with its doubt: how much of what was seen may be chance. Pure, no Django."""

from dataclasses import dataclass
from math import sqrt

Z = 1.959964  # 95 of 100 such ranges hold the true share


@dataclass(frozen=True)
class Share:
    """`hits` of `of` cases."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """From 0 to 1; ½ where there were no cases."""
        return self.hits / self.of if self.of else 0.5

    @property
    def range(self) -> tuple[float, float]:
        """From where to where the true share may well lie: Wilson's score interval, at 95 %."""
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.value
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def percent(self) -> int:
        """To the nearest whole, a half up."""
        return int(100 * self.value + 0.5)

    @property
    def percents(self) -> tuple[int, int]:
        """The range, in whole percent."""
        low, high = self.range
        return int(100 * low + 0.5), int(100 * high + 0.5)
