"""The duplicate record: the contract's example, what may be left out, and every mistake it can
tell.
"""

import json
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.lengths import examples
from tests.processes import ROOT
from tests.tournaments.standings.duplicate.records import (
    EXAMPLE,
    Record,
    answered,
    errors,
    ranks,
    record,
    ruled,
    scored,
)
from tournaments.standings.duplicate.record import answer, answer_line

PLAYED: Record = EXAMPLE["results"][0]
RULED: Record = EXAMPLE["results"][2]
HUGE = 10**5000
Found = list[tuple[int | None, str, str]]


def changed(given: Record, changes: Record) -> Record:
    """These keys changed; `...` takes a key away."""
    return {key: value for key, value in (given | changes).items() if value is not ...}


def test_the_example_of_the_contract_is_answered() -> None:
    log = 4.61512051684126  # ln 101
    won = {
        "matchpoints": 1.0,
        "percent": 100.0,
        "difference": 100.0,
        "log_difference": log,
        "imps": 9.0,
        "boldness": 0.0,
    }
    lost = {key: -value for key, value in won.items()} | {"matchpoints": 0.0, "percent": 0.0}
    alone = dict.fromkeys(won, 0.0) | {"percent": None}
    assert answer(EXAMPLE) == {
        "ok": True,
        "boards": [
            {
                "board": 1,
                "results": [
                    {"ns": "1", "ew": "2", "ns_values": won, "ew_values": lost},
                    {"ns": "3", "ew": "4", "ns_values": lost, "ew_values": won},
                ],
            },
            {
                "board": 2,
                "results": [{"ns": "1", "ew": "3", "ns_values": alone, "ew_values": alone}],
            },
        ],
        "standings": [
            {"rank": 1, "pair": "1", "boards": 1, "values": won},
            {"rank": 1, "pair": "4", "boards": 1, "values": won},
            {"rank": 3, "pair": "2", "boards": 1, "values": lost},
            {"rank": 3, "pair": "3", "boards": 1, "values": lost},
        ],
    }


def test_the_record_in_the_docs_is_valid() -> None:
    text = (ROOT / "docs/duplicate.md").read_text(encoding="utf-8")
    shown = text.partition("## A record\n")[2].partition("\n| key")[0]
    assert len(answered(json.loads(shown))["boards"]) == 2


def test_values_are_in_the_order_of_the_contract() -> None:
    assert json.dumps(answer(EXAMPLE)["standings"][0]["values"]) == (
        '{"matchpoints": 1.0, "percent": 100.0, "difference": 100.0, '
        '"log_difference": 4.61512051684126, "imps": 9.0, "boldness": 0.0}'
    )


def test_what_may_be_left_out() -> None:
    for key in ("rank_by", "grand_allowed"):
        assert answer(changed(EXAMPLE, {key: ...})) == answer(EXAMPLE)
    named = [changed(one, {"deal": 1} if one is PLAYED else {}) for one in EXAMPLE["results"]]
    assert answer(EXAMPLE | {"results": named}) == answer(EXAMPLE)
    empty = scored(1, 1, 2, 20, calls={})
    assert answer(record(empty)) == answer(record(changed(empty, {"calls": ...})))


def test_boards_come_in_order_of_their_first_result_and_results_in_that_of_the_record() -> None:
    given = record(
        scored(7, 1, 2, 0), scored(3, 3, 4, 0), scored(7, 5, 6, 0), scored(3, 1, 2, 0, deal=2)
    )
    found = [
        (one["board"], [(each["ns"], each["ew"]) for each in one["results"]])
        for one in answered(given)["boards"]
    ]
    assert found == [(7, [("1", "2"), ("5", "6")]), (3, [("3", "4"), ("1", "2")])]


def test_the_order_of_pairs_is_that_of_seeds() -> None:
    for pairs in (["1", "2", "3", "4"], ["4", "3", "2", "1"]):
        given = record(scored(1, 1, 2, 0), scored(1, 3, 4, 0), pairs=pairs)
        assert ranks(given) == [(1, pair) for pair in pairs]


# Mistakes

