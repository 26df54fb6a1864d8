"""Two of a group who meet at once in a bracket: what a seeding does, and the least that any seeding
could do.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from random import Random
from typing import Any

from tournaments.pairing.stages import qualify


def first_matches(count: int) -> list[tuple[int, int]]:
    """The seeds, from 0, who meet in the first round: the better one has the number that adds up
    with the other's.
    """
    size = 2
    while size < count:
        size *= 2
    return [(seed, size - 1 - seed) for seed in range(size // 2) if size - 1 - seed < count]


def together(order: Sequence[Hashable]) -> int:
    """Matches of the first round in which both are of one group; `order` has the group of every
    seed.
    """
    return sum(order[one] == order[other] for one, other in first_matches(len(order)))


def fewest_by_trying(groups: Sequence[Hashable]) -> int:
    """The fewest such matches over every order of the seeds there is."""
    return min(together(order) for order in set(permutations(groups)))


def fewest_by_counting(groups: Sequence[Hashable]) -> int:
    """The same without trying: byes go to those of whom there are more than matches; who is left
    over meets.
    """
    matches = len(first_matches(len(groups)))
    byes = len(groups) - 2 * matches
    return max(0, sum(max(0, count - matches) for count in Counter(groups).values()) - byes)


def small_cases(
    most_groups: int, most_members: int
) -> Iterator[tuple[Mapping[str, Sequence[int]], Any, Mapping[int, int]]]:
    """Groups of all sizes, all numbers that go on, values of the rest by lot."""
    for number in range(2, most_groups + 1):
        for sizes in combinations_with_replacement(range(1, most_members + 1), number):
            groups = {
                chr(65 + n): [10 * n + place for place in range(size)]
                for n, size in enumerate(sizes)
            }
            lot = Random(str(sizes))
            values = {id_: lot.randrange(6) for ids in groups.values() for id_ in ids}
            for take in range(1, most_members + 1):
                yield groups, take, {}
                yield groups, take, values
                for rest in range(1, 4):
                    yield groups, {"per_group": take, "best_of_rest": rest}, values


def seeded_groups(
    groups: Mapping[str, Sequence[int]], take: Any, values: Mapping[int, int]
) -> list[str]:
    """The group of every seed of those who get through."""
    group = {id_: name for name, ids in groups.items() for id_ in ids}
    return [group[id_] for id_ in qualify(groups, take, values or None)]
