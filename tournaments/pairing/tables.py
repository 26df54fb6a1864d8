"""Table numbers: 1, 2, 3 ... by rank, except for entrants with a fixed table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from scoring.rules.words import gettext_noop
from tournaments.pairing.values import Id, Note, Table


def number_tables(tables: Sequence[Table], fixed: Mapping[int, int]) -> tuple[Table, ...]:
    """Number the tables and return them in number order.

    `tables` come best placed first, the order in which they would be numbered from 1. `fixed` is
    the table an entrant needs, by id; it may lie beyond the number of tables. The others get the
    lowest numbers left. If two at one table need different ones, the better placed side gets its
    own; if two tables need the same one, the first gets it. Entrants who miss out are named in a
    warning of the table (`fixed_table_missed`).
    """
    needed = _needed_numbers(tables, fixed)
    taken = set(needed.values())
    left = (number for number in count(1) if number not in taken)
    numbered = [
        _numbered(table, needed[index] if index in needed else next(left), fixed)
        for index, table in enumerate(tables)
    ]
    return tuple(sorted(numbered, key=lambda table: table.number))


def _needed_numbers(tables: Sequence[Table], fixed: Mapping[int, int]) -> dict[int, int]:
    """Return the number that each table, by index, gets because somebody there needs it."""
    found: dict[int, int] = {}
    for index, table in enumerate(tables):
        wanted = (fixed.get(id_, 0) for id_ in table.everybody)
        taken = found.values()
        number = next((number for number in wanted if number > 0 and number not in taken), None)
        if number is not None:
            found[index] = number
    return found


def _numbered(table: Table, number: int, fixed: Mapping[int, int]) -> Table:
    reasons, warnings = list(table.reasons), list(table.warnings)
    for id_ in table.everybody:
        wanted = fixed.get(id_)
        if wanted is None:
            continue
        if wanted == number:
            text = gettext_noop("Fixed table of %(who)s: %(fixed)s.")
            reasons.append(Note("fixed_table", text, {"who": Id(id_), "fixed": wanted}))
        else:
            text = gettext_noop("Table needed by %(who)s: %(fixed)s.")
            warnings.append(Note("fixed_table_missed", text, {"who": Id(id_), "fixed": wanted}))
    return replace(table, number=number, reasons=tuple(reasons), warnings=tuple(warnings))
