"""Partners by a perfect matching: the proof that a partner has to come again, wherever one does."""

import itertools
import random
from collections.abc import Iterator, Sequence

import rustworkx

from tournaments.pairing.individual.criteria import Criteria
from tournaments.pairing.individual.fives import FIVE, Sizes
from tournaments.pairing.individual.seating import Seating

MOST_TRIED = 13  # persons up to which every choice of the tables of five is looked at

Pair = tuple[int, int]


def _least(count: int, costs: dict[Pair, int]) -> list[Pair]:
    """The perfect matching of 0 .. count-1 that costs least, over these edges."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(one, other, cost) for (one, other), cost in costs.items()])
    most = max(costs.values(), default=0) + 1
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda cost: most - cost)
    return sorted((min(pair), max(pair)) for pair in matched)


def least_partners(costs: Criteria, persons: Sequence[int], byes: int, rng: random.Random) -> list[Pair]:
    """Partners for these persons with as few repeated as can be, then byes for those whose turn it is, then by lot.

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
    """Put pairs together to tables of four so that opponents cost least."""
    against = costs.opponent
    edges = {
        (k, m): sum(against[one][other] for one in pairs[k] for other in pairs[m])
        for m in range(len(pairs))
        for k in range(m)
    }
    return [(*pairs[one], *pairs[other]) for one, other in _least(len(pairs), edges)]


def _choices(persons: Sequence[int], fives: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to fill so many tables of five from these persons."""
    if not fives:
        yield ()
        return
    for five in itertools.combinations(persons, FIVE):
        left = [person for person in persons if person not in five]
        for more in _choices(left, fives - 1):
            if not more or five < more[0]:
                yield (five, *more)


def with_matching(costs: Criteria, fives: Sequence[Sequence[int]], byes: int, rng: random.Random) -> Seating:
    """A seating with these tables of five, everybody else seated by matching."""
    taken = {person for five in fives for person in five}
    rest = [person for person in range(len(costs.ids)) if person not in taken]
    matched = least_partners(costs, rest, byes, rng) if rest else []
    resting = [[one] for one, other in matched if other < 0]
    tables = best_tables(costs, [pair for pair in matched if pair[1] >= 0])
    return Seating(costs, [*fives, *resting, *tables])


def all_fives(costs: Criteria, size: Sizes, rng: random.Random) -> Seating | None:
    """The best seating over every choice of the tables of five; None where there are too many to look at."""
    if not size.fives or len(costs.ids) > MOST_TRIED:
        return None
    directors = set(costs.directors)

    def price(five: Sequence[int]) -> int:
        return Seating(costs, [five]).total

    found: Seating | None = None
    most = -(-len(directors) // size.fives)
    choices = [
        fives
        for fives in _choices(range(len(costs.ids)), size.fives)
        if directors <= set().union(*fives) and all(len(directors.intersection(five)) <= most for five in fives)
    ]
    priced = sorted((sum(map(price, fives)), fives) for fives in choices)
    for cost, fives in priced:
        if found is not None and cost >= found.total:
            break
        seating = with_matching(costs, fives, 0, rng)
        if found is None or seating.total < found.total:
            found = seating
    return found
