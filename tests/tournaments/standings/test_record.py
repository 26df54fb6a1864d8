"""The standings record: the contract's example, what may be left out, and every mistake it can
tell.
"""

import json
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.lengths import examples
from tournaments.standings.record import CRITERIA, answer, answer_line

RECORD: dict[str, Any] = {
    "format": "tichu-standings-record",
    "version": 1,
    "entrants": ["Alpha", "Beta", "Gamma"],
    "rounds": [
        [
            {"a": "Alpha", "b": "Beta", "points": [2, 0], "score": [620, 380]},
            {"a": "Gamma", "b": None, "kind": "bye", "points": [2, 0], "score": [0, 0]},
        ]
    ],
    "criteria": ["points", "head_to_head", "buchholz_cut_1", "score"],
    "settings": {"unplayed": "zero"},
}
MATCH = RECORD["rounds"][0][0]


def errors(**changes: Any) -> list[tuple[int | None, str, str]]:
    """Round, field and code of everything wrong with the record when it is changed so. `...` takes
    a key away.
    """
    record = {key: value for key, value in (RECORD | changes).items() if value is not ...}
    found = answer(record)
    assert json.loads(json.dumps(found)) == found
    return [(one["round"], one["field"], one["code"]) for one in found.get("errors", [])]


def match_errors(**changes: Any) -> list[tuple[int | None, str, str]]:
    """The same for a change in the first match."""
    match = {key: value for key, value in (MATCH | changes).items() if value is not ...}
    return errors(rounds=[[match]])


def messages(**changes: Any) -> list[str]:
    return [one["message"] for one in answer(RECORD | changes)["errors"]]


def test_the_example_of_the_contract_is_answered():
    assert answer(RECORD) == {
        "ok": True,
        "standings": [
            {
                "rank": 1,
                "entrant": "Alpha",
                "values": {"points": 2, "head_to_head": 0, "buchholz_cut_1": 0, "score": 620},
            },
            {
                "rank": 2,
                "entrant": "Gamma",
                "values": {"points": 2, "head_to_head": 0, "buchholz_cut_1": 0, "score": 0},
            },
            {
                "rank": 3,
                "entrant": "Beta",
                "values": {"points": 0, "head_to_head": 0, "buchholz_cut_1": 0, "score": 380},
            },
        ],
    }


def test_values_are_whole_numbers_halves_or_the_nearest_float():
    rounds = [
        [{"a": "Alpha", "b": "Beta", "points": [1.5, 0.5], "score": [1.0, 0]}],
        [{"a": "Alpha", "b": "Gamma", "points": [0, 1], "score": [0, 0]}],
        [{"a": "Alpha", "b": "Beta", "points": [1.5, 1.5], "score": [0, 0]}],
    ]
    found = answer(
        RECORD | {"rounds": rounds, "criteria": ["points", "score", "opponents_average"]}
    )
    assert [json.dumps(one["values"]) for one in found["standings"]] == [
        '{"points": 3, "score": 1, "opponents_average": 1.6666666666666667}',
        '{"points": 2, "score": 0, "opponents_average": 3}',
        '{"points": 1, "score": 0, "opponents_average": 3}',
    ]


def test_settings_score_and_the_points_of_an_absence_may_be_left_out():
    rounds = [[{"a": "Alpha", "b": "Beta", "points": [2, 0]}, {"a": "Gamma", "kind": "absent"}]]
    assert errors(settings=..., rounds=rounds) == []
    assert errors(rounds=[], entrants=[], criteria=[]) == []
    assert errors(rounds=[[]]) == []


def test_who_is_missing_from_a_round_was_absent_with_nothing():
    away = [[MATCH, {"a": "Gamma", "b": None, "kind": "absent", "points": [0, 0], "score": [0, 0]}]]
    keys = list(CRITERIA)
    for way in ("zero", "own_points", "fide_2023"):
        changed = RECORD | {"criteria": keys, "settings": {"unplayed": way}}
        assert answer(changed | {"rounds": [[MATCH]]}) == answer(changed | {"rounds": away})


def test_the_seed_of_the_lot_is_a_setting():
    names = [f"Pair {number}" for number in range(30)]
    found = [
        [
            one["entrant"]
            for one in answer(
                RECORD
                | {
                    "entrants": names,
                    "rounds": [],
                    "criteria": ["lot"],
                    "settings": {"lot_seed": seed},
                }
            )["standings"]
        ]
        for seed in (1, 1, 2)
    ]
    assert found[0] == found[1] != found[2]
    assert sorted(found[0]) == sorted(names)


@pytest.mark.parametrize("record", [None, 1, "x", [], [RECORD], True])
def test_a_record_that_is_no_object(record):
    assert [one["code"] for one in answer(record)["errors"]] == ["wrong_type"]


