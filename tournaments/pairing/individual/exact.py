"""Partners by perfect matching: without tables of five no draw repeats fewer of them."""

import random
from collections.abc import Sequence

import rustworkx

from tournaments.pairing.individual.criteria import Criteria
from tournaments.pairing.individual.seating import Seating

Pair = tuple[int, int]


def _least(count: int, costs: dict[Pair, int]) -> list[Pair]:
    """Return the perfect matching of 0 .. count-1 of least cost over these edges."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(one, other, cost) for (one, other), cost in costs.items()])
    most = max(costs.values(), default=0) + 1
    matched = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda cost: most - cost
    )
    return sorted((min(pair), max(pair)) for pair in matched)


def least_partners(
    costs: Criteria, persons: Sequence[int], byes: int, rng: random.Random
) -> list[Pair]:
    """Return partners for these persons: fewest repeats, then byes in turn, then by lot.

    A pair whose second is -1 is a bye.
    """
    turn, count = costs.weights.turn, len(persons)
    noise = count * count
    edges = {
        (k, m): costs.partner[persons[k]][persons[m]] // turn * noise + rng.randrange(count)
        for m in range(count)
        for k in range(m)
    }
    for k, person in enumerate(persons):
        for bye in range(byes):
            edges[k, count + bye] = costs.rest[person] // turn * noise + rng.randrange(count)
    pairs = _least(count + byes, edges)
    return [(persons[one], persons[other] if other < count else -1) for one, other in pairs]


def best_tables(costs: Criteria, pairs: Sequence[Pair]) -> list[tuple[int, int, int, int]]:
    """Combine pairs into tables of four so that opponents cost least."""
    against = costs.opponent
    edges = {
        (k, m): sum(against[one][other] for one in pairs[k] for other in pairs[m])
        for m in range(len(pairs))
        for k in range(m)
    }
    return [(*pairs[one], *pairs[other]) for one, other in _least(len(pairs), edges)]


def with_matching(
    costs: Criteria, fives: Sequence[Sequence[int]], byes: int, rng: random.Random
) -> Seating:
    """Return a seating with these tables of five and all others seated by matching."""
    taken = {person for five in fives for person in five}
    rest = [person for person in range(len(costs.ids)) if person not in taken]
    matched = least_partners(costs, rest, byes, rng) if rest else []
    resting = [[one] for one, other in matched if other < 0]
    tables = best_tables(costs, [pair for pair in matched if pair[1] >= 0])
    return Seating(costs, [*fives, *resting, *tables])
