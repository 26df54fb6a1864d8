"""Ranks, ties, head to head, the lot, a dropped round."""

import random
from fractions import Fraction

import pytest

from tests.tournaments.standings.building import FORFEIT, NAMES, entered, order, told
from tournaments.standings import CRITERIA, Standing, explain, rank
from tournaments.standings.field import Field
from tournaments.standings.lines import Entered, Line


def test_nobody_has_no_standings():
    assert rank([], ["points", "head_to_head", "lot"]) == ()


def test_who_is_level_shares_the_rank_and_stands_in_order_of_the_seeds():
    of = entered("ABCDE", [("E", "A", 1, 1), ("D", "B", 2, 0)])
    assert order(of, "points") == [(1, "D"), (2, "A"), (2, "E"), (4, "B"), (4, "C")]
    assert order(of) == [(1, "A"), (1, "B"), (1, "C"), (1, "D"), (1, "E")]


def test_each_criterion_decides_only_among_those_whom_the_ones_before_left_level():
    of = [
        Entered(1, 1, (Line(1, points=2, score=100),)),
        Entered(2, 2, (Line(1, points=2, score=300),)),
        Entered(3, 3, (Line(1, points=1, score=900),)),
    ]
    assert rank(of, ["points", "score"]) == (
        Standing(1, 2, {"points": 2, "score": 300}),
        Standing(2, 1, {"points": 2, "score": 100}),
        Standing(3, 3, {"points": 1, "score": 900}),
    )
    assert order(of, "score", "points") == [(1, "C"), (2, "B"), (3, "A")]


def test_points_that_are_equal_stay_equal_however_they_came():
    third = Fraction(1, 3)
    of = [
        Entered(1, 1, tuple(Line(number, points=third) for number in (1, 2, 3))),
        Entered(2, 2, (Line(1, points=1), Line(2), Line(3))),
    ]
    assert order(of, "points") == [(1, "A"), (1, "B")]


def test_the_order_of_the_input_changes_nothing():
    rounds = [
        [("A", "B", 2, 1), ("C", "D", 1, 2)],
        [("A", "D", 3, 0), ("C", None, 2, 0)],
        [("B", "C", 1, 1)],
    ]
    of = entered("ABCDE", *rounds)
    expected = rank(of, list(CRITERIA), unplayed="fide_2023", lot_seed=9)
    shuffled = [Entered(one.id, one.seed, tuple(reversed(one.lines))) for one in of]
    random.Random(3).shuffle(shuffled)
    assert rank(shuffled, list(CRITERIA), unplayed="fide_2023", lot_seed=9) == expected


def test_of_two_who_are_level_the_winner_of_their_match_is_first():
    of = entered("ABCD", [("A", "B", 0, 2), ("C", "D", 2, 0)], [("A", "C", 2, 0), ("B", "D", 0, 2)])
    # All have 2. A and D never met, so among all four nothing is separated; A and B alone are told
    # apart.
    assert order(of, "points", "head_to_head") == [(1, "A"), (1, "B"), (1, "C"), (1, "D")]
    two = entered("AB", [("A", "B", 0, 2)], [("A", None, 2, 0)])
    assert rank(two, ["points", "head_to_head"]) == (
        Standing(1, 2, {"points": 2, "head_to_head": 2}),
        Standing(2, 1, {"points": 2, "head_to_head": 0}),
    )


def test_a_forfeit_counts_head_to_head():
    of = entered("AB", [("B", "A", 2, 0, FORFEIT)], [("A", None, 2, 0)])
    assert order(of, "points", "head_to_head") == [(1, "B"), (2, "A")]


def test_of_three_level_ones_of_whom_two_never_met_none_is_separated():
    rounds = [("A", "B", 2, 0)], [("B", "C", 2, 0)], [("C", None, 2, 0)]
    of = entered("ABC", *rounds)
    assert rank(of, ["points", "head_to_head"]) == tuple(
        Standing(1, id_, {"points": 2, "head_to_head": 0}) for id_ in (1, 2, 3)
    )
    assert told(of, "head_to_head", "A") == [("level with #2, #3, but not all of them have met", 0)]


# A beats B, C and D. B, C and D: B beats C by much and loses to D narrowly; C beats D by much.
RING = (
    [("A", "B", 4, 0), ("C", "D", 3, 1)],
    [("A", "C", 2, 2), ("D", "B", 3, 1)],
    [("A", "D", 4, 0), ("B", "C", 4, 0)],
)


