"""Minimum-cost matching with lexicographic costs: as many pairs as possible, then the cheapest."""

from collections.abc import Sequence

import rustworkx as rx

Costs = tuple[int, ...]  # most important first; none below 0
Edge = tuple[int, int, Costs]

# Bits a weight may take of the 128 that the matching counts in, before its own sums
BITS = 124


def cheapest(size: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Return the maximum matching of the nodes 0 to size - 1 with the least cost.

    Costs are compared lexicographically: no sum of later ones outweighs 1 of an earlier one. Each
    edge occurs once, lower node first, with the same number of costs as every other.

    Nothing is rounded as long as the costs fit. If all together are too long for one weight, the
    first are settled before the others: no edge of the best matching costs more than their sums,
    and once those are known, less room is needed. Only if even the sums of the best matching are
    too long, the last digits of a later cost are dropped.
    """
    if not edges:
        return []
    count = len(edges[0][2])
    half = max(1, size // 2)
    room = BITS - size.bit_length()
    settled: list[int] = []
    while True:
        bounds = [*settled, *(half * value for value in _most(edges)[len(settled) :])]
        fitting = (fits for fits in range(count, len(settled), -1) if _fits(bounds[:fits], room))
        fits = next(fitting, None)
        if fits is None:
            edges = _coarser(edges, len(settled))
            continue
        pairs = _matched(size, edges, bounds[:fits])
        if fits == count:
            return sorted(pairs)
        settled = _sums([costs[:fits] for a, b, costs in edges if (a, b) in pairs])
        edges = _up_to(edges, settled)


def _most(edges: Sequence[Edge]) -> list[int]:
    """Return the highest of each cost."""
    return [max(level) for level in zip(*(costs for _a, _b, costs in edges), strict=True)]


def _sums(costs: Sequence[Costs]) -> list[int]:
    return [sum(level) for level in zip(*costs, strict=True)]


def _up_to(edges: Sequence[Edge], sums: Sequence[int]) -> list[Edge]:
    """Return the edges that cost no more than these sums."""
    return [
        edge
        for edge in edges
        if all(cost <= total for cost, total in zip(edge[2], sums, strict=False))
    ]


def _fits(bounds: Sequence[int], room: int) -> bool:
    product = 1
    for bound in bounds:
        product *= bound + 1
    return product < 1 << room


def _coarser(edges: Sequence[Edge], level: int) -> list[Edge]:
    return [
        (a, b, (*costs[:level], costs[level] >> 1, *costs[level + 1 :])) for a, b, costs in edges
    ]


def _matched(size: int, edges: Sequence[Edge], bounds: Sequence[int]) -> set[tuple[int, int]]:
    """Return the pairs of least cost (lower node first, as in the edges).

    `bounds` are the highest sums of the costs.
    """
    units = [1] * len(bounds)
    for level in range(len(bounds) - 2, -1, -1):
        units[level] = units[level + 1] * (bounds[level + 1] + 1)
    counted = [(level, unit) for level, unit in enumerate(units) if bounds[level]]
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(
        [(a, b, -sum([costs[level] * unit for level, unit in counted])) for a, b, costs in edges]
    )
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {(min(pair), max(pair)) for pair in found}