OF_THE_RECORD: list[tuple[Record, Found]] = [
    ({"format": ...}, [(None, "format", "unknown_format")]),
    ({"format": "tichu-score-record", "pairs": 3}, [(None, "format", "unknown_format")]),
    ({"version": 2, "pairs": 3}, [(None, "version", "unknown_format")]),
    ({"version": True}, [(None, "version", "unknown_format")]),
    ({"version": 1.0}, [(None, "version", "unknown_format")]),
    ({"version": HUGE}, [(None, "version", "unknown_format")]),
    ({"prizes": 3}, [(None, "prizes", "unknown_key")]),
    ({"pairs": ...}, [(None, "pairs", "missing_key")]),
    ({"results": ...}, [(None, "results", "missing_key")]),
    ({"pairs": None}, [(None, "pairs", "wrong_type")]),
    ({"pairs": "1234"}, [(None, "pairs", "wrong_type")]),
    ({"pairs": {"1": 1}}, [(None, "pairs", "wrong_type")]),
    ({"pairs": [1, 2, 3, 4]}, [(None, "pairs", "wrong_type")]),
    ({"pairs": ["1", "2", "3", None]}, [(None, "pairs", "wrong_type")]),
    ({"pairs": ["1", "2", "3", "4", "a\0"]}, [(None, "pairs", "wrong_type")]),
    ({"pairs": ["1", "2", "3", "4", "\ud83d"]}, [(None, "pairs", "wrong_type")]),
    ({"pairs": ["1", "2", "3", "4", "2", "2"]}, [(None, "pairs", "duplicate_pair")]),
    ({"pairs": ["1", "3", "4"]}, [(1, "ew", "unknown_pair")]),
    ({"rank_by": "beauty"}, [(None, "rank_by", "bad_rank_by")]),
    ({"rank_by": None}, [(None, "rank_by", "bad_rank_by")]),
    ({"rank_by": ["percent"]}, [(None, "rank_by", "bad_rank_by")]),
    ({"rank_by": "others"}, [(None, "rank_by", "bad_rank_by")]),
    ({"grand_allowed": None}, [(None, "grand_allowed", "wrong_type")]),
    ({"grand_allowed": 1}, [(None, "grand_allowed", "wrong_type")]),
    ({"grand_allowed": "no"}, [(None, "grand_allowed", "wrong_type")]),
    ({"results": None}, [(None, "results", "wrong_type")]),
    ({"results": {}}, [(None, "results", "wrong_type")]),
    ({"results": [PLAYED, 5]}, [(2, "results", "wrong_type")]),
    ({"results": [PLAYED, [RULED]]}, [(2, "results", "wrong_type")]),
]


@pytest.mark.parametrize(("changes", "found"), OF_THE_RECORD)
def test_mistakes_of_the_record(changes: Record, found: Found) -> None:
    assert errors(changed(EXAMPLE, changes)) == found


@pytest.mark.parametrize("given", [None, True, 1, 1.5, "x", [], [EXAMPLE]])
def test_a_record_that_is_no_object(given: object) -> None:
    assert errors(given) == [(None, "record", "wrong_type")]


OF_ANY_RESULT: list[tuple[Record, list[tuple[str, str]]]] = [
    ({"colour": 1}, [("colour", "unknown_key")]),
    ({"board": ...}, [("board", "missing_key")]),
    *(
        ({key: wrong}, [(key, "bad_board")])
        for key in ("board", "deal")
        for wrong in (None, 0, -1, 1.0, 1.5, True, "1", [1], float("nan"), float("inf"), HUGE)
    ),
    *(({key: ...}, [(key, "missing_key")]) for key in ("ns", "ew")),
    *(
        ({key: wrong}, [(key, "wrong_type")])
        for key in ("ns", "ew")
        for wrong in (None, 1, True, ["1"], {})
    ),
    ({"ns": "x"}, [("ns", "unknown_pair")]),
    ({"ns": "x", "ew": "\ud83d"}, [("ns", "unknown_pair"), ("ew", "unknown_pair")]),
    ({"ew": "1"}, [("ew", "same_pair")]),
    ({"ns": "x", "ew": "x"}, [("ns", "unknown_pair"), ("ew", "unknown_pair"), ("ew", "same_pair")]),
]


