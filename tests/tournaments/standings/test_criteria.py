"""Each criterion on a small field, worked by hand."""

import re
from fractions import Fraction

import pytest

from tests.tournaments.standings.building import ABSENT, BYE, FORFEIT, HALF, entered, told, values
from tournaments.standings import CRITERIA, rank
from tournaments.standings.field import Field
from tournaments.standings.lines import Entered, Line

# Two pairs over three rounds with everything that a line can hold; B has a bye and an absence.
ANNA = Entered(
    1,
    1,
    (
        Line(1, points=3, score=620, points_against=1, score_against=380, opponents=(2,),
        games_won=2, games_lost=1,
             hands=10, sweeps=2, calls_made=3, calls_failed=1, penalties=1, places=(1, 3)),
        Line(2, kind=FORFEIT, points=4, score=0, points_against=0, opponents=(2,)),
        Line(3, points=HALF, score=-50, points_against=HALF, score_against=150, opponents=(2,),
        games_lost=2, hands=4,
             calls_failed=2, places=(2,)),
    ),
    carried_points=2,
    carried_score=100,
    extra_points=-1,
    extra_score=-20,
    penalties=1,
)  # fmt: skip
BEAT = Entered(
    2,
    2,
    (
        Line(
            1,
            points=1,
            score=380,
            points_against=3,
            score_against=620,
            opponents=(1,),
            games_won=1,
            games_lost=2,
            hands=10,
            calls_made=1,
        ),
        Line(2, kind=BYE, points=2, score=500),
        Line(3, kind=ABSENT, points=1),
    ),
)


@pytest.mark.parametrize(
    ("key", "anna", "beat"),
    [
        ("points", 8 + HALF, 4),
        ("score", 650, 880),
        ("score_against", 530, 620),
        ("difference", 120, 260),
        ("points_per_round", Fraction(13, 6), 3 * HALF),  # 7.5 less 1 over three rounds; 3 over two
        # 3.5 less 1 over 14 hands; the bye has none
        ("points_per_hand", Fraction(5, 28), Fraction(1, 10)),
        ("wins", 2, 0),
        ("wins_played", 1, 0),
        ("games_won", 2, 1),
        ("games_difference", -1, -1),
        ("sweeps", 2, 0),
        ("calls", 0, 1),
        ("fewest_penalties", 2, 0),
        ("mean_place", 2, 0),
        ("progressive", 17 + HALF, 8),  # 3, 7, 7.5; 1, 3, 4: what was brought along is left out
        ("best_round", 4, 2),
        ("without_worst_round", 8, 3),
    ],
)
def test_criteria_of_ones_own_rounds(key, anna, beat):
    assert CRITERIA[key].values(Field([ANNA, BEAT])) == {1: anna, 2: beat}


def test_nothing_played_is_nothing_everywhere():
    nobody = Entered(1, 1)
    field = Field([nobody])
    drawn = {key: one for key, one in CRITERIA.items() if key != "lot"}
    assert {
        key: (one.values(field), one.explain(field, 1, [1])) for key, one in drawn.items()
    } == dict.fromkeys(drawn, ({1: 0}, ()))


def test_opponents_and_their_mean():
    of = entered(
        "ABCD",
        [("A", "B", 4, 0), ("C", "D", 3, 1)],
        [("A", "C", 4, 0), ("B", "D", 1, 3)],
        [("A", "D", 2, 2), ("B", "C", 0, 4, FORFEIT)],
    )
    # A 10, B 1, C 7, D 6
    assert values(of, "buchholz") == {"A": 14, "B": 23, "C": 17, "D": 18}
    assert values(of, "buchholz_cut_1") == {"A": 13, "B": 17, "C": 16, "D": 17}
    assert values(of, "buchholz_cut_2") == {"A": 7, "B": 10, "C": 10, "D": 10}
    assert values(of, "buchholz_median") == {"A": 6, "B": 7, "C": 6, "D": 7}
    assert values(of, "opponents_average") == {"A": Fraction(14, 3), "B": 8, "C": 8, "D": 6}
    # A: all of 1, all of 7, half of 6. B: nothing, a quarter of 6, nothing. C: 3/4 of 6, nothing,
    # all of 1. D: 1/4 of 7, 3/4 of 1, half of 10.
    assert values(of, "sonneborn_berger") == {
        "A": 11,
        "B": 3 * HALF,
        "C": 11 * HALF,
        "D": 15 * HALF,
    }
    # Without: A's B (1), B's D (1.5), C's B (1), D's B (3/4).
    assert values(of, "sonneborn_berger_cut_1") == {
        "A": 10,
        "B": 0,
        "C": 9 * HALF,
        "D": Fraction(27, 4),
    }


def test_of_the_weakest_opponents_the_one_who_gave_least_is_cut():
    of = entered("ABC", [("A", "B", 2, 0)], [("A", "C", 1, 1), ("B", None, 1, 0)])
    # B and C have 1 each; B gave A all of it, C half of it.
    assert values(of, "sonneborn_berger_cut_1")["A"] == 1


def line(
    number: int, points: int, opponents: tuple[int, ...], partners: tuple[int, ...] = ()
) -> Line:
    return Line(
        number, points=points, points_against=3 - points, opponents=opponents, partners=partners
    )


