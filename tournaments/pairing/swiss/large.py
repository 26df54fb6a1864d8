"""Pairs for a large field in which nobody has met half of the others: from the top downwards, some hundreds at a time.

There rematches can always be avoided, and one of the same club is met only where a club has more than half of the
field: then so many of it as are too many are paired among themselves, spread over all ranks. So it is known what the
best result is, and the ways to line up the field are tried until one has it:

1. ideal opponents beside each other;
2. the same, with a large club spread evenly over the line: the first of it beside the first of the others;
3. every club spread evenly;
4. the whole field at once, each compared with more and more of the others, at last with all.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from tournaments.pairing.swiss.standing import Standing

NEAR = 10  # possible opponents looked at below each entrant in the line
REACH = 8  # times as many places are looked at for them; where none of these is welcome, another line is better
POOL = 600  # entrants compared at a time
KEPT = 440  # of these so many, from the top, are settled before the next come in
WAITING = 3 * POOL  # more without an opponent than this: the clubs stand in the way, another line is better
LARGE = 4  # a club with more than one in so many is worth spreading

Pairs = list[tuple[int, int]]


class Wishes(Protocol):
    """What a draw knows about any two, and how it finds the best pairs."""

    @property
    def clubs(self) -> Mapping[int, str]:
        """The club of everybody who is to be kept apart from others."""

    def strangers(self, a: int, b: int) -> bool:
        """Whether these have not met."""

    def same_club(self, a: int, b: int) -> bool:
        """Whether these should be kept apart."""

    def paired(self, order: Sequence[int], edges: Iterable[tuple[int, int]], standing: Standing) -> Pairs:
        """The best pairs among these."""


def paired_in_parts(wishes: Wishes, standing: Standing) -> Pairs:
    """Everybody of the standing in pairs: no rematch, and no more tables of one club than must be."""
    club, surplus = _surplus(wishes.clubs, standing.order)
    among = _spread_out([id_ for id_ in standing.order if club and wishes.clubs.get(id_) == club], surplus)
    line = [id_ for id_ in standing.seating if id_ not in among]

    def welcome(a: int, b: int) -> bool:
        return wishes.strangers(a, b) and not wishes.same_club(a, b)

    done = _in_parts([id_ for id_ in standing.seating if id_ in among], wishes, standing, wishes.strangers)
    for one in _lines(line, wishes.clubs) if 2 * len(done) == len(among) else ():
        pairs = _in_parts(one, wishes, standing, welcome)
        if 2 * len(pairs) == len(line):
            return done + pairs
    return _widened(wishes, standing, surplus // 2)


def _surplus(clubs: Mapping[int, str], order: Sequence[int]) -> tuple[str, int]:
    """The club of more than half of the field, and how many of it are too many for the others; ("", 0) if none."""
    sizes = Counter(clubs[id_] for id_ in order if id_ in clubs)
    club, size = sizes.most_common(1)[0] if sizes else ("", 0)
    return (club, 2 * size - len(order)) if 2 * size > len(order) else ("", 0)


def _spread_out(members: Sequence[int], count: int) -> set[int]:
    """So many (an even number) of the members, as neighbours by two, from all ranks."""
    couples = [members[start : start + 2] for start in range(0, len(members) - 1, 2)]
    if 2 * len(couples) <= count:
        return set(members[:count])
    chosen = [couples[number * len(couples) // (count // 2)] for number in range(count // 2)]
    return {id_ for couple in chosen for id_ in couple}


def _lines(line: Sequence[int], clubs: Mapping[int, str]) -> Iterator[Sequence[int]]:
    """The ways to line up the field, the best first. Beside about half of one club the first would be in vain."""
    sizes = Counter(clubs[id_] for id_ in line if id_ in clubs)
    if 20 * max(sizes.values(), default=0) <= 9 * len(line):
        yield line
    for spread in (
        {club for club, size in sizes.most_common(1) if LARGE * size > len(line)},
        {club for club, size in sizes.items() if size > NEAR},
    ):
        if spread:
            kind = {id_: clubs[id_] if clubs.get(id_) in spread else "" for id_ in line}
            total, seen = Counter(kind.values()), Counter[str]()
            at = {}
            for index, id_ in enumerate(line):
                at[id_] = ((2 * seen[kind[id_]] + 1) * len(line) // total[kind[id_]], index)
                seen[kind[id_]] += 1
            yield sorted(line, key=at.__getitem__)


def _in_parts(line: Sequence[int], wishes: Wishes, standing: Standing, welcome: Callable[[int, int], bool]) -> Pairs:
    """Welcome pairs along the line; somebody stays over where that does not come out."""
    done: Pairs = []
    waiting: list[int] = []
    start = 0
    while start < len(line) and len(waiting) <= WAITING:
        end = start + max(POOL - len(waiting), POOL // 2)
        pool = [*waiting, *line[start:end]]
        start = end
        pairs = wishes.paired(pool, _near(pool, NEAR, welcome), standing)
        settled = set(pool if start >= len(line) else pool[:KEPT])
        done += [pair for pair in pairs if settled.issuperset(pair)]
        gone = {id_ for pair in pairs if settled.issuperset(pair) for id_ in pair}
        waiting = [id_ for id_ in pool if id_ not in gone]
    return done


def _near(line: Sequence[int], count: int, welcome: Callable[[int, int], bool]) -> Iterator[tuple[int, int]]:
    """For each position the next ones below that are welcome, none farther away than REACH times as many."""
    for a, first in enumerate(line):
        found = 0
        for b in range(a + 1, min(len(line), a + 1 + REACH * count)):
            if welcome(first, line[b]):
                yield a, b
                found += 1
                if found == count:
                    break


def _widened(wishes: Wishes, standing: Standing, same_club: int) -> Pairs:
    """The whole field at once; `same_club` is the number of tables of one club with which it is good enough."""
    line = standing.seating
    count = NEAR
    while count < len(line) // 4:
        count *= 4
        pairs = wishes.paired(line, _near(line, count, wishes.strangers), standing)
        if 2 * len(pairs) == len(line) and sum(wishes.same_club(a, b) for a, b in pairs) <= same_club:
            return pairs
    return wishes.paired(line, combinations(range(len(line)), 2), standing)
