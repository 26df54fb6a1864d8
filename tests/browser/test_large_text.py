"""Text at twice its size (WCAG 1.4.4): on every page nothing is cut off, covered or lost."""

from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.games.access.devices import COOKIE
from tests.browser.fitting import DRAWN, MISFITS, SIGNED_IN, WIDE, no_misfits
from tests.browser.looking import SIDEWAYS
from tests.browser.playing import NUMBER_OF
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.sheets import played
from tests.browser.starting import NewPhone, signed_in
from tests.lengths import in_short
from tests.scoring import looks as home
from tests.tournaments import looks as hall

TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"
# A word that is broken can still be read.
LOST = ("out of", "cut", "on another")
PHONE = (390, 844)
SMALLEST = (320, 640)
OF_A_TOURNAMENT = [name for name in hall.NAMES if not name.startswith(WIDE)]


def lost(page: Page) -> list[str]:
    """What of a page cannot be read at twice the size."""
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    page.evaluate(TWICE)
    page.evaluate(DRAWN)
    wide = page.evaluate(SIDEWAYS)
    return [one for one in page.evaluate(MISFITS) if one.startswith(LOST)] + [
        f"{wide} px too wide"
    ] * (wide > 0)


@pytest.mark.slow  # in short: the pages of a club, below
def test_every_page_at_home_can_be_read_at_twice_the_size(
    new_phone: NewPhone, site: Site, at_home: dict[str, Any], troubles: Any
) -> None:
    troubles.expect("status of 404")
    phone = new_phone(viewport=PHONE, reduced_motion="reduce")
    phone.context.add_cookies([{"name": COOKIE, "value": at_home["key"], "url": site.url}])
    found = {}
    for name in home.NAMES:
        if name.startswith(WIDE):
            continue
        if name in SIGNED_IN:
            signed_in(phone, site, at_home["session"])
        phone.goto(at_home["pages"][name])
        if faults := lost(phone):
            found[name] = faults
    no_misfits(found)


def test_the_pages_of_a_club_can_be_read_at_twice_the_size(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    club = records(home.in_a_club)
    phone = new_phone(viewport=PHONE, reduced_motion="reduce")
    phone.context.add_cookies([{"name": COOKIE, "value": club["key"], "url": site.url}])
    found = {}
    for name, address in club["pages"].items():
        phone.goto(address)
        if faults := lost(phone):
            found[name] = faults
        if name == "club_home":
            coming = phone.get_by_role("button", name="I am coming").bounding_box()
            assert coming
            assert 0 <= coming["x"] <= coming["x"] + coming["width"] <= PHONE[0]
    no_misfits(found)


@pytest.mark.slow  # in short: the pages of a club
@pytest.mark.parametrize("variant", ["nanking", "trichu", "always_last"])
def test_an_evening_can_be_read_at_twice_the_size_on_the_smallest_phone_too(
    new_phone: NewPhone, records: Records, variant: str
) -> None:
    """The table's head grows only as far as it has room there."""
    phone = new_phone(viewport=SMALLEST, reduced_motion="reduce")
    people = ("Christiane", "Jörg", "Bernd", "Anna", "Eva", "Fritz")[: NUMBER_OF[variant]]
    address = played(phone, records, variant, 5, people)
    found = {"sheet": lost(phone)}
    for name, page in (
        ("table", f"{address}score/"),
        ("correction", f"{address}rounds/2/correct/"),
        ("front", "/"),
        ("new", "/new/"),
    ):
        phone.goto(page)
        found[name] = lost(phone)
    no_misfits(found)


@pytest.mark.slow  # in short: the pages of a club
@pytest.mark.parametrize(
    "names", in_short([OF_A_TOURNAMENT[::16], OF_A_TOURNAMENT], [OF_A_TOURNAMENT[::16]]), ids=len
)
def test_the_pages_of_a_tournament_and_of_the_desk_can_be_read_at_twice_the_size(
    new_phone: NewPhone, site: Site, records: Records, names: list[str]
) -> None:
    evening = records(hall.an_evening)
    phone = new_phone(viewport=PHONE, reduced_motion="reduce", service_workers="block")
    signed_in(phone, site, evening["session"])
    found = {}
    for name in names:
        address, key = evening["pages"][name]
        phone.context.clear_cookies(name=COOKIE)
        if key:
            phone.context.add_cookies([{"name": COOKIE, "value": key, "url": site.url}])
        phone.goto(address)
        if faults := lost(phone):
            found[name] = faults
    no_misfits(found)
