"""A pasted list as parsed: each line with its errors, doubts, and whether it is left out."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from scoring.games.names.validation import alike
from scoring.models import Club, Player
from scoring.pages.common import worded
from scoring.pages.field_names import sentence
from scoring.rules import Mistake, shown
from scoring.rules.words import gettext_noop
from tournaments.actions.new_entrants import NewEntrant
from tournaments.reading_lists.found import Reading, Row
from tournaments.reading_lists.reading import MOST_LINES, read

NAMESAKES = gettext_noop(
    "The club has several people called %(name)s. This line means the one without a number; write "
    "%(other)s for the other."
)
_NUMBERED = re.compile(r"(.+) \(\d+\)")
TAKE = "take_"  # and the number of a line: included although it would be left out
THREE_CELLS = "three_cells"


@dataclass
class ReadLine:
    """A line of a pasted list as parsed.

    `errors` keep the list from being entered, `doubts` ask for a check. `typed` and `why` are set
    for a line that was left out completely; `taken` for one that was included anyway.
    """

    number: int
    row: Row | None = None
    errors: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    typed: str = ""
    why: str = ""
    taken: bool = False


def read_posted(text: str, unit: str, data: Mapping[str, str]) -> Reading:
    """Parse the list of a form, with the choices made at its lines."""
    return read(text, unit, taken=included_lines(data), three_cells=data.get(THREE_CELLS, ""))


def with_namesakes(reading: Reading, club: Club) -> Reading:
    """Add a doubt at each name that several people of the club have, told apart by a number after
    it: one query.
    """
    numbered = (
        Player.listed.filter(club=club, name__endswith=")")
        .order_by("pk")
        .values_list("name", flat=True)
    )
    others: dict[str, list[str]] = {}
    for name in numbered:
        if found := _NUMBERED.fullmatch(name):
            others.setdefault(alike(found[1]), []).append(name)
    if not others:
        return reading
    doubts = [
        Mistake(
            "namesakes",
            f"rows.{row.line}.names",
            NAMESAKES,
            {"name": shown(name), "other": shown(others[alike(name)][0])},
        )
        for row in reading.rows
        for name in row.names
        if alike(name) in others
    ]
    return replace(reading, doubts=(*reading.doubts, *doubts))


def included_lines(data: Mapping[str, str]) -> frozenset[int]:
    """Return the numbers of lines to include although they would be left out."""
    numbers = (key.removeprefix(TAKE) for key in data if key.startswith(TAKE))
    return frozenset(
        int(number)
        for number in numbers
        if number.isascii() and number.isdigit() and len(number) < 6
    )


def entrants_in(reading: Reading) -> list[NewEntrant]:
    """Return the entrants of a list, ready to be entered."""
    return [
        NewEntrant(
            row.names,
            row.label,
            row.club_name,
            row.seed,
            row.fixed_table,
            open_places=row.open_places,
            line=row.line,
        )
        for row in reading.rows
    ]


def fingerprint_of(reading: Reading) -> str:
    """Return a short hash of the parsed list; any change alters it."""
    return hashlib.sha256(repr(reading.rows).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def read_lines(
    reading: Reading, mistakes: Sequence[Mistake], taken: frozenset[int] = frozenset()
) -> tuple[list[ReadLine], list[str]]:
    """Return every line with its own errors and doubts, and the messages that belong to no line."""
    lines = {row.line: ReadLine(row.line, row, taken=row.line in taken) for row in reading.rows}
    for one, told in zip(reading.skipped, worded(reading.skipped, most=MOST_LINES), strict=True):
        number = _line_of(one)
        lines[number] = ReadLine(number, typed=str(one.params["typed"]), why=told["message"])
    for one, told in zip(
        reading.doubts, worded(reading.doubts, most=len(reading.doubts) + 1), strict=True
    ):
        lines[_line_of(one)].doubts.append(told["message"])
    elsewhere: list[str] = []
    for mistake, error in zip(mistakes, worded(mistakes, most=len(mistakes)), strict=True):
        number = _line_of(mistake)
        if not number:
            elsewhere.append(sentence(error))
            continue
        lines.setdefault(number, ReadLine(number)).errors.append(sentence(error))
        first = mistake.params.get("line")
        if isinstance(first, int) and first in lines and first != number:
            again = _("%(name)s appears again in line %(line)s.") % {
                "name": mistake.params["name"],
                "line": number,
            }
            lines[first].errors.append(again)
    return [lines[number] for number in sorted(lines)], elsewhere


def _line_of(mistake: Mistake) -> int:
    """Return the line number of a mistake; 0 for none."""
    kind, _dot, rest = mistake.field.partition(".")
    number = rest.partition(".")[0]
    return int(number) if kind == "rows" and number.isdigit() else 0


def count_valid_rows(reading: Reading, mistakes: Sequence[Mistake]) -> int:
    """Return how many entrants of a list can be entered without corrections."""
    wrong = {_line_of(mistake) for mistake in mistakes}
    return sum(row.line not in wrong for row in reading.rows)


def parsed_list_context(
    reading: Reading, mistakes: Sequence[Mistake], data: Mapping[str, str]
) -> dict[str, object]:
    """Return the context of the parsed list (`_understood.html`)."""
    lines, elsewhere = read_lines(reading, mistakes, included_lines(data))
    return {
        "lines": lines,
        "count": count_valid_rows(reading, mistakes),
        "wrong": sum(bool(line.errors) for line in lines),
        "doubtful": sum(bool(line.doubts) for line in lines),
        "skipped": len(reading.skipped),
        "three_cells": reading.three_cells,
        "left_out": reading.left_out,
        "heading": reading.heading,
        "list_errors": elsewhere,
    }
