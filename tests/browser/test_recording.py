"""How much is recorded, changed at the table while the game is played: also without a network."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.carrying import paste
from tests.browser.conftest import Troubles
from tests.browser.offline import (
    begun_without_a_network,
    code_of,
    game_of,
    reader,
    start_here,
    visited,
    write,
)
from tests.browser.playing import Hand, arrived, let_in, press, reads, rested, saved, start, totals
from tests.browser.sending import NO_LINE, on_server
from tests.browser.servers import Site
from tests.browser.starting import FOUR, sit
from tests.reliability.evening import rows
from tests.reliability.outbox import HURRY, opens_without_a_network, settled

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


@pytest.mark.slow  # in short: test_redraw.py and test_offline_start.py
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
    # It comes back as it was recorded; while it stands here half tapped, the change is for the
    # round after it.
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
    rounds = [
        whole,
        whole,
        {"out": [1], "card_points": [45, 55]},
        {"card_points": [20, 80]},
        {"out": [3, 1]},
    ]
    assert on_server(phone, address) == rounds
    told = as_read(phone, address)
    assert [one["recording"] for one in told["rounds"]] == [
        "full",
        "full",
        "first",
        "points",
        "full",
    ]
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


@pytest.mark.slow  # in short: an evening with every form
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


@pytest.mark.slow  # in short: an evening with every form
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
    phone.wait_for_function(
        "() => !Object.keys(localStorage).some((key) => key.startsWith('recording:'))"
    )
    assert as_read(phone, address)["settings"] == {"recording": "points"}
    assert on_server(phone, address) == [{"card_points": [30, 70]}]


# Handed over with the game
# ------------------------------------------------------------------------------------


def is_told(phone: Page) -> None:
    """No setting waits on this phone any more."""
    phone.wait_for_function(
        "() => !Object.keys(localStorage).some((key) => key.startsWith('recording:'))"
    )


def changes(site: Site, address: str) -> list[str]:
    """How much is recorded after each change of it that the server has, in order."""
    query = (
        "SELECT game_id, CAST(data AS TEXT) "
        "FROM scoring_gameevent WHERE action = 'put_right' ORDER BY position"
    )
    told = rows(site, query)
    game = game_of(address).replace("-", "")
    found = [data for of, data in told if str(of).replace("-", "") == game]
    return [json.loads(data)["after"]["settings"].get("recording", "full") for data in found]


def changed_there(other: Page, phone: Page, site: Site, address: str) -> None:
    """The other phone has the depth that was set on the first, and sets it once more; that stays
    when the first has a network again: what it was asked to tell is known.
    """
    asks(other, "points")
    is_told(other)
    assert changes(site, address) == ["points"]
    record(other, "first")
    is_told(other)
    phone.context.set_offline(False)
    settled(phone)
    is_told(phone)
    asks(phone, "first")
    assert changes(site, address) == ["points", "first"]
    assert as_read(phone, address)["settings"] == {"recording": "first"}


@pytest.mark.slow  # in short: an evening with every form
def test_the_depth_that_was_set_goes_along_with_a_game_that_the_server_knows(
    phone: Page, new_phone: Callable[..., Page], site: Site
) -> None:
    address = start(phone)
    opens_without_a_network(phone)
    write(phone, 1)
    arrived(phone, 1)
    phone.context.set_offline(True)
    record(phone, "points")
    Hand(phone).points(30)
    saved(phone, 2)
    text = code_of(phone)
    carla = new_phone()
    carla.goto("/handover/")
    paste(carla, text)
    carla.get_by_role("button", name="Send").tap()
    expect(carla.locator(".carried")).to_contain_text("Everything is on the server.")
    carla.get_by_role("link", name="Enter round 3 here").tap()
    changed_there(carla, phone, site, address)


@pytest.mark.slow  # in short: the game that the server knows, above
@pytest.mark.parametrize("first", ["the phone that began it", "the phone that read its code"])
def test_the_depth_that_was_set_goes_along_with_a_game_that_no_server_knows(
    phone: Page, new_phone: Callable[..., Page], site: Site, troubles: Troubles, first: str
) -> None:
    troubles.expect("status of 404")  # asked for a game that the server does not know yet
    address = begun_without_a_network(phone, 1)
    record(phone, "points")
    text = code_of(phone)
    carla = reader(new_phone)
    paste(carla, text)
    carla.get_by_role("button", name="Enter round 2 here").tap()
    asks(carla, "points")
    Hand(carla).points(30)
    saved(carla, 2)
    carla.reload()
    asks(carla, "points")
    if first == "the phone that began it":
        phone.context.set_offline(False)
        settled(phone)
        is_told(phone)
        phone.context.set_offline(True)
    carla.context.set_offline(False)
    settled(carla)
    changed_there(carla, phone, site, address)
    assert [one["recording"] for one in as_read(phone, address)["rounds"]] == ["full", "points"]


@pytest.mark.slow  # in short: an evening with every form
def test_a_phone_that_has_the_game_already_goes_on_in_the_depth_of_the_code(
    phone: Page, new_phone: Callable[..., Page], troubles: Troubles
) -> None:
    troubles.expect("status of 404")
    begun_without_a_network(phone, 1)
    carla = reader(new_phone)
    paste(carla, code_of(phone))
    carla.get_by_role("button", name="Enter round 2 here").tap()
    record(carla, "first")
    phone.reload()
    record(phone, "points")
    carla.goto("/handover/")
    paste(carla, code_of(phone))
    carla.get_by_role("button", name="Enter round 2 here").tap()
    asks(carla, "points")
