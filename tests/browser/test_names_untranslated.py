"""Names and totals are marked as no words of a language, wherever they are shown: "Beat" stays
Beat.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.games.access.devices import COOKIE
from tests.browser.directing import phone
from tests.browser.fitting import SIGNED_IN, no_misfits
from tests.browser.playing import Hand, arrived, saved, start
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in
from tests.lengths import in_short
from tests.scoring import looks as home
from tests.tournaments import looks as hall

__all__ = ["phone"]  # the fixture

# What stands for a name or a total and may be translated.
OPEN = """() => [...document.querySelectorAll("bdi, #board :is(.totals, .columns, [data-total])")]
  .filter((each) => !each.closest('[translate="no"]')).map((each) => each.outerHTML)"""
TILES = """() => [...document.querySelectorAll(".seat .who bdi")]
  .every((each) => each.translate === false)"""


def test_no_name_and_no_total_is_translated_on_any_page_of_a_game(phone: Page) -> None:
    address = start(phone, rule_target_score="100")
    assert phone.evaluate(TILES), "before any script of the page's rest has come"
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(40)
    saved(phone, 1)
    arrived(phone, 1)
    assert phone.evaluate(OPEN) == []
    hand.out(1, 3)  # a card that is drawn by the script, and then by the server
    expect(phone.locator(".end-card")).to_be_visible()
    assert phone.evaluate(OPEN) == []
    for path in (address, f"{address}setup/", f"{address}share/", "/", "/people/", "/new/"):
        phone.goto(path)
        phone.wait_for_load_state()
        assert phone.evaluate(OPEN) == [], path


def test_names_of_three_with_a_dummy_stay_as_they_are_too(phone: Page) -> None:
    start(phone, "trichu")
    assert phone.evaluate(TILES)
    expect(phone.locator(".columns")).to_have_attribute("translate", "no")


# Every page
# --------------------------------------------------------------------------------------------------

# The names in a page's text that may be translated, each with what stands round it.
NAMED = """(names) => {
  const word = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map((name) => RegExp.escape?.(name) ??
    name.replace(/[.*+?^${}()|[\\]\\\\]/g, "\\\\$&")).join("|")})(?![\\p{L}\\p{N}])`, "u");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const around = node.parentElement;
    if (around.closest('script, style, option, textarea, noscript, template, [translate="no"]'))
      continue;
    const said = word.exec(node.data);
    if (said) found.add(
      `${said[0]} in <${around.localName} class="${around.className}">: ${node.data.trim()}`);
  }
  return [...found];
}"""
# In short what everybody comes to: home, a club, a tournament as the public and as the desk see it.
HOME = (
    "front",
    "people",
    "person",
    "score nanking",
    "sheet nanking",
    "example_game",
    "end nanking",
)
HALL = (
    "tournament",
    "standings",
    "round",
    "board",
    "entrants at the desk",
    "club, home",
    "club, evening",
)


def named(page: Page, address: str, names: list[str]) -> list[str]:
    page.goto(address)
    page.wait_for_load_state()
    return list(page.evaluate(NAMED, names))


@pytest.mark.slow  # in short: the pages of a game
@pytest.mark.parametrize("pages", in_short([HOME, tuple(home.NAMES)], [HOME]), ids=len)
def test_every_name_at_home_is_marked_as_no_word(
    new_phone: NewPhone,
    site: Site,
    at_home: dict[str, Any],
    records: Records,
    pages: tuple[str, ...],
    troubles: Any,
) -> None:
    troubles.expect("status of 404")
    phone = new_phone()
    phone.context.add_cookies([{"name": COOKIE, "value": at_home["key"], "url": site.url}])
    names, found = records(home.names), {}
    for name in pages:
        if name in SIGNED_IN:
            signed_in(phone, site, at_home["session"])
        found[name] = named(phone, at_home["pages"][name], names)
    no_misfits(found)


@pytest.mark.slow  # in short: the pages of a game and at home
@pytest.mark.parametrize("pages", in_short([HALL, tuple(hall.NAMES)], [HALL]), ids=len)
def test_every_name_of_a_tournament_and_of_a_club_is_marked_as_no_word(
    new_phone: NewPhone,
    site: Site,
    in_hall: dict[str, Any],
    records: Records,
    pages: tuple[str, ...],
) -> None:
    phone = new_phone()
    signed_in(phone, site, in_hall["session"])
    names, found = records(home.names), {}
    for name in pages:
        address, key = in_hall["pages"][name]
        phone.context.clear_cookies(name=COOKIE)
        if key:
            phone.context.add_cookies([{"name": COOKIE, "value": key, "url": site.url}])
        found[name] = named(phone, address, names)
    no_misfits(found)
