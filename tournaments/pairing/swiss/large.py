"""Pairs for a large field in which nobody has met half of the others: from the top downwards, some
hundreds at a time.

There rematches can always be avoided. Where clubs weigh more than points, one of the same club is
met only where a club has more than half of the field: then all others meet one of it, and so many
of it as are left over are paired among themselves. So it is known what the best result is, and the
ways to line up the field are tried until one has it:

1. ideal opponents beside each other;
2. everybody of a large club beside somebody of the others, so that the squares of the differences
   of points are least (see `tournaments.pairing.swiss.lines`), and who is left over by twos between
   them;
3. every club spread evenly;
4. the whole field at once, each compared with more and more of the others, at last with all.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from tournaments.pairing.swiss.lines import nearest_line
from tournaments.pairing.swiss.standing import Standing

NEAR = 10  # possible opponents looked at below each entrant in the line
# Times as many places are looked at for them; where none of these is welcome, another line is
# better
REACH = 8
POOL = 600  # entrants compared at a time
KEPT = 440  # of these so many, from the top, are settled before the next come in
# More without an opponent than this: the clubs stand in the way, another line is better
WAITING = 3 * POOL
LARGE = 4  # a club with more than one in so many is worth spreading

Pairs = list[tuple[int, int]]


class Wishes(Protocol):
    """What a draw knows about any two, and how it finds the best pairs."""

    @property
    def clubs(self) -> Mapping[int, str]:
        """The club of everybody who is to be kept apart from others."""

    @property
    def clubs_first(self) -> bool:
        """Whether that weighs more than points."""

    def strangers(self, a: int, b: int) -> bool:
        """Whether these have not met."""

    def same_club(self, a: int, b: int) -> bool:
        """Whether these should be kept apart."""

    def paired(
        self, order: Sequence[int], edges: Iterable[tuple[int, int]], standing: Standing
    ) -> Pairs:
        """The best pairs among these."""


def paired_in_parts(wishes: Wishes, standing: Standing) -> Pairs:
    """Everybody of the standing in pairs:
    no rematch, and no more tables of one club than must be.
    """
    clubs = wishes.clubs if wishes.clubs_first else {}
    club, surplus = _surplus(clubs, standing.order)

    def welcome(a: int, b: int) -> bool:
        if surplus and clubs.get(a) != club and clubs.get(b) != club:
            return False  # then one more of the club would have to meet one of it
        return wishes.strangers(a, b) and (bool(surplus) or not (clubs and wishes.same_club(a, b)))

    for line in _lines(standing, clubs):
        pairs = _in_parts(line, wishes, standing, welcome)
        if 2 * len(pairs) == len(line) and _of_one_club(pairs, clubs) <= surplus // 2:
            return pairs
    return _widened(wishes, standing, clubs, surplus // 2)


def _surplus(clubs: Mapping[int, str], order: Sequence[int]) -> tuple[str, int]:
    """The club of more than half of the field, and how many of it are too many for the others; ("",
    0) if none.
    """
    sizes = Counter(clubs[id_] for id_ in order if id_ in clubs)
    club, size = sizes.most_common(1)[0] if sizes else ("", 0)
    return (club, 2 * size - len(order)) if 2 * size > len(order) else ("", 0)


def _of_one_club(pairs: Pairs, clubs: Mapping[int, str]) -> int:
    return sum(a in clubs and clubs[a] == clubs.get(b) for a, b in pairs)


def _lines(standing: Standing, clubs: Mapping[int, str]) -> Iterator[Sequence[int]]:
    """The ways to line up the field, the best first. Beside about half of one club the first would
    be in vain.
    """
    line = standing.seating
    sizes = Counter(clubs[id_] for id_ in line if id_ in clubs)
    club, largest = sizes.most_common(1)[0] if sizes else ("", 0)
    if 20 * largest <= 9 * len(line):
        yield line
    if LARGE * largest > len(line):
        members = [id_ for id_ in line if clubs.get(id_) == club]
        yield nearest_line(standing, members, [id_ for id_ in line if clubs.get(id_) != club])
    spread = {club for club, size in sizes.items() if size > NEAR}
    if spread:
        kind = {id_: clubs[id_] if clubs.get(id_) in spread else "" for id_ in line}
        total, seen = Counter(kind.values()), Counter[str]()
        at = {}
        for index, id_ in enumerate(line):
            at[id_] = ((2 * seen[kind[id_]] + 1) * len(line) // total[kind[id_]], index)
            seen[kind[id_]] += 1
        yield sorted(line, key=at.__getitem__)


def _in_parts(
    line: Sequence[int], wishes: Wishes, standing: Standing, welcome: Callable[[int, int], bool]
) -> Pairs:
    """Welcome pairs along the line; somebody stays over where that does not come out."""
    done: Pairs = []
    waiting: list[int] = []
    start = 0
    while start < len(line) and len(waiting) <= WAITING:
        end = start + max(POOL - len(waiting), POOL // 2)
        pool = [*waiting, *line[start:end]]
        start = end
        pairs = wishes.paired(pool, _near(pool, NEAR, wishes, welcome), standing)
        settled = set(pool if start >= len(line) else pool[:KEPT])
        done += [pair for pair in pairs if settled.issuperset(pair)]
        gone = {id_ for pair in pairs if settled.issuperset(pair) for id_ in pair}
        waiting = [id_ for id_ in pool if id_ not in gone]
    return done


def _near(
    line: Sequence[int], count: int, wishes: Wishes, welcome: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    """For each position the next ones below that are welcome, none farther away than REACH times as
    many.

    Where points weigh more than clubs, so many of the same club beside so many others.
    """
    apart = bool(wishes.clubs) and not wishes.clubs_first
    for a, first in enumerate(line):
        found = same = 0
        for b in range(a + 1, min(len(line), a + 1 + REACH * count)):
            if welcome(first, line[b]):
                if apart and wishes.same_club(first, line[b]):
                    same += 1
                    if same > count:
                        continue
                else:
                    found += 1
                yield a, b
                if found == count:
                    break


def _widened(wishes: Wishes, standing: Standing, clubs: Mapping[int, str], same_club: int) -> Pairs:
    """The whole field at once; `same_club` is the number of tables of one club with which it is
    good enough.
    """
    line = standing.seating
    count = NEAR
    while count < len(line) // 4:
        count *= 4
        pairs = wishes.paired(line, _near(line, count, wishes, wishes.strangers), standing)
        if 2 * len(pairs) == len(line) and _of_one_club(pairs, clubs) <= same_club:
            return pairs
    return wishes.paired(line, combinations(range(len(line)), 2), standing)
