"""A share drawn as a stroke within its doubt, on a scale that all bars of a list have in common.
Pure.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.people.statistics.shares import Share

# Percent of the bar at either end that a stroke keeps free, for it is drawn around its place
EDGE = 1


@dataclass(frozen=True)
class Scale:
    """From which to which percent a bar runs."""

    low: int
    high: int

    def along(self, value: float) -> float:
        """Where a value from 0 to 1 is, in percent of the bar's length."""
        return (100 * value - self.low) / (self.high - self.low) * 100


WHOLE = Scale(0, 100)
HALF = Scale(0, 50)  # of what one in four has
SCALES = (Scale(20, 80), Scale(10, 90))  # the narrower shows more of what lies close together


def scale_of(shares: Iterable[Share]) -> Scale:
    """The narrowest on which each of these shares has its place."""
    percents = [share.percent for share in shares]
    return next(
        (
            scale
            for scale in SCALES
            if all(scale.low <= percent <= scale.high for percent in percents)
        ),
        WHOLE,
    )


@dataclass(frozen=True)
class Bar:
    """A dotted line stands at `mean`, everybody's share, where it is to be compared; else at
    `even`, the share by chance alone. What is drawn is in percent of the bar's length.
    """

    share: Share
    mean: Share | None = None
    even: float = 0.5
    scale: Scale = WHOLE

    @property
    def start(self) -> str:
        return _text(self.scale.along(self.share.range[0]))

    @property
    def length(self) -> str:
        low, high = self.share.range
        return _text(self.scale.along(high) - self.scale.along(low))

    @property
    def at(self) -> str:
        return self._inside(self.share.value)

    @property
    def dotted_at(self) -> str:
        return self._inside(self.mean.value if self.mean and self.mean.of else self.even)

    def _inside(self, value: float) -> str:
        return _text(min(max(self.scale.along(value), EDGE), 100 - EDGE))


def bars_of(shares: Iterable[Share]) -> list[Bar]:
    """Bars of one list, on one scale."""
    found = list(shares)
    scale = scale_of(found)
    return [Bar(share, scale=scale) for share in found]


def _text(percent: float) -> str:
    """For an attribute of an SVG, whatever the language."""
    return f"{percent:.1f}%"
