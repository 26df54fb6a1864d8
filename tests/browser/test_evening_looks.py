"""Every page of tournaments, in every state of an evening, as it is looked at: axe, thumbs, nothing sideways.

The pages are those of `tests.tournaments.looks`: every address of `permissions.ADDRESSES` that answers with a page, the
tables in their states as each phone sees them, own pages, screens, paper. A new address is looked at by itself.
"""

import json
import os
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.devices import COOKIE
from tests.browser.servers import Site
from tests.browser.starting import NewPhone
from tests.browser.test_match_at_table import TOO_SMALL
from tests.browser.test_table_looks import SIDEWAYS
from tests.tournaments.looks import NAMES

pytestmark = pytest.mark.any_database

PHONE, LAPTOP = (320, 640), (1280, 800)
LIGHT, DARK = "light", "dark"
WAYS = [(PHONE, LIGHT), (LAPTOP, DARK), (PHONE, DARK), (LAPTOP, LIGHT)]
# All that can be opened is open: what it hides is looked at, too.
OPENED = """() => {
    document.querySelectorAll('main details').forEach((each) => { each.open = true; });
    document.querySelectorAll('.tile').forEach((each) => { each.style.contentVisibility = 'visible'; });
}"""
# A link within a sentence is as high as its line; a button that only the enter key presses is for nobody's thumb.
FOR_THUMBS = TOO_SMALL.replace(
    "!each.matches('.skip')",
    "!each.matches('.skip, button.unseen[tabindex=\"-1\"]')"
    " && !(each.matches('p a') && getComputedStyle(each).display === 'inline'"
    " && each.closest('p').textContent.trim() !== each.textContent.trim())",
)
SHOTS = os.environ.get("SHOTS", "")  # a folder to keep pictures of the pages in


def each_page_once() -> list[Any]:
    """Every page by every size and colours; in short one of five, each once, in turns."""
    short = dict(zip(NAMES[::5], cycle(WAYS), strict=False))
    return [
        pytest.param(
            name, *way, id=f"{name}, {way[0][0]}, {way[1]}", marks=() if short.get(name) == way else pytest.mark.slow
        )
        for name in NAMES
        for way in WAYS
    ]


@pytest.fixture(scope="module")
def evening(site: Site) -> dict[str, Any]:
    """The cookie of the owner, and every page with the key of the phone that looks at it."""
    code = "from tests.tournaments.looks import print_evening; print_evening()"
    return dict(json.loads(site.manage("shell", "-v", "0", "-c", code).stdout.strip().splitlines()[-1]))


def press_for_a_preview(page: Page) -> None:
    """Ask for two people to change places: what that changes is told first."""
    for box in page.locator("main select").all():
        free = box.locator("option:not([disabled]):not([value=''])")
        box.select_option(value=str(free.nth(0 if box.get_attribute("name") == "first" else 3).get_attribute("value")))
    page.locator("main input[name=reason]").fill("the wrong people sat down")
    page.locator("main form button.main").click()
    expect(page.locator("main form input[name=sure]")).to_have_count(1)


@pytest.mark.parametrize(("name", "size", "colours"), each_page_once())
def test_every_page_is_sound(
    new_phone: NewPhone, site: Site, evening: dict[str, Any], axe: Callable[[Page], list[str]],
    name: str, size: tuple[int, int], colours: str,
) -> None:  # fmt: skip
    address, key = evening["pages"][name]
    small = size == PHONE
    # German has the longest words: they stand where there is the least room.
    page = new_phone(size, is_mobile=small, has_touch=small, color_scheme=colours, reduced_motion="reduce",
                     locale="de" if small else "en-GB")  # fmt: skip
    page.context.add_cookies([{"name": "sessionid", "value": evening["session"], "url": site.url}])
    if key:
        page.context.add_cookies([{"name": COOKIE, "value": key, "url": site.url}])
    answer = page.goto(address)
    assert answer is not None
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    if name == "preview":
        press_for_a_preview(page)
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}, {size[0]}, {colours}.png", full_page=True)
    assert page.evaluate(SIDEWAYS) <= 0
    page.evaluate(OPENED)
    assert (page.evaluate(FOR_THUMBS), axe(page)) == ([], [])
    assert page.evaluate(SIDEWAYS) <= 0