@pytest.mark.parametrize("result", [PLAYED, RULED], ids=["score", "average"])
@pytest.mark.parametrize(("changes", "found"), OF_ANY_RESULT)
def test_mistakes_of_any_result(
    result: Record, changes: Record, found: list[tuple[str, str]]
) -> None:
    given = EXAMPLE | {"results": [changed(result, changes)]}
    assert errors(given) == [(1, *one) for one in found]


OF_A_SCORE: list[tuple[Record, list[tuple[str, str]]]] = [
    ({"score": ...}, [("score", "missing_key")]),
    *(({"score": wrong}, [("score", "wrong_type")]) for wrong in (None, 300, [300, 0], "300:0")),
    ({"score": {}}, [("score", "missing_key")] * 2),
    ({"score": {"ns": 300}}, [("score", "missing_key")]),
    ({"score": {"ns": 300, "ew": 0, "nw": 0}}, [("nw", "unknown_key")]),
    *(
        ({"score": {"ns": 300, "ew": wrong}}, [("score", "wrong_type")])
        for wrong in (None, 0.0, False, "0", [0], float("nan"), float("-inf"))
    ),
    ({"score": {"ew": True}}, [("score", "wrong_type"), ("score", "missing_key")]),
    ({"score": {"ns": 301, "ew": -1}}, [("score", "impossible_score")]),
    ({"score": {"ns": HUGE, "ew": -HUGE}}, [("score", "impossible_score")]),
    *(({"calls": wrong}, [("calls", "wrong_type")]) for wrong in ([], "tichu", 1, True)),
    ({"calls": {"up": "tichu"}}, [("calls", "bad_call")]),
    ({"calls": {"North": "tichu"}}, [("calls", "bad_call")]),
    *(
        ({"calls": {"north": wrong}}, [("calls", "bad_call")])
        for wrong in (None, True, 1, "Tichu", "", ["tichu"], {})
    ),
    ({"calls": {"up": 1, "east": 2}}, [("calls", "bad_call")] * 2),
    *(
        ({"wish": wrong}, [("wish", "wrong_type")])
        for wrong in (None, True, 0, "ns", "North", ["north"], {})
    ),
    # What rests on a mistake is not reported.
    ({"calls": {"north": "gran"}, "score": {"ns": 999, "ew": 1}}, [("calls", "bad_call")]),
    ({"wish": "up", "score": {"ns": 999, "ew": 1}}, [("wish", "wrong_type")]),
]


@pytest.mark.parametrize(("changes", "found"), OF_A_SCORE)
def test_mistakes_of_a_score(changes: Record, found: list[tuple[str, str]]) -> None:
    given = EXAMPLE | {"results": [changed(PLAYED, changes)]}
    assert sorted(errors(given)) == sorted((1, *one) for one in found)


OF_AN_AVERAGE: list[tuple[Record, list[tuple[str, str]]]] = [
    *(({"average": wrong}, [("average", "wrong_type")]) for wrong in (None, "avg", ["avg"], True)),
    ({"average": {}}, [("average", "missing_key")] * 2),
    ({"average": {"ns": "avg"}}, [("average", "missing_key")]),
    ({"average": {"ns": "avg", "ew": "avg", "x": "avg"}}, [("x", "unknown_key")]),
    *(
        ({"average": {"ns": "avg", "ew": wrong}}, [("average", "bad_average")])
        for wrong in (None, True, 50, 0.5, "", "AVG", "avg+++", ["avg"], {})
    ),
    ({"score": {"ns": 50, "ew": 50}}, [("score", "average_with_score")]),
    ({"score": None}, [("score", "average_with_score")]),
    ({"calls": {"north": "tichu"}}, [("calls", "average_with_score")]),
    ({"calls": None}, [("calls", "average_with_score")]),
    ({"wish": "north"}, [("wish", "average_with_score")]),
    ({"calls": {}}, []),  # nobody called, as where it is left out
    (
        {"score": 3, "average": {"ns": "x", "ew": "avg"}},
        [("score", "average_with_score"), ("average", "bad_average")],
    ),
]


