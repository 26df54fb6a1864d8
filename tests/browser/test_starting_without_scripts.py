"""Starting games in a real browser that runs no JavaScript."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.starting import FOUR, SCORER, TWELVE, NewPhone, a_game, choose, drawn, seat, sit, start, typed


@pytest.fixture
def plain(new_phone: NewPhone) -> Page:
    """A phone whose browser runs no scripts."""
    return new_phone(java_script_enabled=False)


def test_without_javascript_a_game_is_chosen_seated_and_started(plain: Page) -> None:
    plain.goto("/new/")
    choose(plain, "Tichu Tientsin")
    plain.get_by_role("button", name="Choose this game").tap()
    sit(plain, TWELVE[:6])
    plain.get_by_role("button", name="Seat 1: one seat on").tap()
    expect(seat(plain, 1)).to_have_value("Beat")
    assert typed(plain) == ["Beat", "Anna", *TWELVE[2:6]]
    assert drawn(plain) == typed(plain)
    plain.get_by_role("button", name="Draw the seats").tap()
    expect(plain.get_by_text("The seats are drawn.")).to_be_visible()
    assert sorted(typed(plain)) == TWELVE[:6]
    start(plain)


def test_without_javascript_the_rules_are_chosen(plain: Page) -> None:
    plain.goto("/new/")
    sit(plain, FOUR)
    plain.locator("#presets summary").tap()
    choose(plain, "German championship")
    plain.get_by_role("button", name="Take these rules").tap()
    expect(plain.locator("#presets")).not_to_have_attribute("open", "")
    plain.locator("#house-rules summary").tap()
    expect(plain.get_by_label("Number of rounds")).to_have_value("4")
    assert typed(plain) == FOUR
    start(plain)


def test_without_javascript_known_names_are_seated_and_seats_added(plain: Page) -> None:
    a_game(plain)
    plain.goto("/new/?variant=grand_seigneur")
    for left in (3, 2, 1, 0):
        plain.locator(".chip").first.tap()
        expect(plain.locator(".chip")).to_have_count(left)
    plain.get_by_role("button", name="Add a seat").tap()
    expect(seat(plain, 6)).to_be_visible()
    assert sorted(typed(plain)) == ["", "", *FOUR]
    seat(plain, 5).fill("Eva")
    start(plain)


def test_without_javascript_enter_starts_the_game(plain: Page) -> None:
    plain.goto("/new/")
    sit(plain, FOUR)
    seat(plain, 4).press("Enter")
    plain.wait_for_url(SCORER)


def test_without_javascript_the_same_people_are_one_tap_away(plain: Page) -> None:
    a_game(plain)
    plain.goto("/")
    plain.get_by_role("button", name=re.compile("Same people as last time")).tap()
    plain.wait_for_url(SCORER)


def test_without_javascript_mistakes_are_shown(plain: Page, troubles: Any) -> None:
    troubles.expect("status of 422")
    plain.goto("/new/")
    sit(plain, FOUR[:3])
    plain.locator(".go button").tap()
    expect(seat(plain, 4)).to_have_accessible_description(re.compile("Who sits here"))
    assert typed(plain) == [*FOUR[:3], ""]


def test_without_javascript_a_double_tap_makes_one_game(plain: Page) -> None:
    a_game(plain)
    plain.goto("/new/")
    sit(plain, TWELVE[4:8])
    plain.locator(".go button").dblclick()
    plain.wait_for_url(SCORER)
    plain.goto("/")
    expect(plain.locator(".games li")).to_have_count(2)