OF_THE_RECORD: list[tuple[dict[str, Any], list[tuple[int | None, str, str]]]] = [
    ({"format": ...}, [(None, "format", "unknown_format")]),
    ({"format": "tichu-score-record", "entrants": 3}, [(None, "format", "unknown_format")]),
    (
        {"format": 7, "entrants": 3},
        [(None, "format", "unknown_format"), (None, "entrants", "wrong_type")],
    ),
    ({"version": 2}, [(None, "version", "unknown_format")]),
    ({"version": True}, [(None, "version", "unknown_format")]),
    ({"version": "1"}, [(None, "version", "unknown_format")]),
    ({"prizes": 3}, [(None, "prizes", "unknown_key")]),
    ({"entrants": ...}, [(None, "entrants", "wrong_type")]),
    ({"entrants": "Alpha"}, [(None, "entrants", "wrong_type")]),
    ({"entrants": ["Alpha", "Beta", "Gamma", 7, None]}, [(None, "entrants", "wrong_type")]),
    (
        {"entrants": ["Alpha", "Beta", "Gamma", "Beta", "Beta"]},
        [(None, "entrants", "duplicate_entrant")],
    ),
    ({"entrants": ["Alpha", "Beta"]}, [(1, "a", "unknown_entrant")]),
    ({"criteria": ...}, [(None, "criteria", "wrong_type")]),
    ({"criteria": "points"}, [(None, "criteria", "wrong_type")]),
    ({"criteria": ["points", ["score"]]}, [(None, "criteria", "wrong_type")]),
    ({"criteria": ["beauty", "points", "beauty"]}, [(None, "criteria", "unknown_criterion")]),
    ({"criteria": ["sweeps"]}, [(None, "criteria", "unknown_criterion")]),  # no record of hands
    ({"settings": None}, [(None, "settings", "wrong_type")]),
    ({"settings": []}, [(None, "settings", "wrong_type")]),
    ({"settings": {"colour": 3}}, [(None, "colour", "bad_setting")]),
    ({"settings": {"unplayed": "half"}}, [(None, "unplayed", "bad_setting")]),
    ({"settings": {"unplayed": None}}, [(None, "unplayed", "bad_setting")]),
    ({"settings": {"unplayed": ["zero"]}}, [(None, "unplayed", "bad_setting")]),
    ({"settings": {"lot_seed": 1.5}}, [(None, "lot_seed", "bad_setting")]),
    ({"settings": {"lot_seed": True}}, [(None, "lot_seed", "bad_setting")]),
    ({"settings": {"lot_seed": 10**5000}}, [(None, "lot_seed", "bad_setting")]),
    ({"settings": {"lot_seed": -7}}, []),
    ({"rounds": ...}, [(None, "rounds", "wrong_type")]),
    ({"rounds": {}}, [(None, "rounds", "wrong_type")]),
    ({"rounds": [[MATCH], 5]}, [(2, "rounds", "wrong_type")]),
    ({"rounds": [[MATCH], [5]]}, [(2, "rounds", "wrong_type")]),
]


def test_mistakes_of_the_record():
    for changes, found in OF_THE_RECORD:
        assert errors(**changes) == found, changes


OF_A_MATCH: list[tuple[dict[str, Any], list[tuple[int | None, str, str]]]] = [
    ({"colour": 1}, [(1, "colour", "unknown_key")]),
    ({"a": ...}, [(1, "a", "wrong_type")]),
    ({"a": None}, [(1, "a", "wrong_type")]),
    ({"a": ["Alpha"]}, [(1, "a", "wrong_type")]),
    ({"a": "alpha"}, [(1, "a", "unknown_entrant")]),
    ({"b": "Omega"}, [(1, "b", "unknown_entrant")]),
    ({"b": 3}, [(1, "b", "wrong_type")]),
    ({"b": None}, [(1, "b", "wrong_type")]),
    ({"b": ...}, [(1, "b", "wrong_type")]),
    ({"b": None, "kind": "forfeit"}, [(1, "b", "wrong_type")]),
    ({"kind": "bye"}, [(1, "b", "wrong_type")]),
    ({"kind": "absent"}, [(1, "b", "wrong_type")]),
    ({"kind": "half"}, [(1, "kind", "wrong_type")]),
    ({"kind": None}, [(1, "kind", "wrong_type")]),
    ({"kind": ["bye"]}, [(1, "kind", "wrong_type")]),
    ({"b": "Alpha"}, [(1, "rounds", "twice_in_round")]),
    ({"points": ...}, [(1, "points", "bad_points")]),
    ({"points": 2}, [(1, "points", "wrong_type")]),
    ({"points": [2]}, [(1, "points", "wrong_type")]),
    ({"points": {"Alpha": 2}}, [(1, "points", "wrong_type")]),
    ({"points": [2, 0, 0]}, [(1, "points", "wrong_type")]),
    ({"points": [2, 0.25]}, [(1, "points", "bad_points")]),
    ({"points": [True, False]}, [(1, "points", "bad_points")] * 2),
    ({"points": ["2", None]}, [(1, "points", "bad_points")] * 2),
    ({"points": [[2], {}]}, [(1, "points", "bad_points")] * 2),
    ({"points": [float("nan"), float("inf")]}, [(1, "points", "bad_points")] * 2),
    ({"points": [10**400, -(10**13)]}, [(1, "points", "bad_points")] * 2),
    ({"points": [1e13, 1e300]}, [(1, "points", "bad_points")] * 2),
    ({"score": [2, 0.3]}, [(1, "score", "bad_points")]),
    ({"score": "620:380"}, [(1, "score", "wrong_type")]),
    ({"score": None}, [(1, "score", "bad_points")]),
    ({"points": [-1.5, 10**12]}, []),
    ({"kind": "forfeit"}, []),
]


