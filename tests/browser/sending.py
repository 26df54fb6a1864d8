"""Rounds on their way from a phone to the server: what a page sends, what has arrived."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request

from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, csrf, number, saved, start
from tests.reliability.outbox import HURRY

NO_LINE = "net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)"
ANNAS = {"out": [0, 2]}
BEATS = {"out": [1, 3]}


@pytest.fixture
def take(new_phone: Callable[..., Page], troubles: Troubles) -> Callable[[], Page]:
    """Take a phone to hand whose pauses pass quickly, and whose requests a test can catch."""
    troubles.expect(NO_LINE)

    def one() -> Page:
        phone = new_phone(service_workers="block")
        phone.add_init_script(HURRY)
        return phone

    return one


@pytest.fixture
def phone(take: Callable[[], Page]) -> Page:
    return take()


def posts(page: Page) -> list[dict[str, Any]]:
    """Every entry that the page sends from now on; the list grows."""
    sent: list[dict[str, Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/entries/"):
            sent.append(request.post_data_json)

    page.on("request", note)
    return sent


def on_server(page: Page, address: str) -> list[dict[str, Any]]:
    """The rounds that count, as the server has them."""
    answer = page.context.request.get(f"/api/v1/games/{address.rstrip('/').rpartition('/')[2]}/")
    assert answer.ok
    return [each["round"] for each in answer.json()["rounds"]]


def write(hand: Hand, *rounds: dict[str, Any]) -> None:
    """Tap double victories in."""
    for each in rounds:
        before = number(hand.page)
        hand.out(*each["out"])
        saved(hand.page, before)


def start_whole(phone: Page, variant: str = "nanking") -> str:
    """Start a game and wait for the part of the page that is loaded after the board. The game's
    address.
    """
    address = start(phone, variant)
    with phone.expect_response("**/state/"):
        phone.locator("#heading").tap()
    return address


def on_the_server(phone: Page, address: str, entry: dict[str, Any]) -> str:
    """Send an entry past the page, which hears nothing of it; the table's page as the server draws
    it then.
    """
    request = phone.context.request
    game = address.rstrip("/").rpartition("/")[2]
    answer = request.post(
        f"/api/v1/games/{game}/entries/",
        data=json.dumps({"id": str(uuid.uuid4())} | entry),
        headers={
            "X-CSRFToken": csrf(request),
            "Content-Type": "application/json",
            "Referer": address,
        },
    )
    assert answer.ok, answer.text()
    return request.get(f"{address}score/").text()
