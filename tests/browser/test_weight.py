"""What the first visit costs over the wire: to the table's screen, and to a tournament's public
pages.
"""

import gzip
import random
import re
import string
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import halls
from tests.browser.playing import start
from tests.browser.records import Records
from tests.tournaments import walls
from tichu_site.middleware.compression import LEVEL, LONG

# What is another in each page: tokens for forms, the tickets and passes of games, ids.
BY_CHANCE = re.compile(
    r'\b[A-Za-z0-9]{64}\b|(?<="ticket":")[^"]+|(?<="pass":")[^"]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
)
# Bytes: before each page that is packed a name of up to a hundred letters stands, by chance
PADDING = 50


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def with_fixed_ids(text: str) -> str:
    """A page with other ids, tokens and tickets in the places of its own, always the same ones of
    the same lengths.
    """
    chance = random.Random(1)
    fixed: dict[str, str] = {}

    def instead(found: re.Match[str]) -> str:
        letters = (
            "0123456789abcdef" if len(found[0]) == 36 else string.ascii_letters + string.digits
        )
        other = "".join(each if each in "-:_" else chance.choice(letters) for each in found[0])
        return fixed.setdefault(found[0], other)

    return BY_CHANCE.sub(instead, text)


def first_load(page: Page, address: str) -> list[dict[str, Any]]:
    """Every answer of a first visit with an empty cache: address, kind, bytes over the wire with
    its head.

    The page itself weighs what it would with ids that are fixed.
    """
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    answers: dict[str, dict[str, Any]] = {}
    session.on(
        "Network.responseReceived",
        lambda event: answers.update(
            {
                event["requestId"]: {
                    "url": event["response"]["url"],
                    "kind": event["type"],
                    "body": int({**event["response"]["headers"]}.get("content-length", 0)),
                }
            }
        ),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: (
            answers[event["requestId"]].update(bytes=event["encodedDataLength"])
            if event["requestId"] in answers
            else None
        ),
    )
    page.goto(address)
    if page.locator("#live").count():
        # A page that follows has a stream, which never ends: the file that it is opened with comes
        # last.
        page.wait_for_function(
            "() => document.querySelector('[hx-sse\\\\:connect][data-htmx-powered]')"
        )
        page.wait_for_function(
            "() => document.fonts.status === 'loaded' && document.readyState === 'complete'"
        )
    else:
        page.wait_for_load_state("networkidle")
    for number, answer in answers.items():
        if answer["kind"] == "Document":
            text = session.send("Network.getResponseBody", {"requestId": number})["body"]
            page = with_fixed_ids(text).encode()
            packed = len(gzip.compress(page, 6 if len(page) < LONG else LEVEL, mtime=0))
            answer["bytes"] += packed + PADDING - answer["body"]
    session.detach()
    return [
        answer
        for answer in answers.values()
        if not answer["url"].startswith("data:") and "/live/?" not in answer["url"]
    ]


@pytest.mark.parametrize(
    ("variant", "most", "files"),
    [
        ("nanking", 15_500, 8),
        # With the drawing of the chairs
        pytest.param("grand_seigneur", 16_450, 11, marks=pytest.mark.slow),
        # With two seats more
        pytest.param("tientsin", 15_650, 8, marks=pytest.mark.slow),
        pytest.param("wu_wang", 15_550, 8, marks=pytest.mark.slow),
    ],
)
def test_the_tables_screen_weighs_little_and_asks_seldom(
    new_phone: Callable[..., Page], variant: str, most: int, files: int
) -> None:
    phone = new_phone(locale="de")
    address = start(phone, variant)
    loaded = first_load(phone, f"{address}score/")
    weights = {answer["url"].rpartition("/static/")[2]: answer["bytes"] for answer in loaded}
    assert sum(weights.values()) <= 40_000, weights
    pages_and_styles = [
        answer["bytes"] for answer in loaded if answer["kind"] in {"Document", "Stylesheet"}
    ]
    assert len(pages_and_styles) >= 3
    assert sum(pages_and_styles) <= most + PADDING, weights
    assert len(loaded) <= files, weights


@pytest.mark.slow  # in short: the standings of two hundred pairs
def test_public_pages_weigh_little_and_ask_seldom(
    new_phone: Callable[..., Page], records: Records
) -> None:
    evening = records(walls.a_wall, 100, 1)  # two hundred pairs, one round played and one going on
    public = f"/tournaments/{evening['tournament']}/"
    for page, files in ((public, 15), (f"{public}standings/1/", 13), (f"{public}rounds/", 13)):
        # A phone of its own each: none has anything of the others.
        loaded = first_load(new_phone(locale="de", service_workers="block"), page)
        weights = {
            answer["url"].rpartition("/static/")[2]: answer.get("bytes", 0) for answer in loaded
        }
        assert 20_000 <= sum(weights.values()) <= 45_000, weights
        assert len(loaded) <= files, weights


def test_standings_of_two_hundred_pairs_after_five_rounds_weigh_little(
    new_phone: Callable[..., Page], records: Records
) -> None:
    loaded = first_load(
        new_phone(locale="de", service_workers="block"), records(halls.position_rows, 200, 5)
    )
    weights = {answer["url"].rpartition("/static/")[2]: answer.get("bytes", 0) for answer in loaded}
    # 45.0 kB, and room for what differs between two draws of the same size
    assert 40_000 <= sum(weights.values()) <= 45_500, weights
    # What no phone shows is not loaded: the signs of a laptop's places.
    assert not [each for each in weights if each.endswith(".svg")]
