"""Phones that start and write games without a network."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, number, rested
from tests.browser.servers import Site
from tests.browser.starting import SCORER, NewPhone, sit
from tests.reliability.evening import rows
from tests.reliability.outbox import until

KIT = "async () => Boolean(await (await import('/static/scoring/kit.js')).kept())"

NO_NETWORK = (
    "ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|"
    "ERR_NETWORK_CHANGED"
)
KEPT_FORM = """async () => navigator.serviceWorker.controller
  && Boolean(await (await caches.open("pages")).match("/new/", { ignoreVary: true }))"""


def kept_here(phone: Page, *addresses: str) -> None:
    """Wait until the service worker keeps these pages, and answers for this one."""
    until(
        phone,
        f"""async () => {{
          const pages = await caches.open("pages");
          const there = {json.dumps(addresses)}
            .map((address) => pages.match(address, {{ ignoreVary: true }}));
          return navigator.serviceWorker.controller && (await Promise.all(there)).every(Boolean);
        }}""",
    )


@pytest.fixture(autouse=True)
def without_a_network(troubles: Troubles) -> None:
    troubles.expect(NO_NETWORK)
    troubles.expect("status of 404")  # asked for a game that the server does not know yet


def visited(phone: Page) -> None:
    """Open the form once with a network, and wait until this phone keeps what it needs."""
    phone.goto("/new/")
    until(phone, KIT)
    until(phone, KEPT_FORM)


def start_here(phone: Page) -> str:
    """Tap Start; the game's address."""
    phone.locator(".go button").tap()
    phone.wait_for_url(SCORER)
    expect(phone.locator("#heading")).to_have_text(re.compile("Round 1|Runde 1"))
    return phone.url.removesuffix("score/")


def write(phone: Page, *seconds: int) -> None:
    """Tap rounds in: Anna first, then this seat, then the next; 65 card points."""
    for second in seconds:
        before = number(phone)
        hand = Hand(phone)
        hand.out(0, second, 2)
        hand.points(65)
        expect(phone.locator("#heading")).to_have_text(f"Round {before + 1}")
        rested(phone)


def arrived(site: Site, address: str) -> list[int]:
    """How many games, and rounds, the server has for this address."""
    game = game_of(address).replace("-", "")
    columns = (("id", "scoring_game"), ("game_id", "scoring_entry"), ("game_id", "scoring_round"))
    found = (
        [str(each).replace("-", "") for (each,) in rows(site, f"SELECT {name} FROM {of}")]
        for name, of in columns
    )
    return [there.count(game) for there in found]


def game_of(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def begun_without_a_network(phone: Page, *seconds: int) -> str:
    """A game on this phone alone, with these rounds; its address."""
    visited(phone)
    phone.context.set_offline(True)
    phone.goto("/new/")
    sit(phone, ["Anna", "Beat", "", "Dino"])
    address = start_here(phone)
    write(phone, *seconds)
    return address


def code_of(phone: Page) -> str:
    """The text under the code at the table."""
    phone.locator(".menu summary").tap()
    phone.get_by_role("button", name="Hand over as QR code").tap()
    expect(phone.locator("#handover svg.qr")).to_have_count(1)
    return phone.locator("#handover-text").input_value()


def reader(new_phone: NewPhone) -> Page:
    """A phone without a network, on the page that reads a game in."""
    other = new_phone()
    other.goto("/handover/")
    until(other, KIT)
    until(other, KEPT_FORM)
    other.context.set_offline(True)
    return other
