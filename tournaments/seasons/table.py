"""A season's table: points by event, counted results, sums and ranks."""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.seasons.formula import Formula, Number, Worth


@dataclass(frozen=True)
class Result:
    """A person's result of an event: place from 1, shared by equals, victory points, and the
    percentage if it was a session of duplicate.
    """

    place: int
    victory: Number = 0
    percent: Number | None = None

    def scored(self, formula: Formula) -> Number:
        """Return what the formula counts besides places."""
        return (self.percent or 0) if formula.is_mean else self.victory


@dataclass(frozen=True)
class Event:
    """A played event: its number of places, and results by person.

    `together`: the largest number of people sharing a place, 2 if pairs played. `final`: the last
    event of the season. `sides` has the pair or team of everybody who did not play alone; `games`
    is the number of finished games of an evening at home tables.
    """

    size: int
    results: Mapping[int, Result]
    together: int = 1
    final: bool = False
    sides: Mapping[int, int] = field(default_factory=dict)
    games: int = 0


def without(event: Event, people: Collection[int]) -> Event:
    """Return an event without these people: everybody else moves up, and the field is smaller by
    the pairs and teams of which nobody is left.
    """
    left = {who: result for who, result in event.results.items() if who not in people}
    before, after = (
        {event.sides.get(who, -who): result.place for who, result in results.items()}
        for results in (event.results, left)
    )
    places = sorted(after.values())
    results = {
        who: replace(result, place=1 + bisect_left(places, result.place))
        for who, result in left.items()
    }
    return replace(event, size=event.size - len(before) + len(after), results=results)


def with_percent(event: Event) -> Event:
    """Return an event with the results that have a percentage."""
    found = {who: one for who, one in event.results.items() if one.percent is not None}
    return replace(event, results=found)


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
    """A person's row. `rank` is 0 for somebody with too few sessions, below all others. A cell is
    None if they were absent; `moved` is the number of ranks gained by
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
            ranks[row.person] - row.rank if row.rank and ranks.get(row.person) else None,
            row.worths,
        )
        for row in _ranked(formula, events)
    ]


def _ranked(formula: Formula, events: Sequence[Event]) -> list[Row]:
    people = sorted({person for event in events for person in event.results})
    found = [(person, *_cells(formula, events, person)) for person in people]
    found.sort(key=lambda one: (_is_short(formula, one[3]), -one[2]))
    rows: list[Row] = []
    for at, (person, cells, total, worths) in enumerate(found, start=1):
        rank = rows[-1].rank if rows and rows[-1].total == total else at
        if _is_short(formula, worths):
            rank = 0
        rows.append(Row(person, rank, total, cells, worths=worths))
    return rows


def _is_short(formula: Formula, worths: Sequence[Number]) -> bool:
    """Whether somebody has too few sessions for a rank."""
    return formula.is_mean and len(worths) < formula.fewest


def _cells(
    formula: Formula, events: Sequence[Event], person: int
) -> tuple[list[Cell | None], Number, Sequence[Number]]:
    """Return a person's cells, sum or mean, and results best first. Of equal results the earlier
    counts.
    """
    worths: dict[int, Worth] = {}
    for at, event in enumerate(events):
        if result := event.results.get(person):
            worths[at] = formula.worth(
                result.place, event.size, result.scored(formula), final=event.final
            )
    order = sorted(worths, key=lambda at: (-worths[at].total, at))
    counting = frozenset(order if formula.best is None else order[: formula.best])
    cells = [
        Cell(event.results[person], worths[at], at in counting) if at in worths else None
        for at, event in enumerate(events)
    ]
    total: Number = sum(worths[at].total for at in counting)
    if formula.is_mean and counting:
        total = Fraction(total) / len(counting)
    return cells, total, [worths[at].total for at in order]
