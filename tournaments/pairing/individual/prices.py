"""Cost of tables: one table, all completions by one person, or all tables of some persons.

The latter two are computed together, because a draw needs a hundred thousand of them.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from tournaments.pairing.individual.criteria import Criteria
from tournaments.pairing.individual.fives import FIVE


def price(costs: Criteria, group: Sequence[int]) -> int:
    """Return the cost of a group: a table of four in its best split, a table of five, or a bye."""
    return prices_with(costs, group[:-1], group[-1:])[0]


def prices_with(costs: Criteria, others: Sequence[int], persons: Iterable[int]) -> list[int]:
    """Return the cost of `others` (none, three or four) with each of the persons, one at a time."""
    rest = costs.rest
    if not others:
        return [rest[one] for one in persons]
    if len(others) == FIVE - 1:
        a, b, c, d = others
        both_a, both_b, both_c, both_d = (costs.both[other] for other in others)
        own = both_a[b] + both_a[c] + both_a[d] + both_b[c] + both_b[d] + both_c[d]
        own += rest[a] + rest[b] + rest[c] + rest[d]
        return [
            own + both_a[one] + both_b[one] + both_c[one] + both_d[one] + rest[one]
            for one in persons
        ]
    a, b, c = others
    against_a, against_b, against_c = costs.opponent[a], costs.opponent[b], costs.opponent[c]
    gain_a, gain_b, gain_c = costs.gain[a], costs.gain[b], costs.gain[c]
    own = against_a[b] + against_a[c] + against_b[c]
    with_ab, with_ac, with_bc = own + gain_a[b], own + gain_a[c], own + gain_b[c]
    return [
        against_a[one]
        + against_b[one]
        + against_c[one]
        + min(with_ab + gain_c[one], with_ac + gain_b[one], with_bc + gain_a[one])
        for one in persons
    ]


def prices_of_all(costs: Criteria, persons: Sequence[int], size: int) -> list[int]:
    """Return the cost of every group of this size, in the order of `itertools.combinations`."""
    found: list[int] = []
    for places in combinations(range(len(persons)), size - 1):
        later = persons[places[-1] + 1 :] if places else persons
        if later:
            found += prices_with(costs, [persons[place] for place in places], later)
    return found
