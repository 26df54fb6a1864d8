"""The cheapest pairs, found twice: by trying all, and by a matching over the full graph."""

from collections.abc import Callable, Sequence
from itertools import combinations

import rustworkx

BY_HAND = 8  # people up to which every seating is tried

Cost = Callable[[int, int], int]


def least(people: Sequence[int], cost: Cost) -> int | None:
    """What the cheapest pairs cost in which everybody is;
    None where costs of -1 forbid too much.
    """
    if len(people) % 2:
        return None
    return _by_hand(tuple(people), cost) if len(people) <= BY_HAND else by_matching(people, cost)


def _by_hand(people: tuple[int, ...], cost: Cost) -> int | None:
    if not people:
        return 0
    found = []
    for index in range(1, len(people)):
        here = cost(people[0], people[index])
        rest = _by_hand(people[1:index] + people[index + 1 :], cost) if here >= 0 else None
        if rest is not None:
            found.append(here + rest)
    return min(found, default=None)


def by_matching(people: Sequence[int], cost: Cost) -> int | None:
    """The same by a maximum matching over the full graph."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(people))
    edges = {
        (a, b): cost(people[a], people[b])
        for a, b in combinations(range(len(people)), 2)
        if cost(people[a], people[b]) >= 0
    }
    graph.add_edges_from([(a, b, -value) for (a, b), value in edges.items()])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) < len(people):
        return None
    return sum(edges[min(pair), max(pair)] for pair in pairs)