def test_several_opponents_count_with_their_mean():
    # Persons in drawn pairs: 1 and 2 beat 3 and 4; then 1 and 3 beat 2 and 4; then 1 alone against
    # the three others.
    of = [
        Entered(1, 1, (line(1, 3, (3, 4), (2,)), line(2, 3, (2, 4), (3,)), line(3, 1, (2, 3, 4)))),
        Entered(2, 2, (line(1, 3, (3, 4), (1,)), line(2, 0, (1, 3), (4,)), line(3, 2, (1,)))),
        Entered(3, 3, (line(1, 0, (1, 2), (4,)), line(2, 3, (2, 4), (1,)), line(3, 2, (1,)))),
        Entered(4, 4, (line(1, 0, (1, 2), (3,)), line(2, 0, (1, 3), (2,)), line(3, 2, (1,)))),
    ]
    # Points 7, 5, 5, 2. Opponents of 1: (5+2)/2, (5+2)/2, (5+5+2)/3; of 4: (7+5)/2, (7+5)/2, 7.
    assert CRITERIA["buchholz"].values(Field(of)) == {
        1: 11,
        2: Fraction(33, 2),
        3: Fraction(33, 2),
        4: 19,
    }
    assert CRITERIA["opponents_average"].values(Field(of))[1] == Fraction(11, 3)
    assert CRITERIA["sonneborn_berger"].values(Field(of))[1] == 7 + Fraction(4, 3)
    assert told(of, "buchholz", "A")[2] == ("round 3: #2, #3, #4 with 4 points on average", 4)


def test_the_best_round_is_told_apart_by_its_score():
    of = [
        Entered(1, 1, (Line(1, points=3, score=500), Line(2, points=3, score=700))),
        Entered(2, 2, (Line(1, points=3, score=650), Line(2, points=1, score=900))),
        Entered(3, 3, (Line(1, points=3, score=700),)),
    ]
    standings = rank(of, ["best_round"])
    assert [(one.rank, one.id, one.values) for one in standings] == [
        (1, 1, {"best_round": 3}),
        (1, 3, {"best_round": 3}),
        (3, 2, {"best_round": 3}),
    ]
    assert told(of, "best_round", "A") == [("round 2, with 700 Tichu points", 3)]


def test_who_has_no_place_yet_stands_behind_the_others():
    of = [
        Entered(1, 1, ()),
        Entered(2, 2, (Line(1, places=(5, 2)),)),
        Entered(3, 3, (Line(1, places=(1,)), Line(2, places=(Fraction(3, 2),)))),
    ]
    assert [one.id for one in rank(of, ["mean_place"])] == [3, 2, 1]


def test_fewer_are_better_where_it_says_so():
    of = [
        Entered(1, 1, (Line(1, score_against=600, penalties=1),)),
        Entered(2, 2, (Line(1, score_against=400),)),
    ]
    assert {
        key: [one.id for one in rank(of, [key])]
        for key, one in CRITERIA.items()
        if one.lower_is_better
    } == {"score_against": [2, 1], "fewest_penalties": [2, 1], "mean_place": [1, 2]}


def test_the_lot_can_be_repeated_and_does_not_move_with_late_entries():
    of = entered("ABCDEFGH")
    first, again, other = (values(of, "lot", lot_seed=seed) for seed in (4, 4, 5))
    assert first == again
    assert sorted(first.values()) == list(range(1, 9))
    assert other != first
    without_c = values([one for one in of if one.id != 3], "lot", lot_seed=4)
    assert sorted(without_c, key=without_c.__getitem__) == [
        name for name in sorted(first, key=first.__getitem__) if name != "C"
    ]
    assert told(of, "lot", "A", lot_seed=4) == [
        ("drawn among 8; the highest number comes first", first["A"])
    ]


def test_own_sums_tell_their_rounds():
    assert told([ANNA, BEAT], "points", "A") == [
        ("round 1", 3),
        ("round 2, not played", 4),
        ("round 3", HALF),
        ("carried over from the previous stage", 2),
        ("bonuses minus penalties outside any round", -1),
    ]
    assert told([ANNA, BEAT], "points", "B") == [
        ("round 1", 1),
        ("round 2, a bye", 2),
        ("round 3, absent", 1),
    ]
    assert told([ANNA, BEAT], "points", "B", worst_dropped=True) == [
        ("round 1", 1),
        ("round 2, a bye", 2),
        ("round 3, the worst, dropped", 0),
    ]
    assert told([ANNA, BEAT], "without_worst_round", "A")[2] == (
        "round 3, the worst, dropped",
        0,
    )
    assert told([ANNA, BEAT], "progressive", "B") == [
        ("total after round 1", 1),
        ("total after round 2", 3),
        ("total after round 3", 4),
    ]
    assert told([ANNA, BEAT], "points_per_hand", "A")[-1] == (
        "bonuses minus penalties: -1 point, divided by 14",
        Fraction(-1, 14),
    )


def test_every_criterion_has_a_key_a_name_and_a_sentence_of_its_own():
    assert [
        key
        for key, one in CRITERIA.items()
        if key != one.key or not re.fullmatch("[a-z][a-z0-9_]+", key)
    ] == []
    assert len({one.name for one in CRITERIA.values()}) == len(CRITERIA)
    assert len({one.sentence for one in CRITERIA.values()}) == len(CRITERIA)
    assert [key for key, one in CRITERIA.items() if not one.sentence.endswith(".")] == []
