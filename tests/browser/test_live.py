"""Everybody sees the score: pages that follow a game by the stream, by asking, after sleep, over an
upgrade.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.following import (
    CUT_OFF,
    SOON,
    Table,
    answering,
    asked,
    hung,
    no_stream,
    shows,
    sleep,
    version_of,
    wake,
)


@pytest.fixture
def table(new_phone: Callable[..., Page]) -> Table:
    return Table(new_phone())


# Two of these are run on PostgreSQL too, one for the stream and one for asking: what the pages make
# of the answers is the same there.


# The stream
# --------------------------------------------------------------------------------------------------


def test_a_round_shows_on_the_sheet_the_link_and_the_walls_of_others_without_a_reload(
    new_phone: Callable[..., Page], table: Table
) -> None:
    table.write()
    link = table.link()
    owner, sheet, wall = table.page, new_phone(), new_phone(viewport=(1280, 720), is_mobile=False)
    owner.goto(table.address)
    sheet.goto(link)
    wall.goto(f"{link}wall/")
    loads = asked(sheet, r"/look/[^/]+/$")
    for page in (owner, sheet):
        shows(page, 1)
    hung(wall, 1)
    table.write()
    for page in (owner, sheet):
        shows(page, 2)
    hung(wall, 2)
    assert {request.resource_type for request in loads} == {"fetch"}
    assert {request.headers.get("hx-request") for request in loads} == {"true"}
    table.post("pause/")
    expect(sheet.locator(".state")).to_have_text("paused")
    expect(wall.locator(".state")).to_have_text("paused")
    for page in (owner, sheet, wall):
        expect(page.locator("#age")).to_be_hidden()


def test_the_table_hears_that_its_round_was_seen(
    new_phone: Callable[..., Page], table: Table
) -> None:
    table.write()
    sheet = table.page
    with sheet.expect_response(lambda answer: answer.url.endswith("/seen/")) as first:
        sheet.goto(table.address)
    assert first.value.status == 204
    assert (first.value.request.post_data or "").endswith(f"&version={version_of(sheet)}")
    with sheet.expect_response(lambda answer: answer.url.endswith("/seen/")) as second:
        table.write()
    assert second.value.status == 204
    assert second.value.request.post_data != first.value.request.post_data


def test_what_people_do_in_the_page_stays(table: Table) -> None:
    for _ in range(5):
        table.write()
    table.post("pause/")
    table.post("resume/")
    sheet = table.page
    sheet.goto(table.address)
    for summary in (".finish", ".happenings", ".undo-round"):
        sheet.locator(f"{summary} > summary").tap()
    field = sheet.get_by_label("Why? (optional)")
    field.press_sequentially("last tram")
    field.evaluate("(field) => field.setSelectionRange(2, 4)")
    before = field.evaluate("(field) => (window.typedIn = field).getBoundingClientRect().top")
    table.write()
    shows(sheet, 6)
    expect(field).to_be_focused()
    expect(field).to_have_value("last tram")
    assert field.evaluate(
        "(field) => [field === typedIn, field.selectionStart, field.selectionEnd]"
    ) == [True, 2, 4]
    assert sheet.locator(".finish").evaluate("(fold) => fold.open")
    assert sheet.locator(".happenings").evaluate("(fold) => fold.open")
    assert field.evaluate("(field) => field.getBoundingClientRect().top") == pytest.approx(
        before, abs=4
    )
    # The button would undo another round by now: whoever wants that opens it again.
    expect(sheet.locator(".undo-round summary")).to_have_text("Undo round 6")
    assert not sheet.locator(".undo-round").evaluate("(fold) => fold.open")


@pytest.mark.slow  # in short: what people do in the page stays
def test_the_keyboard_stays_where_it_was_when_its_button_goes(table: Table) -> None:
    table.write()
    sheet = table.page
    sheet.goto(table.address)
    sheet.get_by_role("button", name="Pause").focus()
    table.post("pause/")
    expect(sheet.get_by_role("button", name="Resume")).to_be_visible()
    expect(sheet.locator("#live")).to_be_focused()


# Asking
# --------------------------------------------------------------------------------------------------


@pytest.mark.slow  # in short: a stream that fell silent, and tests/scoring/pages/test_live_pages.py
def test_without_the_stream_the_page_asks_and_is_mostly_told_that_nothing_changed(
    table: Table, troubles
) -> None:
    troubles.expect(CUT_OFF)
    sheet = table.page
    no_stream(sheet)
    table.write()
    with sheet.expect_response(lambda answer: answer.status == 304, timeout=SOON):
        sheet.goto(table.address)
    expect(sheet.locator("#age")).to_be_hidden()
    table.write()
    shows(sheet, 2)
    expect(sheet.locator("#age")).to_be_hidden()
    # The stream is tried all the while; once it is there nobody asks any more.
    with sheet.expect_response("**/live/**", timeout=SOON):
        sheet.unroute_all()
    table.write()
    shows(sheet, 3)


@pytest.mark.slow  # in short: a page that slept
def test_a_stream_that_fell_silent_is_not_trusted(table: Table) -> None:
    table.write()
    sheet = table.page
    sheet.clock.install()
    sheet.add_init_script(
        "document.addEventListener('version', () => (document.body.dataset.heard = 'yes'))"
    )
    with sheet.expect_response("**/live/**"):
        sheet.goto(table.address)
        sheet.clock.run_for(1_000)
    # From the first word in it, not from the answer's head: a busy page takes a while between the
    # two.
    expect(sheet.locator("body[data-heard]")).to_be_attached()
    streams = asked(sheet, "/live/")
    # It asks, and opens the stream again after half a second: which comes first is for the browser
    # to say.
    with (
        sheet.expect_response(lambda answer: answer.status == 304),
        sheet.expect_request("**/live/**"),
    ):
        sheet.clock.run_for(26_000)
        sheet.clock.run_for(10_000)
    assert len(streams) == 1
    expect(sheet.locator("#age")).to_be_hidden()


@pytest.mark.slow  # in short: a stream that fell silent
def test_the_page_says_how_old_it_is_while_the_server_is_out_of_reach(
    new_phone: Callable[..., Page], table: Table, troubles
) -> None:
    troubles.expect(CUT_OFF)
    table.write()
    link = table.link()
    sheet, wall = new_phone(), new_phone(viewport=(1280, 720), is_mobile=False)
    sheet.goto(link)
    wall.goto(f"{link}wall/")
    for page in (sheet, wall):
        expect(page.locator("#age")).to_be_hidden()
        page.context.set_offline(True)
        expect(page.locator("#age")).to_have_text(
            re.compile(r"^No connection\. As of \d\d:\d\d\.$")
        )
        expect(page.locator("#age")).to_be_in_viewport()
    table.write()
    shows(sheet, 1)
    for page in (sheet, wall):
        page.context.set_offline(False)
        expect(page.locator("#age")).to_be_hidden()
    shows(sheet, 2)
    hung(wall, 2)


def test_a_page_that_slept_shows_the_newest_on_waking_and_was_quiet_meanwhile(table: Table) -> None:
    table.write()
    sheet = table.page
    with sheet.expect_response("**/live/**"):
        sheet.goto(table.address)
    with sheet.expect_event("requestfailed", lambda request: "/live/" in request.url):
        sleep(sheet)
    requests = asked(sheet, "/games/|/live/")
    table.write()
    # What another page of the same server has heard by now, this one would have too.
    other = sheet.context.new_page()
    other.goto(table.address)
    shows(other, 2)
    other.close()
    assert requests == []
    shows(sheet, 1)
    # No answer yet: the page must not wait for its stream
    sheet.route("**/live/**", lambda _: None)
    wake(sheet)
    shows(sheet, 2)


FALSE_ANSWERS: dict[str, dict[str, Any]] = {
    "a hotel's page": {
        "status": 200,
        "content_type": "text/html",
        "body": "<html><h1>Welcome, please log in</h1></html>",
    },
    "a redirect": {"status": 302, "headers": {"Location": "http://elsewhere.invalid/login"}},
    "a hotel's 404": {"status": 404, "content_type": "text/html", "body": "<h1>Log in first</h1>"},
    "another server's 404": {
        "status": 404,
        "content_type": "application/json",
        "body": '{"detail": "Log in first"}',
    },
    "another game": {
        "status": 200,
        "content_type": "text/html",
        "body": '<div id="live" data-channel="x">0</div>',
    },
    "an error": {"status": 503, "body": ""},
}


def test_what_is_no_answer_of_ours_is_not_taken_for_one(table: Table, troubles) -> None:
    troubles.expect(CUT_OFF)
    troubles.expect("status of (404|503)")
    table.write()
    sheet = table.page
    sheet.goto(table.address)
    no_stream(sheet)
    for name, answer in FALSE_ANSWERS.items():
        sheet.route(table.address, answering(answer))
        sleep(sheet)
        wake(sheet)
        expect(sheet.locator("#age"), name).to_be_visible()
        shows(sheet, 1)
        sheet.unroute(table.address)
        sleep(sheet)
        wake(sheet)
        expect(sheet.locator("#age"), name).to_be_hidden(timeout=SOON)


def test_a_revoked_link_is_told_with_its_reason_and_nothing_is_asked_any_more(
    new_phone: Callable[..., Page], table: Table, troubles
) -> None:
    troubles.expect("status of 404")
    table.write()
    link = table.link()
    sheet = new_phone()
    sheet.goto(link)
    table.post("share/viewer/revoke/")
    sleep(sheet)
    wake(sheet)
    expect(sheet.locator("#age")).to_contain_text("revoked or replaced")
    requests = asked(sheet, ".")
    sleep(sheet)
    wake(sheet)
    sheet.evaluate("() => dispatchEvent(new Event('online'))")
    assert requests == []
    shows(sheet, 1)


# An upgrade
# --------------------------------------------------------------------------------------------------


def upgraded(page: Page, where: str) -> None:
    """Every answer from now on is one of a newer build."""

    def rebuilt(route: Route) -> None:
        answer = route.fetch()
        body = re.sub('data-build="[^"]*"', 'data-build="newer"', answer.text())
        route.fulfill(response=answer, body=body)

    page.route(where, rebuilt)


@pytest.mark.slow  # in short: what people do in the page stays
@pytest.mark.parametrize("typed", ["", "last tram"])
def test_a_page_from_before_an_upgrade_loads_itself_anew_unless_something_is_typed(
    table: Table, typed: str
) -> None:
    table.write()
    sheet = table.page
    sheet.goto(table.address)
    sheet.evaluate("window.before = true")
    assert sheet.locator("#live").get_attribute("data-build")
    if typed:
        sheet.locator(".finish summary").tap()
        sheet.get_by_label("Why? (optional)").fill(typed)
    upgraded(sheet, table.address)
    if typed:
        table.write()
        shows(sheet, 2)
        assert sheet.evaluate("window.before")
        expect(sheet.get_by_label("Why? (optional)")).to_have_value(typed)
    else:
        with sheet.expect_event("framenavigated"):
            table.write()
        shows(sheet, 2)
        expect(sheet.locator("#live")).to_have_attribute("data-build", "newer")
        assert sheet.evaluate("window.before === undefined")
