"""What rounds without a match make of the opponents' sums. All values are worked by hand."""

import pytest

from tests.tournaments.standings.building import ABSENT, FORFEIT, HALF, entered, told, values
from tournaments.standings.field import Field

# A beats B and C and has a bye; B loses, then has a bye, then is not there; C is away once and
# comes back; D plays on.
BACK = (
    [("A", "B", 2, 0), ("C", "D", 2, 0)],
    [("A", "C", 2, 0), ("B", None, 2, 0)],
    [("C", None, 0, 0, ABSENT), ("B", "D", 1, 1), ("A", None, 2, 0)],
    [("C", "D", 0, 2), ("A", "B", 1, 1)],
)
# Points: A 7, B 4, C 2, D 3. D is missing from round 2.


@pytest.mark.parametrize(
    ("unplayed", "buchholz"),
    [
        ("zero", {"A": 10, "B": 17, "C": 13, "D": 8}),
        ("own_points", {"A": 17, "B": 21, "C": 15, "D": 11}),
        ("fide_2023", {"A": 17, "B": 21, "C": 15, "D": 11}),  # all came back
    ],
)
def test_a_round_without_an_opponent_counts_nothing_or_ones_own_total(unplayed, buchholz):
    assert values(entered("ABCD", *BACK), "points") == {"A": 7, "B": 4, "C": 2, "D": 3}
    assert values(entered("ABCD", *BACK), "buchholz", unplayed=unplayed) == buchholz


@pytest.mark.parametrize(
    ("unplayed", "cut", "median"),
    [
        # Without an opponent there is a 0, which goes first: D 0 | 2 4 2, C 0 | 3 7 3, B 0 | 7 3 7,
        # A 0 | 4 2 4.
        ("zero", {"A": 10, "B": 17, "C": 13, "D": 8}, {"A": 6, "B": 10, "C": 6, "D": 4}),
        # A 4 2 (7) 4, B 7 (4) 3 7, C 3 7 (2) 3, D 2 (3) 4 2: just the lowest.
        ("own_points", {"A": 15, "B": 18, "C": 13, "D": 9}, {"A": 8, "B": 11, "C": 6, "D": 5}),
        # The absences of C (2) and D (3) go first; byes are not voluntary.
        ("fide_2023", {"A": 15, "B": 18, "C": 13, "D": 8}, {"A": 8, "B": 11, "C": 6, "D": 4}),
    ],
)
def test_cuts_take_the_lowest_and_voluntary_rounds_before_it(unplayed, cut, median):
    of = entered("ABCD", *BACK)
    assert values(of, "buchholz_cut_1", unplayed=unplayed) == cut
    assert values(of, "buchholz_median", unplayed=unplayed) == median


@pytest.mark.parametrize(
    ("unplayed", "shares", "cut"),
    [
        # A: 4 + 2 + nothing + half of 4. The least points are nobody's 0.
        ("zero", {"A": 8, "B": 5, "C": 3, "D": 4}, {"A": 8, "B": 5, "C": 3, "D": 4}),
        # A: 7 more for the bye; B: 4 more. The least points: of A's C (2), of B's D (half of 3), of
        # C the own 2 with a share of 0, of D one of the two against C: the lost one.
        (
            "own_points",
            {"A": 15, "B": 9, "C": 3, "D": 4},
            {"A": 13, "B": 9 - HALF * 3, "C": 3, "D": 4},
        ),
        # The absences are worth 0, which is not less than what the least opponents of C and D are
        # worth.
        (
            "fide_2023",
            {"A": 15, "B": 9, "C": 3, "D": 4},
            {"A": 13, "B": 9 - HALF * 3, "C": 3, "D": 4},
        ),
    ],
)
def test_an_award_is_the_result_against_nobody(unplayed, shares, cut):
    of = entered("ABCD", *BACK)
    assert values(of, "sonneborn_berger", unplayed=unplayed) == shares
    assert values(of, "sonneborn_berger_cut_1", unplayed=unplayed) == cut


def test_half_a_win_for_nothing_is_half_a_share():
    of = entered("AB", [("A", "B", 2, 0)], [("A", None, 1, 0)], [("B", None, 3, 0)])
    # A has 3 and B has 3; a match gives 2; more than a win is no more than a whole share.
    assert values(of, "sonneborn_berger", unplayed="own_points") == {"A": 3 + 3 * HALF, "B": 3}


def test_a_voluntary_round_that_is_worth_more_is_cut_instead_of_the_least_opponent():
    rounds = [
        [("A", "B", 2, 0), ("C", "D", 2, 0)],
        [("A", None, 1, 0, ABSENT), ("B", "C", 0, 2)],
        [("A", "C", 0, 2), ("B", "D", 0, 2)],
    ]
    # A has 3: all of B's 0, half of the own 3, none of C's 6.
    of = entered("ABCD", *rounds)
    cuts = {
        way: values(of, "sonneborn_berger_cut_1", unplayed=way)["A"]
        for way in ("own_points", "fide_2023")
    }
    assert cuts == {"own_points": 3 * HALF, "fide_2023": 0}


