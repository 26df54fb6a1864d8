"""A person's rank round by round as a line in SVG coordinates: rank 1 on top. No Django."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 350, 170  # units, about a pixel on a phone
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 34, 16  # margins around the field
MOST_FIGURES = 12  # points with a figure above; with more, only the last
GAPS = 3  # between the lines of the grid


@dataclass(frozen=True)
class Point:
    """A rank after a round; `text` is "" if there is no room for it."""

    x: float
    y: float
    rank: int
    text: str
    last: bool


@dataclass(frozen=True)
class RankLine:
    """The line, its points, the grid as (y, rank), and the stretch `ahead` of rounds
    not shown yet.
    """

    points: Sequence[Point]
    grid: Sequence[tuple[float, int]]
    ahead: tuple[float, float] | None  # from x to x, at the height of the last point

    @property
    def line(self) -> str:
        """For a polyline's `points`."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)

    @property
    def end(self) -> Point:
        return self.points[-1]


def rank_line(ranks: Sequence[int | None], of: int, columns: int) -> RankLine | None:
    """Return the line of these ranks, one per round (None before the first), out of `of`; None
    without any rank.

    `columns` are all rounds listed below it, current ones included: each has the same width.
    """
    known = [number for number, rank in enumerate(ranks) if rank is not None]
    if not known:
        return None
    columns = max(columns, len(ranks))

    def x(number: int) -> float:
        return round(LEFT + (number + 0.5) / columns * (WIDTH - LEFT - RIGHT), 1)

    def y(rank: int) -> float:
        return round(TOP + (rank - 1) / max(of - 1, 1) * (HEIGHT - TOP - BOTTOM), 1)

    points = [
        Point(
            *(x(number), y(rank), rank),
            text=str(rank) if columns <= MOST_FIGURES or number == known[-1] else "",
            last=number == known[-1],
        )
        for number, rank in enumerate(ranks)
        if rank is not None
    ]
    grid = sorted({1, of, *(1 + round((of - 1) * gap / GAPS) for gap in range(1, GAPS))})
    ahead = (points[-1].x, x(columns - 1)) if columns - 1 > known[-1] else None
    return RankLine(points, [(y(rank), rank) for rank in grid], ahead)
