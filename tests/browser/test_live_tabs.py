"""Several tabs of one browser share one stream: a browser opens six connections to a host, and a stream keeps one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.following import SOON, Table, asked, hung, shows, sleep, wake

HOLDER = "() => JSON.parse(localStorage.getItem('live:lead'))?.tab"


@pytest.fixture
def table(new_phone: Callable[..., Page]) -> Table:
    return Table(new_phone())


def test_three_tabs_of_one_browser_share_one_stream(table: Table) -> None:
    table.write()
    context = table.page.context
    streams = asked(context, "/live/")
    tabs = [context.new_page() for _ in range(3)]
    for tab, where in zip(tabs, ("", "", "wall/"), strict=True):
        with tab.expect_event("framenavigated"):
            tab.goto(table.address + where)
    table.write()
    for tab in tabs[:2]:
        shows(tab, 2)
    hung(tabs[2], 2)
    assert len(streams) == 1
    # The tab that holds the stream goes: another one takes it over, and tells the third.
    leading = next(tab for tab in tabs if tab == streams[0].frame.page)
    tabs.remove(leading)
    with context.expect_event("request", lambda request: "/live/" in request.url):
        leading.close()
    table.write()
    for tab in tabs:
        expect(tab.locator("#live")).to_contain_text("Round 4")
    assert len(streams) == 2
    assert streams[1].frame.page in tabs


def test_tabs_with_different_games_share_one_stream_too(new_phone: Callable[..., Page], table: Table) -> None:
    context = table.page.context
    other = Table(context.new_page())
    first, second = context.new_page(), context.new_page()
    streams = asked(context, "/live/")
    first.goto(table.address)
    with context.expect_event("request", lambda request: request.url.count("t=") == 2):
        second.goto(other.address)
    assert streams[-1].frame.page == first
    for game, tab in ((table, first), (other, second)):
        game.write()
        shows(tab, 1)
    assert {request.frame.page for request in streams} == {first}


@pytest.mark.parametrize("missing", ["BroadcastChannel", pytest.param("localStorage", marks=pytest.mark.slow)])
def test_where_tabs_cannot_talk_each_streams_for_itself(table: Table, missing: str) -> None:
    context = table.page.context
    context.add_init_script(
        "delete window.BroadcastChannel"
        if missing == "BroadcastChannel"
        else "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('forbidden') }})"
    )
    streams = asked(context, "/live/")
    tabs = [context.new_page() for _ in range(2)]
    for tab in tabs:
        with tab.expect_request("**/live/**"):
            tab.goto(table.address)
    table.write()
    for tab in tabs:
        shows(tab, 1)
    assert len(streams) == 2


def test_the_lead_of_a_tab_that_crashed_runs_out(table: Table) -> None:
    tab = table.page
    tab.goto("/")
    tab.evaluate("() => localStorage.setItem('live:lead', JSON.stringify({tab: 'crashed', at: Date.now()}))")
    with tab.expect_request("**/live/**", timeout=SOON):
        tab.goto(table.address)
    table.write()
    shows(tab, 1)


def test_a_tab_that_goes_out_of_sight_hands_the_lead_over_at_once(table: Table) -> None:
    context = table.page.context
    streams = asked(context, "/live/")
    first, second = context.new_page(), context.new_page()
    with first.expect_response("**/live/**"):
        first.goto(table.address)
    second.goto(table.address)
    holder = first.evaluate(HOLDER)
    with second.expect_request("**/live/**", timeout=SOON):
        sleep(first)
        # Not after 6 seconds, when the lease would run out by itself.
        assert first.evaluate(HOLDER) != holder
    wake(first)
    table.write()
    for tab in (first, second):
        shows(tab, 1)
    assert len(streams) == 2
