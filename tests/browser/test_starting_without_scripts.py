"""Starting games in a real browser that runs no JavaScript."""

import http.client
import re
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.servers import Site
from tests.browser.starting import FOUR, SCORER, TWELVE, NewPhone, a_game, choose, drawn, seat, sit, start, typed

pytestmark = pytest.mark.any_database


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
    sit(plain, [*FOUR[:3], "Anna"])
    plain.locator(".go button").tap()
    expect(seat(plain, 4)).to_have_accessible_description(re.compile("already a Anna"))
    assert typed(plain) == [*FOUR[:3], "Anna"]


def test_without_javascript_a_double_tap_makes_one_game(plain: Page) -> None:
    a_game(plain)
    plain.goto("/new/")
    sit(plain, TWELVE[4:8])
    plain.locator(".go button").dblclick()
    plain.wait_for_url(SCORER)
    plain.goto("/")
    expect(plain.locator(".games li")).to_have_count(2)


def test_without_javascript_a_double_tap_on_a_new_phone_starts_a_game_of_its_own(plain: Page) -> None:
    """Nothing knows the phone before the first tap; what it starts must be its own afterwards."""
    plain.goto("/new/")
    sit(plain, FOUR)
    plain.locator(".go button").dblclick()
    plain.wait_for_url(SCORER)
    plain.goto("/")
    expect(plain.locator(".games li")).to_have_count(1)
    plain.get_by_role("link", name="Go on with it").tap()
    plain.wait_for_url(SCORER)
    expect(plain.get_by_role("heading", name="Nothing here")).to_have_count(0)


def test_without_javascript_a_tap_whose_answer_was_lost_can_be_repeated(plain: Page, site: Site) -> None:
    """What a double tap is where the network is slow: both arrive, but the browser hears the second answer alone."""
    plain.goto("/new/")
    sit(plain, FOUR)
    fields = plain.locator("#start").evaluate("form => Object.fromEntries(new FormData(form))")
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in plain.context.cookies())
    server = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=20)
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    server.request("POST", "/new/", urlencode(fields | {"action": "start"}), headers)
    assert server.getresponse().status == 302
    server.close()
    start(plain)
    plain.goto("/")
    expect(plain.locator(".games li")).to_have_count(1)
