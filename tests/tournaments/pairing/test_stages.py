"""Who gets into the next stage, and with which seed: tables worked out by hand."""

import pytest

from scoring.rules import RuleError
from tests.tournaments.pairing.crossing import (
    fewest_by_counting,
    fewest_by_trying,
    seeded_groups,
    small_cases,
    together,
)
from tournaments.pairing.brackets import bracket_size, seeds_in_order
from tournaments.pairing.stages import qualify

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
        seeds = seeded_groups(groups, take, values)
        assert together(seeds) == fewest_by_counting(seeds), (groups, take, seeds)
        key = tuple(sorted(seeds))
        if len(seeds) <= 7 and key not in tried:
            tried[key] = fewest_by_trying(key)
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
    with pytest.raises(RuleError) as error:
        qualify(TWO, take)  # type: ignore[arg-type]
    assert [mistake.code for mistake in error.value.mistakes] == [code]
