"""Who gets into the next stage, and with which seed: tables worked out by hand."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from random import Random
from typing import Any

import pytest

from tests.rule_errors import codes_of
from tournaments.pairing.brackets import bracket_size, seeds_in_order
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


def fewest_by_counting(groups: Sequence[Hashable]) -> int:
    """The least that `together` can be for any order: byes go to the groups that have more members
    than there are matches, and those who are left over meet.
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


TWO = {"A": [11, 12, 13, 14], "B": [21, 22, 23, 24]}
FOUR = TWO | {"C": [31, 32, 33], "D": [41, 42, 43]}


def test_winners_of_two_groups_meet_the_runners_up_of_the_other() -> None:
    assert qualify(TWO, 2) == (11, 21, 12, 22)  # 11 v 22, 21 v 12


def test_four_groups_meet_crosswise_and_winner_and_runner_up_only_in_the_final() -> None:
    seeds = qualify(FOUR, 2)
    assert seeds == (11, 21, 31, 41, 22, 12, 42, 32)
    slots = [seeds[seed - 1] // 10 for seed in seeds_in_order(8)]
    assert sorted(slots[:4]) == sorted(slots[4:]) == [1, 2, 3, 4]


def test_no_winner_meets_a_runner_up_of_the_own_group_at_once() -> None:
    for groups in range(2, 17):
        standings = {chr(65 + n): [10 * n + 1, 10 * n + 2, 10 * n + 3] for n in range(groups)}
        seeds = qualify(standings, 2)
        size = bracket_size(len(seeds))
        order = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seeds_in_order(size)]
        for one, other in zip(order[::2], order[1::2], strict=True):
            assert one is None or other is None or one // 10 != other // 10, groups


def test_two_of_a_group_meet_at_once_only_where_no_bracket_avoids_it() -> None:
    tried: dict[tuple[str, ...], int] = {}
    for groups, take, values in small_cases(5, 4):
        group = {id_: name for name, ids in groups.items() for id_ in ids}
        seeds = [group[id_] for id_ in qualify(groups, take, values or None)]
        assert together(seeds) == fewest_by_counting(seeds), (groups, take, seeds)
        key = tuple(sorted(seeds))
        if len(seeds) <= 7 and key not in tried:
            tried[key] = min(together(order) for order in set(permutations(key)))
            assert tried[key] == fewest_by_counting(key)
    assert len(tried) > 50


def test_two_of_a_group_are_parted_with_as_little_change_as_can_be() -> None:
    values = {11: 5, 21: 3, 12: 4, 22: 1}
    # by the values 11 has the bye and 21 meets 12: nothing to change
    assert qualify({"A": [11, 12], "B": [21, 22]}, {"per_group": 1, "best_of_rest": 1}, values) == (
        11,
        21,
        12,
    )
    # 21 would have the bye, and 11 meet 12: the winners change places
    ahead = {**values, 21: 9}
    assert qualify({"A": [11, 12], "B": [21, 22]}, {"per_group": 1, "best_of_rest": 1}, ahead) == (
        11,
        21,
        12,
    )
    # nobody else is there
    assert qualify({"A": [11, 12, 13], "B": [21]}, 3) == (11, 21, 12, 13)


def test_the_first_of_one_standings_keep_their_order() -> None:
    assert qualify({"": [5, 3, 9, 1]}, 3) == (5, 3, 9)
    assert qualify({"": [5, 3]}, 8) == (5, 3)


def test_the_best_of_the_rest_are_found_by_values_and_never_before_a_better_one_of_the_group() -> (
    None
):
    values = {12: 3, 13: 99, 14: 1, 22: 5, 23: 4, 24: 0}
    through = qualify(TWO, {"per_group": 1, "best_of_rest": 2}, values)
    assert set(through) == {11, 21, 22, 23}
    assert through[:2] == (11, 21)


def test_level_values_are_decided_by_place_and_then_by_the_name_of_the_group() -> None:
    level = dict.fromkeys((12, 13, 14, 22, 23, 24), 7)
    assert qualify(TWO, {"per_group": 1, "best_of_rest": 1}, level) == (11, 21, 12)
    assert qualify({"": [1, 2, 3]}, {"per_group": 1, "best_of_rest": 1}, {2: 1, 3: 1}) == (1, 2)


def test_group_winners_are_seeded_by_values_where_there_are_any() -> None:
    assert qualify(TWO, 1, {11: (3, 10), 21: (3, 12)}) == (21, 11)


@pytest.mark.parametrize(
    ("take", "code"),
    [
        (0, "bad_take"),
        (-1, "bad_take"),
        (True, "bad_take"),
        ({}, "bad_take"),
        ({"per_group": 1, "rest": 2}, "bad_take"),
        ({"per_group": 1, "best_of_rest": 1}, "values_missing"),
    ],
)
def test_a_rule_that_says_nothing_is_refused(take: object, code: str) -> None:
    assert codes_of(qualify, TWO, take) == [code]
