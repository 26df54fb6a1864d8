"""The pages that correct a round and take one back."""

import json
import re
import uuid

import pytest

from scoring.games.actions.game_state import pause_game
from scoring.games.queries import table_of
from scoring.models import Entry, Game
from scoring.pages.table import views as table_views
from tests.scoring.tables import (
    GRAND_SWEEP,
    PLAIN,
    ROUNDS,
    SWEEP,
    an_entry,
    at,
    correct,
    finish,
    let_in,
    pause,
    phone_of,
    posted,
    refused,
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


def replacing(game: Game, number: int = 1) -> dict[str, str]:
    return {"replaces": str(table_of(game).entries[number - 1].pk)}


# Correcting
# --------------------------------------------------------------------------------------------------


def correction(game: Game, number: int = 1) -> dict[str, str]:
    """What makes an entry the correction of what counts now."""
    return {"kind": "correction", **replacing(game, number)}


def test_the_script_corrects_a_round(anna, game):
    write(game, PLAIN, PLAIN)
    answer = anna.write(game, 1, SWEEP, **correction(game))
    assert (answer.status_code, answer.json()["outcome"]) == (201, "counted")
    assert totals(game) == (265, 35)


def test_the_plain_form_corrects_a_round(anna, game):
    write(game, PLAIN, PLAIN)
    answer = anna.send("correct_round", game, typed(SWEEP, 2) | replacing(game, 2), number=2)
    assert (answer.status_code, answer["Location"]) == (302, at("score", game))
    assert totals(game) == (265, 35)


def test_a_correction_can_be_given_up_by_a_plain_link_to_where_one_came_from(anna, game):
    write(game, PLAIN, PLAIN)
    address = at("correct_round", game, number=2)
    sheet, history = f"{at('game', game)}#round-2", at("round_history", game, number=2)
    score, site = at("score", game), "http://testserver"
    for referer, back in (
        *(("", sheet), (sheet, sheet), ("x" * 9999, sheet)),
        *((f"{site}{history}", history), (f"{site}{score}", score)),
    ):
        page = anna.client.get(address, headers={"Referer": referer}).content.decode()
        assert re.findall(r'<a class="button [a-z]+" href="([^"]+)">Cancel</a>', page) == [
            back,
            back,
        ], referer
    assert "Cancel" not in anna.get("score", game).content.decode()


def test_a_correction_must_say_which_entry_it_replaces(anna, game):
    """Nothing is overwritten unseen, and the number in the form is the address's."""
    write(game, PLAIN, PLAIN)
    with unchanged(game):
        for fields in (posted(SWEEP), posted(SWEEP, 2) | replacing(game)):
            answer = anna.send("correct_round", game, fields, number=1)
            assert answer.status_code == 422
            assert "did not name the entry it corrects" in answer.content.decode()
        answer = anna.write(game, 1, SWEEP, kind="correction")
        assert (answer.status_code, told(answer)) == (422, [("required", "replaces")])
        # The entry of another round.
        answer = anna.write(game, 2, SWEEP, **correction(game))
        assert (answer.status_code, told(answer)) == (409, [("round_changed", "number")])


def test_a_correction_tapped_for_other_sides_is_refused(anna):
    game = table(anna, "wu_wang")
    write(
        game,
        {"out": [1, 0, 2, 3], "card_points": [50, 50]},
        {"out": [0, 1, 2, 3], "card_points": [100, 0]},
    )
    data, more = {"out": [0, 1, 2, 3], "card_points": [0, 100]}, correction(game, 2)
    fields = posted(data, 2) | replacing(game, 2)
    with unchanged(game):
        answer = anna.write(game, 2, data, sides=[[0, 3], [1, 2]], **more)
        assert (answer.status_code, told(answer)) == (409, [("sides_changed", "sides")])
        plain = anna.send("correct_round", game, fields | {"sides": "0.3-1.2"}, number=2)
        assert plain.status_code == 409
    assert anna.write(game, 2, data, sides=[[1, 3], [0, 2]], **more).status_code == 201


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_the_page_begins_with_what_stands(anna, variant, recording):
    """In both forms; and saved as it stands, it is the same round."""
    data = ROUNDS[variant, recording]
    game = table(anna, variant, **({"recording": recording} if recording != "full" else {}))
    (entry,) = write(game, data)
    page = anna.get("correct_round", game, number=1).content.decode()
    screen = json.loads(re.search(r'<script id="screen"[^>]*>(.*?)</script>', page)[1])
    assert (screen["round"], screen["replaces"], screen["number"]) == (data, str(entry.pk), 1)
    assert screen["saving"] == "asks"
    form = page[page.index('<form class="plain') :]
    form = form[: form.index("</form>")]
    fields = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', form))
    for name, options in re.findall(r'<select[^>]* name="(\w+)">(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields[name] = chosen[1] if chosen else ""
    assert anna.send("correct_round", game, fields, number=1).status_code == 302
    assert Entry.objects.get(kind="correction").data == data


def test_a_round_is_corrected_in_its_own_form_or_a_fuller_one(anna):
    game = table(anna, recording="first")
    write(game, {"out": [1], "sweep": 1})
    anna.send("table_settings", game, {"recording": "points"})

    def page(asked: str = "") -> str:
        return anna.client.get(f"{at('correct_round', game, number=1)}{asked}").content.decode()

    asked = re.compile(r'<input type="hidden" name="recording" value="(\w+)">')
    assert re.findall(r'href="\?recording=(\w+)"', page()) == ["first", "full"]
    assert 'name="recording" value="points"' not in page(), (
        "the menu's keys are for the rounds to come"
    )
    assert [
        asked.findall(page(each))
        for each in ("", "?recording=full", "?recording=points", "?recording=x")
    ] == [["first"], ["full"], ["first"], ["first"]]
    assert re.search(r'name="place_1"[^>]* value="1"', page("?recording=full")), (
        "what stands is kept"
    )
    fuller = {"out": [0, 1, 2], "card_points": [60, 40]}
    fields = typed(fuller, recording="full") | replacing(game)
    wrong = anna.send("correct_round", game, fields | {"place_2": ""}, number=1)
    assert (wrong.status_code, asked.findall(wrong.content.decode())) == (422, ["full"])
    assert anna.send("correct_round", game, fields, number=1).status_code == 302
    assert (table_of(game).entries[0].data, totals(game)) == (fuller, (60, 40))


def test_a_correction_against_the_rules_shows_what_was_typed_and_not_what_stands(anna, game):
    write(game, PLAIN)
    with unchanged(game):
        fields = typed(PLAIN) | {"place_3": "3", "points": "20"} | replacing(game)
        answer = anna.send("correct_round", game, fields, number=1)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Correct round 1" in page
    assert re.search(
        r'name="place_3"[^>]* value="3"[^>]* aria-invalid="true" aria-describedby="place_3-error"',
        page,
    )
    assert re.search(r'id="place_3-error">Two people cannot both go out in place 3', page)
    assert re.search(r'name="points"[^>]* value="20"', page)


def test_the_second_of_two_phones_is_told_that_the_round_was_changed_meanwhile(anna, game):
    write(game, PLAIN)
    seen = replacing(game)
    correct(game, 1, SWEEP)
    with unchanged(game):
        answer = anna.write(game, 1, GRAND_SWEEP, kind="correction", **seen)
        plain = anna.send("correct_round", game, posted(GRAND_SWEEP) | seen, number=1)
    assert (answer.status_code, told(answer)) == (409, [("round_changed", "number")])
    assert plain.status_code == 409
    assert "has changed" in plain.content.decode()


def test_what_later_rounds_rest_on_is_a_conflict_in_words(anna, game):
    write(game, GRAND_SWEEP, GRAND_SWEEP, PLAIN, PLAIN)
    with unchanged(game):
        answer = anna.write(game, 3, GRAND_SWEEP, **correction(game, 3))
        plain = anna.send(
            "correct_round", game, typed(GRAND_SWEEP, 3) | replacing(game, 3), number=3
        )
    assert (answer.status_code, told(answer)) == (409, [("later_rounds_break", "number")])
    assert plain.status_code == 409
    assert "First undo the rounds from 4 on" in plain.content.decode()


@pytest.mark.parametrize("into", [pause, stop, finish])
def test_a_game_that_does_not_run_can_be_corrected(anna, game, into):
    write(game, PLAIN)
    into(game)
    assert anna.get("correct_round", game, number=1).status_code == 200
    fields = posted({**PLAIN, "card_points": [60, 40]}) | replacing(game)
    assert anna.send("correct_round", game, fields, number=1).status_code == 302


@pytest.mark.parametrize("number", [0, 2, 10**30])
def test_a_round_that_is_not_there_has_no_page_and_takes_no_correction(anna, game, number):
    write(game, PLAIN)
    assert anna.get("correct_round", game, number=number).status_code == 404
    with unchanged(game):
        plain = anna.send("correct_round", game, typed(SWEEP), number=number)
        answer = anna.write(game, number, SWEEP, kind="correction", replaces=str(uuid.uuid4()))
    assert plain.status_code == 409
    expected = (
        (409, "round_unknown") if number == 2 else (422, "max_value" if number else "min_value")
    )
    assert (answer.status_code, told(answer)) == (expected[0], [(expected[1], "number")])
    assert anna.client.post(f"/games/{game.pk}/rounds/-1/correct/").status_code == 404
    assert anna.client.post(f"/games/{game.pk}/rounds/{'9' * 5000}/correct/").status_code == 404


def test_a_correction_sent_again_is_answered_as_the_first_time(anna, game):
    """Also where its round has been taken back since: the phone may stop sending."""
    write(game, PLAIN)
    sent = an_entry(1, SWEEP, **correction(game))
    answers = [anna.post("api_entries", game, sent) for _ in range(2)]
    undo(game, 1)
    answers.append(anna.post("api_entries", game, sent))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert Entry.objects.count() == 3


def test_the_form_of_a_correction_sent_again_leads_to_the_table_as_the_first_time(anna, game):
    write(game, PLAIN)
    fields = posted(SWEEP) | replacing(game)
    answers = [anna.send("correct_round", game, fields, number=1) for _ in range(2)]
    undo(game, 1)
    answers.append(anna.send("correct_round", game, fields, number=1))
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, at("score", game))
    ] * 3
    assert Entry.objects.count() == 3


