"""Victory points by margin: the scales, against an independent formula, and constant in sum."""

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.lengths import examples
from tests.tournaments.standings.points.matches import A, B, awards, game, points, sums_are_right
from tournaments.standings.points import SCORING_SYSTEMS
from tournaments.standings.points.wbf import hundredths, winners_points

OWN = [[0, 5], [50, 6.5], [200, 10]]


@pytest.mark.parametrize(
    ("margin", "expected"),
    [
        (0, 10),
        (5, 10),
        (20, 11),
        (40, 11),
        (60, 12),
        (100, 13),
        (160, 14),
        (220, 15),
        (280, 16),
        (340, 17),
        (400, 18),
        (480, 19),
        (555, 19),
        (560, 20),
        (2000, 20),
    ],
)
def test_the_scale_in_steps_gives_the_winner_its_points(margin: int, expected: int) -> None:
    found = awards("margin", game((margin, 0)), unit=20)
    assert points(found) == {A: expected, B: 20 - expected}
    assert points(awards("margin", game((0, margin)), unit=20)) == {A: 20 - expected, B: expected}


@pytest.mark.parametrize(
    ("margin", "expected"),
    [(0, "10"), (200, "15"), (400, "18.09"), (300, "16.73"), (600, "20"), (900, "20")],
)
def test_the_continuous_scale_gives_two_decimals(margin: int, expected: str) -> None:
    ratio, blitz = (math.sqrt(5) - 2), 600
    by_hand = min(20.0, 10 + 10 * (1 - ratio ** (margin / blitz)) / (1 - ratio))
    found = points(awards("margin", game((margin, 0)), scale="continuous", blitz=blitz))
    assert found == {A: Fraction(str(round(by_hand, 2))), B: 20 - Fraction(str(round(by_hand, 2)))}
    assert found[A] == Fraction(expected)


# The federation's table for 16 boards, and where its formula ends for others.
SIXTEEN = (10, 10.31, 10.61, 10.91, 11.2, 11.48, 11.76, 12.03, 12.29, 12.55, 12.8)


def test_the_federations_curve_counts_steps_as_imps_and_hands_as_boards() -> None:
    assert [float(winners_points(imps, 16)) for imps in range(11)] == list(SIXTEEN)
    assert [winners_points(imps, 16) for imps in (30, 59, 60, 500)] == [
        Fraction("16.73"),
        Fraction("19.93"),
        20,
        20,
    ]
    # 250 ahead after four hands: ten steps of 25, of 30 that give all
    hands = [(60, 40)] * 3 + [(190, 0)]
    found = awards("margin", game(*hands), scale="wbf")
    by_hand = 10 + 10 * (1 - (math.sqrt(5) - 2) ** (10 / 30)) / (3 - math.sqrt(5))
    assert points(found) == {
        A: Fraction(str(round(by_hand, 2))),
        B: 20 - Fraction(str(round(by_hand, 2))),
    }
    text, params, _ = found[A].parts[0]
    assert text % params == "Points 370 : 120 over 4 hands, 250 ahead"
    longer = awards("margin", game(*hands, *[(50, 50)] * 12), scale="wbf")
    assert points(longer)[A] == Fraction("12.8")
    assert points(awards("margin", game((50, 50)), scale="wbf")) == {A: 10, B: 10}


def test_each_step_of_the_federations_curve_gives_at_most_the_one_before_near_the_formula() -> None:
    for boards in [*range(1, 51), 64, 100]:
        table = hundredths(boards)
        gains = [after - before for before, after in pairwise(table)]
        assert (table[0], table[-1], len(table)) == (
            1000,
            2000,
            math.ceil(15 * math.sqrt(boards)) + 1,
        )
        assert gains == sorted(gains, reverse=True)
        assert gains[-1] >= 0
        ratio = math.sqrt(5) - 2
        exact = [
            10 + 10 * (1 - ratio ** (imps / (15 * math.sqrt(boards)))) / (1 - ratio)
            for imps in range(len(table))
        ]
        far = max(abs(one / 100 - min(20, other)) for one, other in zip(table, exact, strict=True))
        assert far < (0.025 if boards <= 50 else 0.05), boards


def test_the_federations_curve_needs_the_hands_and_not_their_sum_alone() -> None:
    assert [
        SCORING_SYSTEMS["margin"].needs_hands(SCORING_SYSTEMS["margin"].read({"scale": scale}))
        for scale in ("twenty", "wbf")
    ] == [
        False,
        True,
    ]


def test_an_own_table_is_looked_up_and_the_sides_share_twice_the_points_of_a_level_match() -> None:
    shares = [
        points(awards("margin", game((ahead, 0)), scale="own", table=OWN))
        for ahead in (0, 45, 50, 195, 200)
    ]
    assert shares == [
        {A: 5, B: 5},
        {A: 5, B: 5},
        {A: Fraction(13, 2), B: Fraction(7, 2)},
        {A: Fraction(13, 2), B: Fraction(7, 2)},
        {A: 10, B: 0},
    ]


def test_the_margin_of_a_match_is_that_of_all_its_games() -> None:
    found = awards("margin", game((600, 400)), game((100, 460), sides=((B,), (A,))), unit=20)
    assert points(found) == {A: 20, B: 0}
    text, params, _ = found[A].parts[0]
    assert text % params == "Points 1060 : 500, 560 ahead"


@examples(
    20,
    200,
    st.integers(-1500, 1500),
    st.integers(0, 1500),
    st.sampled_from(
        [
            {"unit": 7},
            {"scale": "continuous", "blitz": 613},
            {"scale": "own", "table": OWN},
            {"scale": "wbf", "unit": 9},
        ]
    ),
)
def test_both_sides_always_have_the_same_sum_and_more_margin_never_gives_less(
    margin: int, more: int, settings: dict[str, Any]
) -> None:
    found = awards("margin", game((margin, 0)), **settings)
    first, second = found[A].line, found[B].line
    assert first.points + second.points == (10 if "table" in settings else 20)
    assert (first.points_against, second.points_against) == (second.points, first.points)
    assert awards("margin", game((margin + more, 0)), **settings)[A].line.points >= first.points
    assert all(isinstance(line.points, int | Fraction) for line in (first, second))
    assert sums_are_right(found)
