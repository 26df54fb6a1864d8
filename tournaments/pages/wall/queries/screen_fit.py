"""How a list fills a screen that is read from ten metres.

It says how many lines stand in how many columns, page by page, and how names are broken so that all
of them can have one size, the largest that the longest of the whole list leaves room for.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import ceil
from typing import Any, NamedTuple

from tournaments.names import BETWEEN

Name = Sequence[str]  # a line for each person, or part of a name


class Place(NamedTuple):
    """Up to `most` lines a list has so many columns of so many rows. `room` is the width that is
    left for a name, `largest` the size of its type at the most, both in hundredths of the screen's
    height: see screen_lists.css.
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
HEIGHT = 82  # hundredths of the screen's height that a list has
FILLED = 0.84  # of the height of a row are type
LEAST_EM, MOST_EM, STEP_EM = 8, 30, 2  # widths of a line that screen_lists.css knows
MOST_LINES = 4
# Lines that a screen measures: in its typeface another than the first may be the widest
MEASURED = 8

# How wide a letter is, in hundredths of the size of type: of a wide typeface, so that no other
# needs more.
WIDTHS = {
    char: width
    for chars, width in (("ijlI.,:;'’!|()[] ", 33), ("frt-", 42), ("mwMW@%", 97))
    for char in chars
}
CAPITAL, SMALL, IDEOGRAPH = 72, 62, 105
PARTS = re.compile(r"[^ -]+-? *|-+ *")  # where a name may be broken: after a space, after a hyphen


@dataclass(frozen=True)
class Fit:
    """How a list stands on the screen: `rows` lines in each of `columns`; every name on `lines`
    lines at the most, none of which is wider than `em` times the size of its type. `longest` are
    the widest of them, a line each.
    """

    columns: int = 1
    rows: int = 1
    lines: int = 1
    em: int = LEAST_EM
    longest: str = ""

    def cut(self, rows: Sequence[Any]) -> list[Sequence[Any]]:
        """The lines of a page in columns. The last one is filled up with nothing, so that all are
        equally high.
        """
        padded = [*rows, *[None] * (-len(rows) % self.rows)]
        return [padded[start : start + self.rows] for start in range(0, len(padded), self.rows)]

    def broken(self, name: Name) -> list[str]:
        """The lines of a name."""
        return [line for part in name for line in wrapped(part, self.em * 100)]


def fit(kind: str, many: int, names: Iterable[Name]) -> Fit:
    """How so many lines stand, with these names on them."""
    place = next(one for one in FITS[kind] if many <= one.most)
    pages = max(ceil(many / (place.columns * place.rows)), 1)
    # Pages are evenly filled: 25 lines stand as 13 and 12, not as 24 and 1.
    rows = max(ceil(ceil(many / pages) / place.columns), place.rows // 2)
    in_parts = list(names)
    best, size = Fit(), 0.0
    # The widest first: a name is broken only where that makes all of them larger.
    for em in range(MOST_EM, LEAST_EM - 1, -STEP_EM):
        trial = Fit(place.columns, rows, 1, em)
        in_lines = [trial.broken(name) for name in in_parts]
        lines = max(map(len, in_lines), default=1)
        widest = nlargest(
            MEASURED, dict.fromkeys(line for name in in_lines for line in name), key=width
        )
        # A word that is wider than all others sets the width.
        least = ceil(max(map(width, widest), default=0) / 100 / STEP_EM) * STEP_EM
        found = min(HEIGHT / rows * FILLED / lines, place.room / max(em, least), place.largest)
        if lines <= MOST_LINES and (em >= least or em == MOST_EM) and found > size:
            best, size = Fit(place.columns, rows, lines, em, "\n".join(widest)), found
    return best if size else Fit(place.columns, rows, MOST_LINES, MOST_EM)


def paged(rows: Sequence[Any], found: Fit) -> list[Sequence[Any]]:
    """Lines cut into pages that fill the screen."""
    room = found.columns * found.rows
    return [rows[start : start + room] for start in range(0, len(rows), room)]


def width(text: str) -> int:
    """How wide a text is at the most, in hundredths of the size of its type."""
    return sum(map(_width, text))


def _width(char: str) -> int:
    if char in WIDTHS:
        return WIDTHS[char]
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return IDEOGRAPH
    return CAPITAL if char.isupper() else SMALL


def wrapped(text: str, most: int) -> list[str]:
    """A text in as few lines as it needs where none is wider;
    a part that cannot be broken may be.
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
    """The name of an entrant in parts, each person of two on a line of their own; more than two
    share them.
    """
    people = name.split(BETWEEN)
    if len(people) <= 2:
        return people
    half = ceil(len(people) / 2)
    return [f"{BETWEEN.join(people[:half])} &", BETWEEN.join(people[half:])]
