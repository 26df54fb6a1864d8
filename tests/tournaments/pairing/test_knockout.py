"""Whole knock-outs against what must be true of every knock-out, and against a recount from the
tables.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.rule_errors import codes_of
from tests.tournaments.pairing.brackets import (
    Winner,
    by_chance,
    drawn,
    entrants,
    losses,
    places,
    played,
    the_better,
    whole,
    with_leavers,
)
from tournaments.pairing.brackets import seeds_in_order
from tournaments.pairing.knockout import Knockout
from tournaments.pairing.values import Id, SessionRound, Table

CUP = Knockout()
SETTINGS = CUP.read({"third_place": True})


def test_the_standard_bracket_of_eight_is_the_usual_one() -> None:
    assert seeds_in_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_everybody_but_the_champion_loses_once() -> None:
    for count, first_round in product(range(2, 34), ("seeds", "lot")):
        case = count, first_round
        past = whole(CUP, entrants(count), by_chance(count), first_round=first_round)
        lost = losses(past)
        everybody = {entrant.id for entrant in entrants(count)}
        (champion,) = everybody - set(lost)
        assert lost == dict.fromkeys(everybody - {champion}, 1), case
        assert sum(len(session_round.tables) for session_round in past) == count - 1, case
        assert len(past) == CUP.rounds(count, {}), case
        assert places(CUP, past, sorted(everybody))[0] == (champion,), case


def test_the_best_two_meet_in_the_final_only_and_the_better_half_gets_as_far_as_it_should() -> None:
    for count in range(2, 34):
        past = whole(CUP, entrants(count), the_better)
        assert past[-1].tables[0].everybody == (101, 102), count
        for number, session_round in enumerate(reversed(past)):
            still_in = {id_ for table in session_round.tables for id_ in table.everybody} | set(
                session_round.byes
            )
            assert still_in == {
                100 + seed for seed in range(1, min(count, 2 ** (number + 1)) + 1)
            }, count


def test_byes_go_to_the_top_seeds_and_only_in_the_first_round() -> None:
    for count in range(3, 34):
        past = whole(CUP, entrants(count), by_chance(count))
        byes = 2 ** CUP.rounds(count, {}) - count
        assert sorted(past[0].byes) == [100 + seed for seed in range(1, byes + 1)], count
        assert [session_round.byes for session_round in past[1:]] == [()] * (len(past) - 1), count


def test_places_are_those_of_a_recount_by_the_round_of_the_defeat() -> None:
    for count in range(2, 34):
        past = whole(CUP, entrants(count), by_chance(3 * count))
        defeats: dict[int, int] = {entrant.id: len(past) for entrant in entrants(count)}
        for number, session_round in enumerate(past):
            for table in session_round.tables:
                assert table.winner is not None
                defeats[table.sides[1 - table.winner][0]] = number
        expected = [
            tuple(sorted(id_ for id_, number in defeats.items() if number == wanted))
            for wanted in sorted(set(defeats.values()), reverse=True)
        ]
        assert places(CUP, past, sorted(defeats)) == expected, count


def test_third_place_is_played_together_with_the_final_by_the_losers_of_the_semi_finals() -> None:
    for count in range(4, 18):
        past = whole(CUP, entrants(count), by_chance(count), third_place=True)
        final, third = past[-1].tables
        assert (final.key, third.key) == (f"{len(past)}:1", f"{len(past)}:2"), count
        beaten = {table.sides[1 - (table.winner or 0)][0] for table in past[-2].tables}
        assert set(third.everybody) == beaten, count
        order = [
            table.sides[side][0]
            for table in (final, third)
            for side in (table.winner or 0, 1 - (table.winner or 0))
        ]
        found = places(CUP, past, range(101, 101 + count), third_place=True)
        assert found[:4] == [(id_,) for id_ in order], count


def winner_by_key(won: Mapping[str, int]) -> Winner:
    return lambda table: won[table.key]


def test_the_sides_of_a_table_and_whence_they_come_are_in_the_same_order() -> None:
    for winners in product((0, 1), repeat=2):
        semis = drawn(CUP, entrants(4), third_place=True)
        won = dict(zip(("1:1", "1:2"), winners, strict=True))
        past = [played(semis, winner_by_key(won))]
        semi_of = {who: int(table.key[-1]) for table in semis.tables for who in table.everybody}
        for table in drawn(CUP, entrants(4), past, third_place=True).tables:
            whence = [note.params["number"] for note in table.reasons[1:]]
            assert whence == [semi_of[who] for (who,) in table.sides], winners


def test_of_three_the_loser_of_the_only_semi_final_is_third_without_playing() -> None:
    past = whole(CUP, entrants(3), the_better, third_place=True)
    assert [session_round.byes for session_round in past] == [(101,), (103,)]
    assert places(CUP, past, [101, 102, 103], third_place=True) == [(101,), (102,), (103,)]


@pytest.mark.parametrize("away", [101, 102, 103, 104])
def test_who_misses_a_semi_final_and_plays_for_third_place_has_lost_it(away: int) -> None:
    everybody = entrants(8)
    past = [played(drawn(CUP, everybody, third_place=True), the_better)]
    here = [one for one in everybody if one.id != away]
    past.append(played(drawn(CUP, here, past, third_place=True), the_better))
    past.append(played(drawn(CUP, everybody, past, third_place=True), the_better))
    (semi,) = (
        one for one in CUP.bracket(past, everybody, SETTINGS) if one.level == 2 and one.walkover
    )
    went_on = {101: 104, 102: 103, 103: 102, 104: 101}[away]
    assert {slot.id for slot in semi.sides} == {away, went_on}
    assert semi.winner is not None
    assert semi.sides[semi.winner].id == went_on
    final, third = past[-1].tables
    assert went_on in final.everybody
    assert away in third.everybody
    found = places(CUP, past, range(101, 109), third_place=True)[:4]
    assert found == [
        (min(final.everybody),),
        (max(final.everybody),),
        (min(third.everybody),),
        (max(third.everybody),),
    ]


def test_the_order_of_the_entrants_and_of_the_standings_later_changes_nothing() -> None:
    for first_round in ("seeds", "lot"):
        there = list(entrants(13))
        first = drawn(CUP, there, first_round=first_round)
        assert drawn(CUP, there[::-1], first_round=first_round) == first
        past = [played(first, by_chance(1))]
        second = drawn(CUP, there, past, first_round=first_round)
        assert drawn(CUP, there[::-1], past, first_round=first_round) == second
        past.append(played(second, by_chance(2)))
        third = drawn(CUP, there, past, first_round=first_round)
        turned = [replace(entrant, place=14 - entrant.place) for entrant in there]
        again = drawn(CUP, turned, past, first_round=first_round)
        assert [(table.key, set(table.everybody)) for table in again.tables] == [
            (table.key, set(table.everybody)) for table in third.tables
        ]


def test_another_lot_gives_another_first_round() -> None:
    draws = [drawn(CUP, entrants(16), seed=seed, first_round="lot") for seed in range(3)]
    assert len({tuple(table.everybody for table in draw.tables) for draw in draws}) == 3


def test_a_lot_keeps_clubs_apart_where_it_can() -> None:
    clubs = ["Oak", "Oak", "Oak", "Oak", "Elm", "Elm", "Elm", "Ash", ""]
    of = {entrant.id: entrant.club for entrant in entrants(9, clubs)}
    for seed in range(30):
        draw = drawn(CUP, entrants(9, clubs), seed=seed, first_round="lot")
        assert [
            table for table in draw.tables if of[table.everybody[0]] == of[table.everybody[1]]
        ] == [], seed
        assert draw.relaxed == (), seed


def test_a_lot_says_when_one_club_is_too_many_to_be_kept_apart() -> None:
    draw = drawn(CUP, entrants(8, ["Oak"] * 6 + ["Elm", ""]), first_round="lot")
    assert [note.code for table in draw.tables for note in table.warnings] == ["same_club"] * 2
    assert [note.code for note in draw.relaxed] == ["clubs"]


def test_seeds_stay_where_they_are_even_if_a_club_meets_itself() -> None:
    draw = drawn(CUP, entrants(4, ["Oak", "", "", "Oak"]))
    assert [(table.everybody, [note.code for note in table.warnings]) for table in draw.tables] == [
        ((101, 104), ["same_club"]),
        ((102, 103), []),
    ]


def test_a_round_without_all_its_winners_names_the_tables() -> None:
    first = drawn(CUP, entrants(8))
    tables = tuple(
        replace(table, winner=None if table.number in {2, 4} else 0) for table in first.tables
    )
    with pytest.raises(RuleError) as error:
        drawn(CUP, entrants(8), [SessionRound(tables)])
    assert [(mistake.code, mistake.params) for mistake in error.value.mistakes] == [
        ("results_missing", {"tables": "2, 4"})
    ]


def test_a_knock_out_of_one_says_that_it_needs_two() -> None:
    assert codes_of(drawn, CUP, entrants(1)) == ["too_few"]


def test_who_has_won_and_leaves_gives_a_walkover() -> None:
    past = [played(drawn(CUP, entrants(8)), the_better)]
    here = [entrant for entrant in entrants(8) if entrant.id != 101]
    draw = drawn(CUP, here, past)
    assert [(table.key, table.everybody) for table in draw.tables] == [("2:2", (102, 103))]
    assert draw.byes == (104,)
    assert [(note.code, note.params) for note in draw.warnings] == [
        ("walkover", {"entrant": Id(104), "gone": Id(101)})
    ]
    past.append(played(draw, the_better))
    final = drawn(CUP, entrants(8), past)  # back again, but too late
    assert [table.everybody for table in final.tables] == [(102, 104)]
    past.append(played(final, the_better))
    assert places(CUP, past, range(101, 109)) == [(102,), (104,), (101, 103), (105, 106, 107, 108)]


def test_a_final_that_nobody_can_play_is_a_round_with_a_bye_and_then_the_stage_is_over() -> None:
    past = [played(drawn(CUP, entrants(4)), the_better)]
    here = [entrant for entrant in entrants(4) if entrant.id != 101]
    draw = drawn(CUP, here, past)
    assert (draw.tables, draw.byes) == ((), (102,))
    past.append(played(draw, the_better))
    assert codes_of(drawn, CUP, here, past) == ["stage_over"]
    assert places(CUP, past, range(101, 105)) == [(102,), (101,), (103, 104)]


@pytest.mark.parametrize("seeds", in_short([range(8), range(8, 24), range(24, 40)], [range(8)]))
def test_a_knock_out_comes_to_an_end_however_many_leave(seeds: range) -> None:
    for count, first_round, shuffled, seed in product(
        (2, 3, 5, 8, 11, 16, 21), ("seeds", "lot"), (False, True), seeds
    ):
        case = count, first_round, shuffled, seed
        chance = random.Random(seed)
        past, here = with_leavers(
            CUP,
            entrants(count),
            chance,
            0.2,
            shuffled=shuffled,
            first_round=first_round,
            third_place=True,
        )
        assert len(past) <= CUP.rounds(count, {}) + (2 if shuffled else 0), case
        everybody = [entrant.id for entrant in entrants(count)]
        found = places(CUP, past, everybody, third_place=True)
        assert sorted(id_ for group in found for id_ in group) == everybody, case
        lost = losses(past, leave_out=f"{CUP.rounds(count, {})}:2")
        assert max(lost.values(), default=0) <= 1, case
        unbeaten_to_the_end = here - set(lost)
        if len(unbeaten_to_the_end) == 1 and past[-1].tables and not shuffled:
            assert found[0] == tuple(unbeaten_to_the_end), case


def test_both_who_leave_before_their_match_are_out_and_nobody_is_left_for_the_final() -> None:
    past = [played(drawn(CUP, entrants(8)), the_better)]
    here = [entrant for entrant in entrants(8) if entrant.id not in {101, 104}]
    past.append(played(drawn(CUP, here, past), the_better))
    assert codes_of(drawn, CUP, entrants(8), past) == ["stage_over"]
    assert places(CUP, past, range(101, 109)) == [(102,), (101, 103, 104), (105, 106, 107, 108)]


def test_somebody_seated_by_hand_for_one_who_left_plays_on() -> None:
    past = [played(drawn(CUP, entrants(4)), the_better)]
    past.append(SessionRound((Table(((104,), (102,)), key="2:1", winner=0),)))
    assert places(CUP, past, range(101, 105)) == [(104,), (101, 102), (103,)]


def test_tables_set_by_hand_without_a_key_are_known_by_who_sat_there() -> None:
    past = [played(drawn(CUP, entrants(5)), by_chance(1))]
    past.append(played(drawn(CUP, entrants(5), past), by_chance(2)))
    bare = [
        SessionRound(
            tuple(replace(table, key="") for table in session_round.tables), session_round.byes
        )
        for session_round in past[1:]
    ]
    assert drawn(CUP, entrants(5), [past[0], *bare]).tables == drawn(CUP, entrants(5), past).tables


def test_the_tree_names_who_is_known_and_says_where_the_others_come_from() -> None:
    there = entrants(5)
    past = [played(drawn(CUP, there), the_better)]
    tree = CUP.bracket(past, there, {})
    assert [
        (
            match.key,
            match.name.text % match.name.params,
            [
                side.id or (side.label.text % side.label.params if side.label else "")
                for side in match.sides
            ],
            match.winner,
        )
        for match in tree
    ] == [
        ("1:1", "Quarter-final 1", [101, "nobody"], 0),
        ("1:2", "Quarter-final 2", [104, 105], 0),
        ("1:3", "Quarter-final 3", [102, "nobody"], 0),
        ("1:4", "Quarter-final 4", [103, "nobody"], 0),
        ("2:1", "Semi-final 1", [101, 104], None),
        ("2:2", "Semi-final 2", [102, 103], None),
        ("3:1", "Final", ["the winner of semi-final 1", "the winner of semi-final 2"], None),
    ]


def test_a_tree_that_waits_for_its_lot_says_so() -> None:
    tree = CUP.bracket((), entrants(2), {"first_round": "lot"})
    assert [side.label.code for side in tree[0].sides if side.label] == [
        "to_be_drawn",
        "to_be_drawn",
    ]


def test_who_comes_after_the_first_round_is_told_that_it_is_too_late() -> None:
    past = [played(drawn(CUP, entrants(4)), the_better)]
    draw = drawn(CUP, entrants(5), past)
    assert [(note.code, note.params) for note in draw.warnings] == [
        ("not_in_bracket", {"entrant": Id(105)})
    ]


def test_a_bracket_of_120_is_drawn_to_its_end() -> None:
    past = whole(CUP, entrants(120), by_chance(1), first_round="lot")
    assert sum(len(session_round.tables) for session_round in past) == 119
