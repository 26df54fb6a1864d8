"""The matches of a round in a room with too few tables: which table, and when.

In shifts, each match has a table and a turn there: those of turn 1 play first, all of turn 2 after
them. In a queue, a match has a table once one is free; until then it has a place in the queue. A
match that has been called keeps its table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

QUEUED = 0  # the turn of a match without a table


@dataclass(frozen=True)
class Spot:
    """A table and the turn there, from 1; or a place in the queue (`turn` is `QUEUED`)."""

    table: int
    turn: int = 1


@dataclass(frozen=True)
class RoomMatch:
    """A match to be placed. `kept` is where it plays or was played; `over` frees that table.

    `decided`: it got its result while it waited at `kept`, and needs no table. `group`: matches of
    a group stay in one shift if possible. `wish` is a table that an entrant needs.
    """

    id: int
    group: str = ""
    wish: int | None = None
    kept: Spot | None = None
    over: bool = False
    decided: bool = False


@dataclass
class _Room:
    """What is taken in a room of `tables` tables."""

    tables: int
    taken: set[Spot] = field(default_factory=set)

    def free(self, turn: int, busy: Collection[int] = ()) -> list[int]:
        """Return the tables without a match in this turn, in order."""
        return [
            table
            for table in range(1, self.tables + 1)
            if table not in busy and Spot(table, turn) not in self.taken
        ]


def shifts_needed(matches: int, tables: int | None) -> int:
    """Return how many shifts a round of this many matches takes."""
    return 1 if tables is None else max(1, -(-matches // tables))


def in_shifts(matches: Sequence[RoomMatch], tables: int) -> dict[int, Spot]:
    """Return the table and shift of every match, in as few shifts as possible.

    Groups stay whole in a shift if that takes no more shifts. New matches are placed from the shift
    on that is being played, at tables where nobody plays any more or yet.
    """
    kept = _kept(matches)
    room = _Room(tables, set(kept.values()))
    first = max((spot.turn for spot in _played_at(matches)), default=1)
    busy = _busy(matches)
    rest = [match for match in matches if match.kept is None]
    sizes = _sizes(room, first, busy, len(rest))
    found = dict(kept)
    for offset, shift in enumerate(_split(rest, sizes)):
        free = room.free(first + offset, () if offset else busy)
        found |= _seats(shift, free, first + offset)
    return found


def in_queue(matches: Sequence[RoomMatch], tables: int) -> dict[int, Spot]:
    """Return the table of every match that has been called or can be, and places for the others.

    Places in the queue go on after the tables: with four tables, from 5 on.
    """
    found = _kept(matches)
    turns = _turns(_played_at(matches))
    room = _Room(tables)
    free = room.free(1, _busy(matches))
    rest = [match for match in matches if match.kept is None]
    called = _seats(rest[: len(free)], free, 1)
    found |= {pk: Spot(spot.table, turns.get(spot.table, 0) + 1) for pk, spot in called.items()}
    taken = {spot.table for spot in found.values() if not spot.turn}
    places = (place for place in count(tables + 1) if place not in taken)
    found |= {match.id: Spot(next(places), QUEUED) for match in rest[len(free) :]}
    return found


def next_turn(spots: Iterable[Spot], table: int) -> int:
    """Return the turn of the next match at a table."""
    return _turns(spots).get(table, 0) + 1


def _kept(matches: Iterable[RoomMatch]) -> dict[int, Spot]:
    return {match.id: match.kept for match in matches if match.kept is not None}


def _played_at(matches: Iterable[RoomMatch]) -> list[Spot]:
    """Return where matches are or were played."""
    return [match.kept for match in matches if match.kept is not None and not match.decided]


def _busy(matches: Iterable[RoomMatch]) -> set[int]:
    """Return the tables where somebody still plays."""
    return {
        match.kept.table
        for match in matches
        if match.kept is not None and not match.over and not match.decided
    }


def _turns(spots: Iterable[Spot]) -> dict[int, int]:
    """Return the last turn at each table."""
    found: dict[int, int] = {}
    for spot in spots:
        found[spot.table] = max(spot.turn, found.get(spot.table, 0))
    return found


def _sizes(room: _Room, first: int, busy: Collection[int], matches: int) -> list[int]:
    """Return how many matches each shift from `first` on can take, until all have a place."""
    sizes = [len(room.free(first, busy))]
    while sum(sizes) < matches:
        sizes.append(len(room.free(first + len(sizes))))
    return sizes


def _split(matches: Sequence[RoomMatch], sizes: Sequence[int]) -> list[list[RoomMatch]]:
    """Divide matches into shifts of at most these sizes: by whole groups, or else in order."""
    groups: dict[str, list[RoomMatch]] = {}
    for match in matches:
        groups.setdefault(match.group, []).append(match)
    whole = None if "" in groups else _pack({name: len(own) for name, own in groups.items()}, sizes)
    if whole is not None:
        return [
            [match for name, own in groups.items() if whole[name] == shift for match in own]
            for shift in range(len(sizes))
        ]
    in_order = [match for own in groups.values() for match in own]
    shifts, start = [], 0
    for size in sizes:
        shifts.append(in_order[start : start + size])
        start += size
    return shifts


def _pack(groups: Mapping[str, int], sizes: Sequence[int]) -> dict[str, int] | None:
    """Return a shift for each group so that all fit, the first groups first; None if none is.

    The largest groups are placed first. States that failed are not tried again.
    """
    order = sorted(groups, key=lambda name: -groups[name])
    failed: set[tuple[int, tuple[int, ...]]] = set()
    left = list(sizes)
    found: dict[str, int] = {}

    def placed(at: int) -> bool:
        if at == len(order):
            return True
        state = (at, tuple(sorted(left)))
        if state in failed:
            return False
        size = groups[order[at]]
        for shift, room in enumerate(left):
            if room < size:
                continue
            left[shift] -= size
            found[order[at]] = shift
            if placed(at + 1):
                return True
            left[shift] += size
        failed.add(state)
        return False

    return found if placed(0) else None


def _seats(matches: Sequence[RoomMatch], free: Sequence[int], turn: int) -> dict[int, Spot]:
    """Return free tables for these matches: those that an entrant needs, then the lowest."""
    left = list(free)
    found: dict[int, Spot] = {}
    for match in matches:
        if match.wish in left:
            left.remove(match.wish)
            found[match.id] = Spot(match.wish, turn)
    for match in matches:
        if match.id not in found:
            found[match.id] = Spot(left.pop(0), turn)
    return found
