"""Tabs of one browser leave each other connections: it opens six to a host, and each stream keeps
one.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.following import SOON, Table, asked, shows, sleep, wake

MOST = 4  # streams of a browser, as in stream.js


@pytest.fixture
def table(new_phone: Callable[..., Page]) -> Table:
    return Table(new_phone())


@pytest.mark.slow  # in short: tests/site/test_live_stream.py for one
def test_seven_tabs_in_sight_all_follow_and_a_page_still_opens(table: Table) -> None:
    table.write()
    context = table.page.context
    streams = asked(context, "/live/")
    tabs = [context.new_page() for _ in range(7)]
    for tab in tabs[:MOST]:
        with tab.expect_response("**/live/**"):
            tab.goto(table.address)
    for tab in tabs[MOST:]:
        # It asks by itself
        with tab.expect_response(lambda answer: answer.status == 304, timeout=SOON):
            tab.goto(table.address)
    table.write()
    for tab in tabs:
        shows(tab, 2)
        expect(tab.locator("#age")).to_be_hidden()
    assert len(streams) == MOST
    table.page.goto("/")  # there are connections left
    expect(table.page.locator("h1")).to_be_visible()


@pytest.mark.slow  # in short: test_live.py, a page that slept
def test_a_tab_out_of_sight_leaves_its_stream_to_others_and_takes_it_up_again(table: Table) -> None:
    context = table.page.context
    tabs = [context.new_page() for _ in range(MOST)]
    for tab in tabs:
        with tab.expect_response("**/live/**"):
            tab.goto(table.address)
    with tabs[0].expect_event("requestfailed", lambda request: "/live/" in request.url):
        sleep(tabs[0])
    with table.page.expect_response("**/live/**"):
        table.page.goto(table.address)
    with table.page.expect_event("requestfailed", lambda request: "/live/" in request.url):
        sleep(table.page)
    with tabs[0].expect_response("**/live/**", timeout=SOON):
        wake(tabs[0])
    table.write()
    for tab in tabs:
        shows(tab, 1)
