"""A season's table: points by event, counted results, sums and ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.seasons.formula import Formula, Number, Worth


@dataclass(frozen=True)
class Result:
    """A person's result of an event: place from 1, shared by equals, and victory points."""

    place: int
    victory: Number = 0


@dataclass(frozen=True)
class Event:
    """A played event: its number of places, and results by person.

    `together`: the largest number of people sharing a place, 2 if pairs played. `final`: the last
    event of the season.
    """

    size: int
    results: Mapping[int, Result]
    together: int = 1
    final: bool = False


@dataclass(frozen=True)
class Cell:
    """What an event gave a person who attended, and whether it counts."""

    result: Result
    worth: Worth
    counts: bool

    @property
    def won(self) -> bool:
        return self.result.place == 1


@dataclass(frozen=True)
class Row:
    """A person's row. A cell is None if they were absent; `moved` is the number of ranks gained by
    the newest event, negative if lost, None if new in the table.
    """

    person: int
    rank: int
    total: Number
    cells: Sequence[Cell | None]
    moved: int | None = None
    worths: Sequence[Number] = field(default=(), compare=False)  # all results, best first

    def kept_of(self, most: int | None) -> Number:
        """Return the sum of the best `most` results; None: of all."""
        return sum(self.worths if most is None else self.worths[: max(most, 0)])


def table_of(formula: Formula, events: Sequence[Event]) -> list[Row]:
    """Return a row for everybody who attended an event, first place first.

    Equals share a rank and are ordered by number.
    """
    before = _ranked(formula, events[:-1]) if len(events) > 1 else []
    ranks = {row.person: row.rank for row in before}
    return [
        Row(
            row.person,
            row.rank,
            row.total,
            row.cells,
            ranks[row.person] - row.rank if row.person in ranks else None,
            row.worths,
        )
        for row in _ranked(formula, events)
    ]


def _ranked(formula: Formula, events: Sequence[Event]) -> list[Row]:
    people = sorted({person for event in events for person in event.results})
    found = [(person, *_cells(formula, events, person)) for person in people]
    found.sort(key=lambda one: -one[2])
    rows: list[Row] = []
    for at, (person, cells, total, worths) in enumerate(found, start=1):
        rank = rows[-1].rank if rows and rows[-1].total == total else at
        rows.append(Row(person, rank, total, cells, worths=worths))
    return rows


def _cells(
    formula: Formula, events: Sequence[Event], person: int
) -> tuple[list[Cell | None], Number, Sequence[Number]]:
    """Return a person's cells, sum, and results best first. Of equal results the earlier counts."""
    worths: dict[int, Worth] = {}
    for at, event in enumerate(events):
        if result := event.results.get(person):
            worths[at] = formula.worth(result.place, event.size, result.victory, final=event.final)
    order = sorted(worths, key=lambda at: (-worths[at].total, at))
    counting = frozenset(order if formula.best is None else order[: formula.best])
    cells = [
        Cell(event.results[person], worths[at], at in counting) if at in worths else None
        for at, event in enumerate(events)
    ]
    return cells, sum(worths[at].total for at in counting), [worths[at].total for at in order]
