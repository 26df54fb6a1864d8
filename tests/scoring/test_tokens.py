"""The secret part of a link: how long it is, how it is kept, and where it never stands."""

import logging
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from scoring.games.access.links import TOKEN_BYTES, hash_of
from scoring.games.log import HideTokens
from tests.addresses import patterns
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
            page = who.get(
                reverse(name, args=[] if name == "front" else [game.pk])
            ).content.decode()
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
        for _ in range(2):  # the second is not said, but whoever else listens is told
            strict.post(f"/join/{scorer}/")
        Client(**PHONE).get(f"/join/{scorer}/")
    assert "/look/…/" in caplog.text
    assert "/join/…/" in caplog.text
    assert viewer not in caplog.text
    assert scorer not in caplog.text


SECRETS = ["1-abcDEF_-=x", "x" * 40]


def test_every_address_with_a_token_in_it_stands_in_the_log_without_it() -> None:
    routes = [route for _, route in patterns(get_resolver()) if "<str:token>" in route]
    assert len(routes) >= 15
    for route in routes:
        path = "/" + re.sub(r"<int:\w+>", "3", re.sub(r"<slug:\w+>", "agree", route))
        for secret in SECRETS:
            asked = path.replace("<str:token>", secret)
            for said in (
                asked,
                f"https://tichu.example{asked}?a=1",
                f"/account/login/?next={quote(asked, safe='')}",
            ):
                assert secret not in logged("Not Found: %s", said), route
                assert secret not in logged(f"Not Found: {said}"), route
                assert quote(secret, safe="") not in logged("%(path)s", {"path": said}), route


def test_what_only_becomes_a_text_when_it_is_written_is_hidden_too() -> None:
    class Request:
        def __str__(self) -> str:
            return "<Request: GET '/card/1-secret/'>"

    assert logged("%s failed", Request()) == "<Request: GET '/card/…/'> failed"
    error = ValueError("/own/1-secret/ is no address")
    assert (
        logged("Failed", exc_info=(ValueError, error, None))
        == "Failed\nValueError: /own/…/ is no address"
    )
    assert logged("%d of %.1f after %s", 3, 0.5, None) == "3 of 0.5 after None"
    for said in (
        "//card//1-secret/",
        "/card///1-secret",
        "/look%2F%2F1-secret",
        "//join/%2F1-secret/",
    ):
        assert "secret" not in logged("Not Found: %s", said), said
    assert logged("/desk/%s/screens/3/ and /matches/7/", 5) == "/desk/5/screens/3/ and /matches/7/"


def logged(text: str, *args: Any, exc_info: Any = None) -> str:
    """A line of the log as the console gets it."""
    record = logging.LogRecord("django.request", logging.WARNING, "", 1, text, args, exc_info)
    assert HideTokens().filter(record)
    return logging.Formatter("%(message)s").format(record)
