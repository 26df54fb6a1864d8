"""The table's phone writes a round: by the script, by the plain form, and what it is told."""

import json
import re
import uuid

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse

from scoring.models import Entry
from scoring.queries import table_of
from tests.scoring.tables import (
    CARLA,
    GRAND_SWEEP,
    PEOPLE,
    PLAIN,
    ROUNDS,
    SWEEP,
    at,
    everything,
    finish,
    let_in,
    pause,
    phone_of,
    posted,
    record,
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


def board(answer: HttpResponse) -> dict:
    """What the script is given in a page or a board."""
    return json.loads(re.search(r'<script id="screen"[^>]*>(.*?)</script>', answer.content.decode())[1])


# Taken in -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_the_script_sends_a_round_and_gets_the_next_board(anna, variant, recording):
    game = table(anna, variant, **({"recording": recording} if recording != "full" else {}))
    answer = anna.send("record_round", game, posted(ROUNDS[variant, recording]), script=True)
    assert answer.status_code == 200
    assert next(template.name for template in answer.templates) == "table/_board.html"
    assert b"<html" not in answer.content
    assert board(answer)["number"] == 2
    assert board(answer)["saved"] == "Round 1 is saved."
    assert board(answer)["last"] == {"number": 1, "round": ROUNDS[variant, recording]}
    assert Entry.objects.get().data == ROUNDS[variant, recording]


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_the_plain_form_writes_the_same_round_and_leads_back_to_the_screen(anna, variant, recording):
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
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    fields = typed(PLAIN) | hidden
    for _ in range(2):
        assert anna.send("record_round", game, fields).status_code == 302
    assert Entry.objects.get().pk == uuid.UUID(hidden["id"])


def test_a_scorer_by_link_writes_and_the_entry_bears_that_phone(game):
    beat = phone_of("Beat")
    let_in(beat, game, "scorer")
    assert beat.send("record_round", game, posted(PLAIN), script=True).status_code == 200
    assert Entry.objects.get().device == beat.device


def test_the_last_round_shows_who_won(anna, game):
    write(game, GRAND_SWEEP, GRAND_SWEEP)
    answer = anna.send("record_round", game, posted(GRAND_SWEEP, 3), script=True)
    assert "Anna &amp; Carla won." in answer.content.decode()


# Sent again ---------------------------------------------------------------------------------------------------


def test_a_double_tap_on_save_makes_one_round(anna, game):
    fields = posted(PLAIN)
    answers = [anna.send("record_round", game, fields, script=True) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert [board(answer)["number"] for answer in answers] == [2, 2, 2]
    assert Entry.objects.count() == 1


def test_a_round_sent_again_after_others_came_shows_the_table_of_today(anna, game):
    fields = posted(PLAIN)
    anna.send("record_round", game, fields)
    write(game, SWEEP)
    answer = anna.send("record_round", game, fields, script=True)
    assert board(answer)["number"] == 3
    assert board(answer)["totals"] == [265, 35]
    assert board(answer)["saved"] == "Round 1 is saved."


def test_a_round_sent_again_after_it_was_taken_back_is_not_said_to_be_saved(anna, game):
    """The phone that could not hear the first answer must not believe that its round counts."""
    fields = posted(PLAIN)
    anna.send("record_round", game, fields)
    undo(game, 1)
    answer = anna.send("record_round", game, fields, script=True)
    assert answer.status_code == 200
    assert board(answer)["number"] == 1
    assert "taken back" in board(answer)["saved"]
    assert "is saved" not in board(answer)["saved"]


def test_an_id_with_another_round_is_a_conflict(anna, game):
    fields = posted(PLAIN)
    anna.send("record_round", game, fields)
    answer = anna.send("record_round", game, fields | {"round": json.dumps(SWEEP)}, script=True)
    assert (answer.status_code, told(answer)) == (409, [("id_used", "id")])


# Refused ------------------------------------------------------------------------------------------------------


def test_the_script_is_told_every_mistake_with_names(anna, game):
    wrong = {"out": [0, 0, 3], "calls": {"1": "blind"}, "card_points": [60, 30]}
    before = everything(game)
    answer = anna.send("record_round", game, posted(wrong), script=True)
    assert answer.status_code == 422
    assert told(answer) == [("duplicate_out", "out"), ("unknown_call", "calls"), ("points_sum", "card_points")]
    messages = " ".join(error["message"] for error in json.loads(answer.content)["errors"])
    assert "Anna went out twice" in messages
    assert "Beat is said to have called blind" in messages
    assert "#" not in messages
    assert everything(game) == before


def test_the_plain_form_says_what_is_wrong_and_keeps_what_was_typed(anna, game):
    fields = typed(PLAIN) | {"place_2": "seven", "call_1": "grand", "points": "40", "wish": "3"}
    answer = anna.send("record_round", game, fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "A place is a number from 1 to 12." in page
    for field, value in (("place_0", "1"), ("place_1", "2"), ("place_2", "seven"), ("place_3", "4")):
        assert re.search(rf'name="{field}"[^>]* value="{value}"', page), field
    for field, value in (("call_1", "grand"), ("points", "40"), ("wish", "3")):
        assert re.search(rf'name="{field}".*?<option value="{value}" selected', page, re.DOTALL), field
    assert not Entry.objects.exists()


@pytest.mark.parametrize(("recording", "field"), [("first", "sweep"), ("points", "sweep"), ("points", "made")])
def test_what_was_chosen_at_shallower_depths_stays_too(anna, recording, field):
    game = table(anna, recording=recording)
    answer = anna.send("record_round", game, typed({}) | {field: "1", "points": "nonsense"})
    assert answer.status_code == 422
    assert re.search(rf'name="{field}".*?<option value="1" selected', answer.content.decode(), re.DOTALL)


@pytest.mark.parametrize(
    ("then", "number", "code"),
    [(pause, 1, "game_paused"), (stop, 1, "game_stopped"), (finish, 4, "game_over"), (record, 1, "round_written")],
)
def test_a_round_that_others_or_the_game_stand_against_is_a_conflict(anna, game, then, number, code):
    then(game, 1) if then is record else then(game)
    before = everything(game)
    answer = anna.send("record_round", game, posted(SWEEP, number), script=True)
    assert (answer.status_code, told(answer)[0][0]) == (409, code)
    plain = anna.send("record_round", game, typed(SWEEP, number))
    assert plain.status_code == 409
    page = re.sub(r"<noscript>.*?</noscript>", "", plain.content.decode(), flags=re.DOTALL)
    assert json.loads(answer.content)["errors"][0]["message"] in page  # also where there is a script
    assert everything(game) == before


@pytest.mark.parametrize("address", ["record_round", "undo_round"])
@pytest.mark.parametrize("wrong", ["", "1", "x" * 1_000_000, "not-a-uuid", "\0", "\ud800".encode("utf-8", "replace")])
def test_an_id_that_is_none_is_refused(anna, game, address, wrong):
    write(game, PLAIN)
    before = everything(game)
    answer = anna.send(address, game, posted(PLAIN, number=1) | {"id": wrong}, script=True)
    assert (answer.status_code, told(answer)) == (422, [("bad_id", "id")])
    assert everything(game) == before


@pytest.mark.parametrize("address", ["record_round", "undo_round"])
@pytest.mark.parametrize("wrong", ["", "one", "-1", "1.5", "1e3", "٣", " 1", "10000", "9" * 5000, "\0"])
def test_a_round_number_that_is_none_is_refused(anna, game, address, wrong):
    before = everything(game)
    answer = anna.send(address, game, posted(PLAIN) | {"number": wrong}, script=True)
    assert (answer.status_code, told(answer)) == (422, [("bad_number", "number")])
    assert everything(game) == before


@pytest.mark.parametrize("number", ["0", "2", "9999"])
def test_a_round_number_out_of_turn_is_a_conflict(anna, game, number):
    answer = anna.send("record_round", game, posted(PLAIN, number), script=True)
    assert (answer.status_code, told(answer)) == (409, [("round_out_of_turn", "number")])


def test_a_form_without_anything_is_refused_in_words(anna, game):
    answer = anna.send("record_round", game, {}, script=True)
    assert (answer.status_code, told(answer)) == (422, [("bad_id", "id"), ("bad_number", "number")])


def test_the_board_is_one_with_the_page_it_stands_in(anna, game):
    page = anna.get("score", game).content.decode()
    assert staticfiles_storage.url("scoring/scorer.js") in page
    assert page.count('id="board"') == page.count('id="screen"') == 1
    assert all(f"<bdi>{name}</bdi>" in page for name in PEOPLE[:4])


def test_a_round_tapped_for_other_sides_is_refused_and_goes_to_nobody(anna):
    """A phone that slept while the King changed: its card points would go to the wrong people."""
    game = table(anna, "wu_wang")
    write(game, {"out": [1, 0, 2, 3], "card_points": [50, 50]})
    fields = posted({"out": [1, 2, 0, 3], "card_points": [100, 0]}, 2)
    with unchanged(game):
        answer = anna.send("record_round", game, fields | {"sides": "2.3-0.1"}, script=True)
        assert (answer.status_code, told(answer)) == (409, [("sides_changed", "sides")])
        nonsense = anna.send("record_round", game, fields | {"sides": "x.-9-" + "1." * 5000}, script=True)
        assert nonsense.status_code == 409
    assert anna.send("record_round", game, fields | {"sides": "1.3-0.2"}, script=True).status_code == 200


def test_a_game_does_not_grow_for_ever(anna, game, monkeypatch):
    monkeypatch.setattr("scoring.actions.writing.MOST_ROUNDS", 1)
    monkeypatch.setattr("scoring.actions.writing.MOST_ENTRIES", 1)
    write(game, PLAIN)
    with unchanged(game):
        answer = anna.send("record_round", game, posted(PLAIN, 2), script=True)
        assert (answer.status_code, told(answer)) == (409, [("too_many_rounds", "number")])
        answer = anna.send("undo_round", game, posted(None, 1), script=True)
        assert (answer.status_code, told(answer)) == (409, [("too_many_entries", "number")])
