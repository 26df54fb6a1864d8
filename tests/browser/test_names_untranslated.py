"""Names and totals are marked as no words of a language, wherever they are shown: "Beat" stays Beat."""

from playwright.sync_api import Page, expect

from tests.browser.playing import Hand, arrived, saved, start
from tests.browser.test_table_screen import phone

__all__ = ["phone"]  # the fixture

# What stands for a name or a total and may be translated.
OPEN = """() => [...document.querySelectorAll("bdi, #board :is(.totals, .columns, [data-total])")]
  .filter((each) => !each.closest('[translate="no"]')).map((each) => each.outerHTML)"""
TILES = """() => [...document.querySelectorAll(".seat .who bdi")].every((each) => each.translate === false)"""


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
