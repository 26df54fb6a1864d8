"""Whatever is sent to the API, it is answered in one shape and never with a fault of ours."""

import json
import uuid

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Game
from tests.lengths import in_short
from tests.scoring.tables import PLAIN, SWEEP, an_entry, at, phone_of, table, told, unchanged, write

pytestmark = pytest.mark.django_db

BAD_BODIES = {
    "nothing": (b"", 400),
    "words": (b"Anna won", 400),
    "half": (b'{"id": ', 400),
    "no UTF-8": (b'{"id": "\xff"}', 400),
    "UTF-16": (json.dumps({"id": 1}).encode("utf-16"), 400),
    "a byte order mark": (b"\xef\xbb\xbf{}", 400),
    "NaN": (b'{"number": NaN}', 400),
    "infinity": (b'{"number": -Infinity}', 400),
    "a key twice": (b'{"number": 1, "number": 2}', 400),
    "a number of 5000 digits": (b'{"number": ' + b"9" * 5000 + b"}", 400),
    "nested arrays": (b"[" * 8_000 + b"]" * 8_000, 400),
    "nested objects": (b'{"a":' * 3_000, 400),
    "larger than any round": (b'{"id": "' + b"x" * 16_000 + b'"}', 413),
    "null": (b"null", 422),
    "a number": (b"7", 422),
    "a text": (b'"x"', 422),
    "a list": (b"[]", 422),
    "a list of entries": (json.dumps([an_entry(1, PLAIN)]).encode(), 422),
}


def test_a_body_that_is_no_entry_is_refused_in_the_shape_of_the_house(anna, game):
    with unchanged(game):
        for kind, (body, status) in BAD_BODIES.items():
            answer = anna.client.post(
                at("api_entries", game), body, content_type="application/json"
            )
            # A body without a byte is none: then it is said what an entry needs.
            assert answer.status_code == (422 if kind == "nothing" else status), kind
            assert told(answer), kind
            assert len(answer.content) < 2000, kind


@pytest.mark.parametrize("step", in_short((3, 30), (30,)))
@pytest.mark.parametrize("field", ["round", "sides", "id", "about", "nonsense"])
@pytest.mark.parametrize(("opened", "closed"), ["[]", ('{"a":', "}")])
def test_nothing_is_nested_just_deep_enough_to_break_what_reads_it(
    anna, game, field, opened, closed, step
):
    """What Python can just read, it may not be able to write or look at any more, a few calls
    further down.
    """
    answered = set()
    with unchanged(game):
        for depth in (10, 100, *range(700, 1000, step)):
            inner = opened * depth + "7" + closed * depth
            known = {"id": '"x"', "number": "1", "kind": '"round"'} | {field: inner}
            body = "{" + ", ".join(f'"{key}": {value}' for key, value in known.items()) + "}"
            answered.add(
                anna.client.post(
                    at("api_entries", game), body, content_type="application/json"
                ).status_code
            )
    assert answered == {400, 422}


WRONG = [
    ({"id": None}, ("null", "id")),
    ({"id": 1}, ("invalid", "id")),
    ({"id": True}, ("invalid", "id")),
    ({"id": "x"}, ("invalid", "id")),
    ({"id": "\0"}, ("invalid", "id")),
    ({"number": None}, ("null", "number")),
    ({"number": "1"}, ("invalid", "number")),
    ({"number": "١"}, ("invalid", "number")),
    ({"number": True}, ("invalid", "number")),
    ({"number": 1.0}, ("invalid", "number")),
    ({"number": 0}, ("min_value", "number")),
    ({"number": -1}, ("min_value", "number")),
    ({"number": 10**4000}, ("max_value", "number")),
    ({"number": [1]}, ("invalid", "number")),
    ({"kind": "nonsense"}, ("invalid_choice", "kind")),
    ({"kind": None}, ("null", "kind")),
    ({"kind": ["round"]}, ("invalid_choice", "kind")),
    ({"kind": {}}, ("invalid_choice", "kind")),
    ({"round": None}, ("null", "round")),
    ({"round": []}, ("wrong_type", "rounds")),
    ({"round": json.dumps(PLAIN)}, ("wrong_type", "rounds")),
    ({"sides": "0.2-1.3"}, ("not_a_list", "sides")),
    ({"sides": [[0, 2], [1, 3], []]}, ("max_length", "sides")),
    ({"sides": [0, 1]}, ("not_a_list", "sides.0")),
    ({"sides": [[0, "2"], [1, 3]]}, ("invalid", "sides.0.1")),
    ({"sides": [[0, 2], [1, 99]]}, ("max_value", "sides.1.1")),
    ({"sides": [[0] * 1000]}, ("max_length", "sides.0")),
    ({"kind": "choice"}, ("required", "about")),
    ({"kind": "agreement"}, ("required", "about")),
    ({"kind": "correction"}, ("required", "replaces")),
    ({"kind": "undo", "about": 7}, ("invalid", "about")),
]


