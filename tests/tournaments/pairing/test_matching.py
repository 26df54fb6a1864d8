"""Pairs of least cost, held against trying all of them."""

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from tests.lengths import examples
from tournaments.pairing.matching import Edge, cheapest


def matchings(
    left: Sequence[int], edges: dict[tuple[int, int], tuple[int, ...]]
) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair some of these."""
    if len(left) < 2:
        yield []
        return
    first, *rest = left
    yield from matchings(rest, edges)
    for other in rest:
        if (first, other) in edges:
            for more in matchings([one for one in rest if one != other], edges):
                yield [(first, other), *more]


def total(
    pairs: Sequence[tuple[int, int]], edges: dict[tuple[int, int], tuple[int, ...]]
) -> list[int]:
    """The sums of the costs, one after the other."""
    return [sum(column) for column in zip(*(edges[pair] for pair in pairs), strict=True)]


@examples(
    60,
    180,
    widest=st.sampled_from([3, 10**3, 10**6]),
    data=st.data(),
    size=st.integers(0, 7),
    levels=st.integers(1, 4),
)
def test_no_way_to_pair_has_more_pairs_or_less_cost(
    widest: int, data: st.DataObject, size: int, levels: int
) -> None:
    possible = [(a, b) for a in range(size) for b in range(a + 1, size)]
    chosen = data.draw(st.lists(st.sampled_from(possible), unique=True)) if possible else []
    # few small numbers beside wide ones: ties in the first costs are frequent, and later costs then
    # decide
    cost = st.sampled_from([0, 1, 2, widest - 1, widest])
    edges = {pair: data.draw(st.tuples(*[cost] * levels)) for pair in chosen}
    found = cheapest(size, [(a, b, costs) for (a, b), costs in edges.items()])
    everything = list(matchings(range(size), edges))
    most = max(len(pairs) for pairs in everything)
    assert len(found) == most
    assert total(found, edges) == min(
        total(pairs, edges) for pairs in everything if len(pairs) == most
    )


def test_a_later_cost_never_outweighs_an_earlier_one() -> None:
    edges: list[Edge] = [
        (0, 1, (0, 10**9)),
        (2, 3, (0, 10**9)),
        (0, 2, (1, 0)),
        (1, 3, (0, 0)),
    ]
    assert cheapest(4, edges) == [(0, 1), (2, 3)]


def test_costs_too_long_for_one_weight_are_settled_one_after_the_other_without_rounding() -> None:
    dear = 2**60
    edges: list[Edge] = [
        (0, 1, (1, 0, 5, 0)),
        (2, 3, (1, 0, 4, 0)),
        (0, 2, (dear, dear, dear, dear)),
        (1, 3, (dear, dear, dear, dear)),
        (0, 3, (1, 0, 4, 1)),
        (1, 2, (1, 0, 4, 1)),
    ]
    assert cheapest(4, edges) == [(0, 3), (1, 2)]


def test_a_single_cost_too_long_loses_its_last_digits_alone() -> None:
    edges: list[Edge] = [(0, 1, (2**200,)), (2, 3, (2**200,)), (0, 2, (2**200,)), (1, 3, (2**190,))]
    assert cheapest(4, edges) == [(0, 2), (1, 3)]


def test_nothing_to_pair_is_no_pairs() -> None:
    assert cheapest(0, []) == []
    assert cheapest(3, []) == []
