"""Whole double eliminations against what must be true of every one, and against a recount from the
tables.
"""

import random
from itertools import product
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.tournaments.pairing.brackets import (
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
from tournaments.pairing.double_elimination import DoubleElimination, crossing
from tournaments.pairing.values import Id, SessionRound, Table

DOUBLE = DoubleElimination()
SHORT = (*range(2, 12), 16, 17, 33)  # around the powers of two the brackets change
COUNTS = in_short([SHORT, tuple(sorted({*range(2, 34)} - {*SHORT}))], [SHORT])


@pytest.mark.parametrize("counts", COUNTS)
def test_everybody_but_the_champion_loses_twice(counts: tuple[int, ...]) -> None:
    for count, first_round, seed in product(counts, ("seeds", "lot"), range(3)):
        case = count, first_round, seed
        past = whole(
            DOUBLE, entrants(count), by_chance(100 * count + seed), first_round=first_round
        )
        lost = losses(past)
        everybody = {entrant.id for entrant in entrants(count)}
        (champion,) = (id_ for id_ in everybody if lost[id_] < 2)
        assert {id_: lost[id_] for id_ in everybody - {champion}} == dict.fromkeys(
            everybody - {champion}, 2
        ), case
        assert (
            sum(len(session_round.tables) for session_round in past)
            == 2 * (count - 1) + lost[champion]
        ), case
        assert len(past) <= DOUBLE.rounds(count, {}), case
        assert places(DOUBLE, past, sorted(everybody))[0] == (champion,), case


@pytest.mark.parametrize("counts", COUNTS)
def test_places_follow_the_session_round_of_the_second_defeat(counts: tuple[int, ...]) -> None:
    for count in counts:
        past = whole(DOUBLE, entrants(count), by_chance(5 * count))
        out: dict[int, int] = {}
        seen: set[int] = set()
        for number, session_round in enumerate(past):
            for table in session_round.tables:
                assert table.winner is not None
                loser = table.sides[1 - table.winner][0]
                if loser in seen:
                    out[loser] = number
                seen.add(loser)
        (champion,) = {entrant.id for entrant in entrants(count)} - set(out)
        expected = [(champion,)] + [
            tuple(sorted(id_ for id_, number in out.items() if number == wanted))
            for wanted in sorted(set(out.values()), reverse=True)
        ]
        assert places(DOUBLE, past, range(101, 101 + count)) == expected, count


def test_four_entrants_play_the_bracket_that_hangs_on_every_wall() -> None:
    past = whole(DOUBLE, entrants(4), the_better)
    assert [
        [(table.key, table.everybody) for table in session_round.tables] for session_round in past
    ] == [
        [("W1:1", (101, 104)), ("W1:2", (102, 103))],
        [("W2:1", (101, 102)), ("L1:1", (103, 104))],
        [("L2:1", (102, 103))],
        [("F:1", (101, 102))],
    ]


def final_of_two(first: int, **settings: Any) -> list[SessionRound]:
    """101 wins the first match; `first` is the winner of the grand final."""
    past = [played(drawn(DOUBLE, entrants(2), **settings), the_better)]
    final = drawn(DOUBLE, entrants(2), past, **settings)
    past.append(played(final, lambda table: table.everybody.index(first)))
    return past


def test_who_comes_from_the_losers_must_win_the_grand_final_twice() -> None:
    past = final_of_two(102)
    again = drawn(DOUBLE, entrants(2), past)
    assert [(table.key, table.everybody) for table in again.tables] == [("F:2", (101, 102))]
    past.append(played(again, the_better))
    assert places(DOUBLE, past, [101, 102]) == [(101,), (102,)]


@pytest.mark.parametrize(
    ("winner", "settings"), [(101, {}), (102, {"reset": False}), (101, {"reset": False})]
)
def test_the_grand_final_is_one_match_if_the_unbeaten_wins_or_nobody_wants_a_second(
    winner: int, settings: dict[str, Any]
) -> None:
    past = final_of_two(winner, **settings)
    with pytest.raises(RuleError) as error:
        drawn(DOUBLE, entrants(2), past, **settings)
    assert [(mistake.code, mistake.params) for mistake in error.value.mistakes] == [
        ("stage_over", {"winner": Id(winner)})
    ]
    assert places(DOUBLE, past, [101, 102], **settings)[0] == (winner,)


def first_rematch(past: list[SessionRound]) -> str:
    """The key of the first match between two who had met before, "" if there is none."""
    met: set[frozenset[int]] = set()
    for session_round in past:
        for table in sorted(session_round.tables, key=lambda table: table.key):
            if frozenset(table.everybody) in met:
                return table.key
            met.add(frozenset(table.everybody))
    return ""


@pytest.mark.parametrize("seeds", in_short([20, 150], [20]))
@pytest.mark.parametrize(
    ("count", "allowed"), [(8, {"L3", "L4", "F"}), (16, {"L4", "L5", "L6", "F"})]
)
def test_nobody_meets_again_early_in_the_losers_bracket(
    count: int, allowed: set[str], seeds: int
) -> None:
    seen = {
        first_rematch(whole(DOUBLE, entrants(count), by_chance(seed), reset=False)).split(":")[0]
        for seed in range(seeds)
    }
    assert seen - {""} <= allowed


def test_the_first_losers_who_come_in_cross_to_the_far_end_where_that_is_best() -> None:
    assert [crossing(rounds) for rounds in range(1, 6)] == [
        (),
        (0,),
        (1, 0),
        (3, 1, 0),
        (7, 2, 1, 0),
    ]


def test_who_waits_for_an_opponent_is_told_so_and_has_no_bye() -> None:
    past = [played(drawn(DOUBLE, entrants(4)), the_better)]
    past.append(played(drawn(DOUBLE, entrants(4), past), the_better))
    draw = drawn(DOUBLE, entrants(4), past)
    assert draw.byes == ()
    assert [(note.code, note.params) for note in draw.warnings] == [("waits", {"entrant": Id(101)})]


def test_who_is_not_there_at_the_start_loses_the_first_match_only() -> None:
    late = 104
    first = drawn(DOUBLE, entrants(4))
    past = [
        played(
            first, lambda table: 1 - table.everybody.index(late) if late in table.everybody else 0
        )
    ]
    second = drawn(DOUBLE, entrants(4), past)
    assert late in {
        id_ for table in second.tables if table.key == "L1:1" for id_ in table.everybody
    }


def test_who_leaves_gives_walkovers_in_both_brackets() -> None:
    past = [played(drawn(DOUBLE, entrants(4)), the_better)]
    here = [entrant for entrant in entrants(4) if entrant.id != 102]
    second = drawn(DOUBLE, here, past)
    assert [(table.key, table.everybody) for table in second.tables] == [("L1:1", (103, 104))]
    assert second.byes == (101,)
    past.append(played(second, the_better))
    third = drawn(DOUBLE, here, past)  # 103 would have met 102: nothing to play before the final
    assert [(table.key, table.everybody) for table in third.tables] == [("F:1", (101, 103))]
    past.append(played(third, the_better))
    assert places(DOUBLE, past, range(101, 105)) == [(101,), (103,), (102,), (104,)]


@pytest.mark.parametrize("counts", in_short([(2, 3, 5, 8, 11), (16,), (21,)], [(2, 3, 5, 8, 11)]))
@pytest.mark.parametrize("seeds", in_short([range(7), range(7, 25)], [range(7)]))
def test_a_double_elimination_comes_to_an_end_however_many_leave(
    counts: tuple[int, ...], seeds: range
) -> None:
    for count, first_round, shuffled, seed in product(
        counts, ("seeds", "lot"), (False, True), seeds
    ):
        case = count, first_round, shuffled, seed
        chance = random.Random(seed)
        past, _ = with_leavers(
            DOUBLE, entrants(count), chance, 0.15, shuffled=shuffled, first_round=first_round
        )
        assert len(past) <= DOUBLE.rounds(count, {}), case
        everybody = [entrant.id for entrant in entrants(count)]
        assert (
            sorted(id_ for group in places(DOUBLE, past, everybody) for id_ in group) == everybody
        ), case
        assert max(losses(past).values(), default=0) <= 2, case


def test_the_tree_says_who_comes_from_where() -> None:
    tree = {match.key: match for match in DOUBLE.bracket((), entrants(4), {})}
    labels = {
        key: [
            side.id or (side.label.text % side.label.params if side.label else "")
            for side in match.sides
        ]
        for key, match in tree.items()
    }
    winners, losers = "of the winners' bracket", "of the losers' bracket"
    assert labels == {
        "W1:1": [101, 104],
        "W1:2": [102, 103],
        "W2:1": [f"the winner of match {number} in round 1 {winners}" for number in (1, 2)],
        "L1:1": [f"the loser of match {number} in round 1 {winners}" for number in (1, 2)],
        "L2:1": [
            f"the winner of match 1 in round 1 {losers}",
            f"the loser of match 1 in round 2 {winners}",
        ],
        "F:1": [
            f"the winner of match 1 in round 2 {winners}",
            f"the winner of match 1 in round 2 {losers}",
        ],
        "F:2": [
            f"the winner of match 1 in round 2 {winners}",
            f"the winner of match 1 in round 2 {losers}",
        ],
    }
    assert {key for key, match in tree.items() if not match.needed} == {"F:2"}


def test_a_round_without_all_its_winners_is_refused() -> None:
    with pytest.raises(RuleError) as error:
        drawn(DOUBLE, entrants(2), [SessionRound((Table(((101,), (102,)), key="W1:1"),))])
    assert [(mistake.code, mistake.params) for mistake in error.value.mistakes] == [
        ("results_missing", {"tables": "W1:1"})
    ]
