"""Small things of the desk that only a browser shows: numbers on one line, a focus that is not cut
off, keys where there are keys.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in

NUMBERS = """list => [...list.querySelectorAll("dd")].map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each.querySelector("a") ?? each);
    return Math.round(range.getBoundingClientRect().bottom);
})"""
INSIDE = """line => {
    line.tabIndex = -1;
    line.focus({ focusVisible: true });
    const { outlineOffset, outlineWidth } = getComputedStyle(line);
    return parseFloat(outlineOffset) <= -parseFloat(outlineWidth);
}"""


@pytest.mark.slow  # in short: test_evening_looks.py
def test_the_numbers_of_the_empty_board_are_on_one_line(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    made: dict[str, str] = records(halls.a_draft_without_two)
    laptop: Page = new_phone((1280, 800))
    signed_in(laptop, site, made["session"])
    laptop.goto(made["board"])
    middles = laptop.locator(".first .facts").evaluate(NUMBERS)
    assert len(middles) == 3
    assert max(middles) - min(middles) <= 1


def test_keys_are_named_where_there_are_some_and_the_focus_is_drawn_within_the_list(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    made = records(halls.a_cup_on_paper)
    address = f"/desk/{made['tournament']}/rounds/1/2/papers/"
    for phone in (False, True):
        page: Page = new_phone((390, 844), is_mobile=phone, has_touch=phone)
        signed_in(page, site, made["session"])
        page.goto(address)
        expect(page.get_by_text("save, next table")).to_be_visible(visible=not phone)
        assert page.locator(".paper").last.evaluate(INSIDE)
