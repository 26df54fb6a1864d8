"""Pairs a large field in which nobody has met half of the others, some hundreds at a time.

Rematches can always be avoided there. If clubs outweigh points, members of one club meet only if
that club has more than half of the field: then each of the others meets one of it, and its surplus
is paired internally. So the best result is known in advance, and orders of the field are tried
until one reaches it:

1. ideal opponents next to each other;
2. each member of a large club next to a non-member, so that the squares of the differences of
   points are least (see `tournaments.pairing.swiss.lines`), with the surplus in twos between them;
3. every club spread evenly;
4. the whole field at once, each compared with more and more of the others, finally with all.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Protocol

from tournaments.pairing.swiss.lines import nearest_line
from tournaments.pairing.swiss.standing import ScoreGroups

NEAR = 10  # possible opponents considered below each entrant in the line
# Places searched for them, as a multiple; if none is acceptable, another line is better
REACH = 8
POOL = 600  # entrants compared at a time
KEPT = 440  # number of these, from the top, settled before the next are added
# With more entrants left unpaired the clubs are in the way, and another line is better
WAITING = 3 * POOL
LARGE = 4  # a club with more than one in this many entrants is worth spreading

Pairs = list[tuple[int, int]]


class PairingRules(Protocol):
    """What the search needs to know about any two, and how to find the best pairs."""

    @property
    def clubs(self) -> Mapping[int, str]:
        """Club of everybody who is to be kept apart from others."""

    @property
    def clubs_first(self) -> bool:
        """Whether clubs outweigh points."""

    def may_meet(self, a: int, b: int) -> bool:
        """Whether these two have not met, and are not kept apart by the desk."""

    def same_club(self, a: int, b: int) -> bool:
        """Whether these two should be kept apart."""

    def paired(
        self, order: Sequence[int], edges: Iterable[tuple[int, int]], score_groups: ScoreGroups
    ) -> Pairs:
        """Return the best pairs along `edges`."""


def paired_in_parts(rules: PairingRules, score_groups: ScoreGroups) -> Pairs:
    """Pair the whole field without rematches and with as few tables of one club as possible."""
    clubs = rules.clubs if rules.clubs_first else {}
    club, surplus = _surplus(clubs, score_groups.order)

    def acceptable(a: int, b: int) -> bool:
        if surplus and clubs.get(a) != club and clubs.get(b) != club:
            return False  # otherwise one more of the club would have to meet another of it
        return rules.may_meet(a, b) and (bool(surplus) or not (clubs and rules.same_club(a, b)))

    for line in _lines(score_groups, clubs):
        pairs = _in_parts(line, rules, score_groups, acceptable)
        if 2 * len(pairs) == len(line) and _of_one_club(pairs, clubs) <= surplus // 2:
            return pairs
    return _widened(rules, score_groups, clubs, surplus // 2)


def _surplus(clubs: Mapping[int, str], order: Sequence[int]) -> tuple[str, int]:
    """Return the club with more than half of the field and its surplus; ("", 0) if none."""
    club, size = _largest(_club_sizes(clubs, order))
    return (club, 2 * size - len(order)) if 2 * size > len(order) else ("", 0)


def _club_sizes(clubs: Mapping[int, str], order: Sequence[int]) -> Counter[str]:
    return Counter(clubs[id_] for id_ in order if id_ in clubs)


def _largest(sizes: Counter[str]) -> tuple[str, int]:
    return sizes.most_common(1)[0] if sizes else ("", 0)


def _of_one_club(pairs: Pairs, clubs: Mapping[int, str]) -> int:
    return sum(a in clubs and clubs[a] == clubs.get(b) for a, b in pairs)


def _lines(score_groups: ScoreGroups, clubs: Mapping[int, str]) -> Iterator[Sequence[int]]:
    """Yield orders of the field, best first. Skips the first if about half is one club: it is
    futile.
    """
    line = score_groups.seating
    sizes = _club_sizes(clubs, line)
    club, largest = _largest(sizes)
    if 20 * largest <= 9 * len(line):
        yield line
    if LARGE * largest > len(line):
        members = [id_ for id_ in line if clubs.get(id_) == club]
        yield nearest_line(score_groups, members, [id_ for id_ in line if clubs.get(id_) != club])
    in_large_clubs = {id_: club for id_, club in clubs.items() if sizes[club] > NEAR}
    if in_large_clubs:
        yield _spread_evenly(line, in_large_clubs)


def _spread_evenly(line: Sequence[int], clubs: Mapping[int, str]) -> list[int]:
    """Return the line with the members of each club at equal distances, in their order; so are
    those without a club.
    """
    total, seen = Counter(clubs.get(id_) for id_ in line), Counter[str | None]()
    at = {}
    for index, id_ in enumerate(line):
        club = clubs.get(id_)
        at[id_] = ((2 * seen[club] + 1) * len(line) // total[club], index)
        seen[club] += 1
    return sorted(line, key=at.__getitem__)


def _in_parts(
    line: Sequence[int],
    rules: PairingRules,
    score_groups: ScoreGroups,
    acceptable: Callable[[int, int], bool],
) -> Pairs:
    """Pair along the line; entrants may be left over."""
    done: Pairs = []
    waiting: list[int] = []
    start = 0
    while start < len(line) and len(waiting) <= WAITING:
        end = start + max(POOL - len(waiting), POOL // 2)
        pool = [*waiting, *line[start:end]]
        start = end
        pairs = rules.paired(pool, _near(pool, NEAR, rules, acceptable), score_groups)
        settled = set(pool if start >= len(line) else pool[:KEPT])
        kept = [pair for pair in pairs if settled.issuperset(pair)]
        done += kept
        paired = set(chain.from_iterable(kept))
        waiting = [id_ for id_ in pool if id_ not in paired]
    return done


def _near(
    line: Sequence[int], count: int, rules: PairingRules, acceptable: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    """Yield for each position the next acceptable ones below, at most REACH times as far.

    If points outweigh clubs, this many of the same club and this many others.
    """
    apart = bool(rules.clubs) and not rules.clubs_first
    for a, first in enumerate(line):
        found = same = 0
        for b in range(a + 1, min(len(line), a + 1 + REACH * count)):
            if acceptable(first, line[b]):
                if apart and rules.same_club(first, line[b]):
                    same += 1
                    if same > count:
                        continue
                else:
                    found += 1
                yield a, b
                if found == count:
                    break


def _widened(
    rules: PairingRules, score_groups: ScoreGroups, clubs: Mapping[int, str], same_club: int
) -> Pairs:
    """Pair the whole field at once; `same_club` is the acceptable number of tables of one club."""
    line = score_groups.seating
    count = NEAR
    while count < len(line) // 4:
        count *= 4
        pairs = rules.paired(line, _near(line, count, rules, rules.may_meet), score_groups)
        if 2 * len(pairs) == len(line) and _of_one_club(pairs, clubs) <= same_club:
            return pairs
    return rules.paired(line, combinations(range(len(line)), 2), score_groups)
