"""A season's table: what each event gave everybody, what of it counts, the sums and their ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.seasons.formula import Formula, Number, Worth


@dataclass(frozen=True)
class Result:
    """What somebody did in an event: the place from 1, shared by equals, and the victory points."""

    place: int
    victory: Number = 0


@dataclass(frozen=True)
class Event:
    """An event that was played: how many places there were, who took which, by person.

    `together`: how many people shared a place at most, 2 where pairs played. `final`: the last
    event of the season.
    """

    size: int
    results: Mapping[int, Result]
    together: int = 1
    final: bool = False


@dataclass(frozen=True)
class Cell:
    """What an event gave somebody who was there, and whether it counts."""

    result: Result
    worth: Worth
    counts: bool

    @property
    def won(self) -> bool:
        return self.result.place == 1


@dataclass(frozen=True)
class Row:
    """Somebody in the table. A cell is None where they were not there; `moved` are ranks up by the
    newest event, negative down, None for who was not in the table before.
    """

    person: int
    rank: int
    total: Number
    cells: Sequence[Cell | None]
    moved: int | None = None
    worths: Sequence[Number] = field(default=(), compare=False)  # what they have, the most first

    def kept_of(self, most: int | None) -> Number:
        """The sum of so many of their best; None: of all."""
        return sum(self.worths if most is None else self.worths[: max(most, 0)])


def table_of(formula: Formula, events: Sequence[Event]) -> list[Row]:
    """Everybody who was at one of these events, the first first. Equals share a rank, and stand in
    the order of their numbers.
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
    """Somebody's cells, their sum, and what they have the most first. Of equal results the earlier
    counts.
    """
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
