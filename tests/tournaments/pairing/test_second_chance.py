"""A cup for those who lose their first match, beside the knock-out: who plays in it and when, and
what it is called. Its places are checked move by move in `test_bracket_places`.
"""

from collections import Counter
from dataclasses import replace

import pytest

from tests.lengths import in_short
from tests.tournaments.pairing.brackets import by_chance, drawn, entrants, places, the_better, whole
from tournaments.pairing.knockout import Knockout
from tournaments.pairing.values import Id, SessionRound, Table

CUP = Knockout()
SECOND = {"placement": "second_chance"}


def loser(table: Table) -> int:
    assert table.winner is not None
    return table.everybody[1 - table.winner]


def of_second_chance(past: list[SessionRound]) -> list[list[Table]]:
    return [[table for table in one.tables if table.key.startswith("S")] for one in past]


def first_losers(past: list[SessionRound], semi_final: int) -> set[int]:
    """Everybody whose first table was lost, before the round of the semi-finals."""
    seen: set[int] = set()
    found = set()
    for one in past[: semi_final - 1]:
        found |= {loser(table) for table in one.tables if loser(table) not in seen}
        seen |= {who for table in one.tables for who in table.everybody}
    return found


@pytest.mark.parametrize("seeds", in_short([range(4), range(4, 60)], [range(4)]))
def test_whoever_loses_a_first_match_before_the_semi_finals_plays_on_and_nobody_else(
    seeds: range,
) -> None:
    for seed in seeds:
        for count in range(5, 41):
            past = whole(CUP, entrants(count), by_chance(seed), **SECOND)
            cup = CUP.rounds(count, {})
            case = seed, count
            assert len(past) <= CUP.rounds(count, SECOND), case
            second = [table for one in of_second_chance(past) for table in one]
            played = Counter(who for table in second for who in table.everybody)
            expected = first_losers(past, cup - 1)
            assert set(played) == (expected if len(expected) > 1 else set()), case
            assert len(second) == max(0, len(expected) - 1), case  # one is out with each table
            lost = Counter(map(loser, second))
            assert max(lost.values(), default=1) == 1, case
            met = Counter(frozenset(table.everybody) for one in past for table in one.tables)
            assert set(met.values()) == {1}, case


@pytest.mark.parametrize("seeds", in_short([range(4), range(4, 60)], [range(4)]))
def test_they_rank_behind_all_others_by_how_far_they_came(seeds: range) -> None:
    for seed in seeds:
        for count in range(5, 41):
            past = whole(CUP, entrants(count), by_chance(seed), **SECOND)
            ids = range(101, 101 + count)
            second = first_losers(past, CUP.rounds(count, {}) - 1)
            found = places(CUP, past, ids, **SECOND)
            rank = {who: number for number, level in enumerate(found) for who in level}
            others = max(rank[who] for who in ids if who not in second)
            assert all(rank[who] > others for who in second), (seed, count)
            for tables in of_second_chance(past):
                for table in tables:
                    assert table.winner is not None
                    assert rank[table.everybody[table.winner]] < rank[loser(table)], (seed, count)


@pytest.mark.parametrize("count", [8, 16, 32])
def test_without_byes_it_is_over_with_the_cup_and_everybody_plays_at_least_twice(
    count: int,
) -> None:
    past = whole(CUP, entrants(count), by_chance(count), **SECOND)
    tables = [len(one) for one in of_second_chance(past)]
    assert tables == [0, *(count // 4 >> number for number in range(len(past) - 1))]
    assert len(past) == CUP.rounds(count, {}) == CUP.rounds(count, SECOND)
    assert not any(one.byes for one in past)
    seats = Counter(who for one in past for table in one.tables for who in table.everybody)
    assert min(seats.values()) == 2


def test_those_who_had_a_bye_come_in_a_round_later_and_the_others_do_not_wait() -> None:
    past = whole(CUP, entrants(12), lambda table: 1 - the_better(table), **SECOND)
    second = [[(table.key, table.everybody) for table in one] for one in of_second_chance(past)]
    assert second == [
        [],
        [("S1:2", (107, 108)), ("S1:4", (105, 106))],
        [("S1:1", (101, 102)), ("S1:3", (103, 104))],
        [("S2:1", (102, 108)), ("S2:2", (104, 106))],
        [("S3:1", (106, 108))],
    ]
    assert [len(one.tables) for one in past] == [4, 6, 4, 3, 1]
    labels = [
        [str(note.text % note.params) for note in table.reasons]
        for table in past[2].tables
        if table.key == "S1:1"
    ]
    assert labels == [
        [
            "Second-chance cup, round 1, match 1",
            "the loser of quarter-final 1, if it was their first match",
            "the loser of quarter-final 3, if it was their first match",
        ]
    ]


def test_a_match_is_not_kept_waiting_for_those_who_had_a_bye_and_won() -> None:
    past = whole(CUP, entrants(12), the_better, **SECOND)
    second = [[(table.key, table.everybody) for table in one] for one in of_second_chance(past)]
    assert second == [
        [],
        [("S1:2", (109, 110)), ("S1:4", (111, 112))],
        [("S3:1", (109, 111))],
        [],
    ]


def test_a_single_loser_has_the_last_place_without_an_opponent() -> None:
    past = whole(CUP, entrants(5), the_better, **SECOND)
    draw = drawn(CUP, entrants(5), past[:1], **SECOND)
    assert [note.code for note in draw.warnings] == ["no_opponent"]
    assert draw.warnings[0].params == {"entrant": Id(105)}
    assert of_second_chance(past) == [[], [], []]
    assert places(CUP, past, range(101, 106), **SECOND)[-1] == (105,)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_up_to_four_have_none(count: int) -> None:
    tree = CUP.bracket([], entrants(count), SECOND)
    assert [one.key for one in tree] == [one.key for one in CUP.bracket([], entrants(count), {})]


def test_two_who_both_lose_their_first_match_are_out_behind_all_others() -> None:
    first = drawn(CUP, entrants(8), **SECOND)
    tables = [
        replace(table, winner=0 if number else None, no_winner=number == 0)
        for number, table in enumerate(first.tables)
    ]
    past = [SessionRound(tuple(tables), first.byes)]
    draw = drawn(CUP, entrants(8), past, **SECOND)
    assert [table.key for table in draw.tables] == ["2:2", "S1:2"]
    assert places(CUP, past, range(101, 109), **SECOND)[-1] == tuple(sorted(tables[0].everybody))
