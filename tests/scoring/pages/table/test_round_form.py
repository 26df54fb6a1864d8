"""A round as a browser posts it, and everything else that may be sent in its place."""

import json
import re
import uuid
from urllib.parse import quote

import pytest
from django.http import QueryDict

from scoring.models import Entry
from scoring.pages.table.forms import as_typed, posted_round
from scoring.rules import Round, shown
from tests.rule_errors import mistakes_of
from tests.scoring.tables import PLAIN, ROUNDS, at, everything, phone_of, posted, table, told, typed


def query(fields: dict[str, object]) -> QueryDict:
    return QueryDict("&".join(f"{quote(key)}={quote(str(value))}" for key, value in fields.items()))


def mistakes(fields: dict[str, object]) -> list[tuple[str, str]]:
    return mistakes_of(posted_round, query(fields))


# The form without script
# ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_both_ways_of_posting_say_the_same_round(variant, recording):
    data = ROUNDS[variant, recording]
    by_script, by_form = posted_round(query(posted(data))), posted_round(query(typed(data)))
    assert Round.from_data(by_script.data) == Round.from_data(by_form.data) == Round.from_data(data)
    assert posted_round(query(typed({}) | as_typed(data))).data == by_form.data


def test_spaces_round_what_was_typed_do_not_matter():
    fields = typed(PLAIN) | {"place_0": " 1 ", "points": " -25 "}
    assert posted_round(query(fields)).data == {"out": [0, 1, 2, 3], "card_points": [-25, 125]}


@pytest.mark.parametrize(
    "points", ["6 5", "65.0", "1e2", "6_5", "--5", "0000065", "1000", "65 : 35", "٦٥", "NaN", "\0"]
)
def test_points_that_are_no_points_are_refused_and_never_half_read(points):
    assert mistakes(typed(PLAIN) | {"points": points}) == [("points_range", "card_points")]


@pytest.mark.parametrize("place", ["0", "13", "100", "first", "-1", "1.0", "²", "\0", "9" * 5000])
def test_a_place_that_is_none_is_refused_at_its_field(place):
    assert mistakes(typed({}) | {"place_2": place}) == [("bad_place", "place_2")]


def test_a_place_taken_twice_and_a_gap_are_both_told():
    fields = typed({}) | {"place_0": "1", "place_1": "1", "place_2": "3"}
    assert mistakes(fields) == [("duplicate_place", "place_1"), ("place_gap", "out")]


def test_everything_that_is_wrong_is_told_at_once():
    fields = {"id": "x", "number": "", "place_0": "x", "points": "x", "replaces": "x"}
    assert mistakes(fields) == [
        ("bad_id", "id"),
        ("bad_number", "number"),
        ("bad_id", "replaces"),
        ("bad_place", "place_0"),
        ("points_range", "card_points"),
    ]


# What stands for a round
# --------------------------------------------------------------------------------------

