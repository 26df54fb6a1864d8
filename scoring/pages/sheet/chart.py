"""The lines of a chart: totals or places by round, turned into the coordinates of an SVG. Pure, no Django.

The template draws what stands here with presentation attributes alone. Lines differ by dash and marker as well as
by colour, so that they can be told apart in black and white.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 320, 210  # user units: a phone's width, so that a unit is about a pixel there
TOP, BOTTOM, LEFT, RIGHT = 12, 24, 40, 10  # room for the figures around the field
ROW = 22  # units from one place to the next in a chart of places
NAME_ROOM = 84  # units at the right end of a chart of places for the names
CLOSEST = 20  # units from round to round in a chart of places: narrower than that no line can be followed

STEPS = (50, 100, 200, 250, 500, 1000, 2000, 5000)
MOST_ROWS = 6
MOST_COLUMNS = 10
MOST_MARKS = 24  # markers on one line; more would hide it

# 12 lines that differ: as many markers as dashes, and each marker meets each dash before a pair comes again.
DASHES = ("none", "7 4", "2 3", "10 3 2 3", "5 2 1 2 1 2")
MARKERS = ("circle", "triangle", "square", "diamond")


@dataclass(frozen=True)
class Tick:
    """A figure at an axis."""

    at: float
    text: str


@dataclass(frozen=True)
class Curve:
    """One side's, column's or player's line; `index` is its place in what was given."""

    index: int
    line: str  # for a polyline's `points`
    marks: str  # for a path's `d`
    dash: str
    x: float  # the end of the line
    y: float


@dataclass(frozen=True)
class Chart:
    """All that the template draws, in user units of the SVG."""

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    rows: tuple[Tick, ...]  # figures at the left, by y
    columns: tuple[Tick, ...]  # rounds below, by x
    curves: tuple[Curve, ...]
    goal: float | None = None  # y of the target's line
    zero: float | None = None  # y of the line of no points, where there is one in the field


def race(columns: Sequence[Sequence[int]], *, target: int | None = None, rounds: int | None = None) -> Chart:
    """The race of totals: one list of totals a column, round by round; every line begins at 0.

    `target` gets a line of its own; `rounds` is how many there will be, where that is known.
    """
    played = max((len(totals) for totals in columns), default=0)
    last = max(played, rounds or 0, 1)
    lows = min((min(totals, default=0) for totals in columns), default=0)
    highs = max((max(totals, default=0) for totals in columns), default=0)
    low, high, step = _field(min(0, lows), max(highs, target or 0, 100))
    bottom = HEIGHT - BOTTOM

    def y(value: float) -> float:
        return round(bottom - (value - low) / (high - low) * (bottom - TOP), 1)

    def x(number: float) -> float:
        return round(LEFT + number / last * (WIDTH - LEFT - RIGHT), 1)

    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        top=TOP,
        bottom=bottom,
        rows=tuple(Tick(y(value), str(value).replace("-", "\u2212")) for value in range(low, high + 1, step)),
        columns=tuple(Tick(x(number), str(number)) for number in _numbers(last, MOST_COLUMNS)),
        curves=tuple(
            _curve(index, [(x(number), y(total)) for number, total in enumerate([0, *totals])])
            for index, totals in enumerate(columns)
        ),
        goal=y(target) if target else None,
        zero=y(0) if low < 0 else None,
    )


def places(rows: Sequence[Sequence[int]], *, first: int = 1) -> Chart:
    """The places of people by round: one list of places (from 1) a person, the first place on top.

    It grows in width with the rounds; the page lets it be moved sideways. `first` is the number of the first round
    given, where that is not the game's first.
    """
    played = max((len(row) for row in rows), default=0)
    left, top = 22, 14
    field = max(WIDTH - left - NAME_ROOM, (played - 1) * CLOSEST)
    bottom = top + max(len(rows) - 1, 1) * ROW

    def x(number: int) -> float:
        return round(left + (number - 1) / max(played - 1, 1) * field, 1)

    def y(place: int) -> float:
        return top + (place - 1) * ROW

    return Chart(
        width=left + field + NAME_ROOM,
        height=bottom + BOTTOM + 4,
        left=left,
        right=left + field,
        top=top,
        bottom=bottom,
        rows=tuple(Tick(y(place), str(place)) for place in range(1, len(rows) + 1)),
        columns=tuple(Tick(x(number), str(number + first - 1)) for number in _numbers(played, field // 26) if number),
        curves=tuple(
            _curve(index, [(x(number), y(place)) for number, place in enumerate(row, start=1)])
            for index, row in enumerate(rows)
        ),
    )


def sample(index: int) -> Curve:
    """A short piece of a line for the legend, in a field of 36 by 16."""
    return Curve(index, "1,8 35,8", _mark(index, 18, 8), DASHES[index % len(DASHES)], 35, 8)


def _field(low: int, high: int) -> tuple[int, int, int]:
    """Round values that hold the lowest and the highest, and the step between the figures."""
    for step in STEPS:
        first, last = floor(low / step), ceil(high / step)
        if last - first <= MOST_ROWS:
            return first * step, last * step, step
    step = ceil((high - low) / MOST_ROWS / 1000) * 1000
    return floor(low / step) * step, ceil(high / step) * step, step


def _numbers(last: int, most: int) -> range:
    """Numbers from 0 to the last, evenly, at most so many of them (and the one at 0)."""
    step = next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 500, last or 1) if last / step <= max(most, 1))
    return range(0, last + 1, step)


def _curve(index: int, points: Sequence[tuple[float, float]]) -> Curve:
    every = ceil(len(points) / MOST_MARKS) or 1
    # Counted from the end: the last round always has its marker.
    marked = list(points)[::-1][::every]
    x, y = points[-1] if points else (0.0, 0.0)
    return Curve(
        index=index,
        line=" ".join(f"{px:g},{py:g}" for px, py in points),
        marks="".join(_mark(index, px, py) for px, py in marked),
        dash=DASHES[index % len(DASHES)],
        x=x,
        y=y,
    )


def _mark(index: int, x: float, y: float) -> str:
    """The marker of a line around a point, as path data."""
    if MARKERS[index % len(MARKERS)] == "circle":
        return f"M{x - 3.2:g} {y:g}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"
    if MARKERS[index % len(MARKERS)] == "triangle":
        return f"M{x:g} {y - 4:g}l4 7h-8z"
    if MARKERS[index % len(MARKERS)] == "square":
        return f"M{x - 3:g} {y - 3:g}h6v6h-6z"
    return f"M{x:g} {y - 4.2:g}l4.2 4.2l-4.2 4.2l-4.2 -4.2z"
