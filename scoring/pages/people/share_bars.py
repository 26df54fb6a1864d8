"""A share drawn as a mark within its range of uncertainty, on the common scale of a list. No
Django.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.people.statistics.shares import Share

# Percent of the bar kept free at both ends, because a mark is drawn around its position
EDGE = 1


@dataclass(frozen=True)
class Scale:
    """The range of a bar, in percent."""

    low: int
    high: int

    def along(self, value: float) -> float:
        """Return the position of a value from 0 to 1, in percent of the bar's length."""
        return (100 * value - self.low) / (self.high - self.low) * 100


WHOLE = Scale(0, 100)
HALF = Scale(0, 50)  # for shares of one in four
SCALES = (Scale(20, 80), Scale(10, 90))  # the narrower shows small differences better


def scale_of(shares: Iterable[Share]) -> Scale:
    """Return the narrowest scale that fits all of these shares."""
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
    """A bar with a dotted line at `mean`, everybody's share, if it is compared, else at `even`, the
    share by chance.

    Positions are in percent of the bar's length.
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
    """Return bars for a list, on one scale."""
    found = list(shares)
    scale = scale_of(found)
    return [Bar(share, scale=scale) for share in found]


def _text(percent: float) -> str:
    """Format for an SVG attribute, whatever the language."""
    return f"{percent:.1f}%"
