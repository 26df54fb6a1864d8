"""Tichu points as ranking points, and their difference."""

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from scoring.rules import RuleSet
from tests.lengths import examples
from tests.tournaments.standings.points.matches import (
    A,
    B,
    C,
    D,
    awards,
    game,
    played_game,
    points,
    random_rounds,
    sums_are_right,
)

ALONE = ((A,), (B,), (C,))


def test_the_sum_of_tichu_points_does_not_care_who_won() -> None:
    assert points(awards("score", game((620, 380)), game((-25, 125)))) == {A: 595, B: 505}
    assert points(awards("score", game((30, 70, 70), (100, 0, 100), sides=ALONE))) == {
        A: 130,
        B: 70,
        C: 170,
    }


def test_the_difference_is_own_less_the_opponents_points() -> None:
    found = awards("difference", game((620, 380), (-25, 125)))
    assert points(found) == {A: 90, B: -90}
    assert found[B].line.points_against == 90


def test_a_cap_holds_the_difference_of_each_match_down_and_says_so() -> None:
    found = awards("difference", game((620, 380)), cap=150)
    assert points(found) == {A: 150, B: -150}
    assert found[B].parts == (
        ("%(own)s minus %(other)s, the points of the opponents", {"own": 380, "other": 620}, -240),
        ("A match counts at most %(cap)s", {"cap": 150}, 90),
    )
    changing = [game((100, 0), sides=((A, C), (B, D))), game((100, 0), sides=((A, D), (B, C)))]
    assert points(awards("difference", *changing, cap=60)) == {A: 120, B: -120, C: 0, D: 0}


def test_who_plays_alone_is_measured_by_the_mean_of_the_others() -> None:
    found = awards("difference", game((100, 50, 25), sides=ALONE))
    assert points(found) == {A: Fraction(125, 2), B: Fraction(-25, 2), C: -50}
    assert sums_are_right(found)
    assert found[A].line.opponents == (B, C)
    assert found[A].line.score_against == 0
    assert found[A].line.points_against == Fraction(-125, 4)


@examples(20, 200, st.integers(0, 10**9), st.sampled_from([None, 1, 200]))
def test_differences_always_cancel_out(seed: int, cap: int | None) -> None:
    rules = RuleSet.of("nanking")
    chance = Random(seed)
    games = [
        played_game(rules, random_rounds(rules, 4, 3, chance), chance.sample((A, B, C, D), 4))
        for _ in range(3)
    ]
    found = awards("difference", *games, cap=cap)
    assert sum(award.line.points for award in found.values()) == 0
    assert sums_are_right(found)
    summed = awards("score", *games)
    assert {id_: award.line.score for id_, award in found.items()} == points(summed)
    assert sums_are_right(summed)
    assert sum(award.line.score for award in summed.values()) == 2 * sum(
        sum(one.totals) for one in games
    )
