"""Documents as large as are let in: twice as much is twice the work,
whatever there is so much of.
"""

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from scoring.models import Club
from scoring.rules import RuleError
from tests.rule_errors import codes_of
from tests.tournaments import desks
from tests.work import GROWTH, grows
from tournaments.exchange.checking import read_text
from tournaments.exchange.games import LEAST_REPLAYED
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of

pytestmark = pytest.mark.django_db

PEOPLE = 4


def of_one_table() -> dict[str, Any]:
    """Two pairs who have played their only game."""
    tournament = desks.a_tournament("pairs_swiss", 2)
    desks.play_round(desks.draw(tournament))
    document: dict[str, Any] = json.loads(text_of(tournament))
    return document | {"log": document["log"][:1]}


def repeated(document: dict[str, Any], tables: int, *, hands: int = 0) -> dict[str, Any]:
    """The document with so many tables of its one table; each has a late entry for each of so many
    `hands` besides.
    """
    whole = copy.deepcopy(document)
    (stage,) = whole["stages"]
    (session_round,) = stage["session_rounds"]
    (table,) = session_round["tables"]
    whole["entrants"] = [
        _entrant(one, nth) for nth in range(tables) for one in document["entrants"]
    ]
    stage["participations"] = [
        one | {"entrant": one["entrant"] + 2 * nth, "seed": one["seed"] + 2 * nth}
        for nth in range(tables)
        for one in document["stages"][0]["participations"]
    ]
    session_round["tables"] = [_table(table, nth, hands) for nth in range(tables)]
    return whole


def _name(name: str, nth: int) -> str:
    return f"{name} of {nth}"


def _entrant(entrant: dict[str, Any], nth: int) -> dict[str, Any]:
    members = [one | {"name": _name(one["name"], nth)} for one in entrant["members"]]
    return entrant | {"number": entrant["number"] + 2 * nth, "members": members}


def _numbers(numbers: list[int], nth: int) -> list[int]:
    return [one + 2 * nth for one in numbers]


def _table(table: dict[str, Any], nth: int, hands: int) -> dict[str, Any]:
    result = {
        str(int(who) + 2 * nth): line | {"opponents": _numbers(line["opponents"], nth)}
        for who, line in table["result"].items()
    }
    (game,) = table["games"]
    played = game["game"]
    record = played["record"]
    again = record | {
        "players": [_name(one, nth) for one in record["players"]],
        "rounds": [_round(one, nth) for one in record["rounds"]],
    }
    last = len(record["rounds"])
    late = [
        {
            "number": 1 + number % last,
            "kind": "correction",
            "round": again["rounds"][number % last],
            "at": played["started_at"],
        }
        for number in range(hands)
    ]
    sides = [_numbers(side, nth) for side in table["sides"]]
    more = {
        "sides": sides,
        "seats": _numbers(game["seats"], nth),
        "game": played | {"record": again, "late": late},
    }
    return table | {"number": nth + 1, "sides": sides, "result": result, "games": [game | more]}


def _round(played: dict[str, Any], nth: int) -> dict[str, Any]:
    found = dict(played)
    if "out" in found:
        found["out"] = [_name(one, nth) for one in found["out"]]
    if "calls" in found:
        found["calls"] = {_name(who, nth): call for who, call in found["calls"].items()}
    return found


Document = dict[str, Any]


