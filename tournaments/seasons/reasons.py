"""Why somebody has the number they have, and what would change it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seasons.formula import Number
from tournaments.seasons.reach import Coming
from tournaments.seasons.table import Row


@dataclass(frozen=True)
class Passing:
    """What it takes to pass the next one ahead in the next event: more than so many points, which
    this place gives at the latest; no place where none gives as many.
    """

    person: int
    points: Number
    place: int = 0
    size: int = 0


@dataclass(frozen=True)
class Lead:
    """By how much whoever is first alone is ahead, and of whom."""

    person: int
    points: Number


@dataclass(frozen=True)
class Reasons:
    """The sum in its parts, and what would change it. The numbers are those of events, from 0.

    `above`: a coming result counts only if it gives more than this; None where every one counts.
    """

    counted: Sequence[int]
    left_out: Sequence[int]
    above: Number | None = None
    passing: Passing | None = None
    lead: Lead | None = None


def reasons_of(rows: Sequence[Row], at: int, coming: Coming | None, best: int | None) -> Reasons:
    """The reasons of one row of the table; `best`: so many results count."""
    row = rows[at]
    there = [(number, cell) for number, cell in enumerate(row.cells) if cell is not None]
    counted = [number for number, cell in there if cell.counts]
    full = best is not None and len(counted) >= best
    return Reasons(
        counted,
        [number for number, cell in there if not cell.counts],
        min(cell.worth.total for _number, cell in there if cell.counts)
        if full and coming
        else None,
        _passing(rows, at, coming) if coming else None,
        Lead(rows[1].person, row.total - rows[1].total) if _leads_alone(rows, at) else None,
    )


def _leads_alone(rows: Sequence[Row], at: int) -> bool:
    return at == 0 and len(rows) > 1 and rows[1].rank > 1


def _passing(rows: Sequence[Row], at: int, coming: Coming) -> Passing | None:
    """What it takes in the next event to pass whoever is next ahead, if they gain nothing."""
    row = rows[at]
    ahead = next((other for other in reversed(rows[:at]) if other.total > row.total), None)
    if ahead is None:
        return None
    beyond = ahead.total - coming.kept(row, 1)
    event = coming.events[0]
    place = coming.place_for(0, beyond)
    return Passing(ahead.person, event[place - 1] if place else beyond + 1, place, len(event))
