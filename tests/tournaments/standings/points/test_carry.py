"""What comes along from one stage into the next."""

import pytest

from tests.tournaments.standings.points.matches import A, B, C, D
from tournaments.standings.lines import Line
from tournaments.standings.points.carry import Carried, carried

LINES = (
    Line(1, points=2, score=600, opponents=(B,)),
    Line(2, points=0, score=300, opponents=(C,)),
    Line(3, "forfeit", points=2, score=0, opponents=(D,)),
    Line(4, "bye", points=2, score=500),
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
    found = carried(how, LINES[::-1], qualified)
    assert (found.points, found.score, [params["round"] for _, params, _ in found.parts]) == (points, score, rounds)
    assert sum(part[2] for part in found.parts) == points
    assert all(text % params for text, params, _ in found.parts)


def test_where_partners_change_all_opponents_must_have_got_through() -> None:
    line = Line(1, points=3, score=150, opponents=(B, C), partners=(D,))
    assert carried("matches", [line], {A, B}) == Carried()
    assert carried("matches", [line], {A, B, C}).points == 3
