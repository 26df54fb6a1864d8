"""Who sat where in which rounds, if people were exchanged during a game. No database.

A row is anything with `number`, `player_id`, `first` and `last` as in `scoring.models.Seat`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from scoring.rules import VARIANTS


class Sitting(Protocol):
    """A seat with the rounds that its player played there; `last` is None while they sit."""

    @property
    def number(self) -> int: ...
    @property
    def player_id(self) -> int | None: ...
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int | None: ...


Row = TypeVar("Row", bound=Sitting)


def seated_in(rows: Iterable[Row], number: int) -> list[Row]:
    """Return the rows of those who sat in round `number`, by seat."""
    there = [
        row for row in rows if row.first <= number and (row.last is None or number <= row.last)
    ]
    return sorted(there, key=lambda row: row.number)


def column_of(variant: str, number: int) -> int:
    """Return the score column of a seat; its own where everybody plays alone."""
    return VARIANTS[variant].column_of(number)


def counting_rows(variant: str, rows: Sequence[Row], rounds: range) -> list[bool]:
    """Return for each row whether the game counts as won or lost for its player.

    It does for everyone who played at least half of the game's rounds in one column, in the last
    of their rows there. It counts for nobody who played exactly half of it in each of two columns.
    Before the first round it counts for those who sit.
    """
    played: Counter[tuple[int | None, int]] = Counter()  # by player and column
    latest: dict[tuple[int | None, int], Row] = {}
    for row in sorted(rows, key=lambda row: row.first):
        key = row.player_id, column_of(variant, row.number)
        played[key] += _rounds_of(row, rounds)
        latest[key] = row
    halves = [key for key, count in played.items() if 2 * count >= len(rounds)]
    columns = Counter(player for player, _ in halves)
    counts = [latest[key] for key in halves if columns[key[0]] == 1]
    return [
        row in counts if rounds and row.player_id is not None else row.last is None for row in rows
    ]


def _rounds_of(row: Row, rounds: range) -> int:
    """Return how many of a game's recorded rounds somebody sat there."""
    last = rounds.stop - 1 if row.last is None else min(row.last, rounds.stop - 1)
    return max(last - max(row.first, rounds.start) + 1, 0)


@dataclass(frozen=True)
class Sat:
    """A player's rounds on a seat."""

    number: int
    player_id: int | None
    first: int = 1
    last: int | None = None


def exchanged(
    rows: Iterable[Sitting], people: Sequence[int | None], since: int, *, start: int
) -> list[Sat]:
    """Return the rows if `people` sit in these seats from round `since` on; also to take that back.

    `since` is not before anybody's first round. `start` is the first round recorded: who is
    exchanged before it has never played.
    """
    sat = [Sat(row.number, row.player_id, row.first, row.last) for row in rows]
    found = [row for row in sat if row.last is not None]
    for row in (row for row in sat if row.last is None):
        player = people[row.number]
        if player == row.player_id:
            found.append(row)
        elif since > max(row.first, start):
            found += [replace(row, last=since - 1), Sat(row.number, player, since)]
        else:
            _put_instead(found, row, player)
    return in_order(found)


def _put_instead(found: list[Sat], row: Sat, player: int | None) -> None:
    """Add somebody instead of who has not played since sitting down in this row."""
    before = next(
        (one for one in found if (one.number, one.last) == (row.number, row.first - 1)), None
    )
    if before is None or before.player_id != player:
        found.append(replace(row, player_id=player))
    else:  # is back before having left
        found.remove(before)
        found.append(replace(before, last=None))


def renamed(
    rows: Iterable[Sitting],
    people: Sequence[int | None],
    instead: Mapping[int | None, int | None] | None = None,
) -> list[Sat]:
    """Return the rows if it was `people` who sat there; each of them for one of those who sit now,
    also in earlier rounds. `instead` has more such people, with the ids they are stored under now.
    """
    rows = list(rows)
    now = {row.player_id: people[row.number] for row in rows if row.last is None}
    now.pop(None, None)
    now |= instead or {}
    return in_order(
        Sat(
            row.number,
            people[row.number] if row.last is None else now.get(row.player_id, row.player_id),
            row.first,
            row.last,
        )
        for row in rows
    )


def in_order(rows: Iterable[Sitting]) -> list[Sat]:
    """Return the rows by seat and round."""
    sat = (Sat(row.number, row.player_id, row.first, row.last) for row in rows)
    return sorted(sat, key=lambda row: (row.number, row.first))


def sits_twice(rows: Sequence[Sitting]) -> bool:
    """Return whether somebody has two seats in one round."""
    for since in {row.first for row in rows}:
        people = [row.player_id for row in seated_in(rows, since) if row.player_id is not None]
        if len(people) > len({*people}):
            return True
    return False