def test_head_to_head_is_applied_again_to_those_who_are_still_level():
    # A 10, B 5, C 5, D 4: B and C are level again, and B beat C.
    of = [
        Entered(one.id, one.seed, one.lines, extra_points=-points)
        for one, points in zip(entered("ABCD", *RING), (10, 5, 5, 4), strict=True)
    ]
    assert rank(of, ["points", "head_to_head"]) == (
        Standing(1, 1, {"points": 0, "head_to_head": 10}),
        Standing(2, 2, {"points": 0, "head_to_head": 5}),
        Standing(3, 3, {"points": 0, "head_to_head": 5}),
        Standing(4, 4, {"points": 0, "head_to_head": 4}),
    )
    parts = explain(of, ["points", "head_to_head"], 3, "head_to_head")
    assert [(part.message, part.number) for part in parts] == [
        ("round 1, against #4", 3),
        ("round 2, against #1", 2),
        ("round 3, against #2", 0),
        ("still level with #2: 0 points from the matches among these alone", 0),
    ]


def test_a_ring_of_three_stays_level_for_the_next_criterion():
    of = entered("ABC", [("A", "B", 2, 0)], [("B", "C", 2, 0)], [("C", "A", 2, 0)])
    assert order(of, "points", "head_to_head") == [(1, "A"), (1, "B"), (1, "C")]
    scores = [
        Entered(one.id, one.seed, one.lines, extra_score=score)
        for one, score in zip(of, (1, 3, 2), strict=True)
    ]
    assert order(scores, "points", "head_to_head", "score") == [(1, "B"), (2, "C"), (3, "A")]


def test_several_matches_of_the_same_two_are_added_up():
    of = entered("AB", [("A", "B", 3, 0)], [("A", "B", 0, 2)], [("A", "B", 0, 2)])
    assert order(of, "head_to_head") == [(1, "B"), (2, "A")]


def test_the_lot_decides_only_among_the_level_ones():
    of = entered("ABCDEFGH", [("H", "A", 2, 0), ("C", "D", 0, 2)])
    standings = order(of, "points", "lot", lot_seed=2)
    assert [rank for rank, _ in standings] == list(range(1, 9))
    assert {name for _, name in standings[:2]} == {"D", "H"}
    lots = CRITERIA["lot"].values(Field(of, lot_seed=2))
    among = [lots[NAMES.index(name) + 1] for _, name in standings[2:]]
    assert among == sorted(among, reverse=True)


def test_the_worst_round_can_be_left_out_of_points_and_score():
    of = [
        Entered(
            1,
            1,
            (
                Line(1, points=5, score=900),
                Line(2, points=1, score=300),
                Line(3, points=1, score=200),
            ),
        ),
        Entered(
            2,
            2,
            (
                Line(1, points=3, score=500),
                Line(2, points=3, score=500),
                Line(3, points=2, score=400),
            ),
        ),
        Entered(3, 3, (Line(1, points=6, score=600),)),
    ]
    assert rank(of, ["points", "score"], worst_dropped=True) == (
        Standing(1, 1, {"points": 6, "score": 1200}),
        Standing(2, 2, {"points": 6, "score": 1000}),
        Standing(3, 3, {"points": 6, "score": 600}),  # an only round is no worst one
    )
    assert order(of, "points") == [(1, "B"), (2, "A"), (3, "C")]


def test_a_criterion_that_stands_there_twice_does_no_harm():
    of = entered("AB", [("A", "B", 0, 2)], [("A", None, 2, 0)])
    assert rank(of, ["points", "head_to_head", "points", "head_to_head"]) == rank(
        of, ["points", "head_to_head"]
    )


def test_an_unknown_criterion_is_refused():
    with pytest.raises(KeyError, match="beauty"):
        rank(entered("AB"), ["points", "beauty"])


def test_an_explanation_knows_who_was_level_at_its_place():
    of = entered("ABC", [("A", "B", 2, 0), ("C", None, 1, 0)], [("B", None, 2, 0)])
    criteria = ["points", "head_to_head"]
    assert [part.message for part in explain(of, criteria, 1, "head_to_head")] == [
        "round 1, against #2"
    ]
    assert explain(of, criteria, 3, "head_to_head") == ()
    assert [part.number for part in explain(of, criteria, 1, "buchholz")] == [2, 0]
