"""A tournament's public pages in somebody's hand: they say once who they are, and what follows comes by itself."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.looking import fits_thumbs
from tests.browser.records import Records
from tests.browser.starting import NewPhone

# Nothing lies over it: what is found in its middle is its own.
ON_TOP = """each => {
    const box = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(box.x + 20, box.y + box.height / 2));
}"""


def test_a_name_is_tapped_once_and_what_comes_next_stands_there_by_itself(
    new_phone: NewPhone, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    evening: dict[str, Any] = records(halls.an_open_evening, 8)
    overview = evening["standings"].partition("standings")[0]
    phone = new_phone()
    phone.goto(overview)
    fits_thumbs(phone)
    assert axe(phone) == []
    name = str(phone.locator(".ranking bdi").nth(3).inner_text()).replace("\N{NO-BREAK SPACE}", " ")
    phone.get_by_role("searchbox").press_sequentially(name.split(" ")[0].lower())
    phone.locator(".found a").filter(has_text=name.split(" & ")[0]).first.click()
    you = phone.locator(".you")
    expect(you).to_contain_text("against")
    expect(phone.locator(".find")).to_have_count(0)
    expect(phone.locator(".ranking [aria-current]")).to_have_count(1)
    fits_thumbs(phone)
    assert axe(phone) == []
    done = phone.locator(".on h2")
    expect(done).to_contain_text("2 of 4")
    records(halls.a_result_more, overview.split("/")[2])
    expect(done).to_contain_text("3 of 4")
    expect(you).to_contain_text("against")
    you.get_by_role("link", name="That is not me").click()
    expect(phone.locator(".find")).to_have_count(1)


def test_the_own_row_and_the_head_stay_in_sight_wherever_the_standings_are_scrolled(
    new_phone: NewPhone, records: Records
) -> None:
    evening: dict[str, Any] = records(halls.an_open_evening, 24)
    overview = evening["standings"].partition("standings")[0]
    for size, small in (((320, 640), True), ((1280, 500), False)):
        page = new_phone(size, is_mobile=small, has_touch=small)
        page.goto(evening["standings"])
        link = str(page.locator(".ranks tbody th a").nth(11).get_attribute("href"))
        page.goto(f"{overview}?who={link.rstrip('/').rpartition('/')[2]}")
        page.goto(evening["standings"])
        own = page.locator(".ranks tr:has([aria-current])")
        expect(own).to_have_count(1)
        for place in ("0", "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {place})")
            expect(own).to_be_in_viewport(ratio=1)
            assert own.locator("th a").evaluate(ON_TOP)
            if not small:
                expect(page.locator(".ranks thead th").first).to_be_in_viewport(ratio=1)
        fits_thumbs(page)
