"""Faults that random events have found, each in the smallest event that shows it."""

from collections import Counter
from dataclasses import replace

from tests.tournaments.pairing.brackets import drawn, entrants, played, the_better
from tournaments.pairing.double_elimination import DoubleElimination
from tournaments.pairing.values import Entrant, SessionRound

DOUBLE = DoubleElimination()


def test_who_got_a_walkover_keeps_it_when_the_one_who_was_away_plays_on_among_the_losers() -> None:
    past: list[SessionRound] = []
    # 104 goes on without playing, and is away in turn
    for away in (None, 101, None, 104, None, None):
        here = [one for one in entrants(8) if one.id != away]
        past.append(played(drawn(DOUBLE, here, past), the_better))
    assert [
        [(table.key, table.everybody) for table in session_round.tables]
        for session_round in past[3:]
    ] == [
        [("L3:1", (101, 103))],
        [("L4:1", (101, 104))],
        [("F:1", (101, 102))],
    ]


def test_who_had_a_bye_and_missed_a_round_keeps_the_place_in_the_bracket() -> None:
    people = [Entrant(id_, seed) for seed, id_ in enumerate((2, 1, 6, 5, 4, 8, 9, 7, 3), 1)]
    winners = {"W1:2": 1, "W2:1": 1, "W2:2": 0, "L2:1": 0}
    past: list[SessionRound] = []
    for away in ([], [1, 6, 7], [5], [3, 7]):
        draw = drawn(DOUBLE, [one for one in people if one.id not in away], past)
        seated = Counter(id_ for table in draw.tables for id_ in table.everybody) + Counter(
            draw.byes
        )
        assert max(seated.values()) == 1
        tables = tuple(replace(table, winner=winners.get(table.key)) for table in draw.tables)
        past.append(SessionRound(tables, draw.byes))
