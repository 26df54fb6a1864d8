"""Charts on a person's page: the rating game by game, and shares as bars."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor
from typing import Protocol

from scoring.people.statistics.shares import Share

WIDTH, HEIGHT = 350, 170  # units, about a pixel on a phone
LEFT, RIGHT, TOP, BOTTOM = 36, 8, 10, 22  # margins around the field
STEP = 100  # rating points between grid lines
MOST_LINES = 4
FEWEST = 2  # points needed for a line


class Rated(Protocol):
    """A person's rating after a game."""

    @property
    def at(self) -> datetime: ...
    @property
    def rating(self) -> int: ...
    @property
    def band(self) -> int: ...


@dataclass(frozen=True)
class RatingLine:
    """The line, its band, and the grid as (y, rating). `since` and `until` are the first and last
    game.
    """

    line: str
    band: str
    grid: Sequence[tuple[float, int]]
    end: tuple[float, float]
    since: datetime
    until: datetime


def rating_line(points: Sequence[Rated]) -> RatingLine | None:
    """Return the line of these points, oldest first, spaced by the number of games; None for fewer
    than two.
    """
    if len(points) < FEWEST:
        return None
    low = min(point.rating - point.band for point in points)
    high = max(point.rating + point.band for point in points)
    span = max(high - low, 1)

    def x(number: int) -> float:
        return round(LEFT + number / (len(points) - 1) * (WIDTH - LEFT - RIGHT), 1)

    def y(rating: float) -> float:
        return round(TOP + (high - rating) / span * (HEIGHT - TOP - BOTTOM), 1)

    places = [(x(number), y(point.rating)) for number, point in enumerate(points)]
    above = [(x(number), y(point.rating + point.band)) for number, point in enumerate(points)]
    below = [(x(number), y(point.rating - point.band)) for number, point in enumerate(points)]
    step = STEP * max(1, ceil(span / STEP / MOST_LINES))
    grid = [(y(rating), rating) for rating in range(ceil(low / step) * step, floor(high) + 1, step)]
    return RatingLine(
        _joined(places),
        _joined([*above, *below[::-1]]),
        grid,
        places[-1],
        points[0].at,
        points[-1].at,
    )


def _joined(places: Sequence[tuple[float, float]]) -> str:
    """For the `points` of a polyline or polygon."""
    return " ".join(f"{x:g},{y:g}" for x, y in places)


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
