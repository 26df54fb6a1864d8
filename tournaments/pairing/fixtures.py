"""Round-robin schedules, and what is left of one to play.

Schedule numbers are assigned before the first round and stored in the tables' keys ("B:3-5:1":
group B, number 3 named first against number 5, first leg), so everything is derived from the tables
as drawn.

Entrants who arrive late, miss a round or are moved by hand leave matches the schedule no longer
has. These are put in rounds in which both are free; the rest is played in extra rounds at the end,
entrants with most matches left first. Matches of an absent entrant are left out, and the opponent
is free.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count

import rustworkx

from tournaments.pairing.values import SessionRound, Table

KEY = re.compile(r"(?:([A-Z]):)?([0-9]{1,4})-([0-9]{1,4}):([0-9]{1,2})", re.ASCII)
Pair = tuple[int, int]  # the one named first, then the other


@dataclass(frozen=True)
class Fixture:
    """One match to play: ids, schedule numbers, leg from 1. `extra`: not in the schedule."""

    sides: Pair
    numbers: Pair
    leg: int
    extra: bool = False


@dataclass(frozen=True)
class Schedule:
    """State of one group.

    `numbers` are by id (late entrants last); `first` is how many of them belong to the original
    schedule. `rounds` are the session rounds left, none of them empty; `planned` is the number of
    rounds in the whole schedule.
    """

    numbers: Mapping[int, int]
    first: int
    planned: int
    rounds: tuple[tuple[Fixture, ...], ...]

    @property
    def next_round(self) -> tuple[Fixture, ...]:
        return self.rounds[0] if self.rounds else ()


def circle(count: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the rounds of one leg for numbers 1 to `count`: circle method, order of Berger tables.

    The last even number stays fixed and the others rotate; with an odd count its opponent has the
    bye. Each is named first in half of the matches, give or take one.
    """
    if count < 2:
        return ()
    size = count + count % 2
    rounds = []
    for number in range(1, size):
        pairs = []
        for one in range(1, size):
            other = (number + 1 - one) % (size - 1) or size - 1
            if one == other and size <= count:
                pairs.append((one, size) if one <= size // 2 else (size, one))
            elif one < other:
                pairs.append((one, other) if (one + other) % 2 else (other, one))
        rounds.append(tuple(sorted(pairs, key=min)))
    return tuple(rounds)


def circle_rounds(count: int, legs: int) -> int:
    """Return how many session rounds this many entrants need to meet each other."""
    return 0 if count < 2 else legs * (count - 1 + count % 2)


def order_by_seeds(ids: Sequence[int]) -> list[int]:
    """Return the ids in number order, given seed order: the top two meet in the last round."""
    if len(ids) < 4:
        return list(ids)
    late = len(ids) - 1 + len(ids) % 2  # this number meets number 1 in the last round
    rest = [ids[0], *ids[2:]]
    return [*rest[: late - 1], ids[1], *rest[late - 1 :]]


def group_of(table: Table) -> str | None:
    """Return the group in a table's key, None if the table has no such key."""
    found = KEY.fullmatch(table.key)
    return (found[1] or "") if found else None


def numbers_found(first: SessionRound, group: str, members: Collection[int]) -> dict[int, int]:
    """Return the numbers by id, derived from the first round as drawn.

    Read from the keys; remaining numbers go to remaining ids in id order. `members` are the ids
    known to belong to the group: only they may fill in for missing keys.
    """
    found: dict[int, int] = {}
    size = 0
    for id_, number in _numbers_in_keys([first], group):
        found.setdefault(id_, number)
        size = max(size, number)
    left = sorted(id_ for id_ in first.everybody if id_ in members and id_ not in found)
    open_numbers = (
        number for number in range(1, size + len(left) + 1) if number not in found.values()
    )
    return found | dict(zip(left, open_numbers, strict=False))


def late_numbers(
    past: Sequence[SessionRound], group: str, numbers: Mapping[int, int]
) -> dict[int, int]:
    """Return the numbers of late entrants by id, from the key of their first table."""
    size = max(numbers.values(), default=0)
    found: dict[int, int] = {}
    for id_, number in _numbers_in_keys(past, group):
        is_new = id_ not in numbers and id_ not in found
        if number > size and is_new and number not in found.values():
            found[id_] = number
    return found


def _numbers_in_keys(rounds: Sequence[SessionRound], group: str) -> Iterator[tuple[int, int]]:
    """Yield (id, number) for everybody at the tables of a group's schedule."""
    for table in (table for drawn in rounds for table in drawn.tables):
        match = KEY.fullmatch(table.key)
        if match and (match[1] or "") == group and len(table.everybody) == 2:
            yield from zip(table.everybody, (int(match[2]), int(match[3])), strict=True)


def times_met(past: Sequence[SessionRound]) -> Counter[frozenset[int]]:
    """Count the meetings of each two; every table counts, however it ended."""
    return Counter(frozenset(table.everybody) for drawn in past for table in drawn.tables)


def schedule(
    numbers: Mapping[int, int],
    present: Collection[int],
    met: Mapping[frozenset[int], int],
    legs: int,
    number: int,
    known: Mapping[int, int],
) -> Schedule:
    """Compute what is left to play from session round `number` on.

    `numbers` are those of the schedule by id, including entrants who have left; `present` are the
    ids attending, including late ones; `known` are numbers already given to late entrants
    (`late_numbers`).
    """
    size = max(numbers.values(), default=0)
    everybody = _everybody({**numbers, **known}, present)
    base = circle(size) * legs
    active = {everybody[id_] for id_ in present}  # from here on entrants are numbers
    id_of = {place: id_ for id_, place in everybody.items()}
    done = _by_number(met, everybody)
    left = Counter(
        {frozenset(two): legs - done.get(frozenset(two), 0) for two in combinations(active, 2)}
    )
    plan = _planned(base, legs, number, left)
    left = +left
    rounds = []
    while plan or left:
        planned = plan.pop(0) if plan else []
        extra = _extra(planned, left)
        left -= Counter(extra)
        pairs = [*planned, *(_named(two, done) for two in extra)]
        fixtures = []
        for place, pair in enumerate(pairs):
            leg = done[frozenset(pair)] = done.get(frozenset(pair), 0) + 1
            ids = (id_of[pair[0]], id_of[pair[1]])
            fixtures.append(Fixture(ids, pair, leg, place >= len(planned)))
        if fixtures:
            rounds.append(tuple(sorted(fixtures, key=lambda fixture: min(fixture.numbers))))
    return Schedule(everybody, size, len(base), tuple(rounds))


def _everybody(numbers: dict[int, int], present: Collection[int]) -> dict[int, int]:
    """Return the numbers, plus the next free ones for attending ids that have none."""
    late = sorted(id_ for id_ in present if id_ not in numbers)
    return numbers | dict(zip(late, count(max(numbers.values(), default=0) + 1), strict=False))


def _by_number(
    met: Mapping[frozenset[int], int], everybody: Mapping[int, int]
) -> dict[frozenset[int], int]:
    """Count the meetings of each two numbers."""
    return {
        frozenset(map(everybody.__getitem__, pair)): times
        for pair, times in met.items()
        if pair <= everybody.keys()
    }


def _extra(planned: Sequence[Pair], left: Counter[frozenset[int]]) -> list[frozenset[int]]:
    """Return as many of the remaining matches as fit beside those planned."""
    busy = {one for pair in planned for one in pair}
    free = {two: times for two, times in left.items() if not two & busy}
    return _most_matches(free, left)


def _planned(
    base: Sequence[Sequence[Pair]], legs: int, number: int, left: Counter[frozenset[int]]
) -> list[list[Pair]]:
    """Return the schedule's unplayed matches from session round `number` on, subtracted from
    `left`.
    """
    plan: list[list[Pair]] = []
    for index in range(number - 1, len(base)):
        plan.append([])
        for first, second in base[index]:
            two = frozenset((first, second))
            if left[two] > 0:
                left[two] -= 1
                plan[-1].append((first, second) if index < len(base) // legs else (second, first))
    return plan


def opponent_planned(numbers: Mapping[int, int], id_: int, legs: int, number: int) -> int | None:
    """Return the scheduled opponent's id; None for a bye or after the schedule's end."""
    size = max(numbers.values(), default=0)
    base = circle(size) * legs
    if id_ not in numbers or number > len(base):
        return None
    for pair in base[number - 1]:
        if numbers[id_] in pair:
            other = pair[0] if pair[1] == numbers[id_] else pair[1]
            return next((one for one, place in numbers.items() if place == other), None)
    return None


def _named(pair: frozenset[int], done: Mapping[frozenset[int], int]) -> Pair:
    """Order the sides of an unscheduled match: by the rule of the tables, reversed each time."""
    low, high = sorted(pair)
    turned = ((low + high) % 2 == 0) != (done.get(pair, 0) % 2 == 1)
    return (high, low) if turned else (low, high)


def _most_matches(
    free: Mapping[frozenset[int], int], left: Mapping[frozenset[int], int]
) -> list[frozenset[int]]:
    """Choose as many matches from `free` as possible, most remaining matches first."""
    if not free:
        return []
    degree: Counter[int] = Counter()
    for pair, times in left.items():
        for one in pair:
            degree[one] += times
    nodes = sorted({one for pair in free for one in pair})
    index = {one: position for position, one in enumerate(nodes)}
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(nodes)
    for low, high in sorted((min(pair), max(pair)) for pair in free):
        graph.add_edge(index[low], index[high], degree[low] ** 4 + degree[high] ** 4)
    chosen = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    return sorted((frozenset((nodes[a], nodes[b])) for a, b in chosen), key=sorted)