NO_JSON = {
    "nothing": "",
    "words": "Anna won",
    "half": '{"out": [0, 1',
    "a text": json.dumps({"out": "x" * 12_000}),
    "nested arrays": "[" * 2400 + "]" * 2400,
    "nested objects": '{"a":' * 900,
    "a number of 5000 digits": "9" * 5001,
    "a raw NUL": '{"out": [\0]}',
}
NO_ROUND = {
    "an array": "[]",
    "an array of rounds": json.dumps([PLAIN]),
    "a number": "7",
    "not a number": "NaN",
    "null": "null",
    "a word": '"out"',
    "true": "true",
    "not a number in the points": '{"out": [0, 1, 2, 3], "card_points": [NaN, 100]}',
    "infinity": '{"out": [0, 1, 2, 3], "card_points": [Infinity, -Infinity]}',
    "half points": '{"out": [0, 1, 2, 3], "card_points": [65.5, 34.5]}',
    "whole points as fractions": '{"out": [0, 1, 2, 3], "card_points": [65.0, 35.0]}',
    "points as words": '{"out": [0, 1, 2, 3], "card_points": ["65", "35"]}',
    "three points": '{"out": [0, 1, 2, 3], "card_points": [65, 35, 0]}',
    "points of 4000 digits": f'{{"out": [0, 1, 2, 3], "card_points": [{"9" * 4000}, 5]}}',
    "a NUL as a key": r'{"\u0000": 1}',
    "a NUL as a call": r'{"out": [0, 1, 2], "calls": {"0": "\u0000"}, "card_points": [65, 35]}',
    "half a surrogate pair": r'{"out": [0, 1, 2], "calls": {"0": "\ud83d"}, "card_points": [65, '
    r"35]}",
    "half a surrogate pair as a key": r'{"\ud83d": 0, "out": [0, 1, 2, 3], "card_points": [65, '
    r"35]}",
    "half a surrogate pair as a seat": r'{"out": ["\ud83d", 1, 2], "card_points": [65, 35]}',
    "arrays in the order": '{"out": [[0], [1], [2]], "card_points": [65, 35]}',
    "objects in the order": '{"out": [{}, 1, 2], "card_points": [65, 35]}',
    "the order as an object": '{"out": {"0": 1}, "card_points": [65, 35]}',
    "calls as an array": '{"out": [0, 1, 2], "calls": ["tichu"], "card_points": [65, 35]}',
    "a call as an array": '{"out": [0, 1, 2], "calls": {"0": ["tichu"]}, "card_points": [65, 35]}',
    "true as a seat": '{"out": [true, 0, 2], "card_points": [65, 35]}',
    "a seat below nought": '{"out": [-1, 0, 1], "card_points": [65, 35]}',
    "a seat far away": '{"out": [0, 1, 99999999999999999999], "card_points": [65, 35]}',
    "the dummy where there is none": '{"out": [0, 1, 4], "card_points": [65, 35]}',
    "a thousand seats": json.dumps({"out": [0] * 1000, "card_points": [65, 35]}),
    "a sweep that is told": '{"out": [0, 2], "sweep": 0}',
    "a score": '{"out": [0, 1, 2, 3], "card_points": [65, 35], "score": [500, 0]}',
}


@pytest.mark.parametrize("kind", NO_JSON)
def test_what_is_no_json_is_told_as_such(kind):
    assert mistakes({"id": uuid.uuid4(), "number": 1, "round": NO_JSON[kind]}) == [
        ("not_json", "round")
    ]


@pytest.mark.django_db
def test_what_is_no_round_is_refused_in_words_and_nothing_is_kept():
    anna = phone_of("Anna")
    game = table(anna)
    before = everything(game)
    for kind, sent in (NO_JSON | NO_ROUND).items():
        answer = anna.send(
            "record_round", game, {"id": str(uuid.uuid4()), "number": 1, "round": sent}
        )
        assert answer.status_code == 422, kind
        assert len(answer.content) < 100_000, kind
        assert '<div class="errors" role="alert">' in answer.content.decode(), kind
        assert everything(game) == before, kind
    assert not Entry.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [*NO_JSON, *NO_ROUND])
def test_the_script_is_told_what_is_no_round_and_nothing_is_kept(kind):
    anna = phone_of("Anna")
    game = table(anna)
    before = everything(game)
    body = f'{{"id": "{uuid.uuid4()}", "number": 1, "round": {(NO_JSON | NO_ROUND)[kind]}}}'
    answer = anna.client.post(at("api_entries", game), body, content_type="application/json")
    # Half of it is JSON only as long as it stands alone; NaN and its like never are.
    no_json = kind in set(NO_JSON) - {"a text"} or kind in {
        "not a number",
        "not a number in the points",
        "infinity",
    }
    assert answer.status_code == (400 if no_json else 422)
    assert len(answer.content) < 100_000
    assert (told(answer) == [("not_json", "")]) == no_json
    assert everything(game) == before
    assert not Entry.objects.exists()


@pytest.mark.django_db
def test_more_than_a_form_can_hold_is_refused():
    anna = phone_of("Anna")
    game = table(anna)
    assert (
        anna.send("record_round", game, posted(PLAIN) | {"round": "x" * 16_000}).status_code == 413
    )
    answer = anna.write(game, 1, {"out": "x" * 16_000})
    assert (answer.status_code, told(answer)) == (413, [("too_large", "")])


