"""The layout of lists on a screen that is read from ten metres.

It decides the lines and columns of each page, and breaks names so that all can have the same size:
the largest that the longest name of the list allows.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import ceil
from typing import Any, NamedTuple

from tournaments.names import BETWEEN

Name = Sequence[str]  # a line for each person, or part of a name


class Place(NamedTuple):
    """A layout for lists of up to `most` lines: the number of columns and rows.

    `room` is the width left for a name, `largest` the maximum type size, both in hundredths of the
    screen's height: see screen_lists.css.
    """

    most: int
    columns: int
    rows: int
    room: float
    largest: float


ANY = 10**6
FITS: dict[str, tuple[Place, ...]] = {
    "tables": (Place(12, 1, 12, 74, 5.2), Place(ANY, 2, 12, 31, 4.1)),
    "latest": (Place(ANY, 1, 6, 60, 5.2),),
    "names": (Place(24, 2, 12, 69, 3.6), Place(96, 4, 12, 27, 3.6), Place(ANY, 4, 15, 25, 3.6)),
    "standings": (Place(12, 1, 12, 134, 5.2), Place(ANY, 2, 12, 48, 4.1)),
}
HEIGHT = 82  # hundredths of the screen's height for a list
FILLED = 0.84  # share of a row's height that is type
LEAST_EM, MOST_EM, STEP_EM = 8, 30, 2  # line widths that screen_lists.css knows
MOST_LINES = 4
# Lines that a screen measures: in its typeface another than the first may be the widest
MEASURED = 8

# Letter widths in hundredths of the type size, of a wide typeface, so that others need no more.
WIDTHS = {
    char: width
    for chars, width in (("ijlI.,:;'’!|()[] ", 33), ("frt-", 42), ("mwMW@%", 97))
    for char in chars
}
CAPITAL, SMALL, IDEOGRAPH = 72, 62, 105
PARTS = re.compile(r"[^ -]+-? *|-+ *")  # where a name may be broken: after a space or a hyphen


@dataclass(frozen=True)
class Fit:
    """The layout of a list: `rows` lines in each of `columns`.

    Every name has at most `lines` lines, none wider than `em` times the type size. `longest` are
    the widest of them, a line each.
    """

    columns: int = 1
    rows: int = 1
    lines: int = 1
    em: int = LEAST_EM
    longest: str = ""

    def cut(self, rows: Sequence[Any]) -> list[Sequence[Any]]:
        """Return the lines of a page in columns.

        The last is padded, so that all have the same height.
        """
        padded = [*rows, *[None] * (-len(rows) % self.rows)]
        return [padded[start : start + self.rows] for start in range(0, len(padded), self.rows)]

    def broken(self, name: Name) -> list[str]:
        """Return the lines of a name."""
        return [line for part in name for line in wrap_text(part, self.em * 100)]


def _widest(names: Iterable[Iterable[str]]) -> list[str]:
    """Return the widest lines of all names, each once."""
    lines = dict.fromkeys(line for name in names for line in name)
    return nlargest(MEASURED, lines, key=width)


def fit(kind: str, many: int, names: Iterable[Name]) -> Fit:
    """Return the layout of this many lines with these names."""
    place = next(one for one in FITS[kind] if many <= one.most)
    pages = max(ceil(many / (place.columns * place.rows)), 1)
    # Pages are filled evenly: 25 lines become 13 and 12, not 24 and 1.
    rows = max(ceil(ceil(many / pages) / place.columns), place.rows // 2)
    in_parts = list(names)
    best, size = Fit(), 0.0
    # The widest first: names are only broken if that makes all of them larger.
    for em in range(MOST_EM, LEAST_EM - 1, -STEP_EM):
        trial = Fit(place.columns, rows, 1, em)
        in_lines = [trial.broken(name) for name in in_parts]
        lines = max(map(len, in_lines), default=1)
        widest = _widest(in_lines)
        # A word wider than all others sets the width.
        least = ceil(max(map(width, widest), default=0) / 100 / STEP_EM) * STEP_EM
        found = min(HEIGHT / rows * FILLED / lines, place.room / max(em, least), place.largest)
        if lines <= MOST_LINES and (em >= least or em == MOST_EM) and found > size:
            best, size = Fit(place.columns, rows, lines, em, "\n".join(widest)), found
    return best if size else Fit(place.columns, rows, MOST_LINES, MOST_EM)


def paginate(rows: Sequence[Any], found: Fit) -> list[Sequence[Any]]:
    """Split lines into pages that fill the screen."""
    room = found.columns * found.rows
    return [rows[start : start + room] for start in range(0, len(rows), room)]


def width(text: str) -> int:
    """Return the maximum width of a text, in hundredths of the type size."""
    return sum(map(_width, text))


def _width(char: str) -> int:
    if char in WIDTHS:
        return WIDTHS[char]
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return IDEOGRAPH
    return CAPITAL if char.isupper() else SMALL


def wrap_text(text: str, most: int) -> list[str]:
    """Break a text into the fewest lines of this width; a part that cannot be broken may be
    wider.
    """
    if width(text) <= most:
        return [text]
    parts = PARTS.findall(text) or [text]
    lines, left = [""], most
    for part in parts:
        wide = width(part.rstrip())
        if lines[-1] and wide > left:
            lines.append("")
            left = most
        lines[-1] += part
        left -= width(part)
    return [line.strip() for line in lines]


def people_of(name: str) -> Name:
    """Return an entrant's name in parts, with a line for each of two people; more share lines."""
    people = name.split(BETWEEN)
    if len(people) <= 2:
        return people
    half = ceil(len(people) / 2)
    return [f"{BETWEEN.join(people[:half])} &", BETWEEN.join(people[half:])]


@dataclass(frozen=True)
class Content:
    """The content of an item: a heading, and its lines page by page. `fit` is their layout."""

    heading: str
    pages: Sequence[Sequence[Any]]
    fit: Fit = field(default_factory=Fit)
    note: str = ""
    about: dict[str, Any] = field(default_factory=dict)
    mark: str = ""  # changes when the same page has news, and restarts its time
