"""What the site says to requests that it does not take."""

import json
import uuid
from io import BytesIO

import pytest
from django.test import Client, override_settings

from scoring.games.actions.common import conflict, rule_error
from scoring.pages.common import status_of
from tests.scoring.tables import PLAIN, at, let_in, phone_of, posted, told

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("size", "status", "said"),
    [(60_000, 400, "Nothing was saved"), (5_000_000, 413, "at most 64 kB")],
)
@pytest.mark.parametrize("address", ["/new/", "/language/"])
def test_files_are_refused_and_not_stored(address, size, status, said, tmp_path, settings):
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    answer = Client().post(address, {"name": "x", "file": BytesIO(b"x" * size)})
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert list(tmp_path.iterdir()) == []


def test_a_page_of_a_game_is_kept_by_no_browser(anna, game):
    for name in ("game", "score", "share"):
        assert anna.client.get(at(name, game))["Cache-Control"] == "no-store"
    scorer = phone_of("Beat")
    let_in(scorer, game, "scorer")
    answers = [
        anna.client.get(at("correct_round", game, number=7)),
        anna.send("undo_round", game, {}),
        scorer.get("share", game),
        phone_of("Eva").get("game", game),
    ]
    assert [answer.status_code for answer in answers] == [404, 422, 403, 404]
    assert {answer["Cache-Control"] for answer in answers} == {"no-store"}


@pytest.mark.parametrize(("language", "words"), [("en", "has no round 7"), ("de", "keine Runde 7")])
def test_what_is_not_there_is_told_in_the_readers_language(anna, game, language, words):
    answer = anna.client.get(
        at("correct_round", game, number=7), headers={"Accept-Language": language}
    )
    assert answer.status_code == 404
    assert words in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "There is nothing at this address"), ("de", "Unter dieser Adresse ist nichts")],
)
def test_an_address_that_leads_nowhere_gets_the_general_words(language, words):
    answers = [
        Client(headers={"Accept-Language": language}).get("/nowhere/"),
        Client(headers={"Accept-Language": language}).post(f"/again/{uuid.uuid4()}/"),
    ]
    for answer in answers:
        assert answer.status_code == 404
        assert words in answer.content.decode()
        assert "404<" not in answer.content.decode()


def test_a_script_is_told_why_it_may_not_write(game):
    stranger = phone_of("Eva")
    answer = stranger.write(game, 1, PLAIN)
    assert answer.status_code == 404
    assert told(answer) == [("not_open", "")]


def test_a_script_is_told_what_is_not_there_and_what_is_not_allowed(anna, game):
    scorer = phone_of("Beat")
    let_in(scorer, game, "scorer")
    refused = scorer.client.post(at("delete_game", game), headers={"HX-Request": "true"})
    assert (refused.status_code, told(refused)) == (403, [("not_allowed", "")])
    gone = anna.client.get(at("correct_round", game, number=7), headers={"HX-Request": "true"})
    assert (gone.status_code, told(gone)) == (404, [("not_found", "")])
    assert json.loads(gone.content)["errors"][0]["message"] == "This game has no round 7."


def test_people_are_told_on_a_page_why_they_may_not_write(game):
    page = phone_of("Eva").send("record_round", game, posted(PLAIN))
    assert page.status_code == 404
    assert "This game is not open on this phone." in page.content.decode()


def test_a_script_is_told_that_its_page_is_too_old(game):
    client = Client(enforce_csrf_checks=True)
    answer = client.post(at("record_round", game), posted(PLAIN), headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert told(answer) == [("page_too_old", "")]


def test_a_link_of_another_secret_key_is_not_drawn(anna, game):
    anna.send("renew_link", game, {}, role="viewer")
    assert "/look/" in anna.client.get(at("share", game)).content.decode()
    with override_settings(SECRET_KEY="another key than before, long enough to be one"):
        assert "/look/" not in anna.client.get(at("share", game)).content.decode()


def test_what_stands_in_the_way_and_what_is_wrong_are_told_apart_by_who_refuses():
    assert status_of(conflict("game_paused", "game", "The game is paused.")) == 409
    assert status_of(rule_error("game_paused", "game", "The game is paused.")) == 422
    assert status_of(None) == 200
