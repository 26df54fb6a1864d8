"""Who is still to meet whom: schedules in which each meets each.

The numbers of a schedule are given before its first round and stand in the keys of its tables
("B:3-5:1": group B, number 3 is named first against number 5, first leg), so everything is found
again from the tables as drawn.

Who comes late, comes back after missing a round or has been moved by hand leaves matches that the
schedule no longer holds. They fill rounds in which both are free anyway; the rest is played in
extra rounds at the end, those first who have most matches left. Matches with somebody who is not
there are left out, and the opponent is free.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count

import rustworkx

from tournaments.pairing.values import SessionRound, Table

KEY = re.compile(r"(?:([A-Z]):)?([0-9]{1,4})-([0-9]{1,4}):([0-9]{1,2})", re.ASCII)
Pair = tuple[int, int]  # the one named first, and the other


@dataclass(frozen=True)
class Fixture:
    """One match to be played: ids, numbers in the schedule, leg from 1. `extra`: the schedule did
    not hold it.
    """

    sides: Pair
    numbers: Pair
    leg: int
    extra: bool = False


@dataclass(frozen=True)
class Schedule:
    """One group's state. `numbers` are by id (late ones after the others), `first` counts those of
    the schedule.

    `rounds` are the session rounds that are left, none of them empty; `planned` counts those of the
    whole schedule.
    """

    numbers: Mapping[int, int]
    first: int
    planned: int
    rounds: tuple[tuple[Fixture, ...], ...]


def circle(count: int) -> tuple[tuple[Pair, ...], ...]:
    """The rounds of one leg for the numbers 1 to `count`, by the circle method in the order of
    Berger's tables.

    The last even number stays, the others go round; with an odd count whoever would meet it has the
    bye. Everybody is named first in half of the matches, give or take one.
    """
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
    """How many session rounds so many need to meet each other."""
    return 0 if count < 2 else legs * (count - 1 + count % 2)


def order_by_seeds(ids: Sequence[int]) -> list[int]:
    """The ids in the order of their numbers, from the order of the seeds: the first two meet in the
    last round.
    """
    if len(ids) < 4:
        return list(ids)
    late = len(ids) - 1 + len(ids) % 2  # this number meets number 1 in the last round
    rest = [ids[0], *ids[2:]]
    return [*rest[: late - 1], ids[1], *rest[late - 1 :]]


def group_of(table: Table) -> str | None:
    """The group in a table's key; None for a table that has no such key."""
    found = KEY.fullmatch(table.key)
    return (found[1] or "") if found else None


def numbers_found(first: SessionRound, group: str, members: Collection[int]) -> dict[int, int]:
    """The numbers by id, from the first round as drawn: by the keys, and what is left over in the
    order of ids.

    `members` are the ids known to belong to the group: those without a key are taken from them
    alone.
    """
    found: dict[int, int] = {}
    size = 0
    for id_, number in _numbers_in_keys([first], group):
        found.setdefault(id_, number)
        size = max(size, number)
    there = {id_ for table in first.tables for id_ in table.everybody} | set(first.byes)
    left = sorted(id_ for id_ in there if id_ in members and id_ not in found)
    open_numbers = (
        number for number in range(1, size + len(left) + 1) if number not in found.values()
    )
    return found | dict(zip(left, open_numbers, strict=False))


def late_numbers(
    past: Sequence[SessionRound], group: str, numbers: Mapping[int, int]
) -> dict[int, int]:
    """The numbers beyond those of the schedule, by id: late ones keep the number that their first
    table's key has.
    """
    size = max(numbers.values(), default=0)
    found: dict[int, int] = {}
    for id_, number in _numbers_in_keys(past, group):
        is_new = id_ not in numbers and id_ not in found
        if number > size and is_new and number not in found.values():
            found[id_] = number
    return found


def _numbers_in_keys(rounds: Sequence[SessionRound], group: str) -> Iterator[tuple[int, int]]:
    """Who sat at the tables of a group's schedule, each with their number in the key."""
    for table in (table for drawn in rounds for table in drawn.tables):
        match = KEY.fullmatch(table.key)
        if match and (match[1] or "") == group and len(table.everybody) == 2:
            yield from zip(table.everybody, (int(match[2]), int(match[3])), strict=True)


def times_met(past: Sequence[SessionRound]) -> Counter[frozenset[int]]:
    """How often each two have met: every table counts, however it ended."""
    return Counter(frozenset(table.everybody) for drawn in past for table in drawn.tables)


def schedule(
    numbers: Mapping[int, int],
    present: Collection[int],
    met: Mapping[frozenset[int], int],
    legs: int,
    number: int,
    known: Mapping[int, int],
) -> Schedule:
    """What is left to play from session round `number` on.

    `numbers` are those of the schedule by id, who is gone among them; `present` who is there, late
    ones too; `known` are numbers that late ones have already (`late_numbers`).
    """
    size = max(numbers.values(), default=0)
    everybody = _everybody({**numbers, **known}, present)
    base = circle(size) * legs if size > 1 else ()
    there = {everybody[id_] for id_ in present}  # from here on everybody is a number
    id_of = {place: id_ for id_, place in everybody.items()}
    done = _by_number(met, everybody)
    left = Counter(
        {frozenset(two): legs - done.get(frozenset(two), 0) for two in combinations(there, 2)}
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
    """The numbers, and the next free ones for those who are there and have none."""
    late = sorted(id_ for id_ in present if id_ not in numbers)
    return numbers | dict(zip(late, count(max(numbers.values(), default=0) + 1), strict=False))


def _by_number(
    met: Mapping[frozenset[int], int], everybody: Mapping[int, int]
) -> dict[frozenset[int], int]:
    """How often each two numbers have met, among those who have one."""
    return {
        frozenset(map(everybody.__getitem__, pair)): times
        for pair, times in met.items()
        if pair <= everybody.keys()
    }


def _extra(planned: Sequence[Pair], left: Counter[frozenset[int]]) -> list[frozenset[int]]:
    """The matches still left that fit beside those planned: as many as can be."""
    busy = {one for pair in planned for one in pair}
    free = {two: times for two, times in left.items() if not two & busy}
    return _most_matches(free, left)


def _planned(
    base: Sequence[Sequence[Pair]], legs: int, number: int, left: Counter[frozenset[int]]
) -> list[list[Pair]]:
    """The schedule's matches from session round `number` on that are still to be played; they are
    taken off `left`.
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
    """Whom the schedule has for somebody in this session round: an id, or None for the bye or after
    its end.
    """
    size = max(numbers.values(), default=0)
    base = circle(size) * legs if size > 1 else ()
    if id_ not in numbers or number > len(base):
        return None
    for pair in base[number - 1]:
        if numbers[id_] in pair:
            other = pair[0] if pair[1] == numbers[id_] else pair[1]
            return next((one for one, place in numbers.items() if place == other), None)
    return None


def _named(pair: frozenset[int], done: Mapping[frozenset[int], int]) -> Pair:
    """Who is named first in a match outside of the schedule: the rule of the tables, turned round
    each time.
    """
    low, high = sorted(pair)
    turned = ((low + high) % 2 == 0) != (done.get(pair, 0) % 2 == 1)
    return (high, low) if turned else (low, high)


def _most_matches(
    free: Mapping[frozenset[int], int], left: Mapping[frozenset[int], int]
) -> list[frozenset[int]]:
    """Matches for one round out of `free`: as many as can be, with those who have most matches
    left.
    """
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
