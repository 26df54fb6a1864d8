"""A club's own place in a real browser: a desk plans a series, a phone says that it comes, a
calendar follows.
"""

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import icalendar
import pytest
from playwright.sync_api import Page, expect

from scoring.games.access.devices import COOKIE
from tests.browser.conftest import Troubles
from tests.browser.looking import too_small, too_wide
from tests.browser.playing import LONG
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, a_game, sign_in
from tests.lengths import in_short
from tests.reliability.outbox import until
from tests.scoring.looks import in_a_club

Axe = Callable[[Page], list[str]]
HOME = re.compile(r"/clubs/\d+/$")


def founded(page: Page) -> str:
    """The joining link of a new club, and the phone that founded it in it."""
    page.goto("/club/")
    # Clubs of the tests before, of the same account
    before = page.locator("main .places li").count()
    if before:
        page.get_by_text("Another club", exact=True).click()
    page.get_by_label("Name of the club").fill(f"Tichu-Club Zürich {before}")
    page.get_by_role("button", name="Start the club").click()
    page.wait_for_url(HOME)
    page.get_by_role("link", name="Phones", exact=True).click()
    page.get_by_role("button", name="Make a link for phones").click()
    return page.get_by_label("Link to share").input_value()


# Pages that have most in them. In the dark, which is the long version, axe looks at all of them.
FULLEST = ("planning", "after the answer", "one evening", "people")


@pytest.mark.slow  # in short: test_evening_looks.py
def test_what_stands_at_the_foot_begins_where_the_page_does(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    desk = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False)
    starts = {}

    def look(what: str) -> None:
        head, foot = desk.locator("main h1").first, desk.get_by_role("link", name="Privacy")
        starts[what] = head.bounding_box()["x"] - foot.bounding_box()["x"]

    desk.goto("/")
    look("front page")
    sign_in(desk, site, records, "Frida")
    founded(desk)
    look("phones")
    desk.get_by_role("link", name="People", exact=True).click()
    desk.wait_for_url(re.compile("/people/$"))
    look("people")
    assert {what for what, by in starts.items() if abs(by) > 1} == set(), starts


@pytest.mark.slow  # in short: test_evening_looks.py
@pytest.mark.parametrize("scheme", in_short(["light", "dark"], ["light"]))
def test_the_pages_of_somebody_of_a_club_are_sound_on_the_smallest_phone(
    new_phone: NewPhone, site: Site, records: Records, axe: Axe, scheme: Any
) -> None:
    club = records(in_a_club)
    phone = new_phone(viewport=(320, 640), color_scheme=scheme, reduced_motion="reduce")
    phone.context.add_cookies([{"name": COOKIE, "value": club["key"], "url": site.url}])
    found = {}
    for name, address in club["pages"].items():
        phone.goto(address)
        phone.evaluate(
            "() => document.querySelectorAll('main details').forEach((each) => { each.open = true; "
            "})"
        )
        if faults := [
            *too_small(phone),
            *axe(phone),
            *[f"{too_wide(phone)} px too wide"] * bool(too_wide(phone)),
        ]:
            found[name] = faults
    assert found == {}


