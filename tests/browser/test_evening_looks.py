"""Every page of tournaments, in every state of an evening, as it is looked at: axe, thumbs, nothing
sideways.

The pages are those of `tests.tournaments.looks`: every address of `permissions.ADDRESSES` that
answers with a page, the tables in their states as each phone sees them, own pages, screens, paper.
A new address is looked at by itself.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.games.access.devices import COOKIE
from tests.browser.conftest import AXE
from tests.browser.looking import SIDEWAYS, TOO_SMALL
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in
from tests.lengths import in_short
from tests.tournaments import looks

PHONE, LAPTOP = (320, 640), (1280, 800)
LIGHT, DARK = "light", "dark"
WAYS = [(PHONE, LIGHT), (LAPTOP, DARK), (PHONE, DARK), (LAPTOP, LIGHT)]
# All that can be opened is open: what it hides is looked at, too.
OPENED = """() => {
    document.querySelectorAll('main details').forEach((each) => { each.open = true; });
    document.querySelectorAll('.tile').forEach((each) => {
      each.style.contentVisibility = 'visible'; });
}"""
# A link within a sentence is as high as its line; a button that only the enter key presses is for
# nobody's thumb.
FOR_THUMBS = TOO_SMALL.replace(
    "!each.matches('.skip')",
    "!each.matches('.skip, button.unseen[tabindex=\"-1\"]')"
    " && !(each.matches('p a') && getComputedStyle(each).display === 'inline'"
    " && each.closest('p').textContent.trim() !== each.textContent.trim())",
)
SHOTS = os.environ.get("SHOTS", "")  # a folder to keep pictures of the pages in


# In short one page of sixteen and the season's, each in one way, in turns.
SHORT = [*looks.NAMES[::16], "season, opened"]
IN_TURNS = [(way, SHORT[at :: len(WAYS)]) for at, way in enumerate(WAYS)]
IN_FULL = [(way, looks.NAMES) for way in WAYS]


@pytest.fixture(scope="module")
def evening(records: Records) -> dict[str, Any]:
    """The cookie of the owner, and every page with the key of the phone that looks at it."""
    return dict(records(looks.an_evening))


def press_for_a_preview(page: Page) -> None:
    """Ask for two people to change places: what that changes is told first."""
    for box in page.locator("main select").all():
        free = box.locator("option:not([disabled]):not([value=''])")
        box.select_option(
            value=str(
                free.nth(0 if box.get_attribute("name") == "first" else 3).get_attribute("value")
            )
        )
    page.locator("main form button.main").click()
    expect(page.locator("main form input[name=sure]")).to_have_count(1)


@pytest.mark.parametrize(
    "looked_at",
    in_short(IN_TURNS + IN_FULL, IN_TURNS),
    ids=[
        f"{size[0]}, {colours}, {len(names)} pages" for (size, colours), names in IN_TURNS + IN_FULL
    ],
)
def test_every_page_is_sound(
    new_phone: NewPhone,
    site: Site,
    evening: dict[str, Any],
    axe: Callable[[Page], list[str]],
    looked_at: tuple[tuple[tuple[int, int], str], list[str]],
) -> None:
    (size, colours), names = looked_at
    small = size == PHONE
    # German has the longest words: they stand where there is the least room.
    page = new_phone(
        size,
        is_mobile=small,
        has_touch=small,
        color_scheme=colours,
        reduced_motion="reduce",
        locale="de" if small else "en-GB",
        service_workers="block",
    )
    page.add_init_script(AXE)
    signed_in(page, site, evening["session"])
    found = {}
    for name in names:
        address, key = evening["pages"][name]
        page.context.clear_cookies(name=COOKIE)
        if key:
            page.context.add_cookies([{"name": COOKIE, "value": key, "url": site.url}])
        answer = page.goto(address)
        assert answer is not None
        assert (answer.status, answer.headers["content-type"]) == (
            200,
            "text/html; charset=utf-8",
        ), name
        if name == "preview":
            press_for_a_preview(page)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}, {size[0]}, {colours}.png", full_page=True)
        at_first = page.evaluate(SIDEWAYS)
        page.evaluate(OPENED)
        sideways = max(0, at_first, page.evaluate(SIDEWAYS))
        if faults := [
            *page.evaluate(FOR_THUMBS),
            *axe(page),
            *[f"{sideways} px too wide"] * bool(sideways),
        ]:
            found[name] = faults
    assert found == {}
