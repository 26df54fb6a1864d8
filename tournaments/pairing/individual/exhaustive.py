"""Finds the best of all seatings, with proof, by branch and bound.

Tables of five, or byes, are chosen first, most promising ones before others; then the first
remaining person is seated with all others in turn. Branches that cannot beat the best known seating
are cut: each person has a share such that no table of four costs less than the shares of its
members, so the shares of those left bound their cost from below.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import sub

from tournaments.pairing.individual.criteria import Criteria
from tournaments.pairing.individual.fives import FIVE, FOUR, Sizes
from tournaments.pairing.individual.prices import prices_of_all
from tournaments.pairing.individual.seating import Seating

# Persons; forty have 91,390 tables of four, thirty 142,506 tables of five
MOST, MOST_WITH_FIVES = 32, 27
AT_A_TIME = 4  # tables searched together in a larger field
PARTS = 24  # number of such searches
STEPS_EACH = 4_000
# Looking up a memoised answer takes no time, but millions of look-ups take seconds
LOOKS_A_STEP = 8

# A table: its cost, its cost beyond shares, and its persons as bits
Priced = tuple[int, int, int]
Found = tuple[int, int]  # cost of a seating, and the persons at its first table as bits


class _TooLong(Exception):  # noqa: N818 - not an error: the question stays open
    """The step limit was reached."""


class _ExhaustiveSearch:
    """All seatings of some persons at tables of these sizes."""

    def __init__(
        self,
        costs: Criteria,
        size: Sizes,
        people: Sequence[int],
        rng: random.Random,
        steps: int,
        limit: int,
    ) -> None:
        """Only search below `limit`. Equal tables are tried in random order."""
        self.steps, self.looks, self.limit = steps, LOOKS_A_STEP * steps, limit
        self.everybody = _bits(people)
        self.odd_left = size.fives or size.byes
        # By their first person
        self.fours_of: dict[int, list[Priced]] = {person: [] for person in people}
        self.odds: list[Priced] = []
        self.share = dict.fromkeys(people, 0)
        self.least: dict[int, Found] = {0: (0, 0)}  # by the persons left
        self.above: dict[int, int] = {}  # lower bounds for the persons left
        self.chosen: tuple[int, ...] | None = None
        self._price(costs, size, people, rng)

    def _price(
        self, costs: Criteria, size: Sizes, people: Sequence[int], rng: random.Random
    ) -> None:
        """Price all possible tables. Directors are spread over the tables of five."""
        order = sorted(people)
        directors = set(costs.directors).intersection(people)
        at_fours = [person for person in order if person not in directors]
        fours = self._share_out(
            at_fours, prices_of_all(costs, at_fours, FOUR) if size.fours else []
        )
        for (first, *_), table in zip(combinations(at_fours, FOUR), fours, strict=False):
            self.fours_of[first].append(table)
        for tables in self.fours_of.values():
            rng.shuffle(tables)
            tables.sort(key=_cost)
        if self.odd_left:
            members = FIVE if size.fives else 1
            odds = self._beyond_shares(order, members, prices_of_all(costs, order, members))
            most = -(-len(directors) // size.fives) if size.fives else 0
            director_bits = _bits(directors)
            self.odds = [table for table in odds if (table[2] & director_bits).bit_count() <= most]
            rng.shuffle(self.odds)
            self.odds.sort(key=_beyond)

    def _share_out(self, persons: Sequence[int], priced: list[int]) -> Iterator[Priced]:
        """Set shares as large as possible: a quarter of the cheapest own table, then the slack
        left.
        """
        own: dict[int, list[int]] = {person: [] for person in persons}
        for index, group in enumerate(combinations(persons, FOUR) if priced else ()):
            for person in group:
                own[person].append(index)
        for person, tables in own.items():
            self.share[person] = min(map(priced.__getitem__, tables), default=0) // FOUR
        left = [beyond for _, beyond, _ in self._beyond_shares(persons, FOUR, priced)]
        for person, tables in own.items():
            more = min(map(left.__getitem__, tables), default=0)
            if more:
                self.share[person] += more
                for index in tables:
                    left[index] -= more
        return self._beyond_shares(persons, FOUR, priced)

    def _beyond_shares(
        self, persons: Sequence[int], size: int, priced: Sequence[int]
    ) -> Iterator[Priced]:
        """Yield all tables of this size with costs, in the order of `itertools.combinations`."""
        shares = map(sum, combinations([self.share[person] for person in persons], size))
        members = map(sum, combinations([1 << person for person in persons], size))
        return zip(priced, map(sub, priced, shares), members, strict=False)

    def groups(self) -> tuple[list[list[int]] | None, bool]:
        """Return the best seating below the limit (None if not found) and whether it is optimal."""
        try:
            self._with_odds(0, self.everybody, 0, sum(self.share.values()), (), self.odd_left)
            proven = True
        except _TooLong:
            proven = False
        if self.chosen is None:
            return None, proven
        left = self.everybody
        for members in self.chosen:
            left ^= members
        found = [_persons(members) for members in self.chosen]
        while left:
            members = self.least[left][1]
            found.append(_persons(members))
            left ^= members
        return found, proven

    def _with_odds(
        self, start: int, left: int, cost: int, bound: int, chosen: tuple[int, ...], to_come: int
    ) -> None:
        """Try every choice of the remaining fives or byes; then seat the tables of four."""
        if not to_come:
            found = self._fours(left, bound - cost, self.limit - cost)
            if found is not None:
                self.limit, self.chosen = cost + found[0], chosen
            return
        for index in range(start, len(self.odds)):
            price, beyond, members = self.odds[index]
            if bound + beyond * to_come >= self.limit:
                return
            self._step()
            if members & left == members:
                self._with_odds(
                    index + 1,
                    left ^ members,
                    cost + price,
                    bound + beyond,
                    (*chosen, members),
                    to_come - 1,
                )

    def _fours(self, left: int, shares: int, limit: int) -> Found | None:
        """Return the best tables of four for those left, whose shares sum to `shares`, below
        `limit`.
        """
        self.looks -= 1
        if self.looks < 0:
            raise _TooLong
        known = self.least.get(left)
        if known is not None:
            return known if known[0] < limit else None
        if self.above.get(left, -1) >= limit:
            return None
        self._step()
        found, seated = None, ~left
        for cost, beyond, members in self.fours_of[(left & -left).bit_length() - 1]:
            if cost >= limit:
                break
            if members & seated or shares + beyond >= limit:
                continue
            rest = self._fours(left ^ members, shares + beyond - cost, limit - cost)
            if rest is not None:
                limit = cost + rest[0]
                found = limit, members
        if found is None:
            self.above[left] = limit
        else:
            self.least[left] = found
        return found

    def _step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise _TooLong


def seat_optimally(
    seating: Seating, indexes: Sequence[int], rng: random.Random, steps: int
) -> bool:
    """Seat the persons of these tables optimally. Return whether that was proven within `steps`."""
    sizes = [len(seating.groups[index]) for index in indexes]
    size = Sizes(sizes.count(FOUR), sizes.count(FIVE), sizes.count(1))
    people = [person for index in indexes for person in seating.groups[index]]
    limit = sum(seating.prices[index] for index in indexes)
    groups, proven = _ExhaustiveSearch(seating.costs, size, people, rng, steps, limit).groups()
    if groups is not None:
        # Put each group where one of its size was, so that callers who go through tables one after
        # the other find them.
        by_size = sorted(indexes, key=lambda index: len(seating.groups[index]))
        seating.reseat(by_size, sorted(groups, key=len))
    return proven


def is_small(size: Sizes) -> bool:
    """Whether a whole field is small enough for an exhaustive search."""
    people = FOUR * size.fours + FIVE * size.fives + size.byes
    return people <= (MOST_WITH_FIVES if size.fives else MOST)


def improve_by_parts(seating: Seating, rng: random.Random) -> None:
    """Reseat a few tables at a time optimally, as long as that helps and time allows.

    By rank these are neighbouring tables, by lot tables with unmet wishes and any others.
    """
    tries = PARTS
    byes = [index for index, group in enumerate(seating.groups) if len(group) == 1]
    better = True
    while better:
        better = False
        for part in _parts(seating, rng):
            tries -= 1
            if tries < 0:
                return
            before = seating.total
            seat_optimally(seating, [*part, *byes], rng, STEPS_EACH)
            better |= seating.total < before


def _parts(seating: Seating, rng: random.Random) -> Iterator[list[int]]:
    tables = [index for index, group in enumerate(seating.groups) if len(group) > 1]
    if seating.costs.level:
        tables.sort(key=lambda index: sum(seating.groups[index]) / len(seating.groups[index]))
        starts = range(0, max(1, len(tables) - AT_A_TIME + 2), 2)
        yield from (tables[start : start + AT_A_TIME] for start in starts)
        return
    for index in tables:
        if seating.prices[index] >= seating.costs.weights.club:
            others = [other for other in tables if other != index]
            yield [index, *rng.sample(others, min(len(others), AT_A_TIME - 1))]


def _cost(table: Priced) -> int:
    return table[0]


def _beyond(table: Priced) -> int:
    return table[1]


def _bits(people: Iterable[int]) -> int:
    return sum(1 << person for person in people)


def _persons(members: int) -> list[int]:
    return [person for person in range(members.bit_length()) if members >> person & 1]
