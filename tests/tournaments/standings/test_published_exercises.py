"""Our numbers against those that FIDE printed. Where they come from: `exercises`."""

from typing import Any

import pytest

from tests.tournaments.standings.exercises import (
    EXAMPLE_01,
    EXAMPLE_04,
    GAME_POINTS,
    LAXMAN,
    MATCH_POINTS,
    MIXED,
    PERSONS_KEYS,
    PERSONS_VALUES,
    SHARED_GAME_POINTS,
    SHARED_MATCH_POINTS,
    TEAMS_ORDER,
    of_one,
    persons,
    record,
    teams,
)
from tournaments.standings.ranking import explain, rank
from tournaments.standings.record import answer


def table(found: dict[str, Any], *keys: str) -> dict[int, tuple[float, ...]]:
    """Values by entrant, in the order of the entrants."""
    rows = {int(one["entrant"]): one["values"] for one in found["standings"]}
    return {number: tuple(rows[number][key] for key in keys) for number in sorted(rows)}


def test_sixteen_persons_with_byes_forfeits_and_a_withdrawal():
    found = answer(record(persons(), 16, list(PERSONS_KEYS), unplayed="fide_2023"))
    assert table(found, *PERSONS_KEYS) == PERSONS_VALUES


@pytest.mark.parametrize(
    ("cells", "key", "values"),
    [
        (LAXMAN, "points", (7, 7)),
        (LAXMAN, "buchholz", (57, 55)),
        (LAXMAN, "buchholz_cut_1", (50, 50)),
        (LAXMAN, "sonneborn_berger", (37.25, 37.25)),
        (EXAMPLE_01, "points", (7, 7)),
        (EXAMPLE_01, "buchholz", (51, 49.5)),
        (EXAMPLE_04, "points", (9.5, 9.5)),
        (EXAMPLE_04, "buchholz", (74, 69)),
    ],
)
def test_the_examples_of_the_manual_by_the_old_rule_and_by_that_of_2026(cells, key, values):
    found = tuple(
        next(one.values[key] for one in rank(of_one(cells), [key], unplayed=way) if one.id == 1)
        for way in ("fide_2023", "fide_2026")
    )
    assert found == values


def test_the_sum_says_where_the_rule_of_2026_sets_a_limit():
    keys = ["buchholz", "sonneborn_berger", "sonneborn_berger_own_score"]
    for key in keys:
        by_key = {
            way: explain(of_one(EXAMPLE_01), keys, 1, key, unplayed=way)[6].message
            for way in ("fide_2023", "fide_2026")
        }
        assert "your own" in by_key["fide_2023"]
        assert "at most" in by_key["fide_2026"]


def test_of_the_sixteen_persons_only_some_have_another_sum_by_the_rule_of_2026():
    """Number 4, 11.5 with the cut, is printed as an example of 2026 too. By hand: the byes of 4 and
    6 count 2.5, a draw in five rounds; 11 won without playing against 9, who has 1.5.
    """
    keys = ["buchholz", "buchholz_cut_1"]
    found = table(answer(record(persons(), 16, keys, unplayed="fide_2026")), *keys)
    before = table(answer(record(persons(), 16, keys, unplayed="fide_2023")), *keys)
    changed = {who: values for who, values in found.items() if values != before[who]}
    assert changed == {4: (14, 11.5), 6: (11.5, 10.5), 11: (12.5, 11)}


def test_the_median_takes_the_voluntary_round_and_then_the_highest():
    # Worked by hand from the printed table. 4: 3 (12 as adjusted), 3.5 for the bye asked for, 1.5,
    # 3.5, 3.5. 12: 3.5 and four times the own 2, one of them voluntary.
    found = table(
        answer(record(persons(), 16, ["buchholz_median"], unplayed="fide_2023")), "buchholz_median"
    )
    assert (found[2], found[4], found[12]) == ((8.5,), (8,), (6,))


