"""Explains a person's total in a season, and what would change it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seasons.formula import Number
from tournaments.seasons.reach import ComingEvents
from tournaments.seasons.table import Row


@dataclass(frozen=True)
class Passing:
    """What it takes to pass the next one ahead in the next event: more than `points`.

    `place` is the lowest place that gives as many, 0 if none does.
    """

    person: int
    points: Number
    place: int = 0
    size: int = 0


@dataclass(frozen=True)
class Lead:
    """The lead of a sole leader, and the person behind."""

    person: int
    points: Number


@dataclass(frozen=True)
class Reasons:
    """The parts of the sum, and what would change it. Events are numbered from 0.

    `above`: a coming result counts only if it gives more than this; None if every one counts.
    """

    counted: Sequence[int]
    left_out: Sequence[int]
    above: Number | None = None
    passing: Passing | None = None
    lead: Lead | None = None


def reasons_of(
    rows: Sequence[Row], at: int, coming: ComingEvents | None, best: int | None
) -> Reasons:
    """Return the reasons of one row of the table; `best`: number of results that count."""
    row = rows[at]
    attended = [(number, cell) for number, cell in enumerate(row.cells) if cell is not None]
    counted = [number for number, cell in attended if cell.counts]
    left_out = [number for number, cell in attended if not cell.counts]
    lead = _lead(rows) if at == 0 else None
    if coming is None:
        return Reasons(counted, left_out, lead=lead)
    return Reasons(counted, left_out, _above(row, best), _passing(rows, at, coming), lead)


def _above(row: Row, best: int | None) -> Number | None:
    """Return the least result that counts if only the best ones count and there are as many."""
    counted = [cell.worth.total for cell in row.cells if cell is not None and cell.counts]
    return min(counted) if best is not None and len(counted) >= best else None


def _lead(rows: Sequence[Row]) -> Lead | None:
    """Return the lead of the first row; None if it shares its rank, or nobody else has one."""
    if len(rows) < 2 or rows[1].rank <= 1:
        return None
    return Lead(rows[1].person, rows[0].total - rows[1].total)


def _passing(rows: Sequence[Row], at: int, coming: ComingEvents) -> Passing | None:
    """Return what it takes in the next event to pass the next one ahead, if they gain nothing."""
    row = rows[at]
    ahead = next((other for other in reversed(rows[:at]) if other.total > row.total), None)
    if ahead is None:
        return None
    beyond = ahead.total - coming.kept(row, 1)
    event = coming.events[0]
    place = coming.place_for(0, beyond)
    return Passing(ahead.person, event[place - 1] if place else beyond + 1, place, len(event))
