"""The secret part of a link: how long it is, how it is kept, and where it never stands."""

import logging

import pytest
from django.test import Client
from django.urls import reverse

from scoring.links import TOKEN_BYTES, hash_of
from tests.scoring.games import TWO_ROUNDS, a_client, a_game
from tests.scoring.sharing import PHONE, records, token

pytestmark = pytest.mark.django_db


def test_a_token_has_160_bits_and_differs_from_link_to_link() -> None:
    game = a_game()
    tokens = {token(game, role) for role in ("viewer", "scorer") for _ in range(20)}
    assert len(tokens) == 40
    assert TOKEN_BYTES * 8 == 160
    assert {len(each) for each in tokens} == {27}


def test_tokens_are_kept_as_hashes_alone() -> None:
    game = a_game()
    tokens = [token(game, role) for role in ("viewer", "scorer")]
    Client(**PHONE).get(reverse("join", args=[tokens[1]]))
    kept = records()
    assert all(hash_of(each) in kept and each not in kept for each in tokens)


def test_a_token_stands_on_no_page_but_the_sharing_page() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    secret = token(game, "scorer")
    client = Client(**PHONE)
    client.get(reverse("join", args=[secret]))
    for who, names in (
        (client, ("score", "game", "game_print")),
        (a_client(), ("score", "game", "game_print", "front")),
    ):
        for name in names:
            page = who.get(reverse(name, args=[] if name == "front" else [game.pk])).content.decode()
            assert secret not in page, name
    assert secret in a_client().get(reverse("share", args=[game.pk])).content.decode()


def test_pages_with_tokens_are_kept_by_no_cache_and_no_search_engine() -> None:
    game = a_game()
    viewer, scorer = token(game, "viewer"), token(game, "scorer")
    answers = [
        a_client().get(reverse("share", args=[game.pk])),
        Client().get(f"/look/{viewer}/"),
        Client(**PHONE).get(f"/join/{scorer}/"),
        Client().get("/look/unknown/"),
    ]
    for answer in answers:
        assert answer["Cache-Control"] == "no-store"
        assert answer["X-Robots-Tag"] == "noindex"
        assert answer["Referrer-Policy"] == "same-origin"


def test_the_log_holds_no_token(caplog: pytest.LogCaptureFixture) -> None:
    game = a_game()
    viewer, scorer = token(game, "viewer"), token(game, "scorer")
    a_client().post(reverse("revoke_link", args=[game.pk, "viewer"]))
    strict = Client(enforce_csrf_checks=True)
    with caplog.at_level(logging.DEBUG):
        Client().get(f"/look/{viewer}/")
        Client().post(f"/look/{viewer}/")
        strict.post(f"/join/{scorer}/")
        Client(**PHONE).get(f"/join/{scorer}/")
    assert "/look/…/" in caplog.text
    assert "/join/…/" in caplog.text
    assert viewer not in caplog.text
    assert scorer not in caplog.text
