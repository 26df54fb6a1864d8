"""A person's rating game by game, as a line within its band in SVG coordinates. No Django."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor
from typing import Protocol

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
