"""Seats people evening by evening so that they meet as evenly as possible over a season."""

import random
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations

from tournaments.pairing.values import Entrant

MEETING = 16  # weight of the squared number of meetings; a shared club only decides between equals
CLUB = 1
FIVE_AGAIN = 400  # outweighs another meeting: those who sat at a table of five do so again last
FIVE_MISSED = 10_000
KEPT_APART = 1_000_000  # two whom the desk keeps apart
WORK = 300_000  # swaps tried for one evening in one pass over all starts
MOST_STARTS = 100


def seat_evenly(
    people: Sequence[Entrant],
    table_sizes: Sequence[int],
    met: Mapping[frozenset[int], int],
    at_five: Mapping[int, int],
    lot: random.Random,
    apart: Collection[frozenset[int]] = frozenset(),
) -> list[list[int]]:
    """Return tables of these sizes, as lists of ids, with a small sum of squared meetings over
    pairs.

    Each start seats people one at a time where they have met least, then swaps two between tables
    as long as that helps; the best of several starts is kept. `at_five` counts how often each sat
    at a table of five; each two of `apart` should not sit together.
    """
    if not people:
        return []
    seated = sorted(people, key=lambda one: one.id)
    cost = _costs(seated, met, apart)
    seat_cost = _seat_costs(seated, table_sizes, at_five)
    best: list[list[int]] = []
    best_total = -1
    pairs = len(seated) * len(seated) // 2
    for _ in range(max(2, min(MOST_STARTS, WORK // max(1, 6 * pairs)))):
        tables = _greedy(len(seated), table_sizes, cost, seat_cost, lot)
        _exchange(tables, cost, seat_cost)
        total = _total(tables, cost, seat_cost)
        if best_total < 0 or total < best_total:
            best, best_total = tables, total
        if total == 0:
            break
    return [[seated[position].id for position in table] for table in best]


def _costs(
    people: Sequence[Entrant],
    met: Mapping[frozenset[int], int],
    apart: Collection[frozenset[int]],
) -> list[list[int]]:
    """Return the cost of each two at one table."""
    cost = [[0] * len(people) for _ in people]
    for (i, one), (j, other) in permutations(enumerate(people), 2):
        times = met.get(frozenset((one.id, other.id)), 0)
        same = bool(one.club) and one.club == other.club
        # squares: another meeting after n adds (n + 1)^2 - n^2
        cost[i][j] = MEETING * (2 * times) + (CLUB if same else 0)
        if apart and frozenset((one.id, other.id)) in apart:
            cost[i][j] += KEPT_APART
    return cost


def _seat_costs(
    people: Sequence[Entrant], table_sizes: Sequence[int], at_five: Mapping[int, int]
) -> list[list[int]]:
    """Return everybody's cost of a seat at each table: zero if all tables have one size."""
    largest = max(table_sizes)
    if len(set(table_sizes)) == 1:
        return [[0] * len(table_sizes) for _ in people]
    return [
        [
            FIVE_AGAIN * at_five.get(one.id, 0) if size == largest else FIVE_MISSED * one.five
            for size in table_sizes
        ]
        for one in people
    ]


def _greedy(
    count: int,
    table_sizes: Sequence[int],
    cost: Sequence[Sequence[int]],
    seat_cost: Sequence[Sequence[int]],
    lot: random.Random,
) -> list[list[int]]:
    """Seat people in random order at the cheapest table; the emptiest if equal."""
    tables: list[list[int]] = [[] for _ in table_sizes]
    order = list(range(count))
    lot.shuffle(order)
    for one in order:
        free = [number for number, table in enumerate(tables) if len(table) < table_sizes[number]]
        chosen = min(
            free,
            key=lambda number: (
                sum(map(cost[one].__getitem__, tables[number])) + seat_cost[one][number],
                -len(tables[number]),
                number,
            ),
        )
        tables[chosen].append(one)
    return tables


def _exchange(
    tables: list[list[int]], cost: Sequence[Sequence[int]], seat_cost: Sequence[Sequence[int]]
) -> None:
    """Swap two between tables, always the first swap that helps, until none does."""
    # everybody's cost at every table, with its current members
    at = [
        [own + sum(map(row.__getitem__, table)) for own, table in zip(seats, tables, strict=True)]
        for row, seats in zip(cost, seat_cost, strict=True)
    ]
    better = True
    while better:
        better = False
        for a, b in combinations(range(len(tables)), 2):
            for i in range(len(tables[a])):
                for j in range(len(tables[b])):
                    one, other = tables[a][i], tables[b][j]
                    if at[one][b] + at[other][a] - at[one][a] - at[other][b] < 2 * cost[one][other]:
                        tables[a][i], tables[b][j] = other, one
                        for row, costs in zip(at, cost, strict=True):
                            row[a] += costs[other] - costs[one]
                            row[b] += costs[one] - costs[other]
                        better = True


def _total(
    tables: Sequence[Sequence[int]],
    cost: Sequence[Sequence[int]],
    seat_cost: Sequence[Sequence[int]],
) -> int:
    return sum(
        seat_cost[one][number] + sum(cost[one][other] for other in table[position + 1 :])
        for number, table in enumerate(tables)
        for position, one in enumerate(table)
    )