def test_mistakes_of_a_match():
    for changes, found in OF_A_MATCH:
        assert match_errors(**changes) == found, changes


def test_twice_in_a_round_is_told_once_for_each_entrant_and_round():
    bye = {"a": "Alpha", "b": None, "kind": "bye", "points": [2, 0]}
    assert errors(rounds=[[MATCH, bye, bye], [MATCH, MATCH]]) == [
        (1, "rounds", "twice_in_round"),
        (2, "rounds", "twice_in_round"),
        (2, "rounds", "twice_in_round"),
    ]


def test_everything_that_is_wrong_is_told_at_once():
    assert errors(
        extra=1,
        entrants=["Alpha", "Alpha"],
        criteria=["points", "charm"],
        settings={"unplayed": 3, "lot_seed": "x"},
        rounds=[[{"a": "Alpha", "b": "Beta", "points": [1, 0.1]}], [MATCH | {"b": "Alpha"}]],
    ) == [
        (None, "extra", "unknown_key"),
        (None, "entrants", "duplicate_entrant"),
        (None, "criteria", "unknown_criterion"),
        (None, "unplayed", "bad_setting"),
        (None, "lot_seed", "bad_setting"),
        (1, "points", "bad_points"),
        (1, "b", "unknown_entrant"),
        (2, "rounds", "twice_in_round"),
    ]


def test_no_name_is_called_unknown_where_the_entrants_cannot_be_read():
    assert errors(entrants=None) == [(None, "entrants", "wrong_type")]


def test_messages_say_what_would_be_right():
    assert messages(entrants=["Alpha", "Gamma"]) == [
        "No entrant is called Beta; every name used must be in entrants."
    ]
    assert messages(settings={"unplayed": "half"}) == [
        "unplayed is half; it must be one of: zero, own_points, fide_2023, fide_2026."
    ]
    assert messages(rounds=[[MATCH | {"points": [2, 0.25]}]]) == [
        "points is 0.25; points must be whole numbers or halves, such as 7 or 2.5."
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"\xff", "not_json"),
        (b'{"entrants": [], "entrants": []}', "not_json"),
        (b'{"points": NaN}', "not_json"),
        (b"[" * 100_000, "not_json"),
        (b'{"rounds": ' + b"[" * 900 + b"]" * 900 + b"}", "not_json"),
        (b'{"rounds": ' + b"[" * 101 + b"]" * 101 + b"}", "not_json"),
        (b'{"rounds": ' + b"[" * 99 + b"]" * 99 + b"}", "unknown_format"),
        (b"1e400", "wrong_type"),
    ],
)
def test_lines_that_hold_no_record(line, code):
    assert answer_line(line)["errors"][0]["code"] == code


def test_a_line_that_is_nested_too_deep_is_told_so():
    assert answer_line("[" * 100_000)["errors"][0]["message"] == (
        "The line is nested too deeply; a standings record has five levels."
    )


def test_a_number_that_no_float_can_hold_is_bad_points():
    line = json.dumps(RECORD).replace("[2, 0]", "[1e400, 0]", 1)
    assert [one["code"] for one in answer_line(line)["errors"]] == ["bad_points"]
    line = json.dumps(RECORD).replace("[2, 0]", f"[{'9' * 9999}, 0]", 1)
    assert [one["code"] for one in answer_line(line)["errors"]] == ["bad_points"]


@pytest.mark.parametrize("name", ["\ud83d", "Gam\0ma", "\udc04a"])
def test_half_a_surrogate_pair_and_nul_are_no_part_of_a_name(name):
    line = json.dumps(RECORD | {"entrants": ["Alpha", "Beta", "Gamma", name]})
    assert [(one["field"], one["code"]) for one in answer_line(line)["errors"]] == [
        ("entrants", "wrong_type")
    ]
    json.dumps(answer_line(line.replace('"b": "Beta"', '"b": "\\ud83e"'))).encode("ascii")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["Alpha", "bye"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["a", "b", "kind", "points", "score", "unplayed", "lot_seed"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@examples(30, 120, st.dictionaries(st.sampled_from([*RECORD, "other"]), JSON))
def test_whatever_comes_is_answered(changes: dict[str, Any]) -> None:
    for record in (RECORD | changes, changes):
        found = answer(record)
        json.dumps(found).encode("ascii")
        assert found["ok"] or found["errors"]


@examples(30, 120, JSON)
def test_whatever_stands_in_a_round_is_answered(match: Any) -> None:
    found = answer(RECORD | {"rounds": [[MATCH, match]]})
    assert all({"round", "field", "code", "message"} == set(one) for one in found.get("errors", []))
    assert found["ok"] == (not found.get("errors"))
