"""The league evening of four."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from scoring.rules import preset
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

PARTNERS = (((A, B), (C, D)), ((A, C), (B, D)), ((A, D), (B, C)))
HALF = Fraction(1, 2)


def evening(*scores: tuple[int, int], **settings: Any) -> dict[int, object]:
    games = [game(score, sides=sides) for score, sides in zip(scores, PARTNERS, strict=False)]
    found = awards("shares", *games, everybody=(A, B, C, D), **settings)
    assert sums_are_right(found)
    return points(found)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([(500, 300), (450, 350), (410, 390)], (6, 3, 2, 1)),
        ([(410, 390), (450, 350), (500, 300)], (6, 1, 2, 3)),
        ([(500, 300), (350, 450), (410, 390)], (4, 5, 0, 3)),
        ([(450, 350), (450, 350), (410, 390)], (6, 2 * HALF * 5 / 2, HALF * 5, 1)),
        ([(450, 350), (450, 350), (350, 450)], (4, 4, 4, 0)),
        ([(500, 300), (450, 350), (400, 400)], (5 + HALF, 3 + HALF, 2 + HALF, HALF)),
        ([(500, 300), (400, 400), (400, 400)], (3 + 3 * HALF, 3 + 3 * HALF, 3 * HALF, 3 * HALF)),
        ([(400, 400), (400, 400), (400, 400)], (3, 3, 3, 3)),
        ([(500, 300), (450, 350)], (5, 3, 2, 0)),
    ],
)
def test_the_clearest_win_is_worth_most_and_equal_ones_share(
    scores: list[tuple[int, int]], expected: tuple[object, ...]
) -> None:
    assert evening(*scores) == dict(zip((A, B, C, D), expected, strict=True))


def test_the_ladder_is_a_setting_and_games_beyond_it_give_nothing() -> None:
    assert evening((500, 300), (450, 350), (410, 390), ladder=[2.5, 1]) == {
        A: 7 * HALF,
        B: 5 * HALF,
        C: 1,
        D: 0,
    }


def test_the_explanation_names_the_place_of_the_win() -> None:
    games = [
        game(score, sides=sides)
        for score, sides in zip([(500, 300), (350, 450), (400, 500)], PARTNERS, strict=True)
    ]
    found = awards("shares", *games)
    assert [text % params for text, params, _ in found[B].parts] == [
        "Won with 500 : 300, by 200; place 1 of the evening's wins",
        "Won with 450 : 350, by 100; shares places 2 to 3",
        "Won with 500 : 400, by 100; shares places 2 to 3",
    ]


@examples(20, 200, st.integers(0, 10**9))
def test_an_evening_always_gives_twelve_and_nobody_more_than_six(seed: int) -> None:
    rules, chance = preset("league_evening").rules, Random(seed)
    games = [
        played_game(
            rules, random_rounds(rules, 4, 2, chance), (first[0], second[0], first[1], second[1])
        )
        for first, second in PARTNERS
    ]
    found = awards("shares", *games)
    values = [award.line.points for award in found.values()]
    assert sum(values) == 12
    assert all(0 <= value <= 6 for value in values)
    assert points(awards("shares", *reversed(games))) == points(found)
    assert sums_are_right(found)
    # Recount: each game's rank is a matter of its margin alone.
    margins = [abs(one.totals[0] - one.totals[1]) for one in games]
    expected: dict[int, Fraction] = dict.fromkeys((A, B, C, D), Fraction(0))
    for one, margin in zip(games, margins, strict=True):
        larger, equal = sum(other > margin for other in margins), margins.count(margin)
        worth = Fraction(sum([3, 2, 1][larger : larger + equal]), equal)
        for side, ids in enumerate(one.sides):
            share = HALF if margin == 0 else Fraction(one.totals[side] > one.totals[1 - side])
            for id_ in ids:
                expected[id_] += worth * share
    assert points(found) == expected
