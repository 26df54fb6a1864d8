"""The kit by which a phone starts a game without a network: the same for everybody, asked for once
a build.
"""

import gzip
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.devices import COOKIE
from scoring.models import Device, Game
from scoring.rules import PRESETS, VARIANTS
from tests.scoring.tables import phone_of, table

pytestmark = pytest.mark.django_db

KIT = "/new/kit/"
NOBODY = "00000000-0000-0000-0000-000000000000"


def test_it_has_a_board_for_every_table_and_a_form_for_every_game(client: Client) -> None:
    kit = client.get(KIT).json()
    tables = {
        f"{key}-{n}"
        for key, kind in VARIANTS.items()
        for n in range(kind.min_players, kind.max_players + 1)
    }
    assert kit["screens"].keys() == kit["leftward"].keys() == kit["boards"].keys() == tables
    assert kit["forms"].keys() == kit["settings"].keys() == VARIANTS.keys()
    assert kit["presets"].keys() == {preset.key for preset in PRESETS}
    for key, screen in kit["screens"].items():
        assert (screen["game"], screen["unborn"], screen["version"]) == (NOBODY, True, 0), key
        assert not {"ticket", "pass", "phone"} & screen.keys()


def test_it_is_the_same_for_everybody_and_leaves_no_trace(client: Client) -> None:
    anna = phone_of("Anna")
    table(anna, names=["Anna", "Beatrix", "Carla", "Dino"])
    own, stranger = anna.client.get(KIT), client.get(KIT)
    assert own.content == stranger.content
    assert b"Beatrix" not in own.content
    assert COOKIE not in stranger.cookies
    assert (Device.objects.count(), Game.objects.count()) == (1, 1)
    tokens = set(re.findall(r'csrfmiddlewaretoken\\" value=\\"([^\\]*)', own.content.decode()))
    assert tokens == {"-"}  # the phone puts its own in


def test_it_is_asked_for_once_and_by_language(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    answers = {
        language: client.get(KIT, headers={"Accept-Language": language})
        for language in ("en", "de")
    }
    assert answers["en"]["ETag"] != answers["de"]["ETag"]
    assert [answers[each].json()["language"] for each in ("en", "de")] == ["en", "de"]
    with django_assert_num_queries(0):
        again = client.get(
            KIT, headers={"Accept-Language": "de", "If-None-Match": answers["de"]["ETag"]}
        )
    assert (again.status_code, again.content) == (304, b"")
    assert client.post(KIT).status_code == 405
    assert len(gzip.compress(answers["de"].content)) < 30_000


def test_a_page_that_is_made_of_it_stands_under_the_same_policy(client: Client) -> None:
    assert (
        client.get(KIT)["Content-Security-Policy"] == client.get("/new/")["Content-Security-Policy"]
    )


def test_the_form_answers_its_script_without_a_redirection() -> None:
    """Which could be anybody's: a hotel's log-in page redirects as well."""
    client = Client()
    names = {f"name_{seat}": "" for seat in range(4)}
    answer = client.post(
        "/new/", {"variant": "nanking", "action": "start", **names}, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, answer["HX-Redirect"]) == (
        201,
        f"/games/{Game.objects.get().pk}/score/",
    )
    assert answer["X-Tichu-Desk"]
    assert COOKIE in answer.cookies
