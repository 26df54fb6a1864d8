"""What the site says to requests that it does not take."""

import json
from io import BytesIO

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from tests.scoring.tables import PLAIN, at, phone_of, posted, write

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/new/", "/language/", "/club/start/"])
def test_files_are_refused_and_not_stored(address, tmp_path, settings):
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    answer = Client().post(address, {"name": "x", "file": BytesIO(b"x" * 5_000_000)})
    assert answer.status_code == 400
    assert "Nothing was saved" in answer.content.decode()
    assert list(tmp_path.iterdir()) == []


def test_a_page_of_a_game_is_kept_by_no_browser(anna, game):
    for name in ("game", "score", "share"):
        assert anna.client.get(at(name, game))["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("language", "words"), [("en", "has no round 7"), ("de", "keine Runde 7")])
def test_what_is_not_there_is_told_in_the_readers_language(anna, game, language, words):
    answer = anna.client.get(at("correct_round", game, number=7), headers={"Accept-Language": language})
    assert answer.status_code == 404
    assert words in answer.content.decode()


def test_an_address_that_leads_nowhere_gets_the_general_words():
    page = Client().get("/nowhere/").content.decode()
    assert "This address leads nowhere" in page
    assert "Resolver404" not in page


def test_a_script_is_told_why_it_may_not_write(game):
    stranger = phone_of("Eva")
    answer = stranger.send("record_round", game, posted(PLAIN), script=True)
    assert answer.status_code == 404
    assert [error["code"] for error in json.loads(answer.content)["errors"]] == ["not_open"]


def test_a_script_is_told_that_its_page_is_too_old(game):
    client = Client(enforce_csrf_checks=True)
    answer = client.post(at("record_round", game), posted(PLAIN), headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert [error["code"] for error in json.loads(answer.content)["errors"]] == ["page_too_old"]


@pytest.mark.parametrize(
    ("name", "back"), [("record_round", "score"), ("undo_round", "score"), ("finish_early", "game")]
)
def test_the_language_can_be_switched_on_a_refused_page(anna, game, name, back):
    write(game, PLAIN)
    page = anna.send(name, game, {"id": "x", "number": "x"})
    assert page.status_code == 422
    assert f'name="next" value="{at(back, game)}"' in page.content.decode()


def test_the_language_can_be_switched_on_a_refused_start():
    page = Client().post(reverse("new_game"), {"variant": "nanking", "name_0": ""})
    assert page.status_code == 422
    assert 'name="next" value="/new/"' in page.content.decode()


def test_a_link_of_another_secret_key_is_not_drawn(anna, game):
    anna.send("renew_link", game, {}, role="viewer")
    assert "/look/" in anna.client.get(at("share", game)).content.decode()
    with override_settings(SECRET_KEY="another key than before, long enough to be one"):
        assert "/look/" not in anna.client.get(at("share", game)).content.decode()
