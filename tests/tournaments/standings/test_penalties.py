"""Penalties and bonuses of a session round: they count in every sum, and decide no match and no
worst round.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.tournaments.standings.building import told, values
from tournaments.standings import rank
from tournaments.standings.lines import Entered, Line, Number


def line(number: int, points: int, other: int, penalty: Number = 0, score: int = 0) -> Line:
    """A match for three points in which 100 Tichu points went with each."""
    return Line(
        number, points=points, score=points * 100, points_against=3 - points,
        score_against=(3 - points) * 100, opponents=(other,), penalty_points=penalty,
        penalty_score=score, hands=5,
    )  # fmt: skip


def judged(penalty: Number = -2, score: int = -150) -> list[Entered]:
    """A beat B twice, 2 : 1 and 3 : 0, and was penalised in the first of the two rounds."""
    return [
        Entered(1, 1, (line(1, 2, 2, penalty, score), line(2, 3, 2))),
        Entered(2, 2, (line(1, 1, 1), line(2, 0, 1))),
    ]


# What it is without the penalty, less what the penalty takes.
SUMS: Sequence[tuple[str, Number, Number]] = (
    ("points", 5, -2),
    ("score", 500, -150),
    ("difference", 400, -150),
    ("progressive", 7, -4),
    ("without_worst_round", 3, -2),
    ("points_per_round", Fraction(5, 2), -1),
    ("points_per_hand", Fraction(1, 2), Fraction(-1, 5)),
    ("opponents_average", 1, 0),
    ("buchholz", 2, 0),
)


@pytest.mark.parametrize(("key", "without", "taken"), SUMS)
def test_a_penalty_counts_in_every_sum(key: str, without: Number, taken: Number) -> None:
    assert (values(judged(0, 0), key)["A"], values(judged(), key)["A"]) == (
        without,
        without + taken,
    )
    assert sum(number for _, number in told(judged(), key, "A")) == without + taken


@pytest.mark.parametrize(
    ("key", "a", "b"),
    [("wins", 2, 0), ("wins_played", 2, 0), ("score_against", 100, 500), ("best_round", 3, 1)],
)
def test_a_penalty_does_not_change_what_the_matches_gave(key: str, a: Number, b: Number) -> None:
    assert values(judged(), key) == values(judged(0, 0), key) == {"A": a, "B": b}


def test_a_bonus_wins_no_match() -> None:
    of = [judged()[0], Entered(2, 2, (line(1, 1, 1, 5, 900), line(2, 0, 1)))]
    assert (values(of, "wins"), values(of, "points")) == ({"A": 2, "B": 0}, {"A": 3, "B": 6})


def test_level_ones_are_told_apart_by_their_match_and_not_by_a_penalty_in_it() -> None:
    of = [
        Entered(1, 1, (line(1, 1, 2),), extra_points=1),
        Entered(2, 2, (line(1, 2, 1, -2),), extra_points=2),
    ]
    standings = rank(of, ["points", "head_to_head"])
    assert [(one.rank, one.id, one.values) for one in standings] == [
        (1, 2, {"points": 2, "head_to_head": 2}),
        (2, 1, {"points": 2, "head_to_head": 1}),
    ]


def test_opponents_count_with_their_penalties_and_the_own_share_without() -> None:
    assert values(judged(), "buchholz") == {"A": 2, "B": 6}
    assert values(judged(), "sonneborn_berger") == {"A": Fraction(5, 3), "B": 1}


def test_a_penalty_neither_makes_a_round_the_worst_nor_is_dropped_with_it() -> None:
    best_penalised = [Entered(1, 1, (line(1, 2, 2), line(2, 3, 2, -2, -150))), judged()[1]]
    assert told(best_penalised, "points", "A", worst_dropped=True) == [
        ("round 1, the worst, dropped", 0),
        ("round 2", 3),
        ("round 2, bonuses minus penalties", -2),
    ]
    worst_penalised = judged()
    assert told(worst_penalised, "points", "A", worst_dropped=True) == [
        ("round 1, the worst, dropped", 0),
        ("round 1, bonuses minus penalties", -2),
        ("round 2", 3),
    ]
    assert told(worst_penalised, "without_worst_round", "A") == told(
        worst_penalised, "points", "A", worst_dropped=True
    )
    for of in (best_penalised, worst_penalised):
        assert values(of, "points", worst_dropped=True)["A"] == 1
        assert values(of, "score", worst_dropped=True)["A"] == 150
        assert values(of, "difference", worst_dropped=True)["A"] == 150


def test_penalties_of_all_rounds_stand_together_where_points_are_divided() -> None:
    of = [Entered(1, 1, (line(1, 2, 2, -2), line(2, 3, 2, -1)), extra_points=1), judged()[1]]
    assert told(of, "points_per_round", "A") == [
        ("round 1: 2 points, divided by 2", 1),
        ("round 2: 3 points, divided by 2", Fraction(3, 2)),
        ("bonuses minus penalties: -2 points, divided by 2", -1),
    ]


def test_the_total_of_a_line_is_what_the_match_gave_with_its_penalties() -> None:
    both = line(1, 2, 2), line(1, 2, 2, -2, -150)
    assert [(one.total_points, one.total_score) for one in both] == [(2, 200), (0, 50)]