# Names in what is told
# ----------------------------------------------------------------------------------------

NAMES = ["👩‍👧", "أنا", "🇨🇭 Beat", "נעמי"]


def test_a_name_stays_whole_in_a_message():
    """Families of emoji and words of several scripts are held together by characters that have no
    picture.
    """
    for name in [*NAMES, "می‌خواهم"]:
        assert shown(name) == name


@pytest.mark.django_db
def test_names_of_every_kind_stand_on_the_screen_and_in_what_is_told():
    anna = phone_of("Anna")
    game = table(anna, names=NAMES)
    page = anna.get("score", game).content.decode()
    assert all(f"<bdi>{name}</bdi>" in page for name in NAMES)
    for seat, name in enumerate(NAMES):
        wrong = {"out": [seat, seat, (seat + 1) % 4], "card_points": [65, 35]}
        answer = anna.write(game, 1, wrong)
        assert answer.json()["errors"][0]["message"].startswith(f"{name} went out twice")


@pytest.mark.django_db
def test_a_name_that_looks_like_a_tag_stays_text():
    anna = phone_of("Anna")
    game = table(anna, names=["<script>alert(1)</script>", '"><b>', "{{ 7 }}", "%(name)s"])
    page = anna.get("score", game).content.decode()
    assert "<script>alert" not in page
    assert "<b>" not in re.sub(r"<b>\d", "", page).replace("<b>−", "")
    assert "{{ 7 }}" in page
    wrong = {"out": [3, 3, 2], "card_points": [65, 35]}
    answer = anna.write(game, 1, wrong)
    assert "%(name)s went out twice" in answer.json()["errors"][0]["message"]
    plain = anna.send(
        "record_round",
        game,
        typed({"out": [0, 1, 2], "calls": {"0": "<b>"}, "card_points": [65, 35]}),
    )
    assert "&lt;script&gt;alert(1)&lt;/script&gt; cannot call &lt;b&gt;" in plain.content.decode()


# Who sits out
# ------------------------------------------------------------------------------------


def hidden(page: str, name: str) -> str:
    form = page.partition("Enter the round")[2]
    return form.partition(f'name="{name}"')[2].partition('value="')[2].partition('"')[0]


@pytest.mark.django_db
def test_without_script_who_sits_out_is_chosen_before_the_fields_of_the_round():
    anna = phone_of("Anna")
    game = table(anna, "nanking_five", who_sits_out="tapped")
    address = at("score", game)
    page = anna.client.get(address).content.decode()
    options = page.partition('id="rests"')[2].partition("</select>")[0]
    assert options.count("<option") == 5
    assert 'value="4" selected' in options  # as proposed
    assert not hidden(page, "rests")
    chosen = anna.client.get(address, {"rests": "1"}).content.decode()
    form = chosen.partition("Enter the round")[2]
    assert hidden(chosen, "rests") == "1"
    assert 'name="place_1"' not in form
    assert 'name="place_4"' in form
    fields = typed({"out": [0, 2, 3, 4], "card_points": [60, 40]})
    seen = {name: hidden(chosen, name) for name in ("id", "number", "sides", "recording", "rests")}
    assert anna.client.post(at("record_round", game), fields | seen).status_code == 302
    (entry,) = Entry.objects.filter(game=game)
    assert entry.data["sits_out"] == 1
    for nonsense in ("9", "x", "", "-1", "1" * 500):
        page = anna.client.get(address, {"rests": nonsense})
        assert page.status_code == 200
    again = anna.client.get(at("correct_round", game, number=1), {"rests": "2"}).content.decode()
    assert hidden(again, "rests") == "2"


@pytest.mark.django_db
def test_nobody_is_asked_who_sits_out_where_it_goes_in_turn():
    anna = phone_of("Anna")
    for variant in ("nanking_five", "nanking"):
        game = table(anna, variant)
        page = anna.client.get(at("score", game), {"rests": "1"}).content.decode()
        assert 'id="rests"' not in page
