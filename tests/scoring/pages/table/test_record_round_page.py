"""The table's phone writes a round: by the script, by the plain form, and what it is told."""

import json
import re
import uuid

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage

from scoring.games.queries import table_of
from scoring.models import Entry
from tests.scoring.games import words
from tests.scoring.tables import (
    CARLA,
    GRAND_SWEEP,
    PEOPLE,
    PLAIN,
    ROUNDS,
    SWEEP,
    an_entry,
    at,
    everything,
    finish,
    let_in,
    pause,
    phone_of,
    posted,
    stop,
    table,
    told,
    totals,
    typed,
    unchanged,
    undo,
    write,
)

pytestmark = pytest.mark.django_db


# Taken in
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_the_script_sends_a_round_and_is_told_that_it_counts(anna, variant, recording):
    game = table(anna, variant, **({"recording": recording} if recording != "full" else {}))
    answer = anna.write(game, 1, ROUNDS[variant, recording])
    assert (answer.status_code, answer.json()["outcome"]) == (201, "counted")
    assert Entry.objects.get().data == ROUNDS[variant, recording]
    now = anna.read(game)
    assert now["next"] == 2
    assert [line["round"] for line in now["rounds"]] == [ROUNDS[variant, recording]]


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_the_plain_form_writes_the_same_round_and_leads_back_to_the_screen(
    anna, variant, recording
):
    game = table(anna, variant, **({"recording": recording} if recording != "full" else {}))
    answer = anna.send("record_round", game, typed(ROUNDS[variant, recording]))
    assert (answer.status_code, answer["Location"]) == (302, at("score", game))
    assert Entry.objects.get().data == ROUNDS[variant, recording]


def test_a_missed_wish_can_be_written_by_the_plain_form(anna, game):
    missed = {"out": [0], "calls": {"0": "tichu"}, "wish_violation": CARLA}
    anna.send("record_round", game, typed(missed))
    assert Entry.objects.get().data == missed
    assert totals(game) == (100, 200)


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_the_plain_form_offers_a_field_for_all_that_a_round_has(anna, variant, recording):
    game = table(anna, variant, **({"recording": recording} if recording != "full" else {}))
    page = anna.get("score", game).content.decode()
    offered = set(re.findall(r'<(?:input|select)[^>]* name="(\w+)"', page))
    assert set(typed(ROUNDS[variant, recording])) - {"points"} <= offered
    assert ("points" in offered) == bool(table_of(game).position.sides)


def test_the_fields_of_the_plain_form_as_it_stands_write_a_round(anna, game):
    """Hidden fields too: the id that makes a double tap one round, and the number."""
    page = anna.get("score", game).content.decode()
    form = page[page.index('<form class="plain') :]
    hidden = dict(
        re.findall(
            r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]
        )
    )
    fields = typed(PLAIN) | hidden
    for _ in range(2):
        assert anna.send("record_round", game, fields).status_code == 302
    assert Entry.objects.get().pk == uuid.UUID(hidden["id"])


def test_a_scorer_by_link_writes_and_the_entry_bears_that_phone(game):
    beat = phone_of("Beat")
    let_in(beat, game, "scorer")
    assert beat.write(game, 1, PLAIN).status_code == 201
    assert Entry.objects.get().device == beat.device


def test_the_last_round_shows_who_won(anna, game):
    write(game, GRAND_SWEEP, GRAND_SWEEP)
    anna.write(game, 3, GRAND_SWEEP)
    assert "Anna & Carla won." in words(anna.client, "score", game.pk)


# Sent again
# --------------------------------------------------------------------------------------------------


def test_a_double_tap_on_save_makes_one_round(anna, game):
    sent = an_entry(1, PLAIN)
    answers = [anna.post("api_entries", game, sent) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 201]
    assert len({answer.content for answer in answers}) == 1
    assert Entry.objects.count() == 1


def test_a_double_tap_on_the_button_of_the_form_makes_one_round(anna, game):
    fields = posted(PLAIN)
    assert [anna.send("record_round", game, fields).status_code for _ in range(3)] == [
        302,
        302,
        302,
    ]
    assert Entry.objects.count() == 1


