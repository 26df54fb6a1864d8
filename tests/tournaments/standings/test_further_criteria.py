"""Koya, products of two kinds of points, percentages, points for the place: all values worked by
hand.
"""

from fractions import Fraction
from typing import Any

from tests.tournaments.standings.building import (
    ABSENT,
    BYE,
    FORFEIT,
    HALF,
    IDS,
    entered,
    told,
    values,
)
from tournaments.standings import explain, rank
from tournaments.standings.criteria_settings import read
from tournaments.standings.field import Field
from tournaments.standings.lines import Entered, Line, Number
from tournaments.standings.record import answer

# A beats B, C and, by forfeit, D; B beats C and D; C beats D.
ROBIN = (
    [("A", "D", 1, 0, FORFEIT), ("B", "C", 1, 0)],
    [("A", "C", 1, 0), ("B", "D", 1, 0)],
    [("A", "B", 1, 0), ("C", "D", 1, 0)],
)
FIDE: dict[str, Any] = {"unplayed": "fide_2023", "round_robin": True}


# A forfeit in a round robin
# ---------------------------------------------------------------------------------------


def test_in_a_round_robin_a_forfeit_counts_like_a_played_match_in_the_sums() -> None:
    of = entered("ABCD", *ROBIN)
    assert values(of, "points") == {"A": 3, "B": 2, "C": 1, "D": 0}
    assert values(of, "sonneborn_berger", **FIDE) == {"A": 3, "B": 1, "C": 0, "D": 0}
    assert values(of, "buchholz", **FIDE) == {"A": 3, "B": 4, "C": 5, "D": 6}
    assert values(of, "koya", **FIDE) == {"A": 1, "B": 0, "C": 0, "D": 0}
    # Where the opponents follow from the results, each of the two has met a dummy with the own
    # points.
    assert values(of, "sonneborn_berger", unplayed="fide_2023")["A"] == 6
    assert values(of, "buchholz", unplayed="fide_2023")["D"] == 3
    assert values(of, "wins_played") == {"A": 2, "B": 2, "C": 1, "D": 0}


def test_in_a_round_robin_a_free_round_is_nobodys_and_is_not_what_a_cut_takes() -> None:
    rounds = (
        [("A", "B", 2, 0), ("C", None, 0, 0)],
        [("C", "A", 2, 0), ("B", None, 0, 0)],
        [("B", "C", 2, 0)],
    )
    of = entered("ABC", *rounds)
    assert values(of, "buchholz", **FIDE) == {"A": 4, "B": 4, "C": 4}
    assert values(of, "buchholz_cut_1", **FIDE) == {"A": 2, "B": 2, "C": 2}
    assert told(of, "buchholz", "A", **FIDE) == [
        ("round 1: #2 with 2 points", 2),
        ("round 2: #3 with 2 points", 2),
    ]


def test_a_standings_record_may_say_that_it_is_a_round_robin() -> None:
    record = {
        "format": "tichu-standings-record",
        "version": 1,
        "entrants": list("ABCD"),
        "rounds": [
            [
                {"a": a, "b": b, "kind": (*kind, "played")[0], "points": [x, y]}
                for a, b, x, y, *kind in one
            ]
            for one in ROBIN
        ],
        "criteria": ["points", "sonneborn_berger", "buchholz"],
        "settings": FIDE,
    }
    assert [list(one["values"].values()) for one in answer(record)["standings"]] == [
        [3, 3, 3],
        [2, 1, 4],
        [1, 0, 5],
        [0, 0, 6],
    ]
    wrong = {"round_robin": 1, "koya_limit": 101, "place_points": [], "unplayed": "fide_2023"}
    assert [
        (one["code"], one["field"]) for one in answer(record | {"settings": wrong})["errors"]
    ] == [
        ("bad_setting", "round_robin"),
        ("bad_setting", "koya_limit"),
        ("bad_setting", "place_points"),
    ]


# Koya
# --------------------------------------------------------------------------------------------------


