"""A pair's total over its boards, and the standings."""

from dataclasses import replace
from fractions import Fraction
from math import log

import pytest

from tests.tournaments.standings.duplicate.records import (
    Record,
    answered,
    ranks,
    record,
    ruled,
    scored,
    totals,
)
from tournaments.standings.duplicate.ranking import rank
from tournaments.standings.duplicate.values import VALUE_KEYS, Values

near = pytest.approx

# Pairs 1 to 4 play three boards; 5 and 6 only the last.
EVENING = record(
    scored(1, 1, 2, 100),
    scored(1, 3, 4, 20),
    scored(2, 1, 3, -60),
    scored(2, 2, 4, 0),
    scored(3, 1, 4, 40),
    scored(3, 2, 3, 40),
    scored(3, 5, 6, -80),
)


def boards(given: Record) -> dict[str, int]:
    return {one["pair"]: one["boards"] for one in answered(given)["standings"]}


def test_a_pair_has_the_sum_of_its_boards() -> None:
    # 1 - 0.5 + 1.5, 0 + 1 + 1.5, 0 + 1 + 0.5, 1 + 0 + 0.5, each on both sides of the table
    found = totals(EVENING, "matchpoints")
    assert [found[pair] for pair in "1234"] == [2.5, 2.5, 1.5, 1.5]
    found = totals(EVENING, "difference")
    assert [found[pair] for pair in "1234"] == [50, 30, -50, -30]
    assert found["1"] == 40 - 30 + 40
    found = totals(EVENING, "imps")
    # 80: 4 IMPs, 60: 3, 120: 6 and 0
    assert [found[pair] for pair in "1234"] == [4 - 3 + 3, -4 + 3 + 3, -4 + 3 - 3, 4 - 3 - 3]
    found = totals(EVENING, "log_difference")
    assert found["1"] == near(log(41) - log(31) + log(41))


def test_a_pair_with_fewer_boards_has_its_sum_times_the_factor_of_the_busiest() -> None:
    assert boards(EVENING) == {"1": 3, "2": 3, "3": 3, "4": 3, "5": 1, "6": 1}
    assert [totals(EVENING, "matchpoints")[pair] for pair in "56"] == [0, 2 * 3]
    assert [totals(EVENING, "difference")[pair] for pair in "56"] == [-80 * 3, 80 * 3]
    assert [totals(EVENING, "imps")[pair] for pair in "56"] == [-6 * 3, 6 * 3]
    assert totals(EVENING, "log_difference")["6"] == near(3 * log(81))


def test_boldness_is_scaled_too() -> None:
    bold = {"score": {"ns": 150, "ew": 50}, "calls": {"north": "tichu"}}
    given = record(
        scored(1, 1, 2, 0),
        scored(1, 3, 4, 0) | bold,
        scored(2, 1, 2, 0),
        scored(2, 5, 6, 0),
    )
    assert totals(given, "boldness") == {"1": 0, "2": 0, "3": 2, "4": 0, "5": 0, "6": 0}


def test_percent_is_no_sum_and_is_not_scaled() -> None:
    # five of the boards have one other result each, the last has two
    found = totals(EVENING, "percent")
    assert [found[pair] for pair in "123456"] == near([62.5, 62.5, 37.5, 37.5, 0, 100])


def test_percent_weighs_boards_by_their_results() -> None:
    given = record(
        *(scored(1, 2 * n - 1, 2 * n, 20 * n) for n in range(1, 6)),
        scored(2, 1, 2, 100),
        scored(2, 3, 4, 0),
    )
    # 0 of 4 and 1 of 1
    assert totals(given, "percent")["1"] == 20


def test_averages_count_as_boards() -> None:
    given = record(
        ruled(1, 1, 2, "avg+", "avg-"), scored(1, 3, 4, 0), scored(2, 1, 2, 0), scored(2, 5, 6, 20)
    )
    assert boards(given) == {"1": 2, "2": 2, "3": 1, "4": 1, "5": 1, "6": 1}
    assert totals(given, "percent")["1"] == 30
    assert totals(given, "matchpoints")["3"] == 1  # half a point, twice


