"""Table numbers: 1, 2, 3 ... by rank, except for entrants with a fixed table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

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
    numbers = [0] * len(tables)
    taken: set[int] = set()
    for index, table in enumerate(tables):
        wanted = [fixed[id_] for id_ in table.everybody if id_ in fixed]
        number = next((number for number in wanted if number > 0 and number not in taken), 0)
        if number:
            numbers[index] = number
            taken.add(number)
    free = 1
    for index, number in enumerate(numbers):
        if not number:
            while free in taken:
                free += 1
            numbers[index] = free
            free += 1
    numbered = [
        _numbered(table, number, fixed) for table, number in zip(tables, numbers, strict=True)
    ]
    return tuple(sorted(numbered, key=lambda table: table.number))


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
