"""What a result is worth on its board, value by value, by hand."""

from math import log
from typing import Any

import pytest

from tests.processes import ROOT
from tests.tournaments.standings.duplicate.records import (
    Record,
    record,
    ruled,
    scored,
    values,
)
from tests.tournaments.standings.duplicate.second_count import IMPS
from tournaments.standings.duplicate.values import VALUE_KEYS, imps


def near(*pairs: tuple[float, float]) -> list[Any]:
    """Both directions of each result, but for the last digits."""
    return [pytest.approx(pair) for pair in pairs]


# The worked board of docs/duplicate.md: 300, 20 and 120 ahead, and an average of the director.
BOARD = record(
    {
        "board": 1,
        "ns": "1",
        "ew": "2",
        "score": {"ns": 300, "ew": 0},
        "calls": {"north": "tichu"},
    },
    {"board": 1, "ns": "3", "ew": "4", "score": {"ns": 60, "ew": 40}},
    {
        "board": 1,
        "ns": "5",
        "ew": "6",
        "score": {"ns": 60, "ew": -60},
        "calls": {"west": "tichu"},
    },
    ruled(1, 7, 8, "avg+", "avg-"),
)
# Four margins, two of them level: 100, 20, 20, -80 ahead
LEVEL = record(*(scored(1, 2 * n - 1, 2 * n, d) for n, d in enumerate([100, 20, 20, -80], 1)))


def test_each_result_has_six_values_for_both_directions() -> None:
    for key in VALUE_KEYS:
        assert len(values(BOARD, key)) == 4


