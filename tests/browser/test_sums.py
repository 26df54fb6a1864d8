"""The sum behind a number of the standings opens under its row,
and stays open when a result comes.
"""

from typing import Any

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser import halls
from tests.browser.looking import fits_thumbs
from tests.browser.records import Records
from tests.browser.starting import NewPhone


@pytest.mark.slow  # in short: tests/tournaments/pages/public/test_explaining_page.py
def test_a_tap_opens_one_sum_at_a_time_and_a_result_leaves_it_open(
    new_phone: NewPhone, records: Records
) -> None:
    evening: dict[str, Any] = records(halls.an_open_evening, 8)
    phone = new_phone()
    phone.goto(evening["standings"])
    numbers = phone.locator(".ranks tbody tr:not(.opened)")
    opened = phone.locator(".opened")
    numbers.nth(0).locator("td a").nth(1).click()
    expect(opened).to_contain_text("Buchholz")
    numbers.nth(1).locator("td a").nth(1).click()
    second = numbers.nth(1).locator("td a").nth(1)
    expect(second).to_have_attribute("aria-expanded", "true")
    expect(opened).to_have_count(1)
    expect(opened).to_contain_text(f"Buchholz {second.inner_text()}")
    fits_thumbs(phone)
    records(halls.a_result_more, evening["standings"].split("/")[2])
    waiting = phone.locator(".waiting")
    expect(waiting).not_to_contain_text("2 of its 4")
    expect(opened).to_have_count(1)
    opened.get_by_role("link", name="Close").click()
    expect(opened).to_have_count(0)
    expect(second).to_be_focused()
    second.click()
    expect(opened).to_contain_text("Buchholz")
    second.click()
    expect(opened).to_have_count(0)
    assert phone.url.endswith(evening["standings"])


def test_a_tap_counts_while_the_page_is_asking_for_news(
    new_phone: NewPhone, records: Records
) -> None:
    phone = new_phone()
    phone.goto(records(halls.position_rows, 8, 1))
    expect(phone.locator("#live[data-htmx-powered]")).to_be_attached()
    held: list[Route] = []

    def hold(route: Route, request: Request) -> None:
        if "hx-request" in request.headers and not held:
            held.append(route)
        else:
            route.continue_()

    phone.route("**/standings/**", hold)
    with phone.expect_request("**/standings/1/"):
        phone.evaluate(
            "document.querySelector('#live').dataset.etag = ''; document.dispatchEvent(new "
            "Event('stale'))"
        )
    phone.locator(".ranks tbody td a").first.click()
    held[0].continue_()
    expect(phone.locator(".opened")).to_have_count(1)
