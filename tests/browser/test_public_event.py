"""A tournament's public pages in somebody's hand: they say once who they are, and what follows
comes by itself.
"""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.conftest import Troubles
from tests.browser.looking import fits_thumbs
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone
from tournaments.pages.discs import Discs
from tournaments.stage.results import Result

# Nothing lies over it: what is found in its middle is its own.
ON_TOP = """each => {
    const box = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(box.x + 20, box.y + box.height / 2));
}"""

# That a page asks by itself, in its turn, `test_hall_screens` waits for.
ASK_AT_ONCE = "document.dispatchEvent(new Event('stale'))"


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
    phone.evaluate(ASK_AT_ONCE)
    expect(done).to_contain_text("3 of 4")
    expect(you).to_contain_text("against")
    you.get_by_role("link", name="Choose another name").click()
    expect(phone.locator(".find")).to_have_count(1)


def test_the_rounds_of_a_bracket_stay_at_hand_while_one_after_the_other_is_looked_at(
    new_phone: NewPhone, records: Records
) -> None:
    phone = new_phone()
    phone.goto(records(halls.a_bracket, 16))
    for name in ("Semi-finals", "Final", "Quarter-finals"):
        chip = phone.get_by_role("link", name=name, exact=True)
        chip.tap()
        expect(phone.get_by_role("heading", name=name, exact=True)).to_be_in_viewport(ratio=1)
        expect(chip).to_be_in_viewport(ratio=0.9)
        # No empty band: what is before it pushes its matches apart no longer.
        heading = phone.get_by_role("heading", name=name, exact=True)
        above, first = (
            heading.bounding_box(),
            heading.locator("xpath=..").locator(".box").first.bounding_box(),
        )
        assert above
        assert first
        assert first["y"] - (above["y"] + above["height"]) < 60, name
    chips = phone.locator(".chips.no-laptop a")
    edges = [box for one in chips.all() if (box := one.bounding_box())]
    assert all(one["x"] + one["width"] <= next_["x"] for one, next_ in pairwise(edges))


def words(text: str) -> re.Pattern[str]:
    """These words and no others, whatever space is between them."""
    return re.compile(r"^\s*" + r"\s*".join(map(re.escape, text.split())) + r"\s*$")


@pytest.mark.slow  # in short: tests/tournaments/pages/public/test_registration_pages.py
def test_whoever_enters_reads_their_row_as_it_will_be_while_they_type_and_choose(
    new_phone: NewPhone, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    phone = new_phone(viewport=(320, 640))
    phone.goto(records(halls.a_door))
    row = phone.locator("#own-row")
    expect(row).to_have_text(words("3 Anna M. & Jan M."))
    fits_thumbs(phone)
    assert axe(phone) == []
    typed = phone.get_by_label("Player 1")
    typed.press_sequentially("\u0141ucja Wi\u015bniewska")
    phone.get_by_label("Player 2").press_sequentially("Przemys\u0142aw D\u0105b")
    phone.get_by_label("Club or family").press_sequentially("Bern")
    expect(row).to_have_text(words("3 \u0141ucja W. & Przemys\u0142aw D. Bern"))
    phone.get_by_label("by number only").check()
    expect(row).to_have_text(words("3 No. 3"))
    phone.get_by_label("by another name").check()
    phone.get_by_label("The other name").press_sequentially("Dragons")
    expect(row).to_have_text(words("3 Dragons"))
    expect(typed).to_have_value("\u0141ucja Wi\u015bniewska")
    phone.get_by_role("button", name="Ask to play").click()
    expect(phone).to_have_url(re.compile(r"/own/.*new=1"))


@pytest.mark.slow  # in short: test_evening_looks.py
def test_the_own_row_and_the_head_stay_in_sight_wherever_the_standings_are_scrolled(
    new_phone: NewPhone, records: Records
) -> None:
    evening: dict[str, Any] = records(halls.an_open_evening, 16)
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


def test_the_discs_of_a_row_stand_level_whatever_is_in_them(
    new_phone: NewPhone, records: Records
) -> None:
    page = new_phone((320, 640))
    page.goto(records(halls.position_rows, 8, 1))
    kinds = [Result(1, "won", (7,)), Result(2, "absent"), Result(4, "lost"), Result(5, "bye")]
    row = Discs({7: 3}).row(kinds, range(1, 6))  # of the third there is nothing
    tops = page.locator("td.discs").first.evaluate(
        """(cell, row) => {
            cell.innerHTML = row;
            return [...cell.children].map((disc) => disc.getBoundingClientRect().top);
        }""",
        row,
    )
    assert len(tops) == 5
    assert max(tops) - min(tops) < 1


@contextmanager
def another_site(page: str) -> Iterator[int]:
    """Some club's own site, of one page: the port at which it answers."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.slow  # in short: tests/tournaments/pages/public/test_embedded_pages.py
def test_a_club_s_own_site_shows_the_round_that_is_played_and_no_other_site_does(
    new_phone: NewPhone, records: Records, site: Site, troubles: Troubles
) -> None:
    evening: dict[str, Any] = records(halls.an_open_evening, 8)
    overview = evening["standings"].partition("standings")[0]
    framing = (
        "<!doctype html><title>The club</title><iframe "
        f'src="{site.url}{overview}rounds/?embed"></iframe>'
    )
    with another_site(framing) as port:
        allowed, refused = f"http://localhost:{port}", f"http://127.0.0.1:{port}"
        records(halls.allow, overview.split("/")[2], allowed)
        troubles.expect(
            f"request to another host: {allowed}/|request to another host: {refused}/|favicon"
        )
        phone = new_phone()
        phone.goto(allowed)
        within = phone.frame_locator("iframe")
        expect(within.locator(".tables li").first).to_be_visible()
        over = within.locator(".state")
        expect(over).to_contain_text("2 of 4")
        assert phone.context.cookies() == []
        # It asks by itself, every so often and when it comes into sight.
        records(halls.a_result_more, overview.split("/")[2])
        phone.frames[1].evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(over).to_contain_text("3 of 4")
        # A link opens beside the club's page.
        with phone.context.expect_page() as opened:
            within.locator(".no").first.click()
        expect(opened.value.locator("main")).to_be_visible()
        assert "/matches/" in opened.value.url
        assert opened.value.evaluate("window.opener") is None
        assert phone.url == f"{allowed}/"
        troubles.expect("frame-ancestors|Refused to frame|Framing")
        phone.goto(refused)
        expect(phone.frame_locator("iframe").locator(".tables")).to_have_count(0)
        assert phone.frames[1].url.startswith("chrome-error:")