def test_what_is_of_the_wrong_kind_is_told_by_its_field(anna, game):
    with unchanged(game):
        for wrong, mistake in WRONG:
            answer = anna.post("api_entries", game, an_entry(1, PLAIN) | wrong)
            assert answer.status_code == 422, wrong
            assert mistake in told(answer), wrong
            assert len(answer.content) < 2000, wrong


def test_a_form_is_no_entry(anna, game):
    answer = anna.client.post(at("api_entries", game), an_entry(1, kind="undo"))
    assert (answer.status_code, told(answer)) == (415, [("unsupported_media_type", "")])


def test_what_nobody_asked_for_is_passed_over(anna, game):
    assert (
        anna.write(game, 1, PLAIN, note="by the stove", outcome="rival").json()["outcome"]
        == "counted"
    )


# Anything at all
# --------------------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)
SEATS = st.integers(-1, 5)
ROUNDS = st.fixed_dictionaries(
    {},
    optional={
        "out": st.permutations(range(4)) | st.lists(SEATS | JSON, max_size=5) | JSON,
        "calls": st.dictionaries(st.sampled_from("01234"), st.sampled_from(["tichu", "grand", "x"]))
        | JSON,
        "card_points": st.lists(
            st.sampled_from([-25, 0, 35, 50, 65, 100, 125]), min_size=2, max_size=2
        )
        | JSON,
        "sweep": SEATS | JSON,
        "made": SEATS | JSON,
        "wish_violation": SEATS | JSON,
        "nonsense": JSON,
    },
)
KNOWN = [str(uuid.UUID(int=number)) for number in range(12)]
IDS = st.sampled_from(KNOWN) | st.uuids().map(str)
# Such as a phone sends, about entries that may be there: most of them are taken, or in conflict
# with others.
GOOD = st.fixed_dictionaries(
    {
        "id": st.sampled_from(KNOWN),
        "number": st.integers(1, 3),
        "round": st.sampled_from([PLAIN, SWEEP]),
    },
    optional={
        "kind": st.sampled_from(["round", "correction", "undo", "choice", "agreement"]),
        "replaces": st.sampled_from(KNOWN),
        "about": st.sampled_from(KNOWN),
    },
)
ENTRIES = st.fixed_dictionaries(
    {"id": IDS | JSON, "number": st.integers(1, 4) | JSON},
    optional={
        "kind": st.sampled_from(["round", "correction", "undo", "choice", "agreement"]) | JSON,
        "round": st.sampled_from([PLAIN, SWEEP]) | ROUNDS | JSON,
        "sides": st.sampled_from([[[0, 2], [1, 3]], [[0, 1], [2, 3]]])
        | st.lists(st.lists(SEATS))
        | JSON,
        "replaces": IDS | JSON,
        "about": IDS | JSON,
    },
)


def never_a_fault(examples: int) -> None:
    """Send so many bodies, good, bad and mad, by two phones, to games that several of them have
    moved on.
    """
    anna, carla = phone_of("Anna"), phone_of("Carla")
    games = [table(anna), table(carla), table(anna, "wu_wang"), table(anna, "always_last")]
    write(games[0], PLAIN)
    for phone in (anna, carla):
        phone.client.raise_request_exception = False
    came: set[int] = set()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(
        body=GOOD | ENTRIES | JSON,
        game=st.sampled_from(games),
        phone=st.sampled_from([anna, carla]),
    )
    def send(body: object, game: Game, phone: object) -> None:
        answer = phone.client.post(
            at("api_entries", game), json.dumps(body), content_type="application/json"
        )
        came.add(answer.status_code)
        assert answer.status_code in {201, 400, 404, 409, 422}, (answer.status_code, body)
        assert "id" in answer.json() if answer.status_code == 201 else told(answer)

    send()
    assert came >= {201, 404, 409, 422}


def test_eighty_bodies_of_any_kind_are_never_a_fault():
    never_a_fault(80)


@pytest.mark.slow
def test_ten_thousand_bodies_of_any_kind_are_never_a_fault():
    never_a_fault(10_000)
