"""Score records: the contract's examples, and an answer to whatever comes."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Round, RuleError, RuleSet
from scoring.rules.lines import answer_line
from scoring.rules.record import answer, read_record, write_record
from tests.scoring.rules.contract import CODES, ROUNDS, untimed

ANNA, BEAT, CARLA, DINO = "Anna", "Beat", "Carla", "Dino"
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["\ud800", 10**400])
)
WORDS = st.sampled_from(
    ["dummy", "tichu", "grand", ANNA, BEAT, CARLA, "out", "calls", "recording", "full", "first"]
)
JSON = st.recursive(
    SCALARS | WORDS,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(WORDS | st.text(), inner, max_size=5)
    ),
    max_leaves=15,
)


def record(*rounds, variant="nanking", players=(ANNA, BEAT, CARLA, DINO), **settings):
    return {
        "format": "tichu-score-record",
        "version": 1,
        "variant": variant,
        "players": list(players),
        "settings": settings,
        "rounds": list(rounds),
    }


def errors(data):
    found = answer(data)
    assert found["ok"] is False
    return [(one["round"], one["field"], one["code"]) for one in found["errors"]]


def assert_is_an_answer(found):
    assert isinstance(json.dumps(found), str)
    if found["ok"]:
        assert set(found) == {"ok", "columns", "rounds", "totals", "finished", "winners"}
    else:
        assert found["errors"]
        assert all(list(one) == ["round", "field", "code", "message"] for one in found["errors"])
        assert {one["code"] for one in found["errors"]} <= CODES
        # What joins emoji and letters has no picture, and may stand in a name.
        shown = [
            one["message"].replace("\u200c", "").replace("\u200d", "") for one in found["errors"]
        ]
        assert all(message and message.isprintable() for message in shown)


def test_the_example_of_the_contract():
    played = {
        "out": [ANNA, BEAT, CARLA],
        "calls": {ANNA: "tichu", DINO: "tichu"},
        "card_points": [65, 35],
    }
    assert answer(record(played)) == {
        "ok": True,
        "columns": ["Anna & Carla", "Beat & Dino"],
        "rounds": [
            {
                "scores": [165, -65],
                "totals": [165, -65],
                "sweep": None,
                "calls_made": [ANNA],
                "calls_failed": [DINO],
                "next": {"leader": ANNA},
            }
        ],
        "totals": [165, -65],
        "finished": False,
        "winners": [],
    }


def test_a_record_without_settings_and_rounds_is_a_game_about_to_begin():
    data = record()
    del data["settings"]
    assert answer(data) == {
        "ok": True,
        "columns": ["Anna & Carla", "Beat & Dino"],
        "rounds": [],
        "totals": [0, 0],
        "finished": False,
        "winners": [],
    }


def test_a_draw_names_both_winners():
    found = answer(record({"out": [ANNA, CARLA]}, {"out": [BEAT, DINO]}, round_limit=2))
    assert (found["finished"], found["winners"]) == (True, ["Anna & Carla", "Beat & Dino"])


def test_a_round_of_trichu_names_the_dummy_and_the_next_dealer():
    played = {
        "out": [BEAT, "dummy", ANNA],
        "calls": {"dummy": "tichu", BEAT: "grand"},
        "card_points": [40, 60],
    }
    found = answer(record(played, variant="trichu", players=[ANNA, BEAT, CARLA]))
    assert found["columns"] == [ANNA, BEAT, CARLA, "dummy"]
    assert found["rounds"] == [
        {
            "scores": [-60, 260, 260, -60],
            "totals": [-60, 260, 260, -60],
            "sweep": None,
            "calls_made": [BEAT],
            "calls_failed": ["dummy"],
            "next": {"dealer": CARLA},
        }
    ]


def test_a_round_of_wu_wang_names_the_next_king():
    found = answer(record({"out": [CARLA, BEAT]}, variant="wu_wang", players=[ANNA, BEAT, CARLA]))
    assert found["rounds"][0]["next"] == {"king": CARLA}
    assert found["rounds"][0]["sweep"] == 1


def test_a_round_of_grand_seigneur_settles_seats_ranks_pushes_and_cards():
    players = [ANNA, BEAT, CARLA, DINO, "Eva"]
    found = answer(
        record({"out": ["Eva", ANNA, DINO, BEAT]}, variant="grand_seigneur", players=players)
    )
    assert (found["columns"], found["totals"], found["winners"]) == ([], [], [])
    assert found["rounds"] == [
        {
            "scores": [],
            "totals": [],
            "sweep": None,
            "calls_made": [],
            "calls_failed": [],
            "next": {
                "seating": ["Eva", ANNA, DINO, BEAT, CARLA],
                "ranks": ["great_lord", "lord", "squire", "pauper", "wretch"],
                "pushes": [
                    {"from": CARLA, "to": "Eva", "cards": 2, "kind": "best"},
                    {"from": "Eva", "to": CARLA, "cards": 2, "kind": "any"},
                    {"from": BEAT, "to": ANNA, "cards": 1, "kind": "best"},
                    {"from": ANNA, "to": BEAT, "cards": 1, "kind": "any"},
                ],
                "deck": {"packs": 1, "cards": 55},
                "hands": [11, 11, 11, 11, 11],
            },
        }
    ]


def test_the_first_out_alone_is_enough_where_a_table_records_no_more():
    found = answer(
        record(
            {"out": [DINO], "calls": {BEAT: "tichu", DINO: "grand"}, "sweep": 1},
            {"out": [ANNA], "card_points": [-25, 125]},
            {"out": [], "wish_violation": ANNA},
            {"out": [CARLA], "calls": {CARLA: "tichu"}, "wish_violation": BEAT},
            recording="first",
        )
    )
    assert [one["scores"] for one in found["rounds"]] == [[0, 300], [-25, 125], [0, 200], [300, 0]]
    assert [one["next"]["leader"] for one in found["rounds"]] == [DINO, ANNA, None, CARLA]
    assert [one["sweep"] for one in found["rounds"]] == [1, None, None, None]


def test_points_and_the_made_call_are_enough_where_a_table_records_no_more():
    found = answer(
        record(
            {"calls": {BEAT: "tichu", DINO: "grand"}, "made": DINO, "sweep": 1},
            {"calls": {BEAT: "tichu"}, "card_points": [60, 40]},
            {"calls": {ANNA: "tichu"}, "made": ANNA, "wish_violation": CARLA},
            {"sweep": 0},
            recording="points",
        )
    )
    assert [one["scores"] for one in found["rounds"]] == [[0, 300], [60, -60], [100, 200], [200, 0]]
    assert [one["next"]["leader"] for one in found["rounds"]] == [DINO, None, ANNA, None]


def test_mistakes_of_several_rounds_and_of_the_record_are_told_together():
    data = record(
        {"out": [ANNA, BEAT, CARLA], "card_points": [66, 35]},
        {"out": [ANNA, BEAT, "Zoe"], "card_points": [50, 50]},
        {"out": [ANNA], "calls": {BEAT: "blind"}},
        speed=1,
    ) | {"comment": "late"}
    assert errors(data) == [
        (None, "comment", "unknown_key"),
        (None, "speed", "unknown_setting"),
        (1, "card_points", "points_step"),
        (1, "card_points", "points_sum"),
        (2, "out", "unknown_player"),
        (3, "out", "order_incomplete"),
        (3, "calls", "unknown_call"),
    ]


def test_mistakes_of_rounds_are_told_also_where_the_seats_are_unclear():
    data = record(
        {"out": [ANNA, ANNA, "Zoe"], "card_points": [50, 55]}, players=[ANNA, ANNA, CARLA, DINO]
    )
    assert errors(data) == [
        (None, "players", "duplicate_player"),
        (1, "out", "unknown_player"),
        (1, "card_points", "points_sum"),
    ]
    assert errors(record({"out": [BEAT, BEAT], "calls": []}, players=[ANNA, BEAT, CARLA])) == [
        (None, "players", "player_count"),
        (1, "calls", "wrong_type"),
        (1, "out", "duplicate_out"),
    ]


def test_a_wrong_setting_hides_what_rests_on_it_and_nothing_else():
    sweeps = [{"out": [ANNA, CARLA]}] * 6
    assert errors(record(*sweeps, target_score=0)) == [(None, "target_score", "bad_setting")]
    ten = [{"wish_violation": ANNA}] * 10
    for settings in ({"round_limit": "ten"}, {"rounds": 10}):
        found = errors(record(*ten, variant="trichu", players=[ANNA, BEAT, CARLA], **settings))
        assert [code for _, _, code in found] == [
            "bad_setting" if "round_limit" in settings else "unknown_setting"
        ]
    assert errors(record({"out": [ANNA], "sweep": 0}, {"made": ANNA}, recording="some")) == [
        (None, "recording", "bad_setting")
    ]
    calls = {ANNA: "blind", BEAT: "grand"}
    ended = {"out": [ANNA, BEAT, CARLA], "calls": calls, "card_points": [50, 55]}
    assert errors(record(ended, extra_calls=[], grand_allowed=1)) == [
        (None, "extra_calls", "bad_setting"),
        (None, "grand_allowed", "bad_setting"),
        (1, "card_points", "points_sum"),
    ]


def test_an_unreadable_key_hides_what_rests_on_it_and_nothing_else():
    assert errors(record({"out": [ANNA, 5, BEAT], "calls": {DINO: "double"}})) == [
        (1, "out", "wrong_type"),
        (1, "calls", "unknown_call"),
    ]
    assert errors(record({"out": [ANNA, BEAT, CARLA], "card_points": "65:35"})) == [
        (1, "card_points", "wrong_type")
    ]
    assert errors(record(5, None, {"out": [ANNA, CARLA]})) == [
        (1, "rounds", "wrong_type"),
        (2, "rounds", "wrong_type"),
    ]


def test_a_king_who_could_not_be_read_is_not_made_up():
    rounds = [
        {"out": [5, ANNA, BEAT], "card_points": [50, 50]},
        {"out": [ANNA, BEAT], "calls": {CARLA: "grand"}},
    ]
    data = record(*rounds, variant="wu_wang", players=[ANNA, BEAT, CARLA])
    assert errors(data) == [(1, "out", "wrong_type")]


def test_a_message_names_the_players():
    found = answer(
        record({"out": [ANNA, BEAT, CARLA], "calls": {"Zoe": "tichu"}, "card_points": [50, 50]})
    )
    assert (
        found["errors"][0]["message"]
        == "Zoe has a call but is not at the table; name only players."
    )


def test_a_name_of_a_megabyte_is_a_name():
    players = ["x" * 1_000_000, "\u2028y", "  Carla ", "<b>"]
    found = answer(record({"out": players[:3], "card_points": [50, 50]}, players=players))
    assert found["rounds"][0]["next"]["leader"] == players[0]
    wrong = answer(record({"out": [players[0] + "y", "\ud801"]}, players=players))
    assert_is_an_answer(wrong)
    assert all(len(one["message"]) < 200 for one in wrong["errors"])


@pytest.mark.parametrize("field", ["card_points", "sweep", "tichu_value"])
def test_numbers_with_any_number_of_digits_are_answered(field):
    for digits in (400, 4299, 4300, 5000, 100_000):
        number = "9" * digits
        played = {"out": [ANNA, BEAT, CARLA], "card_points": "POINTS", "sweep": "SWEEP"}
        text = json.dumps(record(played, tichu_value="VALUE"))
        for word, key in (("POINTS", "card_points"), ("SWEEP", "sweep"), ("VALUE", "tichu_value")):
            plain = {"POINTS": "[50, 50]", "SWEEP": "null", "VALUE": "100"}[word]
            huge = f"[{number}, -{number}]" if key == "card_points" else number
            text = text.replace(f'"{word}"', huge if key == field else plain)
        found = answer_line(text)
        assert_is_an_answer(found)
        codes = {one["code"] for one in found["errors"]}
        expected = {
            "card_points": {"points_step", "points_range", "points_sum"},
            "sweep": {"sweep_mismatch"},
            "tichu_value": {"bad_setting"},
        }
        assert codes == expected[field]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            " ",
            "{",
            "[1,]",
            "nul",
            "NaN",
            '{"a": Infinity}',
            "{'a': 1}",
            '{"a": 1, "a": 2}',
            "1 2",
            "\x00",
        ),
        *("[" * 200_000, "[" * 5000 + "]" * 5000, '{"a":' * 100_000),
        *(b"\xff", b'"\xed\xa0\x80"', '{"a": 1}'.encode("utf-16")),
    ],
    ids=lambda line: repr(line[:20]),
)
def test_a_line_that_is_no_json_is_told_so(line):
    found = answer_line(line)
    assert_is_an_answer(found)
    assert [(one["round"], one["field"], one["code"]) for one in found["errors"]] == [
        (None, "record", "not_json")
    ]


def test_a_call_that_stands_twice_is_not_lost_in_silence():
    found = answer_line('{"calls": {"Anna": "tichu", "Anna": "grand"}}')
    assert "Anna appears twice in one object" in found["errors"][0]["message"]


def test_nesting_that_was_read_elsewhere_is_answered():
    deep = []
    for _ in range(sys.getrecursionlimit() * 5):
        deep = [deep]
    for data in (
        deep,
        record(deep),
        record(tichu_value=deep),
        record({"out": deep, "calls": {ANNA: deep}}),
    ):
        assert_is_an_answer(answer(data))


def test_a_table_of_thousands_and_a_game_of_thousands_are_answered():
    assert errors(record(players=[str(number) for number in range(5000)])) == [
        (None, "players", "player_count")
    ]
    found = answer(record(*[{"out": [ANNA, CARLA]}] * 3000, target_score=None))
    assert found["totals"] == [600_000, 0]


@untimed
@given(JSON)
def test_any_json_gets_an_answer(data):
    assert_is_an_answer(answer(data))
    assert_is_an_answer(answer_line(json.dumps(data)))


@untimed
@given(st.text() | st.binary())
def test_any_line_gets_an_answer(line):
    assert_is_an_answer(answer_line(line))


VALID = [
    record(
        {"out": [ANNA, BEAT, CARLA], "calls": {ANNA: "tichu"}, "card_points": [65, 35]},
        {"out": [BEAT, DINO]},
    ),
    record(
        {"out": [ANNA], "sweep": 0}, {"out": [BEAT], "card_points": [0, 100]}, recording="first"
    ),
    record({"calls": {ANNA: "grand"}, "made": ANNA, "card_points": [0, 100]}, recording="points"),
    record(
        {"out": ["dummy", ANNA]},
        {"out": [ANNA, BEAT]},
        variant="trichu",
        players=[ANNA, BEAT, CARLA],
    ),
    record(
        {"out": [CARLA, BEAT]},
        {"wish_violation": BEAT},
        variant="wu_wang",
        players=[ANNA, BEAT, CARLA],
    ),
    record(
        {"out": [ANNA, BEAT, CARLA, DINO]},
        variant="always_last",
        players=[ANNA, BEAT, CARLA, DINO, "Eva"],
    ),
]


def places(data, path=()):
    """All paths into nested JSON data."""
    yield path
    inner = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in inner:
        yield from places(value, (*path, key))


def changed(data, path, value):
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = changed(data[path[0]], path[1:], value)
    return copy


@untimed
@given(data=st.data(), valid=st.sampled_from(VALID))
def test_a_record_with_anything_in_any_place_gets_an_answer(data, valid):
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(valid))))
        valid = changed(valid, path, data.draw(JSON))
    found = answer(valid)
    assert_is_an_answer(found)


def test_the_examples_above_are_right_before_anything_is_changed():
    assert [answer(valid)["ok"] for valid in VALID] == [True] * len(VALID)


@pytest.mark.parametrize("valid", VALID)
def test_a_record_is_written_as_it_was_read(valid):
    read = read_record(valid)
    written = write_record(read.players, read.rules, read.rounds)
    assert read_record(written) == read
    assert written == {key: value for key, value in valid.items() if value or key != "settings"}


@untimed
@given(ROUNDS)
def test_a_written_round_holds_names_where_seats_were(played):
    names = [f"P{seat}" for seat in range(13)]
    data = write_record(names, RuleSet.of("nanking"), [played])["rounds"][0]
    assert data.get("out", []) == [names[seat] for seat in played.out]
    assert data.get("calls", {}) == {names[seat]: call for seat, call in played.calls}
    assert data.get("card_points") == (
        None if played.card_points is None else list(played.card_points)
    )


def test_reading_a_wrong_record_raises_all_its_mistakes():
    with pytest.raises(RuleError) as caught:
        read_record(record({"out": [ANNA]}, players=[ANNA, BEAT, CARLA, DINO]))
    assert [(one.round, one.code) for one in caught.value.mistakes] == [(1, "order_incomplete")]
    assert read_record(record({"out": [ANNA, CARLA]})).rounds == (Round((0, 2)),)
