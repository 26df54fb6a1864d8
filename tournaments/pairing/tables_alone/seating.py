"""Seats people who play alone so that they meet as evenly as possible.

Minimises the sum over all pairs of (times met)². Another meeting increases a pair's share by 2 *
(times met) + 1, so it is enough to count how often those at a table have met before.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournaments.pairing.values import SessionRound

# People seated over all attempts: many attempts for a few people, few for many
TRIES = 12000
EXCHANGES = 3  # random swaps that start an attempt from the best seating so far

KEPT_APART = 10_000  # meetings

Met = Mapping[frozenset[int], int]


def times_met(past: Iterable[SessionRound]) -> Counter[frozenset[int]]:
    """Count how often each two sat at the same table."""
    tables = (table.everybody for played in past for table in played.tables)
    return Counter(frozenset(two) for people in tables for two in combinations(people, 2))


def times_to_avoid(past: Iterable[SessionRound], apart: Iterable[frozenset[int]]) -> Met:
    """Count as `times_met`; each two whom the desk keeps apart as if they had met very often."""
    met = times_met(past)
    for pair in apart:
        met[pair] += KEPT_APART
    return met


def times_at_bigger(past: Iterable[SessionRound]) -> dict[int, int]:
    """Count how often each sat at a bigger table, in rounds with tables of different sizes."""
    found: dict[int, int] = {}
    for played in past:
        sizes = [len(table.everybody) for table in played.tables]
        for table, size in zip(played.tables, sizes, strict=True):
            if size > min(sizes):
                for id_ in table.everybody:
                    found[id_] = found.get(id_, 0) + 1
    return found


def choose_byes(
    people: Sequence[int], count: int, past: Sequence[SessionRound], seed: int
) -> list[int]:
    """Choose the byes: fewest byes so far, then most rounds played, then by lot."""
    byes = {id_: sum(id_ in played.had_bye for played in past) for id_ in people}
    games = {
        id_: sum(id_ in table.everybody for played in past for table in played.tables)
        for id_ in people
    }
    order = sorted(people)
    random.Random(seed).shuffle(order)  # noqa: S311 - a lot, not a secret
    return sorted(order, key=lambda id_: (byes[id_], -games[id_]))[:count]


def seat_evenly(
    people: Iterable[int], sizes: Sequence[int], met: Met, bigger: Mapping[int, int], seed: int
) -> list[list[int]]:
    """Return tables of these sizes with as few repeated meetings as possible.

    Ties: those who sat at a bigger table before (`bigger`: id -> how often) sit at a smaller one.
    The search swaps two people as long as that helps, from many starts; the same people, sizes and
    seed always give the same tables.
    """
    ids = sorted(people)
    big = [bigger.get(id_, 0) if len(set(sizes)) > 1 else 0 for id_ in ids]
    search = _Search(_weights(ids, met, 1 + sum(big)), sizes, big)
    lot = random.Random(seed)  # noqa: S311 - a lot, not a secret
    best = search.improved(_shuffled(len(ids), sizes, lot))
    least = search.cost(best)
    for attempt in range(TRIES // max(1, len(ids))):
        if not least:
            break
        start = _shuffled(len(ids), sizes, lot) if attempt % 2 else _pushed(best, lot)
        found = search.improved(start)
        cost = search.cost(found)
        if cost < least:
            best, least = found, cost
    tables: list[list[int]] = [[] for _ in sizes]
    for index, table in enumerate(best):
        tables[table].append(ids[index])
    return tables


def _weights(ids: Sequence[int], met: Met, scale: int) -> list[list[int]]:
    """Return the cost of each two at one table, `scale` for each time they met."""
    return [
        [scale * met.get(frozenset((one, other)), 0) if one != other else 0 for other in ids]
        for one in ids
    ]


def _shuffled(count: int, sizes: Sequence[int], lot: random.Random) -> list[int]:
    seats = [table for table, size in enumerate(sizes) for _ in range(size)]
    lot.shuffle(seats)
    return seats[:count]


def _pushed(seats: Sequence[int], lot: random.Random) -> list[int]:
    """Return the seating with a few random swaps."""
    pushed = list(seats)
    for _ in range(EXCHANGES):
        one, other = lot.randrange(len(pushed)), lot.randrange(len(pushed))
        pushed[one], pushed[other] = pushed[other], pushed[one]
    return pushed


class _Search:
    """Swaps two people as long as the cost falls. A seating lists everybody's table index."""

    def __init__(self, weights: list[list[int]], sizes: Sequence[int], big: list[int]) -> None:
        self.weights = weights
        self.known = [
            [(other, weight) for other, weight in enumerate(row) if weight] for row in weights
        ]
        self.big = big
        self.bigger = [size > min(sizes) for size in sizes]

    def cost(self, seats: Sequence[int]) -> int:
        both_ways = sum(
            weight
            for known, table in zip(self.known, seats, strict=True)
            for other, weight in known
            if seats[other] == table
        )
        return both_ways // 2 + sum(
            self.big[one] for one, table in enumerate(seats) if self.bigger[table]
        )

    def improved(self, seats: list[int]) -> list[int]:
        """Return the seating after all swaps that help; changes the list passed in."""
        at = self._costs_at_tables(seats)
        helped = True
        while helped:
            helped = False
            for one, own in enumerate(at):
                here, weights = seats[one], self.weights[one]
                for other in range(one):
                    there = seats[other]
                    if here == there:
                        continue
                    others = at[other]
                    if own[there] - own[here] + others[here] - others[there] < 2 * weights[other]:
                        seats[one], seats[other] = there, here
                        self._moved(at, one, here, there)
                        self._moved(at, other, there, here)
                        here, helped = there, True
        return seats

    def _costs_at_tables(self, seats: Sequence[int]) -> list[list[int]]:
        """Return everybody's cost at each table with its current members."""
        at = [[big if bigger else 0 for bigger in self.bigger] for big in self.big]
        for known, table in zip(self.known, seats, strict=True):
            for other, weight in known:
                at[other][table] += weight
        return at

    def _moved(self, at: list[list[int]], one: int, here: int, there: int) -> None:
        for other, weight in self.known[one]:
            at[other][here] -= weight
            at[other][there] += weight
