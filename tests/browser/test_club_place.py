"""A club's own place in a real browser: a desk plans a series, a phone says that it comes, a calendar follows."""

import re
from collections.abc import Callable

import icalendar
import pytest
from playwright.sync_api import Page, expect

from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, a_game, sign_in
from tests.browser.test_sheet import LONG, too_small, too_wide
from tests.reliability.outbox import until

Axe = Callable[[Page], list[str]]
ROUNDS_OF_NOBODY = re.compile(r"/clubs/\d+/$")


def founded(page: Page) -> str:
    """The joining link of a new club, and the phone that founded it in it."""
    page.goto("/club/")
    page.get_by_label("Name of the club").fill("Tichu-Club Zürich")
    page.get_by_role("button", name="Start the club").click()
    page.wait_for_url(ROUNDS_OF_NOBODY)
    page.get_by_role("link", name="Phones", exact=True).click()
    page.get_by_role("button", name="Make a link").first.click()
    return page.get_by_label("Link to hand on").input_value()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_series_is_planned_answered_and_followed(
    new_phone: NewPhone, site: Site, records: Records, axe: Axe, scheme: str
) -> None:
    faults: list[str] = []

    def look(page: Page, what: str) -> None:
        found = [*(["too wide"] if too_wide(page) else []), *too_small(page), *axe(page)]
        faults.extend(f"{what}: {fault}" for fault in found)

    desk = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False, color_scheme=scheme)
    sign_in(desk, site, records, "Olga")
    link = founded(desk)
    desk.get_by_role("link", name="Evenings").click()
    desk.get_by_role("link", name="Plan an evening").click()
    look(desk, "planning")
    desk.get_by_label("Title, if it has one").fill("Friday")
    desk.get_by_label("Place").fill("Restaurant Weisser Wind")
    desk.get_by_label("Every week").check()
    day = desk.get_by_label("Day", exact=True).input_value()
    desk.get_by_label("Until").fill(day)
    desk.get_by_role("button", name="Plan", exact=True).click()
    expect(desk.get_by_role("link", name="Friday")).to_be_visible()
    look(desk, "evenings")

    phone = new_phone(viewport=(320, 640), color_scheme=scheme)
    phone.goto(link)
    phone.get_by_role("button", name="Join").tap()
    a_game(phone, [LONG, "Beat", "Carla", "Dino"])
    phone.goto("/club/")
    look(phone, "before the answer")
    phone.get_by_role("button", name="I am coming").tap()
    expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
    look(phone, "who are you")
    phone.get_by_role("button", name="Carla").tap()
    expect(phone.get_by_text("You are coming")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("1 comes")
    look(phone, "after the answer")
    phone.get_by_text("You are coming").tap()
    phone.get_by_role("button", name="Not this time").tap()
    expect(phone.get_by_text("You are not coming")).to_be_visible()
    for place in ("People", "Evenings"):
        phone.get_by_role("navigation").get_by_role("link", name=place).tap()
        expect(phone.get_by_role("link", name=place, exact=True).first).to_have_attribute("aria-current", "page")
        look(phone, place)
    phone.get_by_role("link", name="Friday").tap()
    expect(phone.get_by_role("heading", name="Friday")).to_be_visible()
    look(phone, "one evening")

    desk.reload()
    desk.get_by_role("link", name="People").click()
    desk.get_by_role("searchbox").press_sequentially("carl")
    until(desk, "() => document.querySelectorAll('.people-list li').length === 1")
    look(desk, "people")
    desk.get_by_role("link", name="Club", exact=True).click()
    desk.get_by_role("link", name="Calendar feed").click()
    look(desk, "setup")
    feed = desk.get_by_label("Or copy the address").input_value()
    (event,) = icalendar.Calendar.from_ical(phone.context.request.get(feed).body()).walk("VEVENT")
    assert (event["SUMMARY"], event["LOCATION"]) == ("Friday", "Restaurant Weisser Wind")
    assert faults == []
