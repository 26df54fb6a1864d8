"""Duplicate: who sits where in a round of the movement, once pairs have left or come late."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations

from tournaments.pairing.duplicate.movement import Movement, Table
from tournaments.pairing.values import SessionRound

KEY = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2})+", re.ASCII)  # of north-south, then of east-west


def key_of(numbers: Iterable[int]) -> str:
    """Return the key of a table at which these numbers meet, north-south first."""
    return "-".join(map(str, numbers))


def numbers_of_key(key: str) -> tuple[int, ...]:
    """Return the numbers in the key of a table; empty if it is none of a movement."""
    return tuple(map(int, key.split("-"))) if KEY.fullmatch(key) else ()


def pair_numbers(past: Sequence[SessionRound]) -> dict[int, int]:
    """Return each pair's number in the movement: as the first round was drawn, then late pairs.

    Who had no table in the first round has the number that was left.
    """
    if not past:
        return {}
    first, found = past[0], dict(_in_keys(past[0]))
    left = [one for one in range(1, len(first.everybody) + 1) if one not in found.values()]
    others = sorted(first.everybody - found.keys())
    found |= dict(zip(others, left, strict=False))
    for later in past[1:]:
        for who, number in _in_keys(later):
            found.setdefault(who, number)
    return found


def _in_keys(session_round: SessionRound) -> Iterator[tuple[int, int]]:
    for table in session_round.tables:
        numbers = numbers_of_key(table.key)
        if len(numbers) == len(table.everybody):
            yield from zip(table.everybody, numbers, strict=True)


def places_for_late(size: int, numbers: Mapping[int, int], left: Collection[int]) -> list[int]:
    """Return the numbers that late pairs can take over: of pairs who have left, then, with an odd
    number of pairs, of the seat opposite whoever sits out.
    """
    holders = holders_of(numbers)
    free = sorted(number for number, who in holders.items() if who in left)
    return [*free, size + 1] if size % 2 and size + 1 not in holders else free


def holders_of(numbers: Mapping[int, int]) -> dict[int, int]:
    """Return who has each number now: a late pair rather than the one whose place it took."""
    return {number: who for who, number in numbers.items()}


def with_late(
    numbers: Mapping[int, int], size: int, present: Set[int], left: Collection[int]
) -> dict[int, int]:
    """Return the numbers with those of late pairs: present without one, they take over the free
    places in order of their id.
    """
    late = sorted(present - numbers.keys())
    places = places_for_late(size, numbers, left)
    return {**numbers, **dict(zip(late, places, strict=False))}


@dataclass(frozen=True)
class Seat:
    """A table of the movement in one round, and who is there; None is somebody who is not.

    `already` are boards of the movement left out because one of the two has played them. `instead`
    is the number of the pair whose place the pair that would sit out has taken, 0 if none.
    """

    table: int
    numbers: tuple[int, ...]
    who: tuple[int | None, ...]
    boards: tuple[int, ...]
    already: tuple[int, ...] = ()
    instead: int = 0

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(one for one in self.who if one is not None)

    @property
    def plays(self) -> bool:
        return len(self.here) == len(self.who) and bool(self.boards)


@dataclass(frozen=True)
class Session:
    """A movement with the pairs who follow it from now on: their numbers, who of them is present,
    and which boards each has played.
    """

    movement: Movement
    numbers: Mapping[int, int]
    present: Set[int]
    played: Mapping[int, Collection[int]]

    @classmethod
    def of(
        cls,
        movement: Movement,
        past: Sequence[SessionRound],
        numbers: Mapping[int, int],
        present: Set[int],
        left: Collection[int],
    ) -> "Session":
        """Return a session after these rounds; `left` are the pairs who have withdrawn."""
        known = with_late(numbers, movement.size, present, left)
        return cls(movement, known, present, _played(past))

    def seats(self, number: int) -> list[Seat]:
        """Return the tables of a round, those too where somebody is missing.

        A pair that would sit out takes the place of a missing one if it plays none of these boards
        in any other round.
        """
        holders = holders_of(self.numbers)
        seats = [self._seat(table, holders) for table in self._tables(number, holders)]
        taken = {who for one in seats for who in one.who}
        free = [
            holders[one]
            for one in self.movement.sit_out[number - 1]
            if holders[one] in self.present and holders[one] not in taken
        ]
        found = []
        for seat in seats:
            lonely = len(seat.here) == len(seat.who) - 1
            fits = next((who for who in free if lonely and self._may_play(who, seat)), None)
            if fits is not None:
                free.remove(fits)
            found.append(seat if fits is None else self._filled(seat, fits))
        return found

    def _tables(self, number: int, holders: Mapping[int, int]) -> Sequence[Table]:
        tables = self.movement.rounds[number - 1]
        extra = extra_tables(self.movement)[number - 1]
        return [*tables, extra] if extra and extra.numbers[0] in holders else tables

    def _seat(self, table: Table, holders: Mapping[int, int]) -> Seat:
        who = tuple(self._there(holders.get(number)) for number in table.numbers)
        had = {board for one in who if one is not None for board in self.played.get(one, ())}
        return Seat(
            table.table,
            table.numbers,
            who,
            tuple(board for board in table.boards if board not in had),
            tuple(board for board in table.boards if board in had),
        )

    def _there(self, who: int | None) -> int | None:
        return who if who in self.present else None

    def _may_play(self, who: int, seat: Seat) -> bool:
        """Whether a pair plays none of the boards of this seat in any other round."""
        others = boards_by_pair(self.movement)[self.numbers[who]].union(self.played.get(who, ()))
        return others.isdisjoint(seat.boards)

    def _filled(self, seat: Seat, who: int) -> Seat:
        empty = seat.who.index(None)
        everybody, numbers = [*seat.who], [*seat.numbers]
        everybody[empty], numbers[empty] = who, self.numbers[who]
        return replace(
            seat, who=tuple(everybody), numbers=tuple(numbers), instead=seat.numbers[empty]
        )


def _played(past: Sequence[SessionRound]) -> dict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for table in (table for one in past for table in one.tables):
        for who in table.everybody:
            found[who].update(table.boards)
    return dict(found)


@cache
def boards_by_pair(movement: Movement) -> dict[int, frozenset[int]]:
    """Return the boards that each pair or person plays in the whole movement, by number; none for
    one that only sits out.
    """
    found: dict[int, set[int]] = {number: set() for number in range(1, movement.size + 1)}
    for table in (table for tables in movement.rounds for table in tables):
        for number in table.numbers:
            found[number].update(table.boards)
    return {number: frozenset(boards) for number, boards in found.items()}


@cache
def extra_tables(movement: Movement) -> tuple[Table | None, ...]:
    """Return where one pair more would play, for each round: against the pair that sits out, with
    boards that neither plays in any other round, always north-south at the same table. None in a
    round without such boards.
    """
    extra, every = movement.size + 1, range(1, movement.boards + 1)
    plays = {extra: set[int]()} | {one: {*own} for one, own in boards_by_pair(movement).items()}
    found: list[Table | None] = []
    for tables, sit_out in zip(movement.rounds, movement.sit_out, strict=True):
        boards = [
            one for pair in sit_out for one in every if one not in plays[pair] | plays[extra]
        ][: movement.boards_a_round]
        found.append(
            Table(len(tables) + 1, (extra, *sit_out), _in_order(boards, tables)) if boards else None
        )
        for pair in (extra, *sit_out):
            plays[pair].update(boards)
    return tuple(found)


def _in_order(boards: Sequence[int], tables: Sequence[Table]) -> tuple[int, ...]:
    """Return boards in the order in which the fewest are at another table at the same time."""
    at_once = [at for table in tables for at in enumerate(table.boards)]
    return min(
        permutations(boards), key=lambda order: sum(at_once.count(at) for at in enumerate(order))
    )
