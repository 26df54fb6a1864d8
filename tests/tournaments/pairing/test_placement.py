"""Matches for the places of those knocked out, against a ranking that a short recursion makes of
the same results.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.rule_errors import codes_of
from tests.tournaments.pairing.brackets import by_chance, drawn, entrants, places, the_better, whole
from tournaments.pairing.brackets import bracket_size, seeds_in_order
from tournaments.pairing.knockout import Knockout
from tournaments.pairing.values import Id, Note, SessionRound, Table

CUP = Knockout()
NOBODY = 0
LAST = {"none": 0, "8": 8, "16": 16, "all": 10**6}


class Results:
    """Who wins whenever these two meet; NOBODY if both lose."""

    def __init__(self, seed: int, both_lose: float) -> None:
        self.seed, self.both_lose = seed, both_lose

    def winner(self, one: int, other: int) -> int:
        chance = random.Random(f"{self.seed}:{min(one, other)}:{max(one, other)}")
        return NOBODY if chance.random() < self.both_lose else chance.choice(sorted((one, other)))

    def at(self, table: Table) -> Table:
        winner = self.winner(*table.everybody)
        if winner == NOBODY:
            return replace(table, no_winner=True)
        return replace(table, winner=table.everybody.index(winner))


def ranking(slots: Sequence[int], first: int, last: int, results: Results) -> dict[int, int]:
    """Everybody's place among those who play for the places from `first` on. Of the main cup, which
    is for first place, the losers play on if their places are from 5 to `last`.
    """
    if len(slots) == 1:
        return {slots[0]: first}
    half = len(slots) // 2
    winners, losers, neither = [], [], []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        winner = results.winner(one, other) if one and other else one or other
        winners.append(winner)
        losers.append(NOBODY if winner == NOBODY else other if winner == one else one)
        neither += [one, other] if winner == NOBODY else []
    found = ranking(winners, first, last, results)
    if first == 1 and (half < 4 or 2 * half > last):
        found |= dict.fromkeys([*losers, *neither], half + 1)
    else:
        found |= ranking(losers, first + half, last, results)
        found |= dict.fromkeys(neither, first + 2 * half - 1)
    return {who: place for who, place in found.items() if who != NOBODY}


def levels(place: dict[int, int]) -> list[tuple[int, ...]]:
    return [
        tuple(sorted(who for who, one in place.items() if one == wanted))
        for wanted in sorted(set(place.values()))
    ]


def read(note: Note) -> str:
    return note.text % note.params


def course(count: int, results: Results, placement: str) -> list[SessionRound]:
    """The whole cup, all who lost still there."""
    past: list[SessionRound] = []
    while True:
        try:
            draw = drawn(CUP, entrants(count), past, placement=placement)
        except RuleError as error:
            if [mistake.code for mistake in error.mistakes] != ["stage_over"]:
                raise
            return past
        past.append(SessionRound(tuple(map(results.at, draw.tables)), draw.byes))


@pytest.mark.parametrize("placement", ["8", "16", "all", "none"])
@pytest.mark.parametrize("seeds", in_short([range(6), range(6, 120)], [range(6)]))
def test_every_place_is_that_of_the_recursion_with_byes_and_matches_that_both_lose(
    placement: str, seeds: range
) -> None:
    for seed in seeds:
        for count in range(2, 34):
            results = Results(seed, both_lose=(0, 0.05, 0.3)[seed % 3])
            past = course(count, results, placement)
            ids = [entrant.id for entrant in entrants(count)]
            size = bracket_size(count)
            slots = [ids[at - 1] if at <= count else NOBODY for at in seeds_in_order(size)]
            expected = levels(ranking(slots, 1, LAST[placement], results))
            assert places(CUP, past, ids, placement=placement) == expected, (seed, count)
            assert len(past) <= CUP.rounds(count, {}), (seed, count)


@pytest.mark.parametrize("count", [8, 16, 32])
def test_where_all_places_are_played_for_everybody_plays_every_round(count: int) -> None:
    past = whole(CUP, entrants(count), by_chance(count), third_place=True, placement="all")
    rounds = CUP.rounds(count, {})
    assert [len(one.tables) for one in past] == [count // 2] * rounds
    assert not any(one.byes for one in past)
    seats = Counter(who for one in past for table in one.tables for who in table.everybody)
    assert set(seats.values()) == {rounds}
    met = Counter(frozenset(table.everybody) for one in past for table in one.tables)
    assert set(met.values()) == {1}  # no two meet again
    found = places(CUP, past, range(101, 101 + count), third_place=True, placement="all")
    assert all(len(level) == 1 for level in found)


def test_the_last_tables_of_eight_say_for_which_place_they_are() -> None:
    past = whole(CUP, entrants(8), the_better, third_place=True, placement="8")
    named = [[read(table.reasons[0]) for table in one.tables] for one in past[1:]]
    assert named == [
        [
            "Semi-final 1",
            "Semi-final 2",
            "Places 5 to 8, match 1",
            "Places 5 to 8, match 2",
        ],
        ["Final", "Match for third place", "Match for place 5", "Match for place 7"],
    ]
    whence = {
        table.key: sorted(read(note) for note in table.reasons[1:]) for table in past[-1].tables
    }
    assert whence["P7-8:1"] == [f"the loser of match {number} (places 5 to 8)" for number in (1, 2)]
    found = places(CUP, past, range(101, 109), third_place=True, placement="8")
    assert found == [(101,), (102,), (103,), (104,), (105,), (106,), (107,), (108,)]


def test_five_in_a_cup_of_eight_leave_the_one_loser_fifth_without_an_opponent() -> None:
    past = whole(CUP, entrants(5), the_better, placement="8")
    assert [one.byes for one in past] == [(101, 102, 103), (105,), (105,)]
    draw = drawn(CUP, entrants(5), past[:2], placement="8")
    assert [note.params for note in draw.warnings] == [{"place": 5, "entrant": Id(105)}]
    assert places(CUP, past, range(101, 106), placement="8") == [
        *((101,), (102,), (103, 104), (105,))
    ]


@pytest.mark.parametrize("away", [105, 106, 107, 108])
def test_one_who_was_away_for_a_match_plays_on_for_the_lower_places(away: int) -> None:
    """The walkover stands, and the one who comes back is behind, not out."""
    settings = {"placement": "8"}
    past: list[SessionRound] = []
    for gone in (0, away, 0):
        here = [entrant for entrant in entrants(8) if entrant.id != gone]
        draw = drawn(CUP, here, past, **settings)
        past.append(
            SessionRound(tuple(replace(table, winner=0) for table in draw.tables), draw.byes)
        )
    (bye,) = past[1].byes
    last = {table.key: set(table.everybody) for table in past[2].tables}
    assert bye in last["P5-6:1"]
    assert away in last["P7-8:1"]
    found = places(CUP, past, range(101, 109), **settings)
    assert [len(level) for level in found] == [1, 1, 2, 1, 1, 1, 1]
    assert found.index((away,)) > found.index((bye,))
    (shown,) = (
        one
        for one in CUP.bracket(past, entrants(8), settings)
        if {side.id for side in one.sides} == {away, bye}
    )
    assert shown.walkover
    assert shown.winner is not None
    assert shown.sides[shown.winner].id == bye


def test_the_final_decided_without_playing_does_not_end_the_matches_for_places() -> None:
    results = {"2:1": None, "2:2": 0}  # one semi-final that both lose
    past: list[SessionRound] = []
    for _round in range(3):
        draw = drawn(CUP, entrants(8), past, placement="8")
        tables = [
            replace(table, winner=winner, no_winner=winner is None)
            for table in draw.tables
            for winner in [results.get(table.key, 0)]
        ]
        past.append(SessionRound(tuple(tables), draw.byes))
    assert [table.key for table in past[2].tables] == ["P5-6:1", "P7-8:1"]
    assert codes_of(drawn, CUP, entrants(8), past, placement="8") == ["stage_over"]
