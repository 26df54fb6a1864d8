"""Starting games in a real browser that runs no JavaScript: what its buttons and keys do.

What the pages answer is the same for Django's client: test_start_form.py, test_start_refusals.py.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.starting import (
    FOUR,
    SCORER,
    TWELVE,
    NewPhone,
    a_game,
    choose,
    drawn,
    seat,
    sit,
    start,
    typed,
)


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
    expect(plain.get_by_text("The seats have been drawn.")).to_be_visible()
    assert sorted(typed(plain)) == TWELVE[:6]
    start(plain)


@pytest.mark.slow  # in short: the test before it, by the button
def test_without_javascript_enter_starts_the_game(plain: Page) -> None:
    plain.goto("/new/")
    sit(plain, FOUR)
    seat(plain, 4).press("Enter")
    plain.wait_for_url(SCORER)


def test_without_javascript_a_double_tap_makes_one_game(plain: Page) -> None:
    a_game(plain)
    plain.goto("/new/")
    sit(plain, TWELVE[4:8])
    plain.locator(".go button").dblclick()
    plain.wait_for_url(SCORER)
    plain.goto("/")
    expect(plain.locator("[data-game]")).to_have_count(2)


@pytest.mark.slow  # in short: the double tap of a phone that is known
def test_without_javascript_a_double_tap_on_a_new_phone_starts_a_game_of_its_own(
    plain: Page,
) -> None:
    """Nothing knows the phone before the first tap; what it starts must be its own afterwards."""
    plain.goto("/new/")
    sit(plain, FOUR)
    plain.locator(".go button").dblclick()
    plain.wait_for_url(SCORER)
    plain.goto("/")
    expect(plain.locator("[data-game]")).to_have_count(1)
    plain.get_by_role("link", name="Continue").tap()
    plain.wait_for_url(SCORER)
    expect(plain.get_by_role("heading", name="Nobody sits here")).to_have_count(0)