def test_a_round_sent_again_after_others_came_finds_the_table_of_today(anna, game):
    sent = str(uuid.uuid4())
    first = anna.write(game, 1, PLAIN, id=sent)
    write(game, SWEEP)
    assert anna.write(game, 1, PLAIN, id=sent).content == first.content
    now = anna.read(game)
    assert (now["next"], now["totals"]) == (3, [265, 35])


def test_a_round_sent_again_after_it_was_taken_back_does_not_come_back(anna, game):
    """The phone that could not hear the first answer hears it now, and reads that its round does
    not count.
    """
    sent = str(uuid.uuid4())
    first = anna.write(game, 1, PLAIN, id=sent)
    undo(game, 1)
    with unchanged(game):
        assert anna.write(game, 1, PLAIN, id=sent).content == first.content
    now = anna.read(game)
    assert (now["next"], now["rounds"]) == (1, [])


def test_an_id_with_another_round_is_a_conflict(anna, game):
    sent = str(uuid.uuid4())
    anna.write(game, 1, PLAIN, id=sent)
    with unchanged(game):
        answer = anna.write(game, 1, SWEEP, id=sent)
        plain = anna.send("record_round", game, posted(SWEEP) | {"id": sent})
    assert (answer.status_code, told(answer)) == (409, [("id_used", "id")])
    assert plain.status_code == 409


# Refused
# --------------------------------------------------------------------------------------------------


def test_the_script_is_told_every_mistake_with_names(anna, game):
    wrong = {"out": [0, 0, 3], "calls": {"1": "blind"}, "card_points": [60, 30]}
    before = everything(game)
    answer = anna.write(game, 1, wrong)
    assert answer.status_code == 422
    assert told(answer) == [
        ("duplicate_out", "out"),
        ("unknown_call", "calls"),
        ("points_sum", "card_points"),
    ]
    messages = " ".join(error["message"] for error in json.loads(answer.content)["errors"])
    assert "Anna went out twice" in messages
    assert "Beat cannot call blind" in messages
    assert "#" not in messages
    assert everything(game) == before


def test_the_plain_form_says_what_is_wrong_and_keeps_what_was_typed(anna, game):
    fields = typed(PLAIN) | {"place_2": "seven", "call_1": "grand", "points": "40", "wish": "3"}
    answer = anna.send("record_round", game, fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "A place is a number from 1 to 12." in page
    for field, value in (
        ("place_0", "1"),
        ("place_1", "2"),
        ("place_2", "seven"),
        ("place_3", "4"),
        ("points", "40"),
    ):
        assert re.search(rf'name="{field}"[^>]* value="{value}"', page), field
    for field, value in (("call_1", "grand"), ("wish", "3")):
        assert re.search(rf'name="{field}".*?<option value="{value}" selected', page, re.DOTALL), (
            field
        )
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("recording", "field"), [("first", "sweep"), ("points", "sweep"), ("points", "made")]
)
def test_what_was_chosen_at_shallower_depths_stays_too(anna, recording, field):
    game = table(anna, recording=recording)
    answer = anna.send("record_round", game, typed({}) | {field: "1", "points": "nonsense"})
    assert answer.status_code == 422
    assert re.search(
        rf'name="{field}".*?<option value="1" selected', answer.content.decode(), re.DOTALL
    )


@pytest.mark.parametrize(
    ("then", "number", "code"),
    [(pause, 1, "game_paused"), (stop, 1, "game_stopped"), (finish, 4, "game_over")],
)
def test_a_round_that_the_game_stands_against_is_a_conflict(anna, game, then, number, code):
    then(game)
    with unchanged(game):
        answer = anna.write(game, number, SWEEP)
        assert (answer.status_code, told(answer)) == (409, [(code, "game")])
        plain = anna.send("record_round", game, typed(SWEEP, number))
        assert plain.status_code == 409
    page = re.sub(r"<noscript>.*?</noscript>", "", plain.content.decode(), flags=re.DOTALL)
    assert answer.json()["errors"][0]["message"] in page  # also where there is a script


