"""Result of reading a list: entrants, and everything left out or doubtful."""

import re
from dataclasses import dataclass

from scoring.rules import Mistake, shown
from scoring.rules.words import gettext_noop, ngettext_noop

MOST_NAMES = 8
LARGEST_NUMBER = 9999  # of a seed or a table
# Meaning of the three cells of "Dragons; Anna Meier; Beat Frei", if a list of pairs does not make
# it clear.
CLUB_LAST, CLUB_FIRST, LABEL_FIRST = "club_last", "club_first", "label_first"
THREE_CELLS = (CLUB_LAST, CLUB_FIRST, LABEL_FIRST)

OPEN_PLACES = ngettext_noop(
    "One place is open: you can name the person later.",
    "%(count)s places are open: you can name the people later.",
    "count",
)
CLUB_OR_NAME = gettext_noop(
    "Is the text after the comma a club? Then use a semicolon: Anna Meier; Bern."
)
PART_OF_NAME = gettext_noop("Is “%(part)s” part of the name?")
THREE = gettext_noop("Line %(line)s has three cells.")
SAME_INITIALS = gettext_noop("%(name)s is in the list twice: they are entered as two people.")
CALLED_OFF = gettext_noop("left out: the line says “%(word)s”")
HEADING = gettext_noop("left out: a heading")
NO_NAME = gettext_noop("left out: no name found")
# Numbers of lines and clubs that were not recognised as such
_ODD_IN_NAME = re.compile(r"^\d{1,4}[.)]|\[[^\[\]]*\]")


@dataclass(frozen=True)
class Row:
    """One entrant of a list. `line` counts from 1 in the pasted text.

    `open_places` is the number of members still wanted; `left_out` are parts of the line that are
    not stored, as typed.
    """

    line: int
    names: tuple[str, ...]
    label: str = ""
    club_name: str = ""
    seed: int | None = None
    fixed_table: int | None = None
    open_places: int = 0
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """Everything read from a list. Fields of mistakes and doubts are "rows.<line>.<what>".

    `mistakes` prevent the list from being entered; `doubts` do not, but should be checked.
    `skipped` are whole lines left out, with the line as `typed` in their params; `left_out` are
    columns. `heading` is the first line if taken as column heads, so that no entrant is lost
    unseen. `three_cells` is how lines of three cells were read, one of `THREE_CELLS`; "" if there
    are none.
    """

    rows: tuple[Row, ...]
    mistakes: tuple[Mistake, ...] = ()
    left_out: tuple[str, ...] = ()
    heading: str = ""
    doubts: tuple[Mistake, ...] = ()
    skipped: tuple[Mistake, ...] = ()
    three_cells: str = ""


def doubts_of(row: Row, unit: str) -> list[Mistake]:
    """Return what should be checked in an entrant that can be entered."""
    found = []
    if row.open_places:
        count = {"count": row.open_places}
        found.append(Mistake("open_place", f"rows.{row.line}.open_places", OPEN_PLACES, count))
    if unit != "team" and not row.club_name and any("," in name for name in row.names):
        found.append(Mistake("club_or_name", f"rows.{row.line}.club_name", CLUB_OR_NAME))
    odd = [part for name in row.names for part in _ODD_IN_NAME.findall(name)]
    if odd:
        part = {"part": shown(" ".join(odd))}
        found.append(Mistake("part_of_name", f"rows.{row.line}.names", PART_OF_NAME, part))
    return found
