"""Charts as SVG coordinates: totals or places by round. No Django.

Templates draw them with presentation attributes alone. Lines differ by dash and marker as well as
by colour, to be distinct in black and white; two lines differ by markers alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, pairwise
from math import ceil, floor, inf

# Units between places in a chart of places, if all fit on a screen
ROW, WIDE_ROW = 30, 38
FEW_PEOPLE = 8
NAME_ROOM = 112  # units at the right end of a chart of places for the names
NARROW = 290  # minimal width of a chart of places: with the page's margins, the smallest phone
# Units between rounds in a chart of places: with fewer, lines cannot be followed
CLOSEST = 20

FEW_ROWS, MOST_ROWS = 3, 6  # rows of figures at the left, for small and large spans
FEW_UP_TO = 1500
TOO_NEAR = 0.08  # of the field: closer figures give way to the target's
HEADROOM = 1.04  # above the highest total, so that its marker is not cut
MOST_COLUMNS = 12
EACH_UP_TO = 9  # rounds: with more, not all are numbered
SECOND, THIRD = (2, 5, 10, 20, 25, 50, 100, 500), (3, 5, 10, 20, 25, 50, 100, 500)
GAIN_ROOM = 30  # units above the target's line for the figure of a band too narrow for it
FIGURE_ROOM = 34  # units that the figure in a band needs
FIGURE_HEIGHT = 22  # and how far above its foot it ends

Span = tuple[float, float]
Line = Sequence[tuple[float, float]]  # points
Scale = Callable[[float], float]  # from a value or a number to its coordinate

# 12 distinct lines: as many markers as dashes, and each marker meets each dash before a pair
# recurs.
DASHES = ("none", "7 4", "2 3", "10 3 2 3", "5 2 1 2 1 2")
MARKERS = ("circle", "triangle", "square", "diamond")


@dataclass(frozen=True)
class Frame:
    """A chart's size, and the margins around its field for figures, in user units of about a pixel
    on phones.
    """

    width: int
    height: int
    top: int
    bottom: int
    left: int
    right: int
    marks: int  # markers per line at most; more would hide it


LARGE = Frame(320, 210, top=12, bottom=24, left=40, right=10, marks=24)
SMALL = Frame(60, 38, top=5, bottom=4, left=3, right=6, marks=1)


@dataclass(frozen=True)
class Tick:
    """A figure on an axis."""

    at: float
    text: str


@dataclass(frozen=True)
class Curve:
    """The line of a side, column or player; `index` is its position in the input."""

    index: int
    line: str  # for a polyline's `points`
    marks: str  # for a path's `d`
    dash: str
    x: float  # the end of the line
    y: float


@dataclass(frozen=True)
class Band:
    """The highlighted stretch of one round: whose it was (`index`), and its figure at the foot."""

    index: int
    x: float
    width: float
    text: str
    text_x: float
    text_y: float
    # Text anchor: "middle" within the band; beside a narrow one "start", or "end" to its left
    anchor: str


@dataclass(frozen=True)
class Chart:
    """Everything that the template draws, in user units of the SVG."""

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    rows: tuple[Tick, ...]  # figures at the left, by y
    columns: tuple[Tick, ...]  # rounds below, by x
    # Fewer of them, for the narrowest screen; none if it shows the same
    few_columns: tuple[Tick, ...]
    curves: tuple[Curve, ...]
    goal: float | None = None  # y of the target's line
    zero: float | None = None  # y of the line of no points, where there is one in the field
    band: Band | None = None

    @property
    def field_height(self) -> float:
        """The height of the field."""
        return self.bottom - self.top


@dataclass(frozen=True)
class Marked:
    """A round to highlight in a race: its number, whose it was, and its text."""

    number: int
    index: int
    text: str


def race(
    columns: Sequence[Sequence[int]],
    *,
    start: Sequence[int] = (),
    first: int = 0,
    target: int | None = None,
    rounds: int | None = None,
    marked: Marked | None = None,
    frame: Frame = LARGE,
) -> Chart:
    """Chart a race of totals: one list per column, round by round.

    Every line begins at 0, or at the points of `start` after the round `first`. `target` gets a
    line of its own; `rounds` widens the field beyond what was played.
    """
    start = start or [0] * len(columns)
    columns = [[begin, *totals] for begin, totals in zip(start, columns, strict=True)]
    last = max(first + max(map(len, columns), default=1) - 1, rounds or 0, first + 1)
    bottom, right = frame.height - frame.bottom, frame.width - frame.right
    narrow = (right - frame.left) / (last - first) < FIGURE_ROOM
    low, high = _range_of(
        columns, target, bottom - frame.top, gain_above=marked is not None and narrow
    )

    def y(value: float) -> float:
        return round(bottom - (value - low) / (high - low) * (bottom - frame.top), 1)

    def x(number: float) -> float:
        return round(frame.left + (number - first) / (last - first) * (right - frame.left), 1)

    lines = [_points(totals, x, y, first=first) for totals in columns]
    zero = y(0) if low < 0 else None
    goal = y(target) if target else None
    across = [[(frame.left, at), (right, at)] for at in (zero, goal) if at is not None]
    # The band's figure is placed on the zero line where that would cross it
    foot = y(0) if bottom - y(0) < FIGURE_HEIGHT else bottom
    return Chart(
        width=frame.width,
        height=frame.height,
        left=frame.left,
        right=right,
        top=frame.top,
        bottom=bottom,
        rows=_ticks(_figures(low, high, target), y),
        columns=_ticks(_rounds(first, last, SECOND), x),
        few_columns=_ticks(_rounds(first, last, THIRD), x) if last - first > EACH_UP_TO else (),
        curves=_race_curves(lines, frame.marks, since=0 if any(start) else 1),
        goal=goal,
        zero=zero,
        band=_band(
            marked, (x(marked.number - 1), x(marked.number)), (frame.top, foot), [*lines, *across]
        )
        if marked
        else None,
    )


def _range_of(
    columns: Sequence[Sequence[int]], target: int | None, tall: float, *, gain_above: bool
) -> Span:
    """Return the least and greatest value of a field of this height.

    `gain_above` reserves room for a figure above the target's line.
    """
    totals = [0, *chain.from_iterable(columns)]
    low, high = min(totals), max(target or 0, 100, *totals) * HEADROOM
    if gain_above and target:
        high = max(high, low + (target - low) * tall / (tall - GAIN_ROOM))
    return low, high


def _points(values: Sequence[int], x: Scale, y: Scale, *, first: int = 0) -> Line:
    return [(x(number), y(value)) for number, value in enumerate(values, first)]


def _ticks(values: Iterable[int], scale: Scale) -> tuple[Tick, ...]:
    return tuple(Tick(scale(value), str(value).replace("-", "\u2212")) for value in values)


def _race_curves(lines: Sequence[Line], marks: int, *, since: int) -> tuple[Curve, ...]:
    """Two lines differ by their markers alone."""
    dash = DASHES[0] if len(lines) == 2 else ""
    return tuple(
        _curve(index, line, since=since, most=marks, dash=dash) for index, line in enumerate(lines)
    )


def small(
    columns: Sequence[Sequence[int]], *, start: Sequence[int] = (), target: int | None = None
) -> Chart:
    """Chart the race as a thumbnail, without figures."""
    whole = race(columns, start=start, target=target, frame=SMALL)
    return replace(whole, rows=(), columns=(), few_columns=(), zero=None)


def _band(marked: Marked, along: Span, field: Span, lines: Sequence[Line]) -> Band:
    """Return the band between the round before and this one.

    Its figure is placed inside, at the lowest height that no line crosses, or at the foot if there
    is none. Beside a band that is too narrow it is at the top, above the target's line, or else as
    low: to the right, or to the left if the band is beyond the middle.
    """
    start, end = along
    top, foot = field
    width = round(end - start, 1)
    middle = (start + end) / 2
    within = width >= FIGURE_ROOM
    if within:
        anchor, at, to_its_left = "middle", round(middle, 1), FIGURE_ROOM / 2
    elif middle > (lines[0][0][0] + lines[-1][-1][0]) / 2:
        anchor, at, to_its_left = "end", round(start - 3, 1), FIGURE_ROOM
    else:
        anchor, at, to_its_left = "start", round(end + 3, 1), 0
    left = at - to_its_left
    met = [_between(line, left, left + FIGURE_ROOM) for line in lines]
    heights = [round(foot - up, 1) for up in range(0, int(foot - top - FIGURE_HEIGHT), 4)]
    if not within:
        heights.insert(0, top + FIGURE_HEIGHT)
    free = (y for y in heights if all(high < y - FIGURE_HEIGHT or low > y - 3 for high, low in met))
    return Band(marked.index, start, width, marked.text, at, next(free, foot), anchor)


def _between(line: Line, left: float, right: float) -> Span:
    """Return the least and greatest y of a line within a stretch."""
    inside = [y for x, y in line if left <= x <= right]
    for (x1, y1), (x2, y2) in pairwise(line):
        inside += [
            y1 + (y2 - y1) * (x - x1) / (x2 - x1)
            for x in (left, right)
            if x1 <= x <= x2 and x1 < x2
        ]
    return (min(inside), max(inside)) if inside else (-inf, -inf)


def places(rows: Sequence[Sequence[int]], *, first: int = 1, lines: Sequence[int] = ()) -> Chart:
    """Chart people's places by round: one list of places (from 1) per person, first place on top.

    The width grows with the rounds; the page scrolls it sideways. `first` is the number of the
    first round given, `lines` says which line is whose if not in the order given.
    """
    played = max(map(len, rows), default=0)
    left, top = 22, 14
    field = max(NARROW - left - NAME_ROOM, (played - 1) * CLOSEST)
    apart = WIDE_ROW if len(rows) <= FEW_PEOPLE else ROW
    bottom = top + max(len(rows) - 1, 1) * apart

    def x(number: float) -> float:
        return round(left + (number - 1) / max(played - 1, 1) * field, 1)

    def y(place: float) -> float:
        return top + (place - 1) * apart

    return Chart(
        width=left + field + NAME_ROOM,
        height=bottom + LARGE.bottom + 4,
        left=left,
        right=left + field,
        top=top,
        bottom=bottom,
        rows=_ticks(range(1, len(rows) + 1), y),
        columns=tuple(
            Tick(x(number), str(number + first - 1))
            for number in _numbers(played, field // 26)
            if number
        ),
        few_columns=(),
        curves=tuple(
            _curve(index, _points(row, x, y, first=1))
            for index, row in zip(lines or range(len(rows)), rows, strict=True)
        ),
    )


def sample(index: int) -> Curve:
    """Return a short piece of a line for the legend, in a field of 36 by 16."""
    return Curve(index, "1,8 35,8", _mark(index, 18, 8), DASHES[index % len(DASHES)], 35, 8)


def _figures(low: float, high: float, target: int | None) -> list[int]:
    """Return the figures at the side: round numbers between lowest and highest, and the target."""
    room = (high - low) * TOO_NEAR
    near = [
        value for value in _round_figures(low, high) if not target or abs(value - target) >= room
    ]
    return sorted({*near, target} if target else near)


def _round_figures(low: float, high: float) -> range:
    most = FEW_ROWS if high - low <= FEW_UP_TO * HEADROOM else MOST_ROWS
    found = (range(ceil(low / step) * step, floor(high) + 1, step) for step in _steps())
    return next(figures for figures in found if len(figures) <= most)


def _steps() -> Iterator[int]:
    """50, 100, 250, 500, 1000 and so on."""
    for power in count():
        yield from (base * 10**power for base in (50, 100, 250))


def _numbers(last: int, most: int) -> range:
    """Return numbers from 0 to the last, evenly spaced, at most this many (besides 0)."""
    step = next(
        step
        for step in (1, 2, 5, 10, 20, 25, 50, 100, 500, last or 1)
        if last / step <= max(most, 1)
    )
    return range(0, last + 1, step)


def _rounds(first: int, last: int, steps: Sequence[int]) -> range:
    """Return the numbers below a race: every round of a few, else by the first step that gives few
    enough. Round 0 is not numbered.
    """
    shown = last - first
    few = shown <= EACH_UP_TO
    step = 1 if few else next(step for step in (*steps, shown) if shown / step <= MOST_COLUMNS)
    return range(max(ceil(first / step), 1) * step, last + 1, step)


def _curve(
    index: int,
    points: Sequence[tuple[float, float]],
    *,
    since: int = 0,
    most: int = LARGE.marks,
    dash: str = "",
) -> Curve:
    """Return a line through points, with at most this many markers from the point `since` on.

    `dash` overrides that of its index.
    """
    every = ceil(len(points) / most) or 1
    # Counted from the end, so that the last round always has a marker.
    marked = list(points)[since:][::-1][::every]
    x, y = points[-1] if points else (0.0, 0.0)
    return Curve(
        index=index,
        line=" ".join(f"{px:g},{py:g}" for px, py in points),
        marks="".join(_mark(index, px, py) for px, py in marked),
        dash=dash or DASHES[index % len(DASHES)],
        x=x,
        y=y,
    )


def _mark(index: int, x: float, y: float) -> str:
    """Return the marker of a line around a point, as path data."""
    if MARKERS[index % len(MARKERS)] == "circle":
        return f"M{x - 3.2:g} {y:g}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"
    if MARKERS[index % len(MARKERS)] == "triangle":
        return f"M{x:g} {y - 4:g}l4 7h-8z"
    if MARKERS[index % len(MARKERS)] == "square":
        return f"M{x - 3:g} {y - 3:g}h6v6h-6z"
    return f"M{x:g} {y - 4.2:g}l4.2 4.2l-4.2 4.2l-4.2 -4.2z"
