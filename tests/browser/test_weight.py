"""What the first visit to the table's screen costs over the wire."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.playing import start


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def first_load(page: Page, address: str) -> list[dict[str, Any]]:
    """Every answer of a first visit with an empty cache: address, kind, bytes over the wire with its head."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    answers: dict[str, dict[str, Any]] = {}
    session.on(
        "Network.responseReceived",
        lambda event: answers.update({event["requestId"]: {"url": event["response"]["url"], "kind": event["type"]}}),
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
    page.wait_for_load_state("networkidle")
    session.detach()
    return [answer for answer in answers.values() if not answer["url"].startswith("data:")]


@pytest.mark.parametrize(
    "variant",
    ["nanking", *(pytest.param(each, marks=pytest.mark.slow) for each in ("grand_seigneur", "tientsin", "wu_wang"))],
)
def test_the_tables_screen_weighs_little_and_asks_seldom(new_phone: Callable[..., Page], variant: str) -> None:
    phone = new_phone(locale="de")
    address = start(phone, variant)
    loaded = first_load(phone, f"{address}score/")
    weights = {answer["url"].rpartition("/static/")[2]: answer["bytes"] for answer in loaded}
    assert sum(weights.values()) <= 40_000, weights
    pages_and_styles = [answer["bytes"] for answer in loaded if answer["kind"] in {"Document", "Stylesheet"}]
    assert len(pages_and_styles) >= 3
    assert sum(pages_and_styles) <= 15_500, weights
    assert len(loaded) <= 8, weights