def test_a_scorer_by_link_corrects_and_takes_back(game):
    beat = phone_of("Beat")
    let_in(beat, game, "scorer")
    write(game, PLAIN)
    assert beat.write(game, 1, SWEEP, **correction(game)).status_code == 201
    assert beat.write(game, 1, kind="undo").status_code == 201
    assert [entry.device for entry in Entry.objects.exclude(kind="round")] == [beat.device] * 2


# Taking back
# --------------------------------------------------------------------------------------------------


def test_the_script_takes_back_the_last_round(anna, game):
    write(game, PLAIN, SWEEP)
    answer = anna.write(game, 2, kind="undo")
    assert (answer.status_code, answer.json()["kind"]) == (201, "undo")
    assert anna.read(game)["next"] == 2
    assert totals(game) == (65, 35)


@pytest.mark.parametrize(
    ("fields", "where"), [({}, "score"), ({"next": "sheet"}, "game"), ({"next": "//evil"}, "score")]
)
def test_the_plain_form_takes_back_and_leads_to_where_it_came_from(anna, game, fields, where):
    write(game, PLAIN)
    answer = anna.send("undo_round", game, {"id": str(uuid.uuid4()), "number": 1, **fields})
    assert (answer.status_code, answer["Location"]) == (302, at(where, game))
    assert table_of(game).entries == []


def test_a_second_tap_takes_back_nothing_more(anna, game):
    write(game, PLAIN, SWEEP)
    fields = {"id": str(uuid.uuid4()), "number": 2}
    assert anna.send("undo_round", game, fields).status_code == 302
    with unchanged(game):
        assert anna.send("undo_round", game, fields).status_code == 302
        assert anna.post("api_entries", game, fields | {"kind": "undo"}).status_code == 201
        other = anna.write(game, 2, kind="undo")
        plain = anna.send("undo_round", game, fields | {"id": str(uuid.uuid4())})
    assert (other.status_code, told(other)) == (409, [("round_not_last", "number")])
    assert plain.status_code == 409


def test_a_refused_page_shows_what_another_phone_has_done_meanwhile(anna, game, monkeypatch):
    """The game was read before the other phone paused it."""

    def late(*arguments, **more):
        pause_game(game, game.device)
        return real(*arguments, **more)

    real = table_views.record_round
    monkeypatch.setattr(table_views, "record_round", late)
    answer = anna.send("record_round", game, typed(PLAIN))
    assert answer.status_code == 409
    assert "resume it first" in answer.content.decode()
    assert "Resume" in answer.content.decode()
    with refused(game, ("game_paused", "game")):
        write(game, PLAIN)