def test_the_worked_board_of_the_docs_has_these_values() -> None:
    text = (ROOT / "docs/duplicate.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split("|") for line in text.splitlines() if " : " in line]
    told = [[float(cell) for cell in row[-6:]] for row in rows if row[0].count(" and ") == 1]
    columns = [[ns for ns, _ in values(BOARD, key)] for key in VALUE_KEYS]
    assert told == [[round(value, 2) for value in row] for row in zip(*columns, strict=True)]


def test_matchpoints_of_the_worked_board() -> None:
    assert values(BOARD, "matchpoints") == [(2.5, 0.5), (0.5, 2.5), (1.5, 1.5), (1.8, 1.2)]


def test_a_lower_result_is_worth_one_and_an_equal_one_half() -> None:
    assert values(LEVEL, "matchpoints") == [(3, 0), (1.5, 1.5), (1.5, 1.5), (0, 3)]


def test_results_are_equal_by_the_margin_not_by_the_score() -> None:
    twice = record(
        {"board": 1, "ns": "1", "ew": "2", "score": {"ns": 200, "ew": 0}},
        {
            "board": 1,
            "ns": "3",
            "ew": "4",
            "score": {"ns": 100, "ew": -100},
            "calls": {"north": "tichu", "west": "tichu"},
        },
    )
    assert twice["results"][1]["score"] != twice["results"][0]["score"]
    assert values(twice, "matchpoints") == [(0.5, 0.5), (0.5, 0.5)]


@pytest.mark.parametrize(
    ("average", "of_three_others", "percent"),
    [
        ("avg++", 2.4, 80),
        ("avg+", 1.8, 60),
        ("avg", 1.5, 50),
        ("avg-", 1.2, 40),
        ("avg--", 0.6, 20),
    ],
)
def test_matchpoints_of_each_average(average: str, of_three_others: float, percent: float) -> None:
    given = record(
        *(scored(1, n, n + 1, 20 * n) for n in (1, 3, 5)), ruled(1, 7, 8, average, "avg--")
    )
    # both directions need not add up to three
    assert values(given, "matchpoints")[3] == (of_three_others, 0.6)
    assert values(given, "percent")[3] == (percent, 20)
    # whatever it is, the others get half a point for it
    assert values(given, "matchpoints")[:3] == [(0.5, 2.5), (1.5, 1.5), (2.5, 0.5)]


def test_percent_is_the_share_of_the_matchpoints_that_there_are() -> None:
    assert values(BOARD, "percent") == near(
        (250 / 3, 50 / 3), (50 / 3, 250 / 3), (50, 50), (60, 40)
    )


def test_differences_of_the_worked_board() -> None:
    mean = 440 / 3
    assert values(BOARD, "difference") == near(
        (300 - mean, mean - 300),
        (20 - mean, mean - 20),
        (120 - mean, mean - 120),
        (0.2 * (300 - mean), -0.2 * (300 - mean)),
    )


@pytest.mark.parametrize(
    ("average", "share"),
    [("avg++", 0.6), ("avg+", 0.2), ("avg", 0), ("avg-", -0.2), ("avg--", -0.6)],
)
def test_an_average_has_its_share_of_the_largest_difference(average: str, share: float) -> None:
    # 100 and -20 and -80 from a mean of 20: the largest is above the mean, then below it
    for margins in ([120, 0, -60], [-80, 40, 100]):
        given = record(
            *(scored(1, 2 * n - 1, 2 * n, d) for n, d in enumerate(margins, 1)),
            ruled(1, 7, 8, average, average),
        )
        assert values(given, "difference")[3] == pytest.approx((share * 100, share * 100))
        assert values(given, "log_difference")[3] == pytest.approx((share * log(101),) * 2)


def test_log_differences_of_the_worked_board() -> None:
    mean = 440 / 3
    assert values(BOARD, "log_difference") == near(
        (log(301 - mean), -log(301 - mean)),
        (-log(1 + mean - 20), log(1 + mean - 20)),
        (-log(1 + mean - 120), log(1 + mean - 120)),
        (0.2 * log(301 - mean), -0.2 * log(301 - mean)),
    )


def test_imps_of_the_worked_board() -> None:
    # 280 apart: 11, 180: 8, 100: 5
    assert values(BOARD, "imps") == [(9.5, -9.5), (-8, 8), (-1.5, 1.5), (0, 0)]


def test_the_mean_of_imps_is_not_rounded() -> None:
    given = record(*(scored(1, 2 * n - 1, 2 * n, d) for n, d in enumerate([0, 0, 0, 10], 1)))
    assert values(given, "imps") == near(*[(-1 / 3, 1 / 3)] * 3, (1, -1))


@pytest.mark.parametrize(("imp", "least"), [step for step in IMPS.items() if step[0]])
def test_each_step_of_the_scale(imp: int, least: int) -> None:
    assert [imps(least - 1), imps(least), imps(-least), imps(1 - least)] == [
        imp - 1,
        imp,
        -imp,
        1 - imp,
    ]


def test_nothing_is_no_imp_and_nothing_is_more_than_24() -> None:
    assert [imps(0), imps(9), imps(10**9), imps(-(10**9))] == [0, 0, 24, -24]


# Boldness


def calls(*calls: dict[str, str] | None, **more: Any) -> Record:
    """A board with these calls, each failed, made or unknown, so that every score is possible."""
    return record(
        *(
            {
                "board": 1,
                "ns": str(2 * n - 1),
                "ew": str(2 * n),
                "score": possible(one),
                "calls": one,
            }
            for n, one in enumerate(calls, 1)
        ),
        **more,
    )


def possible(calls: dict[str, str] | None) -> dict[str, int]:
    """A score at which the first of these callers was out first, and all others failed."""
    score = {"ns": 50, "ew": 50}
    for place, (seat, call) in enumerate((calls or {}).items()):
        worth = {"tichu": 100, "grand": 200}[call]
        score["ns" if seat in ("north", "south") else "ew"] += -worth if place else worth
    return score


def test_boldness_of_the_worked_board() -> None:
    # three were played; one side called a Tichu in each direction
    assert values(BOARD, "boldness") == [(2, 0), (0, 0), (0, 2), (0, 0)]


def test_a_grand_tichu_is_bolder_than_a_tichu() -> None:
    given = calls({"north": "grand"}, {"south": "tichu"}, {"north": "tichu"}, {}, {"east": "grand"})
    # five played, g = 1 and t = 2: 2 * (5 - 1) - 2, 5 - 1 - 2; the others g = 1, t = 0: 2 * (5 - 1)
    assert values(given, "boldness") == [(6, 0), (2, 0), (2, 0), (0, 0), (0, 8)]


def test_a_side_counts_once_by_its_higher_call() -> None:
    given = calls({"north": "tichu", "south": "grand"}, {"north": "tichu", "south": "tichu"}, {})
    # three played, g = 1 and t = 1
    assert values(given, "boldness") == [(3, 0), (1, 0), (0, 0)]


def test_a_call_that_everybody_made_is_not_bold() -> None:
    assert values(calls({"north": "tichu"}, {"north": "tichu"}), "boldness") == [(0, 0)] * 2
    assert values(calls({"north": "grand"}, {"north": "grand"}), "boldness") == [(0, 0)] * 2


def test_calls_that_are_not_known_count_for_nobody() -> None:
    known = calls({"north": "tichu"}, {}, {"west": "grand"})
    beside = calls({"north": "tichu"}, {}, {"west": "grand"}, None, None)
    assert values(beside, "boldness") == values(known, "boldness") + [(0, 0)] * 2
    assert values(known, "boldness") == [(2, 0), (0, 0), (0, 4)]


def test_an_average_counts_for_nobodys_boldness() -> None:
    given = calls({"north": "tichu"}, {})
    given["results"].append(ruled(1, 5, 6, "avg++", "avg++"))
    given["pairs"] += ["5", "6"]
    assert values(given, "boldness") == [(1, 0), (0, 0), (0, 0)]


# Few results


def test_a_single_result_is_compared_with_nothing() -> None:
    for alone in (
        scored(1, 1, 2, 100),
        scored(1, 1, 2, 400, calls={"north": "tichu", "east": "grand"})
        | {"score": {"ns": 150, "ew": -150}},
        ruled(1, 1, 2, "avg++", "avg--"),
    ):
        given = record(alone)
        assert values(given, "percent") == [(None, None)]
        for key in VALUE_KEYS:
            assert key == "percent" or values(given, key) == [(0, 0)], key


def test_one_played_result_among_averages() -> None:
    given = record(
        scored(1, 1, 2, 100), ruled(1, 3, 4, "avg++", "avg-"), ruled(1, 5, 6, "avg", "avg")
    )
    assert values(given, "matchpoints") == [(1, 1), (1.6, 0.8), (1, 1)]
    for key in ("difference", "log_difference", "imps", "boldness"):
        assert values(given, key) == [(0, 0)] * 3, key


def test_averages_alone() -> None:
    given = record(ruled(1, 1, 2, "avg++", "avg-"), ruled(1, 3, 4, "avg", "avg--"))
    assert values(given, "matchpoints") == [(0.8, 0.4), (0.5, 0.2)]
    assert values(given, "percent") == [(80, 40), (50, 20)]
    for key in ("difference", "log_difference", "imps", "boldness"):
        assert values(given, key) == [(0, 0)] * 2, key


# A fouled board


def test_each_deal_of_a_fouled_board_is_compared_within_itself() -> None:
    first = [scored(1, 1, 2, 100), scored(1, 3, 4, 20)]
    second = [scored(1, 5, 6, -40), scored(1, 7, 8, 60), ruled(1, 9, 10, "avg+", "avg+")]
    fouled = record(
        first[0], *(one | {"deal": 2} for one in second[:2]), first[1], second[2] | {"deal": 2}
    )
    for key in VALUE_KEYS:
        one, other = values(record(*first), key), values(record(*second), key)
        assert values(fouled, key) == [one[0], *other[:2], one[1], other[2]], key


def test_a_deal_that_is_not_named_is_the_first() -> None:
    given = record(scored(1, 1, 2, 100, deal=1), scored(1, 3, 4, 20))
    assert values(given, "percent") == [(100, 0), (0, 100)]


def test_boards_are_not_compared_with_each_other() -> None:
    given = record(
        scored(1, 1, 2, 100), scored(1, 3, 4, 20), scored(2, 1, 4, -60), scored(2, 3, 2, 0)
    )
    assert values(given, "percent", 1) == [(100, 0), (0, 100)]
    assert values(given, "percent", 2) == [(0, 100), (100, 0)]


def test_zeros_have_no_sign() -> None:
    given = record(ruled(1, 1, 2, "avg--", "avg-"), scored(1, 3, 4, 0))
    assert "-0.0" not in str([values(given, key) for key in VALUE_KEYS])