@pytest.fixture(scope="module")
def base(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Document:
    """A tournament of one table that was played."""
    with django_db_blocker.unblock():
        from django.db import transaction

        with transaction.atomic():
            document = of_one_table()
            transaction.set_rollback(True)
    return document


def the_game(document: Document) -> Document:
    return document["stages"][0]["session_rounds"][0]["tables"][0]["games"][0]["game"]


def long_game(base: Document, rounds: int) -> Document:
    """Its game goes on for so many rounds, under rules that do not end it."""
    document = json.loads(json.dumps(base))
    game = the_game(document)
    players = game["record"]["players"]
    game["record"]["settings"] = {"target_score": None}
    game["record"]["rounds"] = [{"out": [players[0], players[2]]}] * rounds
    game["state"] = "stopped"
    return document


def rivals(base: Document, size: int) -> Document:
    document = long_game(base, 5 * size)
    game = the_game(document)
    other = game["record"]["rounds"][0] | {
        "out": game["record"]["players"][:3],
        "card_points": [50, 50],
    }
    game["rivals"] = [{"number": 5 * size - nth, "round": other} for nth in range(size)]
    return document


def late(base: Document, size: int) -> Document:
    """Corrections of the first round and of the last in turn: the whole game has to be played again
    for each pair.
    """
    document = long_game(base, 5 * size)
    game = the_game(document)
    rounds = game["record"]["rounds"]
    game["late"] = [
        {"number": number, "kind": "correction", "round": rounds[0], "at": game["started_at"]}
        for number in [1, 5 * size] * (size // 2)
    ]
    return document


def the_same_key(base: Document, size: int) -> Document:
    return base | {f"key {nth}": nth for nth in range(100 * size)}


LONG: dict[str, Callable[[Document, int], Document]] = {
    "tables": lambda base, size: repeated(base, size // 2), "tables with late entries": lambda base,
    size: repeated(base, size // 4, hands=10), "rivals": rivals, "late entries": late,
    "unknown keys": the_same_key, "stages": lambda base,
    size: base | {"stages": base["stages"] * size}, "entrants": lambda base,
    size: base | {"entrants": base["entrants"] * size},
    "members": lambda base, size: base | {"entrants": [base["entrants"][0] | {
        "members": [{"name": f"P {nth}", "order": nth, "active": True} for nth in range(size)]}]},
    "log": lambda base,
    size: base | {"log": [base["log"][0] | {"params": {"entrants": [1] * 50}}] * size},
}  # fmt: skip


@pytest.mark.parametrize("what", LONG)
def test_twice_as_much_of_anything_is_at_most_twice_and_a_half_the_work(
    base: Document, what: str
) -> None:
    texts = {size: json.dumps(LONG[what](base, size)) for size in (40, 80)}

    def read(size: int) -> None:
        with suppress(RuleError):
            read_text(texts[size])

    assert grows(read, 80) <= GROWTH


def test_a_further_table_is_one_query_of_its_own() -> None:
    """While a tournament comes in, and while it is looked at, nobody else writes."""
    base, costs = of_one_table(), []
    club = Club.objects.create(name="Harbour club")
    for tables in (4, 24):
        with CaptureQueriesContext(connection) as asked:
            import_tournament(club, None, json.dumps(repeated(base, tables)))
        costs.append(len(asked))
    # Some lists are written in several parts, and there are more slices
    assert costs[1] - costs[0] <= 20 + 12


def test_late_entries_that_would_have_an_evening_played_a_hundred_times_are_refused(
    base: Document,
) -> None:
    assert codes_of(read_text, json.dumps(late(base, 100))) == ["too_many"]


def test_an_honest_phone_that_was_away_is_read_however_long_the_game(base: Document) -> None:
    document = long_game(base, 60)
    game = the_game(document)
    first = game["record"]["rounds"][0]
    # It corrected its first round twice, and wrote ten more.
    kinds = [("correction", 1), ("correction", 1), *(("round", 61 + nth) for nth in range(10))]
    game["late"] = [
        {"number": number, "kind": kind, "round": first, "at": game["started_at"]}
        for kind, number in kinds
    ]
    read = read_text(json.dumps(document))
    found = the_game(read)["late"]
    assert [late["played"].to_data() for late in found] == [{"out": [0, 2]}] * 12
    assert {str(late["seen"]) for late in found} == {"[[0, 2], [1, 3]]"}
    assert LEAST_REPLAYED > 60 * 3


def test_more_people_than_a_database_can_be_asked_about_are_refused(base: Document) -> None:
    members = [{"name": f"P {nth}", "order": nth, "active": True} for nth in range(100)]
    document = base | {
        "entrants": [
            base["entrants"][0] | {"number": number, "members": members} for number in range(1, 203)
        ]
    }
    with pytest.raises(RuleError) as refused:
        read_text(json.dumps(document))
    assert ("too_many", "entrants") in [
        (mistake.code, mistake.field) for mistake in refused.value.mistakes
    ]
