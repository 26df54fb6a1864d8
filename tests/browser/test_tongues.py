"""Every page in every language, on the narrowest phone and at other widths: all texts have their
places there.
"""

import os
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from scoring.games.access.devices import COOKIE
from tests.browser.fitting import DRAWN, MISFITS, SIGNED_IN, WIDE, no_misfits
from tests.browser.looking import SIDEWAYS
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in
from tests.lengths import in_short
from tests.scoring import looks as home
from tests.tournaments import looks as hall

TONGUES = [code for code, _name in settings.LANGUAGES if code != "en"]
OPENED = """() => document.querySelectorAll('details').forEach((each) => {
    each.open = !each.matches('.tongues, .menu');
})"""
OWN_FONTS = {"Roboto", "Noto Serif"}  # what scoring/fonts holds
SHOTS = os.environ.get("SHOTS", "")  # a folder to keep pictures of the pages in


@pytest.mark.parametrize(
    "family", ["system-ui", "serif", "monospace", "DejaVu Sans", "Liberation Serif", "inherit"]
)
def test_letters_are_the_project_s_on_every_machine(browser: Browser, family: str) -> None:
    page = browser.new_page()
    page.set_content(f'<p style="font-family: {family}">Punkteblatt, rozdanie, Большой ✓')
    asking = page.context.new_cdp_session(page)
    asking.send("DOM.enable")
    asking.send("CSS.enable")
    root = asking.send("DOM.getDocument")["root"]["nodeId"]
    node = asking.send("DOM.querySelector", {"nodeId": root, "selector": "p"})["nodeId"]
    used = asking.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    page.close()
    assert {font["familyName"] for font in used} <= OWN_FONTS


def misfits(page: Page, name: str, tongue: str) -> list[str]:
    page.evaluate(DRAWN)
    found = page.evaluate(MISFITS)
    page.evaluate(OPENED)
    found += [one for one in page.evaluate(MISFITS) if one not in found]
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{tongue} {name}.png".replace(",", ""), full_page=True)
    wide = page.evaluate(SIDEWAYS)
    return found + [f"{wide} px too wide"] * (wide > 0)


# In short every other page of one kind in each language, in turns.
KINDS = ("score", "sheet", "new", "p")
IN_TURNS = [
    (tongue, tuple(name for name in home.NAMES if name.startswith(KINDS[at % len(KINDS)]))[::2])
    for at, tongue in enumerate(TONGUES)
]
IN_FULL = [(tongue, tuple(home.NAMES)) for tongue in TONGUES]


@pytest.mark.parametrize(
    "looked_at",
    in_short(IN_TURNS + IN_FULL, IN_TURNS),
    ids=[f"{tongue}, {len(names)} pages" for tongue, names in IN_TURNS + IN_FULL],
)
def test_every_page_at_home_has_room_for_its_words(
    new_phone: NewPhone,
    site: Site,
    at_home: dict[str, Any],
    looked_at: tuple[str, tuple[str, ...]],
    troubles: Any,
) -> None:
    tongue, names = looked_at
    troubles.expect("status of 404")
    phone = new_phone(locale=tongue, reduced_motion="reduce")
    phone.context.add_cookies([{"name": COOKIE, "value": at_home["key"], "url": site.url}])
    found = {}
    for name in names:
        if name in SIGNED_IN:
            signed_in(phone, site, at_home["session"])
        phone.goto(at_home["pages"][name])
        if name.startswith("score "):
            phone.locator("button.seat").first.tap()
            if phone.locator(".chip").count():
                phone.locator(".chip").nth(1).tap()
        if not name.startswith(WIDE) and (faults := misfits(phone, name, tongue)):
            found[name] = faults
    no_misfits(found)


# In short: the pages at home, and all of these in German by test_evening_looks.py
@pytest.mark.slow
@pytest.mark.parametrize("tongue", TONGUES)
def test_every_page_of_a_tournament_has_room_for_its_words(
    new_phone: NewPhone, site: Site, in_hall: dict[str, Any], tongue: str
) -> None:
    phone = new_phone(locale=tongue, reduced_motion="reduce")
    signed_in(phone, site, in_hall["session"])
    found = {}
    for name in hall.NAMES:
        if name.startswith(WIDE):
            continue
        address, key = in_hall["pages"][name]
        phone.context.clear_cookies(name=COOKIE)
        if key:
            phone.context.add_cookies([{"name": COOKIE, "value": key, "url": site.url}])
        phone.goto(address)
        if faults := misfits(phone, name, tongue):
            found[name] = faults
    no_misfits(found)


SIZES = [(390, 844), (768, 1024), (1280, 800)]


@pytest.mark.slow  # in short: the narrowest phone, where there is the least room
@pytest.mark.parametrize("tongue", ["en", *TONGUES])
@pytest.mark.parametrize("size", SIZES, ids=[f"{wide}x{high}" for wide, high in SIZES])
def test_every_page_has_room_at_other_widths(
    new_phone: NewPhone,
    site: Site,
    in_hall: dict[str, Any],
    at_home: dict[str, Any],
    size: tuple[int, int],
    tongue: str,
    troubles: Any,
) -> None:
    troubles.expect("status of 404")
    wide = size[0] > 1000
    page = new_phone(
        size, locale=tongue, reduced_motion="reduce", is_mobile=not wide, has_touch=not wide
    )
    session = at_home["session"]
    pages = [
        (name, address, at_home["key"], session if name in SIGNED_IN else "")
        for name, address in at_home["pages"].items()
    ]
    pages += [
        (name, address, key, in_hall["session"])
        for name, (address, key) in in_hall["pages"].items()
    ]
    found = {}
    for name, address, key, cookie in pages:
        if name.startswith(WIDE):
            continue
        page.context.clear_cookies()
        if key:
            page.context.add_cookies([{"name": COOKIE, "value": key, "url": site.url}])
        if cookie:
            signed_in(page, site, cookie)
        page.goto(address)
        if faults := misfits(page, name, f"{tongue} {size[0]}"):
            found[name] = faults
    no_misfits(found)
