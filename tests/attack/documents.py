"""Tournaments as documents of any size: a real one of a single table, with that table as often as
is wanted.
"""

import copy
import json
from typing import Any

from tests.tournaments import desks
from tournaments.exchange.writing import text_of

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
