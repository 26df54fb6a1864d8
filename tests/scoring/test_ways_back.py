"""A page that answered a button can be asked for again: its language is switched, and nobody lands
nowhere.
"""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from scoring.models import Club
from scoring.pages.return_address import BACK
from tests.addresses import an_address, patterns
from tests.scoring.games import next_of
from tests.scoring.tables import PLAIN, at, stop, write
from tichu_site.models import User
from tournaments.permissions import ADDRESSES as OF_TOURNAMENTS

pytestmark = pytest.mark.django_db


def test_the_table_holds_exactly_the_addresses_that_only_a_button_may_ask_for(anna, game):
    write(game, PLAIN)
    # The pages of tournaments say themselves where they can be asked for again.
    routes = [
        (name, an_address(route, game))
        for name, route in patterns(get_resolver())
        if name not in OF_TOURNAMENTS
    ]
    # What only scripts ask for shows no page, and needs no way back from it.
    buttons = [
        (name, address)
        for name, address in routes
        if not name.startswith("api_") and not name.endswith("seen")
    ]
    assert {
        name for name, address in buttons if anna.client.get(address).status_code == 405
    } == set(BACK)


@pytest.mark.parametrize(
    ("name", "back"),
    [
        ("record_round", "score"),
        ("undo_round", "score"),
        ("table_settings", "score"),
        ("finish_early", "game"),
        ("resume", "game"),
        ("reopen", "game"),
        ("correct_round", "correct_round"),
    ],
)
def test_the_language_of_a_refused_page_of_a_game_can_be_switched(anna, game, name, back):
    write(game, PLAIN)
    places = {"number": 1} if name == "correct_round" else {}
    refused = anna.send(
        name, game, {"id": "x", "saving": "never", "reason": "too long " * 30}, **places
    )
    assert refused.status_code in {409, 422}
    assert next_of(refused) == at(back, game, **places)
    switched = anna.client.post(
        "/language/", {"language": "de", "next": next_of(refused)}, follow=True
    )
    assert switched.status_code == 200
    assert '<html lang="de"' in switched.content.decode()


def test_the_language_can_be_switched_where_a_game_has_ended_meanwhile(anna, game):
    stop(game)
    refused = anna.send("pause", game, {})
    assert (refused.status_code, next_of(refused)) == (409, at("game", game))


@pytest.mark.parametrize(
    ("address", "fields", "back"),
    [
        ("/new/", {"name_0": "x" * 81}, "/new/"),
        ("/new/", {"action": "draw"}, "/new/"),
        ("/club/start/", {"name": ""}, "/club/"),
    ],
)
def test_the_language_of_a_page_without_a_game_can_be_switched(
    address: str, fields: dict[str, Any], back: str
):
    client = Client()
    client.force_login(User.objects.create_user("olga@club.example", name="Olga", is_owner=True))
    assert next_of(client.post(address, fields)) == back


@pytest.mark.parametrize("name", ["pause", "record_round", "share"])
def test_a_stranger_switches_the_language_without_an_empty_page(game, name):
    refused = Client().post(at(name, game))
    assert refused.status_code in {404, 405}
    assert Client().get(next_of(refused)).status_code in {200, 404}


def test_a_page_that_was_just_opened_comes_again_as_it_was():
    assert next_of(Client().get("/new/?variant=trichu")) == "/new/?variant=trichu"


def test_a_form_that_was_too_old_leads_back_to_its_page(game):
    refused = Client(enforce_csrf_checks=True).post(at("record_round", game))
    assert (refused.status_code, next_of(refused)) == (403, at("score", game))


# Addresses of buttons, opened by themselves
# -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Not this way"), ("de", "So geht es nicht")]
)
def test_the_address_of_a_button_opened_by_itself_says_so(anna, game, language, words):
    answer = anna.client.get(at("pause", game), headers={"Accept-Language": language})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert words in answer.content.decode()
    assert 'class="button" href="/"' in answer.content.decode()
    assert answer["Content-Type"].startswith("text/html")
    assert next_of(answer) == at("game", game)


def test_a_page_that_takes_no_form_says_so():
    answer = Client().post("/")
    assert (answer.status_code, answer["Allow"], next_of(answer)) == (405, "GET, HEAD", "/")


def test_a_script_is_answered_without_a_page(anna, game):
    answer = anna.client.get(at("pause", game), headers={"HX-Request": "true"})
    assert (answer.status_code, answer["Allow"], answer.content) == (405, "POST", b"")


def test_nothing_is_changed_by_opening_the_address_of_a_button(client: Client):
    assert client.get("/club/start/").status_code == 405
    assert client.get(reverse("play_again", args=[uuid.uuid4()])).status_code == 405
    assert not Club.objects.exists()
