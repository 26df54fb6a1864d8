"""Reading a list of entrants: with the columns that its first line names, or freely."""

from collections.abc import Collection

from scoring.rules import Mistake
from scoring.rules.words import gettext_noop
from tournaments.reading_lists.cells import lines_of
from tournaments.reading_lists.columns import read_columns, table_of
from tournaments.reading_lists.found import THREE_CELLS, Reading
from tournaments.reading_lists.free import read_freely

LONGEST_LINE = 2000  # characters
MOST_LINES = 2500  # with what stands above the list, and between
MOST_ROWS = 2000


def read(text: str, unit: str, *, taken: Collection[int] = (), three_cells: str = "") -> Reading:
    """Read a pasted list of persons, pairs or teams ("person", "pair", "team"). Never raises.

    Free lines: "Anna Meier; Bern" is a person with a club; "Anna / Beat; Bern" a pair (also &, +, a comma, "and",
    "und", "et"); "Dragons: Anna, Beat, Carla; Bern" a pair or team with a name of its own. `taken` are lines to take
    in that would be left out, `three_cells` says how a pair's three cells are read (`THREE_CELLS`).

    Of one with more lines than `MOST_LINES` none is looked at. Whether the names can be entered is another question:
    see `tournaments.actions.entering.check_rows`.
    """
    lines = lines_of(text)
    if len(lines) > MOST_LINES:
        words = gettext_noop("At most %(most)s entrants at once, please; these are %(found)s.")
        return Reading((), (Mistake("too_many_rows", "names", words, {"most": MOST_ROWS, "found": len(lines)}),))
    too_long = [_too_long(line.number) for line in lines if len(line.text) > LONGEST_LINE]
    if too_long:
        return Reading((), tuple(too_long))
    if lines and lines[0].text.casefold().startswith("sep="):  # a spreadsheet's word to itself
        lines = lines[1:]
    if not lines:
        return Reading(())
    table = table_of(lines[0].text, unit)
    if table is None or table.is_entrant(lines[1:]):
        way = three_cells if three_cells in THREE_CELLS else ""
        return read_freely(lines, unit, taken=taken, three_cells=way)
    return read_columns(lines, table, unit, taken=taken)


def _too_long(number: int) -> Mistake:
    text = gettext_noop("This line is longer than %(most)s characters: please put one entrant on each line.")
    return Mistake("line_too_long", f"rows.{number}.names", text, {"most": LONGEST_LINE})