def test_another_round_for_a_place_that_is_taken_is_kept_and_changes_no_score(anna, game):
    """By the script and by the form: nobody's round is dropped, nobody's is overwritten."""
    write(game, PLAIN)
    answer = anna.write(game, 1, SWEEP)
    assert (answer.status_code, answer.json()["outcome"]) == (201, "rival")
    assert anna.send("record_round", game, typed(GRAND_SWEEP)).status_code == 302
    assert totals(game) == (65, 35)
    (line,) = anna.read(game)["rounds"]
    assert line["round"] == PLAIN
    assert [other["round"] for other in line["others"]] == [SWEEP, GRAND_SWEEP]


@pytest.mark.parametrize("address", ["record_round", "undo_round"])
def test_an_id_that_is_none_is_refused(anna, game, address):
    write(game, PLAIN)
    with unchanged(game):
        for wrong in (
            "",
            "1",
            "x" * 10_000,
            "not-a-uuid",
            "\0",
            "\ud800".encode("utf-8", "replace"),
        ):
            answer = anna.send(address, game, posted(PLAIN, number=1) | {"id": wrong})
            assert answer.status_code == 422, wrong
            assert "The page sent no valid entry id" in answer.content.decode(), wrong


@pytest.mark.parametrize("address", ["record_round", "undo_round"])
def test_a_round_number_that_is_none_is_refused(anna, game, address):
    with unchanged(game):
        for wrong in ("", "one", "-1", "1.5", "1e3", "٣", " 1", "10000", "9" * 5000, "\0"):
            answer = anna.send(address, game, posted(PLAIN) | {"number": wrong})
            assert answer.status_code == 422, wrong
            assert 'class="errors"' in answer.content.decode(), wrong


@pytest.mark.parametrize("number", [0, 2, 9999])
def test_a_round_number_out_of_turn_is_a_conflict(anna, game, number):
    with unchanged(game):
        assert anna.send("record_round", game, posted(PLAIN, number)).status_code == 409
        answer = anna.write(game, number, PLAIN)
    if number:
        assert (answer.status_code, told(answer)) == (409, [("round_out_of_turn", "number")])
    else:
        assert (answer.status_code, told(answer)) == (422, [("min_value", "number")])


def test_a_form_without_anything_is_refused_in_words(anna, game):
    answer = anna.send("record_round", game, {})
    assert answer.status_code == 422
    assert "The page sent no valid entry id" in answer.content.decode()


def test_the_board_is_one_with_the_page_it_stands_in(anna, game):
    page = anna.get("score", game).content.decode()
    assert staticfiles_storage.url("scoring/scorer.js") in page
    assert page.count('id="board"') == page.count('id="screen"') == 1
    assert all(f"<bdi>{name}</bdi>" in page for name in PEOPLE[:4])


def test_a_round_tapped_for_other_sides_is_refused_and_goes_to_nobody(anna):
    """A phone that slept while the King changed: its card points would go to the wrong people."""
    game = table(anna, "wu_wang")
    write(game, {"out": [1, 0, 2, 3], "card_points": [50, 50]})
    data = {"out": [1, 2, 0, 3], "card_points": [100, 0]}
    with unchanged(game):
        answer = anna.write(game, 2, data, sides=[[2, 3], [0, 1]])
        assert (answer.status_code, told(answer)) == (409, [("sides_changed", "sides")])
        nonsense = anna.send("record_round", game, posted(data, 2, sides="x.-9-" + "1." * 5000))
        assert nonsense.status_code == 409
        assert anna.send("record_round", game, posted(data, 2, sides="2.3-0.1")).status_code == 409
    assert anna.write(game, 2, data, sides=[[1, 3], [0, 2]]).status_code == 201


def test_a_game_does_not_grow_for_ever(anna, game, monkeypatch):
    monkeypatch.setattr("scoring.games.actions.writing.MOST_ROUNDS", 1)
    monkeypatch.setattr("scoring.games.actions.entries.MOST_ENTRIES", 1)
    write(game, PLAIN)
    with unchanged(game):
        answer = anna.write(game, 2, PLAIN)
        assert (answer.status_code, told(answer)) == (409, [("too_many_rounds", "number")])
        for more in ({"kind": "undo"}, {"data": SWEEP}, {"data": PLAIN}):
            answer = anna.write(game, 1, **more)
            assert (answer.status_code, told(answer)) == (409, [("too_many_entries", "number")])