@pytest.mark.parametrize(("changes", "found"), OF_AN_AVERAGE)
def test_mistakes_of_an_average(changes: Record, found: list[tuple[str, str]]) -> None:
    given = EXAMPLE | {"results": [changed(RULED, changes)]}
    assert errors(given) == [(1, *one) for one in found]


def test_a_grand_tichu_is_a_bad_call_where_none_is_allowed() -> None:
    given = record(
        scored(1, 1, 2, 0) | {"score": {"ns": 400, "ew": 0}, "calls": {"north": "grand"}},
        scored(1, 3, 4, 0) | {"score": {"ns": 300, "ew": 0}, "calls": {"north": "tichu"}},
    )
    assert errors(given) == []
    assert errors(given | {"grand_allowed": True}) == []
    assert errors(given | {"grand_allowed": False}) == [(1, "calls", "bad_call")]


@pytest.mark.parametrize(
    ("second", "pairs"),
    [
        (scored(1, 1, 3, 0), ["1"]),
        (scored(1, 3, 1, 0), ["1"]),
        (scored(1, 2, 1, 0), ["1", "2"]),
        (scored(1, 1, 3, 0, deal=2), ["1"]),
        (ruled(1, 1, 3, "avg", "avg"), ["1"]),
        (scored(2, 1, 2, 0), []),
        (scored(1, 3, 4, 0), []),
    ],
)
def test_a_pair_is_on_a_board_once(second: Record, pairs: list[str]) -> None:
    given = record(scored(1, 1, 2, 0), second)
    assert errors(given) == [(2, "board", "twice_on_board")] * len(pairs)
    for pair, one in zip(pairs, answer(given).get("errors", []), strict=True):
        assert one["message"] == f"{pair} is on board 1 twice; a pair plays it once."


def test_a_result_with_other_mistakes_still_takes_its_pairs_places() -> None:
    given = record(scored(1, 1, 2, 0) | {"score": {"ns": 1, "ew": 2}}, scored(1, 1, 3, 0))
    assert errors(given) == [(1, "score", "impossible_score"), (2, "board", "twice_on_board")]


def test_all_mistakes_are_listed_those_of_the_record_first() -> None:
    given = changed(
        EXAMPLE,
        {
            "pairs": ["1", "2", "3", "4", "1"],
            "rank_by": 3,
            "prizes": 1,
            "results": [
                PLAYED | {"deal": 0, "wish": "nobody"},
                {"board": 2, "ns": "1", "ew": "1", "score": {"ns": 5, "ew": 5}},
                RULED | {"ew": "9"},
            ],
        },
    )
    assert errors(given) == [
        (None, "prizes", "unknown_key"),
        (None, "pairs", "duplicate_pair"),
        (None, "rank_by", "bad_rank_by"),
        (1, "deal", "bad_board"),
        (1, "wish", "wrong_type"),
        (2, "ew", "same_pair"),
        (2, "score", "impossible_score"),
        (3, "ew", "unknown_pair"),
        (3, "board", "twice_on_board"),
    ]


def test_nothing_is_reported_that_may_follow_from_another_mistake() -> None:
    """Without the pairs none is unknown, and without the rules no score is impossible."""
    odd = {"results": [PLAYED | {"score": {"ns": 1, "ew": 1}, "ns": "Omega"}]}
    assert errors(EXAMPLE | odd | {"pairs": 3, "grand_allowed": 3}) == [
        (None, "pairs", "wrong_type"),
        (None, "grand_allowed", "wrong_type"),
    ]


# Bounds


def test_200_pairs_and_no_more() -> None:
    names = [str(number) for number in range(1, 202)]
    assert errors(record(pairs=names[:200])) == []
    assert errors(record(pairs=names)) == [(None, "pairs", "wrong_type")]
    assert errors(record(pairs=[1] * 201)) == [(None, "pairs", "wrong_type")]


def test_5000_results_and_no_more() -> None:
    most = [scored(board, 1, 2, 0) for board in range(1, 5002)]
    assert errors(record(*most[:5000])) == []
    assert errors(record(*most)) == [(None, "results", "wrong_type")]
    assert errors(record(pairs=["1"]) | {"results": [1] * 5001}) == [
        (None, "results", "wrong_type")
    ]


