"""How much is recorded, changed at the table while the game is played: also without a network."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, arrived, let_in, press, reads, rested, saved, start, totals
from tests.browser.sending import NO_LINE, on_server
from tests.browser.starting import FOUR, sit
from tests.browser.test_offline_start import start_here, visited
from tests.reliability.outbox import HURRY, opens_without_a_network

LABELS = {"points": "Points only", "first": "First out and points", "full": "Full order and points"}


@pytest.fixture
def service_workers() -> str:
    return "allow"


@pytest.fixture
def phone(new_phone: Callable[..., Page], troubles: Troubles) -> Page:
    troubles.expect(NO_LINE)
    phone = new_phone()
    phone.add_init_script(HURRY)
    return phone


def record(phone: Page, recording: str) -> None:
    """Set in the menu how much is recorded from now on."""
    phone.locator(".menu summary").tap()
    key = phone.locator(".depth").get_by_role("button", name=LABELS[recording])
    key.tap()
    expect(key).to_have_attribute("aria-pressed", "true")
    expect(phone.locator('.depth [aria-pressed="true"]')).to_have_count(1)
    phone.keyboard.press("Escape")
    expect(phone.locator(".depth")).to_be_hidden()


def asks(phone: Page, recording: str) -> None:
    """The board asks for so much of its round."""
    expect(phone.locator("#board")).to_have_attribute("data-recording", recording)
    expect(phone.locator(".grid .sweep")).to_be_visible(visible=recording == "first")
    expect(phone.locator(".grid .sweep-1")).to_be_visible(visible=recording == "points")


def as_read(phone: Page, address: str) -> dict[str, Any]:
    answer = phone.context.request.get(f"/api/v1/games/{address.rstrip('/').rpartition('/')[2]}/")
    assert answer.ok
    return answer.json()


def test_an_evening_with_every_form_on_and_off_the_network(phone: Page) -> None:
    address = start(phone)
    opens_without_a_network(phone)
    hand = Hand(phone)
    for at in (1, 2):
        hand.out(0, 1, 2)
        hand.points(65)
        saved(phone, at)
    record(phone, "first")
    asks(phone, "first")
    reads(phone, "first out only")
    hand.out(1)
    hand.points(40)
    saved(phone, 3)
    # It comes back as it was recorded; while it stands here half tapped, the change is for the round after it.
    hand.tap(".undo")
    rested(phone)
    record(phone, "full")
    asks(phone, "first")
    assert hand.order() == [1]
    phone.locator(".menu summary").tap()
    expect(phone.locator(".recorded .from")).to_have_text("from round 4 on")
    phone.keyboard.press("Escape")
    hand.points(45)
    saved(phone, 3)
    asks(phone, "full")
    arrived(phone, 3)
    phone.context.set_offline(True)
    record(phone, "points")
    asks(phone, "points")
    hand.points(20)
    saved(phone, 4)
    phone.reload()
    asks(phone, "points")
    expect(phone.locator("#heading")).to_have_text("Round 5")
    assert totals(phone) == [65 + 65 + 45 + 20, 35 + 35 + 55 + 80]
    record(phone, "full")
    hand.out(3, 1)
    saved(phone, 5)
    assert totals(phone) == [195, 405]
    phone.context.set_offline(False)
    arrived(phone, 5)
    whole = {"out": [0, 1, 2, 3], "card_points": [65, 35]}
    rounds = [whole, whole, {"out": [1], "card_points": [45, 55]}, {"card_points": [20, 80]}, {"out": [3, 1]}]
    assert on_server(phone, address) == rounds
    told = as_read(phone, address)
    assert [one["recording"] for one in told["rounds"]] == ["full", "full", "first", "points", "full"]
    assert told["settings"] == {}
    # A correction asks for what was recorded, and takes more.
    phone.goto(f"{address}rounds/3/correct/")
    asks(phone, "first")
    assert hand.order() == [1]
    phone.locator(".menu summary").tap()
    phone.get_by_role("link", name=LABELS["full"]).tap()
    asks(phone, "full")
    assert hand.order() == [1]
    hand.out(0, 2)
    hand.save()
    expect(phone.locator("#heading")).to_have_text("Round 6")
    assert on_server(phone, address)[2] == {"out": [1, 0, 2, 3], "card_points": [45, 55]}
    press(phone, address, "pause")


def test_another_phone_goes_on_as_it_was_set_and_keeps_the_round_that_it_has_begun(
    phone: Page, new_phone: Callable[..., Page]
) -> None:
    address = start(phone)
    other = new_phone()
    let_in(phone, address, other)
    with other.expect_response("**/state/"):
        other.locator("#heading").tap()
    Hand(other).out(2)
    record(phone, "points")
    asks(phone, "points")
    hers = other.locator('.depth [value="points"]')
    expect(hers).to_have_attribute("aria-pressed", "true")
    asks(other, "full")
    other.locator(".undo").tap()
    asks(other, "points")


def test_a_game_that_started_without_a_network_records_as_it_is_set(phone: Page) -> None:
    visited(phone)
    phone.context.set_offline(True)
    phone.goto("/new/")
    sit(phone, FOUR)
    address = start_here(phone)
    hand = Hand(phone)
    record(phone, "points")
    hand.points(30)
    saved(phone, 1)
    phone.reload()
    asks(phone, "points")
    phone.context.set_offline(False)
    arrived(phone, 1)
    expect(phone.locator("#kept")).to_be_hidden()
    phone.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('recording:'))")
    assert as_read(phone, address)["settings"] == {"recording": "points"}
    assert on_server(phone, address) == [{"card_points": [30, 70]}]
