"""A pasted list as it was understood: a line each, with what is wrong with it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.pages.common import worded
from scoring.rules import Mistake
from tournaments.actions.entering import NewEntrant
from tournaments.reading_lists.found import Reading, Row


@dataclass
class ReadLine:
    """A line of a pasted list as it was understood, with what is wrong with it."""

    number: int
    row: Row | None = None
    errors: list[str] = field(default_factory=list)


def entrants_in(reading: Reading) -> list[NewEntrant]:
    """Whom the lines of a list name, ready to be entered."""
    return [
        NewEntrant(row.names, row.label, row.club_name, row.seed, row.fixed_table, line=row.line)
        for row in reading.rows
    ]


def seen_of(reading: Reading) -> str:
    """A short mark of what was understood; other as soon as anything of it changes."""
    return hashlib.sha256(repr(reading.rows).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def read_lines(reading: Reading, mistakes: Sequence[Mistake]) -> tuple[list[ReadLine], list[str]]:
    """Every line with its own mistakes, and the messages that belong to no line."""
    lines = {row.line: ReadLine(row.line, row) for row in reading.rows}
    elsewhere: list[str] = []
    for mistake, error in zip(mistakes, worded(mistakes, most=len(mistakes)), strict=True):
        kind, _dot, rest = mistake.field.partition(".")
        number = rest.partition(".")[0]
        if kind != "rows" or not number.isdigit():
            elsewhere.append(error["message"])
            continue
        lines.setdefault(int(number), ReadLine(int(number))).errors.append(error["message"])
        first = mistake.params.get("line")
        if isinstance(first, int) and first in lines and first != int(number):
            again = _("%(name)s stands in line %(line)s again.") % {"name": mistake.params["name"], "line": number}
            lines[first].errors.append(again)
    return [lines[number] for number in sorted(lines)], elsewhere
