"""A round as data: it comes back as it went, and wrong data is told all at once."""

import json

import pytest
from hypothesis import given

from scoring.rules import Round
from tests.rule_errors import mistakes_of
from tests.scoring.rules.contract import ROUNDS, untimed


@untimed
@given(ROUNDS)
def test_a_round_comes_back_as_it_went(played):
    assert Round.from_data(json.loads(json.dumps(played.to_data()))) == played
    assert hash(played) == hash(Round.from_data(played.to_data()))


def test_only_what_says_something_is_written():
    assert Round().to_data() == {}
    assert Round((0, 2, 1), {3: "grand", 0: "tichu"}, (65, 35)).to_data() == {
        "out": [0, 2, 1],
        "calls": {"0": "tichu", "3": "grand"},
        "card_points": [65, 35],
    }


def test_null_is_the_same_as_absent():
    data = {
        "out": [0],
        "calls": {},
        "card_points": None,
        "sweep": None,
        "made": None,
        "wish_violation": None,
    }
    assert Round.from_data(data) == Round((0,))


def test_calls_may_be_given_in_any_order():
    assert Round(calls=[(2, "tichu"), (0, "grand")]) == Round(calls={0: "grand", 2: "tichu"})
    assert Round(calls={2: "tichu"}).call_of(2) == "tichu"
    assert Round(calls={2: "tichu"}).call_of(0) is None


def test_a_seat_makes_one_call_only():
    with pytest.raises(ValueError, match="two calls"):
        Round(calls=[(0, "tichu"), (0, "grand")])


@pytest.mark.parametrize("data", [None, 5, "round", [], [[0, 1]], True])
def test_a_round_must_be_an_object(data):
    assert mistakes_of(Round.from_data, data) == [("wrong_type", "rounds")]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(
            ("out", value)
            for value in (None, 5, "012", {}, [True], [[]], [{}], [1.0], [None], ["Anna"])
        ),
        *(
            ("calls", value)
            for value in (None, [], "tichu", {"Anna": "tichu"}, {"01": "tichu"}, {"0": None})
        ),
        *(
            ("calls", value)
            for value in ({"0": []}, {"-1": "tichu"}, {"1" * 400: "tichu"}, {"²": "tichu"})
        ),
        *(
            ("card_points", value)
            for value in (5, [], [50], [50, 50, 0], [50.0, 50], [True, 100], ["50", 50], {})
        ),
        *(("sweep", value) for value in (True, 0.0, "0", [0])),
        *(("made", value) for value in (True, 0.0, "Anna", [0])),
        *(("wish_violation", value) for value in (False, 1.5, {}, "Anna")),
    ],
)
def test_a_value_of_the_wrong_kind_is_told(key, value):
    assert mistakes_of(Round.from_data, {key: value}) == [("wrong_type", key)]


def test_every_mistake_of_form_is_told_at_once():
    assert mistakes_of(
        Round.from_data, {"out": 1, "card_pionts": [50, 50], "sweep": "x", "made": []}
    ) == [
        ("unknown_key", "card_pionts"),
        ("wrong_type", "out"),
        ("wrong_type", "sweep"),
        ("wrong_type", "made"),
    ]