@pytest.mark.slow  # in short: by the client, test_evening_pages.py and test_clubs_own_page.py
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_series_is_planned_answered_and_followed(
    new_phone: NewPhone, site: Site, records: Records, axe: Axe, scheme: str
) -> None:
    faults: list[str] = []

    def look(page: Page, what: str) -> None:
        found = [*(["too wide"] if too_wide(page) else []), *too_small(page)]
        if scheme == "dark" or what in FULLEST:
            found += axe(page)
        faults.extend(f"{what}: {fault}" for fault in found)

    desk = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False, color_scheme=scheme)
    sign_in(desk, site, records, "Olga")
    link = founded(desk)
    desk.get_by_role("link", name="Evenings").click()
    desk.get_by_role("link", name="Plan an evening").click()
    look(desk, "planning")
    desk.get_by_label("Title (optional)").fill("Friday")
    desk.get_by_label("Place").fill("Restaurant Weisser Wind")
    desk.get_by_label("Every week").check()
    day = desk.get_by_label("Day", exact=True).input_value()
    expect(desk.get_by_role("status")).to_contain_text("12 evenings, until")
    desk.get_by_label("Last day of the series").fill(
        f"{date.fromisoformat(day) + timedelta(days=14)}"
    )
    expect(desk.get_by_role("status")).to_contain_text("3 evenings, until")
    desk.get_by_role("button", name="Plan", exact=True).click()
    expect(desk.get_by_role("link", name="Friday")).to_have_count(3)
    look(desk, "evenings")

    phone = new_phone(viewport=(320, 640), color_scheme=scheme)
    phone.goto(link)
    phone.get_by_role("button", name="Join").tap()
    phone.wait_for_url(HOME)
    a_game(phone, [LONG, "Beat", "Carla", "Dino"])
    phone.goto("/club/")
    look(phone, "before the answer")
    phone.get_by_role("button", name="I am coming").tap()
    expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
    look(phone, "who are you")
    phone.get_by_role("button", name="Carla").tap()
    expect(phone.get_by_text("You are coming")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("1 coming")
    look(phone, "after the answer")
    phone.get_by_text("You are coming").tap()
    phone.get_by_role("button", name="Not this time").tap()
    expect(phone.get_by_text("You are not coming")).to_be_visible()
    for place in ("People", "Ratings", "Evenings"):
        phone.get_by_role("navigation").get_by_role("link", name=place).tap()
        expect(phone.get_by_role("link", name=place, exact=True).first).to_have_attribute(
            "aria-current", "page"
        )
        look(phone, place)
    phone.get_by_role("link", name="Friday").first.tap()
    expect(phone.get_by_role("heading", name="Friday")).to_be_visible()
    look(phone, "one evening")

    desk.reload()
    desk.get_by_role("link", name="People", exact=True).click()
    desk.get_by_role("searchbox").press_sequentially("carl")
    until(desk, "() => document.querySelectorAll('.people-list li').length === 1")
    look(desk, "people")
    desk.get_by_role("link", name="Club", exact=True).click()
    desk.get_by_role("link", name="Calendar feed").click()
    look(desk, "setup")
    feed = desk.get_by_label("Or copy the address").input_value()
    calendar = icalendar.Calendar.from_ical(phone.context.request.get(feed).body())
    found = [(str(one["SUMMARY"]), str(one["LOCATION"])) for one in calendar.walk("VEVENT")]
    assert found == [("Friday", "Restaurant Weisser Wind")] * 3
    assert faults == []


RECORD = json.dumps(
    {
        "format": "tichu-score-record",
        "version": 1,
        "variant": "nanking",
        "players": [LONG, "Beat", "Carla S.", "Dino"],
        "rounds": [
            {
                "out": [LONG, "Beat", "Carla S.", "Dino"],
                "calls": {LONG: "tichu"},
                "card_points": [65, 35],
            }
        ],
    }
)


@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.slow)])
def test_games_are_imported_looked_at_first_and_undone(
    new_phone: NewPhone, site: Site, records: Records, axe: Axe, troubles: Troubles, width: int
) -> None:
    faults: list[str] = []

    def look(what: str) -> None:
        # A choice is tapped by its words
        found = [*(["too wide"] if too_wide(page) else []), *too_small(page), *axe(page)]
        faults.extend(f"{what}: {fault}" for fault in found)

    page = new_phone(viewport=(width, 800))
    sign_in(page, site, records, "Olga")
    founded(page)
    page.get_by_role("navigation").get_by_role("link", name="People").click()
    page.get_by_label("Name", exact=True).fill("Carla Sommer")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("link", name="Import people and games").click()
    # Its styles come with the page
    expect(page.get_by_label("The file")).to_have_css("border-radius", "10px")
    look("the form")
    page.get_by_label("Or paste its contents").fill(f"{RECORD}\n{RECORD}\nno record")
    page.get_by_label("Date of games without one").fill("2019-11-23")
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_role("heading", name="What’s in it")).to_be_visible()
    expect(page.locator("main")).to_contain_text("165 : 35")
    expect(page.locator("#duplicates")).to_contain_text("in the file twice")
    look("what is in it")
    page.get_by_text("Carla S. = Carla Sommer").click()
    page.get_by_role("button", name="Import 1 game").click()
    expect(page.get_by_text("Imported: 1 game, 1 round, 3 new people.")).to_be_visible()
    look("the list")
    page.get_by_role("link", name="Undo").click()
    expect(page.get_by_role("heading", name="Undo an import")).to_be_visible()
    look("undoing")
    page.get_by_role("button", name="Undo it").click()
    expect(page.get_by_text("Undone: the import was removed.")).to_be_visible()
    page.get_by_label("Or paste its contents").fill("nonsense")
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_text("This format is unknown")).to_be_visible()
    expect(page.get_by_label("Or paste its contents")).to_have_value("nonsense")
    look("what is wrong")
    troubles.expect("status of 422")
    assert faults == []