def test_the_second_cut_goes_on_where_the_first_stopped():
    # 12: both absences (2 each); 9: the bye asked for and the lost forfeit (1.5 each) before the 1
    # of number 10.
    found = table(
        answer(record(persons(), 16, ["buchholz_cut_2"], unplayed="fide_2023")), "buchholz_cut_2"
    )
    assert (found[12], found[9], found[2]) == ((7.5,), (6,), (10.5,))


def test_fourteen_teams_by_match_points():
    keys = ["points", "buchholz", "buchholz_cut_1"]
    found = answer(record(teams(by_games=False), 14, keys, unplayed="fide_2023"))
    assert table(found, *keys) == MATCH_POINTS


def test_fourteen_teams_by_game_points():
    keys = ["points", "buchholz", "buchholz_cut_1"]
    found = answer(record(teams(by_games=True), 14, keys, unplayed="fide_2023"))
    assert table(found, *keys) == GAME_POINTS


def test_the_order_of_the_teams_by_match_points_and_then_game_points():
    found = answer(record(teams(by_games=False), 14, ["points", "score"]))
    # 11 and 14 are level on both and stand in order of the seeds, as do 7 and 13.
    assert [int(one["entrant"]) for one in found["standings"]] == TEAMS_ORDER
    assert [one["rank"] for one in found["standings"]] == [
        1,
        2,
        3,
        3,
        5,
        6,
        7,
        8,
        9,
        9,
        11,
        12,
        12,
        14,
    ]


def test_the_shares_of_the_five_teams_in_front():
    keys = ("sonneborn_berger", "sonneborn_berger_cut_1")
    found = table(
        answer(record(teams(by_games=False), 14, list(keys), unplayed="fide_2023")), *keys
    )
    assert {
        number: (2 * found[number][0], 2 * found[number][1]) for number in range(1, 6)
    } == SHARED_MATCH_POINTS


def test_the_shares_of_two_teams_by_game_points():
    found = answer(record(teams(by_games=True), 14, ["sonneborn_berger"], unplayed="fide_2023"))
    values = table(found, "sonneborn_berger")
    assert {number: 4 * values[number][0] for number in (6, 8)} == SHARED_GAME_POINTS


def test_the_products_of_both_kinds_of_points():
    keys = ("sonneborn_berger_own_points", "sonneborn_berger_own_score")
    found = answer(record(teams(by_games=False), 14, list(keys), unplayed="fide_2023"))
    assert table(found, *keys) == MIXED


def test_five_teams_that_are_level_head_to_head_are_told_apart_by_their_game_points():
    # Exercise 45: 8.5 for team 4, 8 for 1, 2 and 3, 7.5 for 5; among the three 2 has 5.5, 1 has 5,
    # 3 has 1.5.
    keys = ["points", "head_to_head", "head_to_head_score"]
    found = answer(record(teams(by_games=False), 14, keys))
    assert [(one["rank"], int(one["entrant"])) for one in found["standings"][:5]] == [
        (1, 4),
        (2, 2),
        (3, 1),
        (4, 3),
        (5, 5),
    ]
    values = table(found, "head_to_head_score")
    assert [values[number][0] for number in range(1, 6)] == [8, 8, 8, 8.5, 7.5]


def test_head_to_head_separates_only_teams_that_all_met():
    # Exercises 42 to 45: 11 and 14 drew, 7, 9 and 13 have not all met, 6 beat 8, and the five in
    # front have all met and won two of their four matches each.
    found = answer(record(teams(by_games=False), 14, ["points", "head_to_head"]))
    ranks = {int(one["entrant"]): one["rank"] for one in found["standings"]}
    values = table(found, "head_to_head")
    assert ranks == {
        1: 1,
        2: 1,
        3: 1,
        4: 1,
        5: 1,
        6: 6,
        8: 7,
        7: 8,
        9: 8,
        13: 8,
        10: 11,
        11: 12,
        14: 12,
        12: 14,
    }
    assert [values[number][0] for number in range(1, 15)] == [
        4,
        4,
        4,
        4,
        4,
        2,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        1,
    ]
