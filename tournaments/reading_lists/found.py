"""What is understood of a list: its entrants, and everything that was left out or is doubtful."""

from dataclasses import dataclass

from scoring.rules import Mistake
from scoring.rules.words import gettext_noop, ngettext_noop

MOST_NAMES = 8
LARGEST_NUMBER = 9999  # of a seed or a table
# What the three cells of "Dragons; Anna Meier; Beat Frei" are, where a list of pairs does not say
# so itself.
CLUB_LAST, CLUB_FIRST, LABEL_FIRST = "club_last", "club_first", "label_first"
THREE_CELLS = (CLUB_LAST, CLUB_FIRST, LABEL_FIRST)

OPEN_PLACES = ngettext_noop(
    "One place is open: you can name them later.",
    "%(count)s places are open: you can name the people later.",
    "count",
)
CLUB_OR_NAME = gettext_noop(
    "Is what follows the comma a club? Then write a semicolon: Anna Meier; Bern."
)
THREE = gettext_noop("Line %(line)s has three cells.")
SAME_INITIALS = gettext_noop("%(name)s is here twice: they are entered as two people.")
CALLED_OFF = gettext_noop("left out: the line says “%(word)s”")
HEADING = gettext_noop("left out: a heading")
NO_NAME = gettext_noop("left out: there is no name in it")


@dataclass(frozen=True)
class Row:
    """One entrant of a list as it was understood. `line` counts from 1 as the text was pasted.

    `open_places` are people who are still looked for; `left_out` is what of the line is kept
    nowhere, as it was typed.
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
    """All that was understood of a list. Fields of mistakes and doubts are "rows.<line>.<what>".

    `mistakes` keep the list from being entered; `doubts` do not, but a person should look at them.
    `skipped` are whole lines that were left out, with the line as `typed` in their params;
    `left_out` are columns. `heading` is the first line where it was taken to name the columns, so
    that no entrant is lost in it unseen. `three_cells` is how lines of three cells were read, one
    of `THREE_CELLS`; "" where there is none.
    """

    rows: tuple[Row, ...]
    mistakes: tuple[Mistake, ...] = ()
    left_out: tuple[str, ...] = ()
    heading: str = ""
    doubts: tuple[Mistake, ...] = ()
    skipped: tuple[Mistake, ...] = ()
    three_cells: str = ""


def doubts_of(row: Row, unit: str) -> list[Mistake]:
    """What somebody should look at in an entrant that can be entered."""
    found = []
    if row.open_places:
        params = {"count": row.open_places}
        found.append(Mistake("open_place", f"rows.{row.line}.open_places", OPEN_PLACES, params))
    if unit != "team" and not row.club_name and any("," in name for name in row.names):
        found.append(Mistake("club_or_name", f"rows.{row.line}.club_name", CLUB_OR_NAME))
    return found