def test_koya_counts_points_against_those_with_half_of_what_could_be_had() -> None:
    # Three matches of one point: 1.5 is half. A 2.5, B 2, C 1.5, D 0.
    rounds = (
        [("A", "D", 1, 0), ("B", "C", HALF, HALF)],
        [("A", "C", 1, 0), ("B", "D", 1, 0)],
        [("A", "B", HALF, HALF), ("C", "D", 1, 0)],
    )
    of = entered("ABCD", *rounds)
    assert values(of, "koya") == {"A": 1 + HALF, "B": 1, "C": HALF, "D": 0}
    # 2.1 points: A alone
    assert values(of, "koya", koya_limit=70) == {"A": 0, "B": HALF, "C": 0, "D": 0}
    assert values(of, "koya", koya_limit=0) == values(of, "points")
    assert told(of, "koya", "A") == [
        ("round 1: #4 with 0 points, fewer than 3/2, left out", 0),
        ("round 2: against #3 with 3/2 points", 1),
        ("round 3: against #2 with 2 points", HALF),
    ]


def test_koya_takes_its_part_of_a_round_against_several() -> None:
    lines: dict[int, list[Line]] = {
        1: [Line(1, points=3, points_against=1, opponents=(2, 3))],
        2: [Line(1, points=3, points_against=1, opponents=(1,))],
        3: [Line(1, points=1, points_against=3, opponents=(1,))],
    }
    of = [Entered(id_, id_, tuple(own)) for id_, own in lines.items()]
    assert values(of, "koya") == {"A": Fraction(3, 2), "B": 3, "C": 1}
    assert told(of, "koya", "A") == [
        ("round 1: 1 of #2, #3 have at least 2 points", Fraction(3, 2))
    ]


def test_what_was_brought_along_makes_nobody_strong() -> None:
    lost = Line(1, points=0, points_against=2, opponents=(1,))
    of = [
        Entered(1, 1, (Line(1, points=2, opponents=(2,)),)),
        Entered(2, 2, (lost,), carried_points=9),
    ]
    assert values(of, "koya") == {"A": 0, "B": 0}


# Products
# --------------------------------------------------------------------------------------------------


def scored(*rows: tuple[str, str | None, Number, Number, int, int, str]) -> list[Entered]:
    """Matches, a round each: a, b, points, Tichu points, kind."""
    found: dict[str, list[Line]] = {}
    for number, (a, b, of_a, of_b, score_a, score_b, kind) in enumerate(rows, 1):
        if b is None:
            found.setdefault(a, []).append(Line(number, kind, of_a, score_a))
            continue
        found.setdefault(a, []).append(Line(number, kind, of_a, score_a, of_b, score_b, (IDS[b],)))
        found.setdefault(b, []).append(Line(number, kind, of_b, score_b, of_a, score_a, (IDS[a],)))
    return [Entered(IDS[name], IDS[name], tuple(own)) for name, own in sorted(found.items())]


# A: 620 against B, 300 and a bye for 200. B has 2 points and 780 Tichu points, C 1 and 1000.
THREE = scored(
    ("A", "B", 2, 0, 620, 380, "played"),
    ("B", "C", 2, 0, 400, 300, "played"),
    ("C", "A", 1, 1, 700, 300, "played"),
    ("A", None, 2, 0, 200, 0, BYE),
)


def test_own_points_of_one_kind_times_the_opponents_of_the_other() -> None:
    assert values(THREE, "points") == {"A": 5, "B": 2, "C": 1}
    assert values(THREE, "sonneborn_berger_own_score")["A"] == 620 * 2 + 300 * 1
    assert values(THREE, "sonneborn_berger_own_points")["A"] == 2 * 780 + 1 * 1000
    assert told(THREE, "sonneborn_berger_own_score", "A") == [
        ("round 1, #2: your Tichu points 620 times their points 2", 1240),
        ("round 3, #3: your Tichu points 300 times their points 1", 300),
        ("round 4: nobody, counts nothing", 0),
    ]
    assert told(THREE, "sonneborn_berger_own_points", "A", unplayed="own_points")[-1] == (
        "round 4, nobody: your points 2 times your own Tichu points 1120",
        2240,
    )


def test_the_olympiads_leaves_out_the_bye_and_else_the_opponent_with_the_fewest_points() -> None:
    assert values(THREE, "sonneborn_berger_olympiad", unplayed="own_points") == {
        "A": 1240 + 300,  # without 200 times the own 5
        "B": 380 * 5,  # without 400 times the 1 of C
        "C": 700 * 5,  # without 300 times the 2 of B
    }
    assert told(THREE, "sonneborn_berger_olympiad", "B")[1] == (
        "round 2: #3 with 1 point, left out as the lowest",
        0,
    )