def test_a_board_has_a_number_of_at_most_a_million_million() -> None:
    assert errors(record(scored(10**12, 1, 2, 0, deal=10**12))) == []
    assert errors(record(scored(10**12 + 1, 1, 2, 0))) == [(1, "board", "bad_board")]


# Messages and lines


def test_messages_say_what_would_be_right() -> None:
    def messages(result: Record, **changes: Any) -> list[str]:
        found = answer(EXAMPLE | {"results": [result], **changes})
        return [one["message"] for one in found["errors"]]

    assert " ".join(messages(PLAYED | {"score": {"ns": 100, "ew": 50}})) == (
        "No order of going out brings 100 : 50 with these calls: card points are -25 to 125 and "
        "add up to 100, a double victory is 200 : 0."
    )
    assert " ".join(messages(PLAYED | {"wish": "north"})) == (
        "300 : 0 is impossible with these calls: after a missed wish the other side has 200, and "
        "only calls are added."
    )
    assert messages(changed(PLAYED, {"score": ...})) == [
        "A result needs a score, or an average from the director."
    ]
    assert messages(PLAYED | {"score": {"ns": 300}}) == ["score.ew is missing."]
    assert messages(RULED | {"average": {"ns": "good", "ew": "avg"}}) == [
        "average.ns is good; it must be one of: avg++, avg+, avg, avg-, avg--."
    ]
    assert messages(PLAYED | {"calls": {"north": "grand"}}, grand_allowed=False) == [
        "calls.north is grand; it must be one of: tichu."
    ]
    assert messages(PLAYED | {"board": 0}) == [
        "board is 0; it must be a whole number from 1 to 1000000000000."
    ]
    assert messages(PLAYED, pairs=["1"] * 201) == [
        "pairs has 201 entries; at most 200 are allowed."
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"\xff", "not_json"),
        (b'{"pairs": [], "pairs": []}', "not_json"),
        (b'{"score": NaN}', "not_json"),
        (b"[" * 100_000, "not_json"),
        (b'{"results": ' + b"[" * 900 + b"]" * 900 + b"}", "not_json"),
        (b"1e400", "wrong_type"),
        (b"{}", "unknown_format"),
    ],
)
def test_lines_that_hold_no_record(line: bytes, code: str) -> None:
    assert answer_line(line)["errors"][0]["code"] == code


def test_a_line_that_is_nested_too_deep_is_told_so() -> None:
    assert answer_line("[" * 100_000)["errors"][0]["message"] == (
        "The line is nested too deeply; a duplicate record has four levels."
    )


@pytest.mark.parametrize("number", ["9" * 9999, "1e400", "-1e400", "5e-400"])
def test_numbers_that_no_score_has(number: str) -> None:
    line = json.dumps(EXAMPLE).replace('"ns": 300', f'"ns": {number}')
    code = "impossible_score" if number.isdecimal() else "wrong_type"
    assert [one["code"] for one in answer_line(line)["errors"]] == [code]
    line = json.dumps(EXAMPLE).replace('"board": 2', f'"board": {number}')
    assert [one["code"] for one in answer_line(line)["errors"]] == ["bad_board"]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["1", "avg", "tichu", "north"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*PLAYED, *RULED, "deal", "wish", "north"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@examples(30, 120, st.dictionaries(st.sampled_from([*EXAMPLE, "other"]), JSON))
def test_whatever_comes_is_answered(changes: dict[str, Any]) -> None:
    for given in (EXAMPLE | changes, changes):
        found = answer(given)
        json.dumps(found).encode("ascii")
        assert found["ok"] or found["errors"]


@examples(
    60, 240, st.dictionaries(st.sampled_from([*PLAYED, "average", "deal", "wish", "x"]), JSON), JSON
)
def test_whatever_stands_in_a_result_is_answered(changes: dict[str, Any], other: Any) -> None:
    found = answer(EXAMPLE | {"results": [PLAYED | changes, RULED | changes, other]})
    assert all({"round", "field", "code", "message"} == set(one) for one in found["errors"])
    json.dumps(found).encode("ascii")
