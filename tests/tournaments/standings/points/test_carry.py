"""What comes along from one stage into the next."""

from fractions import Fraction

import pytest

from tests.tournaments.standings.points.matches import A, B, C, D
from tournaments.standings import CRITERIA
from tournaments.standings.field import Field
from tournaments.standings.lines import Entered, Line
from tournaments.standings.points.carry import Carried, carried

LINES = (
    Line(1, points=2, score=600, opponents=(B,)),
    Line(2, points=0, score=300, opponents=(C,)),
    Line(3, "forfeit", points=2, score=0, opponents=(D,)),
    Line(4, "bye", points=2, score=500),
)
# The same, judged: late in the rounds 1 and 2, something brought along into the stage, and a bonus
# beside the rounds.
JUDGED = Entered(
    A,
    1,
    (
        Line(
            1,
            points=2,
            score=600,
            opponents=(B,),
            penalty_points=Fraction(-1, 2),
            penalty_score=-50,
        ),
        Line(2, points=0, score=300, opponents=(C,), penalty_points=-1),
        *LINES[2:],
    ),
    carried_points=5,
    carried_score=900,
    extra_points=-3,
    extra_score=-200,
)


@pytest.mark.parametrize(
    ("how", "qualified", "points", "score", "rounds"),
    [
        ("none", {A, B, C, D}, 0, 0, []),
        ("points", {A}, 6, 1400, [1, 2, 3, 4]),
        ("matches", {A, B, D}, 4, 600, [1, 3]),
        ("matches", {A, C}, 0, 300, [2]),
        ("matches", {A}, 0, 0, []),
    ],
)
def test_nothing_everything_or_the_matches_with_those_who_got_through(
    how: str, qualified: set[int], points: int, score: int, rounds: list[int]
) -> None:
    found = carried(how, Entered(A, 1, LINES[::-1]), qualified)
    assert (found.points, found.score, [params["round"] for _, params, _ in found.parts]) == (
        points,
        score,
        rounds,
    )
    assert sum(part[2] for part in found.parts) == points
    assert all(text % params for text, params, _ in found.parts)


def test_where_partners_change_all_opponents_must_have_got_through() -> None:
    line = Line(1, points=3, score=150, opponents=(B, C), partners=(D,))
    assert carried("matches", Entered(A, 1, (line,)), {A, B}) == Carried()
    assert carried("matches", Entered(A, 1, (line,)), {A, B, C}).points == 3


@pytest.mark.parametrize(
    ("worst_dropped", "score", "rounds"), [(False, 2050, [1, 2, 3, 4]), (True, 1750, [1, 3, 4])]
)
def test_all_points_are_those_of_the_standings(
    worst_dropped: bool, score: int, rounds: list[int]
) -> None:
    found = carried("points", JUDGED, {A}, worst_dropped=worst_dropped)
    field = Field([JUDGED], worst_dropped=worst_dropped)
    assert (found.points, found.score) == (Fraction(13, 2), score)
    assert CRITERIA["points"].values(field) == {A: found.points}
    assert CRITERIA["score"].values(field) == {A: found.score}
    assert [(text % params, number) for text, params, number in found.parts] == [
        *((f"Round {number} of the previous stage", 0 if number == 2 else 2) for number in rounds),
        (
            "Bonuses minus penalties in the previous stage, and what was carried into it",
            Fraction(1, 2),
        ),
    ]


def test_all_points_may_be_fewer_than_nothing() -> None:
    late = Entered(A, 1, (Line(1, points=1, opponents=(B,)),), extra_points=-3)
    assert carried("points", late, {A}).points == -2


def test_a_match_brings_the_penalties_of_its_round_along_and_no_others() -> None:
    found = carried("matches", JUDGED, {A, B, D}, worst_dropped=True)
    assert (found.points, found.score) == (Fraction(7, 2), 550)
    assert [(text % params, number) for text, params, number in found.parts] == [
        ("Round 1 of the previous stage, against somebody who also qualified", Fraction(3, 2)),
        ("Round 3 of the previous stage, against somebody who also qualified", 2),
    ]


def test_a_match_of_the_dropped_round_comes_along_as_it_does_for_the_opponent() -> None:
    assert carried("matches", JUDGED, {A, C}, worst_dropped=True) == carried(
        "matches", JUDGED, {A, C}
    )
    assert carried("matches", JUDGED, {A, C}).points == -1
