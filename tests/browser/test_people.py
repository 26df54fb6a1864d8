"""The pages of people in a real browser: three taps from the front page to an answer, on the smallest phone too."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.records import Records
from tests.browser.test_sheet import LONG, played, too_small, too_wide


def test_three_taps_from_the_front_page_say_how_often_a_grand_tichu_was_made(
    phone: Page, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    for _ in range(3):
        played(phone, records, "nanking", 40, (LONG, "Beat", "Carla", "Dino"))
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto("/")
    phone.get_by_role("link", name="People").tap()
    phone.get_by_role("link", name="Carla").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Carla")
    row = phone.locator("#grand")
    expect(row).to_contain_text(" of ")
    row.get_by_role("link").tap()
    expect(row.get_by_role("link", name="round")).to_be_visible()  # what is behind the number, in its place
    assert "?open=grand" in phone.url
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("link", name=LONG).tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("&")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("link", name="Beat & Dino").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Dino")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
