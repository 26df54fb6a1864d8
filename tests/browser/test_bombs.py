"""Bombs are noted at the table, and nobody who does not note them taps once more."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.carrying import paste
from tests.browser.looking import Axe, too_small, too_wide
from tests.browser.offline import (
    begun_without_a_network,
    code_of,
    reader,
    without_a_network,
    write,
)
from tests.browser.playing import Hand, start, totals
from tests.browser.sending import on_server
from tests.browser.starting import NewPhone
from tests.reliability.outbox import settled

__all__ = ["without_a_network"]  # for every test of the file


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def note_bombs(phone: Page) -> None:
    phone.locator(".menu summary").tap()
    phone.get_by_role("switch", name="Note bombs").tap()
    phone.keyboard.press("Escape")
    expect(phone.locator(".bomb")).to_have_count(4)


def bomb(phone: Page, name: str) -> None:
    phone.get_by_role("button", name=f"{name}: bomb", exact=True).tap()


@pytest.mark.slow  # in short: tests/scoring/test_bombs.py
def test_a_bomb_is_noted_with_what_is_known_of_it_corrected_and_on_the_sheet(
    phone: Page, axe: Axe
) -> None:
    address = start(phone)
    write(phone, 1)
    settled(phone)
    assert "bombs" not in on_server(phone, address)[0]
    note_bombs(phone)
    phone.locator(".bomb").first.scroll_into_view_if_needed()
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    write(phone, 1)  # as many taps as before
    bomb(phone, "Beat")
    panel = phone.locator(".bombing")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    panel.get_by_role("button", name="6", exact=True).first.tap()
    panel.get_by_role("button", name="10", exact=True).last.tap()
    expect(phone.locator("#question")).to_have_text("Beat: bomb\u00a05–10")
    panel.get_by_role("button", name="Back").tap()
    expect(panel).to_have_count(0)
    bomb(phone, "Anna")  # another tap at the table closes the panel
    write(phone, 1)
    settled(phone)
    none, some = on_server(phone, address)[1:]
    assert (none["bombs"], some["bombs"]) == ([], [[0, 0, 0], [1, 6, 10]])
    assert totals(phone) == [195, 105]
    expect(phone.locator("#rounds")).to_contain_text("Beat: bomb\u00a05–10")
    # A correction without a word about them keeps them
    phone.goto(f"{address}rounds/3/correct/")
    expect(phone.locator(".bomb")).to_have_count(4)
    bomb(phone, "Beat")
    phone.locator(".bombing").get_by_role("button", name="Remove").tap()
    phone.get_by_role("button", name="Save correction").tap()
    expect(phone.locator("#heading")).to_have_text("Round 4")
    settled(phone)
    assert on_server(phone, address)[2]["bombs"] == [[0, 0, 0]]
    phone.goto(address)
    expect(phone.locator("main")).to_contain_text("Anna: bomb")


@pytest.mark.slow  # in short: tests/scoring/test_bombs.py
def test_undo_takes_a_bomb_back_and_a_reload_keeps_it(phone: Page) -> None:
    start(phone)
    note_bombs(phone)
    bomb(phone, "Anna")
    phone.reload()
    expect(phone.locator(".bomb[aria-pressed=true]")).to_have_count(1)
    hand = Hand(phone)
    hand.out(0)
    for _ in range(2):
        phone.locator(".undo").tap()
    expect(phone.locator(".bomb[aria-pressed=true]")).to_have_count(0)


@pytest.mark.slow  # in short: tests/scoring/test_bombs.py
def test_bombs_of_rounds_without_a_network_are_carried_to_another_phone(
    phone: Page, new_phone: NewPhone
) -> None:
    begun_without_a_network(phone, 1)
    note_bombs(phone)
    bomb(phone, "Dino")
    phone.locator(".bombing").get_by_role("button", name="4", exact=True).first.tap()
    phone.locator(".bombing").get_by_role("button", name="A", exact=True).tap()
    write(phone, 1)
    text = code_of(phone)
    carla = reader(new_phone)
    paste(carla, text)
    carla.get_by_role("button", name="Enter round 3 here").tap()
    expect(carla.locator("#heading")).to_have_text("Round 3")
    expect(carla.locator(".bomb")).to_have_count(4)  # it goes on noting them
    carla.context.set_offline(False)
    settled(carla)
    address = carla.url.removesuffix("score/")
    assert on_server(carla, address)[1]["bombs"] == [[3, 4, 14]]


@pytest.mark.slow  # in short: tests/scoring/test_bombs.py
def test_the_next_game_at_this_phone_notes_them_too_until_it_is_told_not_to(phone: Page) -> None:
    start(phone)
    note_bombs(phone)
    start(phone)
    expect(phone.locator(".bomb")).to_have_count(4)
    phone.locator(".menu summary").tap()
    phone.get_by_role("switch", name="Note bombs").tap()
    phone.keyboard.press("Escape")
    expect(phone.locator(".bomb")).to_have_count(0)
    start(phone)
    expect(phone.locator("button.bombs")).to_have_attribute("aria-checked", "false")
    expect(phone.locator(".bomb")).to_have_count(0)