def test_an_opponent_who_never_came_back_counts_with_draws_of_both_kinds() -> None:
    of = scored(
        ("A", "B", 2, 0, 600, 400, "played"),
        ("B", None, 0, 0, 0, 0, ABSENT),
        ("A", None, 0, 0, 0, 0, BYE),
    )
    field = Field(of, unplayed="fide_2023")
    assert (dict(field.points_for_opponents), dict(field.score_for_opponents)) == (
        {1: 2, 2: 1},
        {1: 600, 2: 900},
    )


# Percentages
# --------------------------------------------------------------------------------------------------


def test_per_cent_of_what_the_own_matches_gave_whatever_they_were_worth() -> None:
    of = entered("ABC", [("A", "B", 6, 2), ("C", None, 8, 0)], [("B", "C", 3, 9)])
    assert values(of, "percentage") == {"A": 75, "B": 25, "C": 75}
    assert told(of, "percentage", "B") == [
        ("round 1: 2 of the 20 points in all your matches", 10),
        ("round 2: 3 of the 20 points in all your matches", 15),
    ]
    # Who sat out is neither before nor behind; as points they would be 6, 5, 17.
    assert [(one.rank, one.id) for one in rank(of, ["percentage"])] == [(1, 1), (1, 3), (3, 2)]


def test_penalties_count_in_per_cent_and_what_was_brought_along_does_not() -> None:
    line = Line(1, points=6, points_against=2, opponents=(2,), penalty_points=-1)
    of = [
        Entered(1, 1, (line,), carried_points=50, extra_points=-1),
        Entered(2, 2, (Line(1, points=2, points_against=6, opponents=(1,)),)),
    ]
    assert values(of, "percentage") == {"A": 50, "B": 25}
    assert told(of, "percentage", "A")[1] == ("bonuses minus penalties: -2 of 8 points", -25)


# Points by place
# ---------------------------------------------------------------------------------------------


def placed(points: str, **settings: Any) -> list[tuple[int, Number]]:
    """Ranks and points for the place of entrants with so many points each."""
    of = [Entered(id_, id_, (Line(1, points=int(one)),)) for id_, one in enumerate(points, 1)]
    return [
        (one.rank, one.values["place_points"])
        for one in rank(of, ["points", "place_points"], **settings)
    ]


def test_level_ones_share_the_points_of_their_places_as_bridge_clubs_do() -> None:
    assert placed("54321") == [(1, 25), (2, 20), (3, 15), (4, 10), (5, 5)]
    assert placed("54433") == [(1, 25), (2, 18), (2, 18), (4, 8), (4, 8)]
    assert placed("5544") == [(1, 23), (1, 23), (3, 13), (3, 13)]
    assert placed("7654333") == [(1, 25), (2, 20), (3, 15), (4, 10), (5, 2), (5, 2), (5, 2)]
    assert placed("3211", place_points=(3, 2, Fraction(1, 2))) == [(1, 3), (2, 2), (3, 0), (3, 0)]
    assert placed("321", place_points=(3, 2, HALF)) == [(1, 3), (2, 2), (3, HALF)]


def test_each_group_has_a_first_place_of_its_own() -> None:
    apart = {1: "A", 2: "A", 3: "B", 4: "B"}
    assert placed("4321", apart=apart) == [(1, 25), (2, 20), (1, 25), (2, 20)]


def test_the_points_of_a_place_say_which_places_were_shared() -> None:
    of = [Entered(id_, id_, (Line(1, points=one),)) for id_, one in enumerate((9, 5, 5), 1)]
    shown = [explain(of, ["points", "place_points"], id_, "place_points") for id_ in (1, 2)]
    assert [[(part.message, part.number) for part in parts] for parts in shown] == [
        [("place 1", 25)],
        [("places 2 to 3, shared by 2", 18)],
    ]


def test_settings_of_criteria_are_filled_up() -> None:
    assert read({}) == {"koya_limit": 50, "place_points": (25, 20, 15, 10, 5)}
    assert read({"place_points": [3, 0.5]})["place_points"] == (3, HALF)
