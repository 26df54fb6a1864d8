"""Reads a list of entrants, with named columns or free."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from scoring.rules import Mistake, shown
from scoring.rules.words import gettext_noop
from tournaments.reading_lists.cells import Line, lines_of
from tournaments.reading_lists.columns import read_columns, table_of
from tournaments.reading_lists.found import SAME_INITIALS, THREE_CELLS, Reading, Row
from tournaments.reading_lists.free import read_freely

LONGEST_LINE = 2000  # characters
MOST_LINES = 2500  # including text above and between the entrants
MOST_ROWS = 2000
_INITIALS = re.compile(r"\w\.(?:[\s-]?\w\.?){0,2}|\w\s\w")


def read(text: str, unit: str, *, taken: Collection[int] = (), three_cells: str = "") -> Reading:
    """Read a pasted list of persons, pairs or teams ("person", "pair", "team"). Never raises.

    Free lines: "Anna Meier; Bern" is a person with a club; "Anna / Beat; Bern" a pair (also &, +, a
    comma, "and", "und", "et"); "Dragons: Anna, Beat, Carla; Bern" a pair or team with its own name.
    `taken` are line numbers to include although they would be skipped, `three_cells` is how a
    pair's three cells are read (`THREE_CELLS`).

    A list with more than `MOST_LINES` lines is not read at all. Whether the names can be entered is
    checked by `tournaments.actions.new_entrants.check_rows`.
    """
    lines = lines_of(text)
    if too_much := _too_much(lines):
        return Reading((), tuple(too_much))
    if lines and lines[0].text.casefold().startswith("sep="):  # separator hint of a spreadsheet
        lines = lines[1:]
    if not lines:
        return Reading(())
    table = table_of(lines[0].text, unit)
    if table is None or table.is_entrant(lines[1:]):
        layout = three_cells if three_cells in THREE_CELLS else ""
        found = read_freely(lines, unit, taken=taken, three_cells=layout)
    else:
        found = read_columns(lines, table, unit, taken=taken)
    return _number_same_initials(found)


def _too_much(lines: Sequence[Line]) -> list[Mistake]:
    """Return what is wrong with the number of lines, or else with the length of each."""
    if len(lines) > MOST_LINES:
        words = gettext_noop("At most %(most)s entrants at once; these are %(found)s.")
        params = {"most": MOST_ROWS, "found": len(lines)}
        return [Mistake("too_many_rows", "names", words, params)]
    return [_too_long(line.number) for line in lines if len(line.text) > LONGEST_LINE]


def _number_same_initials(reading: Reading) -> Reading:
    """Number the second of two with the same initials: they are two people. Repeated full names are
    asked about later.
    """
    counted: dict[str, int] = {}
    rows: list[Row] = []
    doubts = list(reading.doubts)
    for row in reading.rows:
        names = []
        for name in row.names:
            counted[name] = counted.get(name, 0) + 1
            again = counted[name] > 1 and _INITIALS.fullmatch(name)
            names.append(f"{name} ({counted[name]})" if again else name)
            if again:
                params = {"name": shown(name)}
                doubts.append(
                    Mistake("same_initials", f"rows.{row.line}.names", SAME_INITIALS, params)
                )
        rows.append(replace(row, names=tuple(names)))
    return replace(reading, rows=tuple(rows), doubts=tuple(doubts))


def _too_long(number: int) -> Mistake:
    text = gettext_noop(
        "This line is longer than %(most)s characters: put one entrant on each line."
    )
    return Mistake("line_too_long", f"rows.{number}.names", text, {"most": LONGEST_LINE})
