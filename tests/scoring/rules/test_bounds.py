"""However much a record holds: it is measured first, answered shortly, and twice as much is twice
the work.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from scoring.rules import Mistake, RuleError, first_mistakes, listed
from scoring.rules.bounds import FROM_NETWORK
from scoring.rules.lines import _object, answer_line
from scoring.rules.record import answer
from tests.work import GROWTH, grows

GAME: dict[str, Any] = {
    "format": "tichu-score-record",
    "version": 1,
    "variant": "nanking",
    "players": ["a", "b", "c", "d"],
    "rounds": [],
}
PLAYED = {"out": ["a", "b", "c"], "calls": {"a": "tichu"}, "card_points": [65, 35]}


def many(count: int) -> dict[str, int]:
    return {f"key {number}": number for number in range(count)}


# What may stand in a record in any number, with so many of it as fit into what the network may
# send.
LONG: dict[str, Callable[[int], dict[str, Any]]] = {
    "rounds": lambda n: GAME | {"settings": {"target_score": None}, "rounds": [PLAYED] * (n // 10)},
    "wrong rounds": lambda n: (
        GAME | {"rounds": [{"out": ["a", "a"], "card_points": [1, 2]}] * (n // 10)}
    ),
    "one order": lambda n: GAME | {"rounds": [{"out": [0] * n}]},
    "one order of names": lambda n: GAME | {"rounds": [{"out": ["x"] * n}]},
    "calls of one round": lambda n: (
        GAME
        | {
            "rounds": [{"calls": {f"p{who}": "tichu" for who in range(n)}}],
        }
    ),
    "keys of one round": lambda n: GAME | {"rounds": [many(n)]},
    "keys of the record": lambda n: GAME | many(n),
    "settings": lambda n: GAME | {"settings": many(n)},
    "own calls": lambda n: (
        GAME
        | {
            "settings": {"extra_calls": many(n // 2)},
            "rounds": [{"calls": {"a": "unknown"}}] * (n // 10),
        }
    ),
    "players": lambda n: GAME | {"players": [f"p{who}" for who in range(n)]},
    "the same player": lambda n: GAME | {"players": ["a"] * n},
}


@pytest.mark.parametrize("what", LONG)
def test_twice_as_much_of_anything_is_at_most_twice_and_a_half_the_work(what: str) -> None:
    lines = {size: json.dumps(LONG[what](size)) for size in (1_000, 2_000)}
    assert grows(lambda size: answer_line(lines[size]), 2_000) <= GROWTH
    assert grows(lambda size: answer_line(lines[size], FROM_NETWORK), 2_000) <= GROWTH


@pytest.mark.parametrize("what", LONG)
def test_what_the_network_sends_is_answered_shortly(what: str) -> None:
    found = answer_line(json.dumps(LONG[what](10_000)), FROM_NETWORK)
    assert len(json.dumps(found)) < (250_000 if found["ok"] else 10_000)
    assert found["ok"] or 0 < len(found["errors"]) <= 20


def test_a_key_that_stands_twice_among_thousands_is_found_in_one_look() -> None:
    compared = 0

    class Key(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, str(other))

        __hash__ = str.__hash__

    pairs = [(Key(f"key {number}"), 1) for number in range(2_000)]
    with pytest.raises(ValueError, match="key 1999"):
        _object([*pairs, (Key("key 1999"), 2)])
    assert compared < 4_000


def test_twenty_mistakes_are_told_and_the_last_of_them_says_how_many_there_are_besides() -> None:
    mistakes = [Mistake("x", "field", "Mistake %(n)s.", {"n": number}) for number in range(1000)]
    assert first_mistakes(mistakes[:20]) == tuple(mistakes[:20])
    cut = first_mistakes(mistakes)
    assert cut[:-1] == tuple(mistakes[:19])
    assert (cut[-1].code, cut[-1].message) == (
        "more_mistakes",
        "There are 981 more mistakes. Correct these first.",
    )
    assert len(str(RuleError(mistakes))) < 500
    assert len(RuleError(mistakes).mistakes) == 1000


def test_a_file_is_told_a_thousand_and_the_network_twenty() -> None:
    wrong = GAME | {"rounds": [{"out": ["a", "a"]}] * 1_200}
    found = answer(wrong)["errors"]
    assert (len(found), found[-1]["code"]) == (1_000, "more_mistakes")
    assert found[-1]["message"].startswith(f"There are {1_200 - 999} more")
    assert len(answer(wrong, FROM_NETWORK)["errors"]) == 1  # more rounds than are read


def test_an_order_longer_than_any_table_is_one_mistake() -> None:
    found = answer(GAME | {"rounds": [{"out": ["a"] * 41}, PLAYED]})
    assert [(one["round"], one["field"], one["code"]) for one in found["errors"]] == [
        (1, "out", "wrong_type")
    ]
    assert found["errors"][0]["message"] == "out has 41 entries; no table has more than 40."
    shorter = answer(GAME | {"rounds": [{"out": ["a"] * 40}]})
    assert [one["code"] for one in shorter["errors"]] == ["duplicate_out"]


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"rounds": [PLAYED] * 1_001, "settings": {"target_score": None}}, "rounds", "wrong_type"),
        ({"players": ["a" * 201, "b", "c", "d"]}, "players", "wrong_type"),
        ({"settings": {"extra_calls": many(41)}}, "extra_calls", "bad_setting"),
        ({"settings": {"extra_calls": {"x" * 201: 5}}}, "extra_calls", "bad_setting"),
        ({"players": ["x" * 300_000, "b", "c", "d"]}, "record", "wrong_type"),
    ],
)
def test_the_network_s_bounds_are_told_and_those_of_a_file_are_wider(
    changes: dict[str, Any], field: str, code: str
) -> None:
    line = json.dumps(GAME | changes)
    assert [(one["field"], one["code"]) for one in answer_line(line, FROM_NETWORK)["errors"]] == [
        (field, code)
    ]
    assert answer_line(line)["ok"] == ("extra_calls" not in str(changes))


def test_a_long_legal_evening_is_within_all_bounds() -> None:
    evening = GAME | {"settings": {"target_score": None}, "rounds": [PLAYED] * 1_000}
    assert answer_line(json.dumps(evening), FROM_NETWORK)["totals"] == [165_000, 35_000]


def test_a_list_of_what_would_be_right_is_cut_off() -> None:
    assert listed(["b", "a\n"]) == "b, a\ufffd"
    assert listed(range(21)).endswith("18, 19, …")
