"""Buttons of the desk change the page they stand on: nothing is loaded anew, and nobody loses their place."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import signed_in


@pytest.fixture
def desk(new_phone: Callable[..., Page], site: Site, records: Records) -> Callable[..., Page]:
    cup = records(halls.a_crowd)

    def shown(address: str, **options: object) -> Page:
        page = new_phone((1280, 800), is_mobile=False, has_touch=False, service_workers="block", **options)
        signed_in(page, site, cup["session"])
        page.goto(f"{cup['desk']}{address}")
        return page

    return shown


def test_a_click_keeps_focus_and_scroll_and_loads_no_page(desk: Callable[..., Page]) -> None:
    page = desk("entrants/")
    page.evaluate("() => { window.still = true }")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if not request.redirected_from else None)
    button = page.get_by_role("button", name="Check in").nth(30)
    button.scroll_into_view_if_needed()
    at = page.evaluate("scrollY")
    assert at > 0
    row = page.locator("ul.people > li").nth(30)
    button.focus()
    page.keyboard.press("Enter")
    expect(row.get_by_role("button", name="here")).to_be_focused()
    assert page.evaluate("[window.still, scrollY]") == [True, at]
    assert len(asked) == 1, asked
    assert page.evaluate("location.pathname").endswith("/entrants/")
