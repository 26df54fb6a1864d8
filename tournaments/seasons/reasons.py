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
    full = best is not None and len(counted) >= best
    return Reasons(
        counted,
        [number for number, cell in attended if not cell.counts],
        min(cell.worth.total for _number, cell in attended if cell.counts)
        if full and coming
        else None,
        _passing(rows, at, coming) if coming else None,
        Lead(rows[1].person, row.total - rows[1].total) if _leads_alone(rows, at) else None,
    )


def _leads_alone(rows: Sequence[Row], at: int) -> bool:
    return at == 0 and len(rows) > 1 and rows[1].rank > 1


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