def test_a_board_that_nobody_else_played_is_no_board_of_a_pair() -> None:
    alone = [scored(number, 1, 2, 100) for number in (4, 5)]
    more = record(*EVENING["results"], *alone, ruled(6, 3, 5, "avg++", "avg++"))
    assert answered(more)["standings"] == answered(EVENING)["standings"]
    assert [one["board"] for one in answered(more)["boards"]] == [1, 2, 3, 4, 5, 6]


def test_a_deal_that_nobody_else_played_is_no_board_of_a_pair() -> None:
    more = record(*EVENING["results"], scored(1, 5, 6, 100, deal=2))
    assert answered(more)["standings"] == answered(EVENING)["standings"]


def test_a_pair_without_a_board_has_nothing_and_no_percentage() -> None:
    given = record(scored(1, 1, 2, 100), scored(1, 3, 4, 20), scored(2, 5, 6, 100))
    given["pairs"] += ["7"]
    for key in VALUE_KEYS:
        found = totals(given, key)
        assert [found[pair] for pair in "567"] == [None if key == "percent" else 0] * 3, key
    assert [boards(given)[pair] for pair in "567"] == [0, 0, 0]


def test_no_results_and_no_pairs() -> None:
    assert answered(record()) == {"ok": True, "boards": [], "standings": []}
    assert ranks(record(pairs=["b", "a"])) == [(1, "b"), (1, "a")]


# Standings


def test_the_standings_are_by_percent_where_nothing_is_said() -> None:
    assert ranks(EVENING) == ranks(EVENING | {"rank_by": "percent"})
    # 1 and 2, 3 and 4 are level on percent; the logarithms tell
    assert ranks(EVENING) == [(1, "6"), (2, "1"), (3, "2"), (4, "4"), (5, "3"), (6, "5")]


def test_each_value_ranks_by_itself() -> None:
    """Each of these pairs is best by one value and worst by all others."""
    nothing = Values(10, 0, 0, 0.0, 0, 0)
    played = {
        "matchpoints": [replace(nothing, matchpoints=9, others=100)],
        "percent": [replace(nothing, matchpoints=8, others=8)],
        "difference": [replace(nothing, difference=1)],
        "log_difference": [replace(nothing, log_difference=1.0)],
        "imps": [replace(nothing, imps=1)],
        "boldness": [replace(nothing, boldness=1)],
    }
    for key in VALUE_KEYS:
        assert rank(played, key)[0].pair == key


def test_level_pairs_share_the_rank_and_stand_in_order_of_seed() -> None:
    given = record(scored(1, 3, 1, 20), scored(1, 4, 2, 20), scored(1, 6, 5, 100))
    given["pairs"] = ["5", "4", "3", "2", "1", "6"]
    assert ranks(given) == [(1, "6"), (2, "2"), (2, "1"), (4, "4"), (4, "3"), (6, "5")]


def test_log_difference_parts_pairs_that_are_level() -> None:
    level = Values(10, 5, 0, 0.0, 0, 0)
    played = {
        "a": [level],
        "b": [replace(level, log_difference=0.5)],
        "c": [replace(level, log_difference=-0.5)],
    }
    found = [(one.rank, one.pair) for one in rank(played, "percent")]
    assert found == [(1, "b"), (2, "a"), (3, "c")]


@pytest.mark.parametrize("key", ["imps", "difference", "log_difference"])
def test_values_are_compared_by_six_places(key: str) -> None:
    level = Values(10, 5, 0, 0.0, 0, 0)
    for beyond, ordered in (
        (Fraction(4, 10**7), [(1, "a"), (1, "b")]),
        (Fraction(6, 10**7), [(1, "b"), (2, "a")]),
    ):
        value = float(beyond) if key == "log_difference" else beyond
        played = {"a": [level], "b": [replace(level, **{key: value})]}
        assert [(one.rank, one.pair) for one in rank(played, key)] == ordered


def test_a_pair_without_a_percentage_is_last() -> None:
    given = record(scored(1, 1, 2, 100), scored(1, 3, 4, 20), scored(2, 5, 6, 100))
    given["pairs"] = ["6", "5", "1", "2", "3", "4"]
    assert ranks(given) == [(1, "1"), (1, "4"), (3, "2"), (3, "3"), (5, "6"), (5, "5")]
    # by another value it has 0
    assert ranks(given | {"rank_by": "difference"}) == [
        *((1, pair) for pair in "14"),
        *((3, pair) for pair in "65"),
        *((5, pair) for pair in "23"),
    ]