# A loses to D, then nothing more: absent three times. B plays all; C gives its last match away and
# is then absent.
GONE = (
    [("A", "D", 0, 2), ("B", "C", 2, 0)],
    [("B", "D", 1, 1), ("C", None, 2, 0)],
    [("B", "C", 2, 0, FORFEIT), ("A", None, 1, 0, ABSENT)],
    [("B", "D", 0, 2)],
)
# Points: A 1, B 5, C 2, D 5.


def test_who_never_came_back_counts_as_drawn_for_the_opponents():
    field = Field(entered("ABCD", *GONE), unplayed="fide_2023")
    assert dict(field.points) == {1: 1, 2: 5, 3: 2, 4: 5}
    # A: three absences as draws, the awarded one too. C: a draw for the absence, the lost forfeit
    # stays lost.
    assert dict(field.points_for_opponents) == {1: 3, 2: 5, 3: 3, 4: 5}
    # For itself everybody has the own total, not the adjusted one. D missed round 3 and came back.
    assert values(entered("ABCD", *GONE), "buchholz", unplayed="fide_2023") == {
        "A": 5 + 1 + 1 + 1,
        "B": 3 + 5 + 5 + 5,
        "C": 5 + 2 + 2 + 2,
        "D": 3 + 5 + 5 + 5,
    }


def test_an_absence_before_a_round_that_was_there_stays_as_it_was_awarded():
    of = entered(
        "ABC", [("A", "B", 2, 0)], [("B", "C", 2, 0)], [("A", "B", 2, 0)], [("A", None, 2, 0)]
    )
    field = Field(of, unplayed="fide_2023")
    # A missed round 2, but came back; C missed round 1 and came back for one match, then twice was
    # away; B once.
    assert dict(field.points_for_opponents) == {1: 6, 2: 3, 3: 2}


@pytest.mark.parametrize(
    ("unplayed", "buchholz"),
    [
        ("zero", {"A": 2, "B": 6}),
        ("own_points", {"A": 2, "B": 6}),
        ("fide_2023", {"A": 4, "B": 4}),
        ("fide_2026", {"A": 2, "B": 4}),
    ],
)
def test_a_forfeit_has_an_opponent_except_in_the_fide_way(unplayed, buchholz):
    of = entered("AB", [("A", "B", 1, 1)], [("A", "B", 2, 0, FORFEIT)])
    assert values(of, "buchholz", unplayed=unplayed) == buchholz


def test_a_forfeit_that_nobody_won_is_lost_by_both():
    of = entered("AB", [("A", "B", 2, 0)], [("A", "B", 0, 0, FORFEIT)])
    field = Field(of, unplayed="fide_2023")
    assert [field.is_voluntary(field.lines[id_][1]) for id_ in (1, 2)] == [True, True]


def test_a_forfeit_with_a_draw_for_both_is_lost_by_nobody():
    of = entered("AB", [("A", "B", 2, 0)], [("A", "B", 1, 1, FORFEIT)])
    field = Field(of, unplayed="fide_2023")
    assert [field.is_voluntary(field.lines[id_][1]) for id_ in (1, 2)] == [False, False]


@pytest.mark.parametrize(
    ("rounds", "match_points"),
    [
        ([], 0),
        ([[("A", None, 3, 0)]], 3),
        ([[("A", None, 3, 0)], [("A", "B", 2, 0, FORFEIT)]], 2),
        ([[("A", "B", 2, 0, FORFEIT)], [("A", "B", 10, 10)]], 20),
        ([[("A", "B", 3, 0), ("C", "D", 3, 0)], [("A", "B", 1, 1)]], 3),
        ([[("A", "B", 3, 0)], [("A", "B", 1, 1)]], 3),
        ([[("A", "B", 0, 0)], [("A", "B", 0, 0)], [("A", "B", HALF, HALF)]], 1),
    ],
)
def test_what_a_match_gives_is_read_out_of_the_matches(rounds, match_points):
    assert Field(entered("ABCD", *rounds)).match_points == match_points


def test_an_unknown_way_is_refused():
    with pytest.raises(ValueError, match="fide_1066"):
        Field([], unplayed="fide_1066")


def test_the_explanation_says_who_was_left_out_and_why():
    of = entered("ABCD", *GONE)
    assert told(of, "buchholz_median", "B", unplayed="fide_2023") == [
        ("round 1: #3 with 3 points, left out as the lowest", 0),
        ("round 2: #4 with 5 points, left out as the highest", 0),
        ("round 3: nobody, counted as an opponent with your own 5 points", 5),
        ("round 4: #4 with 5 points", 5),
    ]
    assert told(of, "buchholz_cut_1", "A", unplayed="zero") == [
        ("round 1: #4 with 5 points", 5),
        ("round 2: nobody, with 0 points, left out as the lowest", 0),
        ("round 3: nobody, counts nothing", 0),
        ("round 4: nobody, counts nothing", 0),
    ]
    assert told(of, "sonneborn_berger", "D", unplayed="fide_2023") == [
        (
            (
                "round 1: 2 of 2 against #1 with 3 points, rounds missed up to the end counted as "
                "drawn"
            ),
            3,
        ),
        ("round 2: 1 of 2 against #2 with 5 points", 5 * HALF),
        ("round 3: 0 of 2, nobody, counted as an opponent with your own 5 points", 0),
        ("round 4: 2 of 2 against #2 with 5 points", 5),
    ]
