"""The site as an app: what opens without a network after one visit, and how a page over plain http
does without.
"""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Troubles
from tests.browser.offline import kept_here
from tests.browser.playing import Hand, let_in, press, rested, start
from tests.browser.servers import Site, chromium_options, running_site, stop
from tests.browser.starting import NewPhone, a_game
from tests.reliability.outbox import HURRY, until

NO_NETWORK = "ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED"


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


@pytest.fixture(autouse=True)
def without_a_network(troubles: Troubles) -> None:
    troubles.expect(NO_NETWORK)


@pytest.fixture
def quick(new_phone: NewPhone) -> Page:
    """A phone whose rests after a round pass quickly. Not for pages that are left right after a
    round was written.
    """
    phone = new_phone()
    phone.context.add_init_script(HURRY)
    return phone


def write(phone: Page, number: int, points: int = 65) -> None:
    """Tap a round in and see the board of the next."""
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(points)
    expect(phone.locator("#heading")).to_have_text(f"Round {number + 1}")
    rested(phone)


def on_the_server(phone: Page, rounds: int) -> None:
    expect(phone.locator("#rounds .at-server, #rounds .at-seen")).to_have_count(rounds)
    expect(phone.locator("#kept")).to_be_hidden()


# In short: tests/reliability/test_offline_evening.py, over reloads and closed tabs
@pytest.mark.slow
def test_after_one_visit_the_table_opens_without_a_network_with_all_its_rounds(phone: Page) -> None:
    game = start(phone)
    write(phone, 1)
    on_the_server(phone, 1)
    kept_here(phone, f"{game}score/")
    phone.context.set_offline(True)
    write(phone, 2, 40)
    again = phone.context.new_page()
    phone.close()
    again.goto(f"{game}score/")
    expect(again.locator("#heading")).to_have_text("Round 3")
    expect(again.locator(".totals")).to_contain_text("105")
    expect(again.locator(".totals")).to_contain_text("95")
    expect(again.locator("#kept li")).to_have_count(1)
    expect(again.locator("#rounds li")).to_have_count(1)
    expect(again.locator("#age")).to_contain_text("1 to send")
    again.context.set_offline(False)
    on_the_server(again, 2)
    expect(again.locator("#age")).to_be_hidden()


@pytest.mark.slow  # in short: front page and sheet open too
def test_a_sheet_that_was_kept_before_the_last_rounds_leads_to_the_one_that_comes(
    phone: Page,
) -> None:
    game = start(phone)
    kept_here(phone, f"{game}score/")
    phone.goto(game)
    expect(phone.locator(".go")).to_have_text("Enter round 1")
    kept_here(phone, game)
    phone.locator(".go a").tap()
    write(phone, 1)
    expect(phone).to_have_title(re.compile("^Round 2 "))
    on_the_server(phone, 1)
    phone.context.set_offline(True)
    write(phone, 2)
    phone.goto(game)
    expect(phone.locator("#kept li")).to_have_count(1)
    expect(phone.locator(".go")).to_have_text("Enter round 3")
    phone.context.set_offline(False)
    expect(phone.locator("#kept")).to_be_hidden()
    expect(phone.locator(".go")).to_have_text("Enter round 3")


@pytest.mark.slow  # in short: tests/reliability/test_offline_evening.py
def test_a_page_that_came_past_the_worker_while_it_took_over_opens_without_a_network_too(
    quick: Page,
) -> None:
    phone = quick
    phone.goto("/")
    kept_here(phone, "/")
    past = phone.context.new_cdp_session(phone)
    past.send("Network.enable")
    past.send("Network.setBypassServiceWorker", {"bypass": True})
    game = start(phone)
    until(
        phone,
        f"async () => (await caches.open('pages')).match('{game}score/', {{ ignoreVary: true }})",
    )
    past.send("Network.setBypassServiceWorker", {"bypass": False})
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("#heading")).to_have_text("Round 1")


def test_front_page_and_sheet_open_too_and_what_was_never_opened_says_so(quick: Page) -> None:
    phone = quick
    game = start(phone)
    write(phone, 1)
    on_the_server(phone, 1)
    kept_here(phone, f"{game}score/")
    phone.goto("/")
    phone.goto(game)
    kept_here(phone, "/", game)
    # As a newer build does: its page for no network is younger than what is kept of the game.
    phone.evaluate("async () => (await caches.open('pages')).add('/offline/')")
    phone.context.set_offline(True)
    phone.goto("/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Tichu, written down")
    phone.goto(game)
    expect(phone.locator("#round-1")).to_contain_text("65")
    phone.goto(f"{game}rounds/1/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")
    kept = phone.locator("#shelf a")
    expect(kept).to_have_text(re.compile(r"Anna\s& Carla 65"))
    kept.click()
    expect(phone.locator("#heading")).to_have_text("Round 2")
    phone.goto(f"{game}rounds/1/")
    phone.context.set_offline(False)
    phone.get_by_role("link", name="Try again").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")


@pytest.mark.slow  # in short: tests/reliability/test_offline_evening.py
def test_what_waits_is_sent_from_the_front_page_as_well(phone: Page) -> None:
    game = start(phone, rule_target_score="130")
    write(phone, 1)
    on_the_server(phone, 1)
    phone.goto("/")
    kept_here(phone, "/", f"{game}score/")
    phone.context.set_offline(True)
    phone.goto(f"{game}score/")
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(65)
    expect(phone.locator("#heading")).to_have_text("Finished")
    phone.goto("/")
    expect(phone.locator("#unsent")).to_have_text(
        "Rounds not sent yet: 1. They are sent once there is a network."
    )
    row = phone.locator("[data-game]")
    expect(row.locator(".column")).to_have_text(
        [re.compile(r"Anna\s& Carla 130"), re.compile(r"Beat\s& Dino 70")]
    )
    expect(row.locator("[data-note]")).to_have_text("On this phone, to send: 1")
    expect(row.locator("[data-rounds]")).to_have_text("· Rounds: 2")
    expect(row.locator("[data-round]")).to_have_text("Finished")  # with the round that waits
    phone.context.set_offline(False)
    expect(row.locator("[data-note]")).to_be_hidden()
    expect(row.locator(".column").first).to_have_text(re.compile("130"))
    expect(phone.locator("#unsent")).to_be_hidden()
    record = phone.context.request.get(
        f"/api/v1/games/{game.rstrip('/').rpartition('/')[2]}/record/"
    ).json()
    assert len(record["rounds"]) == 2


def test_the_sheet_shows_what_waits_without_a_network_and_with_one(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("ERR_FAILED")
    game = start(phone)
    write(phone, 1)
    on_the_server(phone, 1)
    phone.goto(game)
    kept_here(phone, game, f"{game}score/")
    phone.goto(f"{game}score/")
    phone.context.set_offline(True)
    write(phone, 2, 40)
    phone.goto(game)
    waiting = phone.locator("#waiting")
    expect(waiting.locator("li")).to_have_attribute("value", "2")
    # The whole width, as at the table
    expect(waiting.locator("#kept")).to_have_css("padding-inline-start", "0px")
    expect(waiting.locator("li")).to_have_text(
        re.compile(r"\+40 .*\+60 .*on this phone .*105 : 95")
    )
    expect(waiting.locator("[data-sum]")).to_have_text("With these rounds: 105 : 95")
    expect(waiting.locator("[data-sum]")).to_be_visible()
    expect(phone.locator("#round-1")).to_be_attached()
    expect(phone.locator("#round-2")).not_to_be_attached()
    # With a network, too, for as long as the server does not take it.
    phone.route("**/entries/", lambda route: route.abort())
    phone.context.set_offline(False)
    phone.reload()
    expect(waiting.locator("li")).to_have_count(1)
    phone.unroute("**/entries/")
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator("#round-2")).to_be_attached()
    expect(waiting).to_be_hidden()


@pytest.mark.slow  # in short: test_redraw.py
def test_a_sheet_that_was_never_opened_is_drawn_from_what_the_phone_keeps(phone: Page) -> None:
    game = start(phone)
    write(phone, 1)
    on_the_server(phone, 1)
    kept_here(phone, f"{game}score/", "/here/")
    phone.context.set_offline(True)
    write(phone, 2, 40)
    phone.goto(game)
    expect(phone.get_by_role("heading", level=1)).to_have_text("The game as it is on this phone")
    rounds = [re.compile(r"1\+65 65\+35 35"), re.compile(r"2\+40 105\+60 95")]
    expect(phone.locator(".as-kept tbody tr")).to_have_text(rounds)
    expect(phone.locator(".column")).to_have_text(
        [re.compile(r"Anna\s& Carla 105"), re.compile(r"Beat\s& Dino 95")]
    )
    expect(phone.locator("#waiting li")).to_have_count(1)
    phone.get_by_role("link", name="To the table").click()
    expect(phone.locator("#heading")).to_have_text("Round 3")


@pytest.mark.slow  # in short: test_outbox.py, for other refusals
def test_rounds_for_a_game_that_was_deleted_stay_on_the_phone_and_say_so(
    new_phone: NewPhone, quick: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 410")
    anna, beat = new_phone(), quick
    game = start(anna)
    let_in(anna, game, beat)
    write(beat, 1)
    on_the_server(beat, 1)
    beat.context.set_offline(True)
    write(beat, 2)
    press(anna, game, "delete")
    beat.context.set_offline(False)
    expect(beat.locator("#refused .reason")).to_contain_text("This game was deleted")
    beat.goto("/")
    row = beat.locator("#shelf li")
    expect(row.locator("[data-note]")).to_have_text("On this phone, rejected: 1")
    row.locator("a").tap()
    expect(beat.locator("#refused .reason")).to_contain_text("This game was deleted")
    expect(beat.locator(".as-kept tbody tr")).to_have_count(2)
    press(anna, game, "restore")
    beat.get_by_role("button", name="Send again").tap()
    expect(beat.locator("#waiting")).to_be_hidden()
    record = beat.context.request.get(
        f"/api/v1/games/{game.rstrip('/').rpartition('/')[2]}/record/"
    ).json()
    assert len(record["rounds"]) == 2


class LogInPage(BaseHTTPRequestHandler):
    """What a hotel's network answers to everything until one has paid."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(
            b"<!doctype html><title>Welcome</title><h1>Please pay for the network</h1>"
        )

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


class Fault(LogInPage):
    """The site itself, with a fault: its database does not answer, say."""

    def do_GET(self) -> None:
        self.send_response(500)
        self.send_header("Content-Type", "text/html")
        self.send_header("X-Tichu-Desk", "1")
        self.end_headers()
        self.wfile.write(
            b"<!doctype html><title>Fault</title><h1>Something went wrong on our side</h1>"
        )

    do_POST = do_GET  # noqa: N815


@pytest.mark.parametrize("instead", [LogInPage, pytest.param(Fault, marks=pytest.mark.slow)])
def test_neither_another_log_in_page_nor_a_fault_replaces_a_kept_page_or_an_answer(
    browser: Browser, tmp_path: Path, instead: type[LogInPage]
) -> None:
    with running_site(tmp_path / "site") as own:
        context = browser.new_context(base_url=own.url, locale="en-GB", has_touch=True)
        context.add_init_script(HURRY)
        phone = context.new_page()
        game = start(phone)
        write(phone, 1)
        on_the_server(phone, 1)
        kept_here(phone, f"{game}score/")
        stop(own.process)
        hotel = ThreadingHTTPServer(("127.0.0.1", int(own.env["PORT"])), instead)
        thread = Thread(target=hotel.serve_forever, daemon=True)
        thread.start()
        try:
            phone.reload()
            expect(phone.locator("#heading")).to_have_text("Round 2")
            write(phone, 2)
            expect(phone.locator("#age")).to_contain_text("1 to send")
            expect(phone.locator("#kept .at-phone")).to_have_count(1)
            kept = phone.evaluate(
                'async (page) => (await (await caches.open("pages")).match(page, { ignoreVary: '
                "true })).text()",
                f"{game}score/",
            )
            assert 'id="board"' in kept, "what is kept of the page is the page still"
        finally:
            hotel.shutdown()
            hotel.server_close()
            thread.join()
            context.close()


@pytest.mark.slow  # in short: test_live.py, for a page
def test_a_newer_build_of_the_site_is_loaded_when_nobody_is_tapping_and_only_once(
    phone: Page,
) -> None:
    game = start(phone)
    write(phone, 1)
    on_the_server(phone, 1)
    loads: list[str] = []
    phone.on("framenavigated", lambda frame: loads.append(frame.url))

    def another_build(route: Route) -> None:
        fresh = {
            key: value for key, value in route.request.headers.items() if key != "if-none-match"
        }
        state = route.fetch(headers=fresh).json()
        route.fulfill(json=state | {"build": "another", "version": state["version"] + 1})

    phone.route("**/state/", another_build)
    with phone.expect_navigation():
        phone.evaluate("dispatchEvent(new Event('online'))")
    with phone.expect_response("**/state/"):
        phone.locator("#heading").tap()  # loads the rest of the page, which asks
    write(phone, 2)
    assert loads == [f"{game}score/"]


# Plain http
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Site]:
    """A laptop in a hall: plain http under a name that is not this machine's own."""
    with running_site(tmp_path / "hall", ALLOWED_HOSTS="127.0.0.1,hall.test") as site:
        yield site


# In short: test_https.py for what is missing, test_two_phones.py for rounds that wait
@pytest.mark.slow
def test_over_plain_http_rounds_wait_as_long_as_the_page_is_open_and_the_page_says_what_is_missing(
    browser: Browser, hall: Site
) -> None:
    chromium = browser.browser_type.launch(
        **chromium_options("--host-resolver-rules=MAP hall.test 127.0.0.1")
    )
    context = chromium.new_context(
        base_url=f"http://hall.test:{hall.env['PORT']}", has_touch=True, locale="en-GB"
    )
    context.add_init_script(HURRY)
    phone = context.new_page()
    a_game(phone)
    assert (
        phone.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]")
        == [False] * 3
    )
    write(phone, 1)
    on_the_server(phone, 1)
    expect(phone.locator("#insecure")).to_be_visible()
    assert phone.locator("#insecure a").get_attribute("href") == "/trust/"
    context.set_offline(True)
    for number in (2, 3, 4):
        write(phone, number)
    expect(phone.locator("#kept .at-phone")).to_have_count(3)
    expect(phone.locator("#age")).to_contain_text("3 to send")
    context.set_offline(False)
    on_the_server(phone, 4)
    chromium.close()


@pytest.mark.slow  # in short: test_https.py, where the site's own address is one of three
def test_over_https_and_on_this_machine_nothing_is_said_to_be_missing(quick: Page) -> None:
    start(quick)
    write(quick, 1)
    expect(quick.locator("#insecure")).to_be_hidden()


@pytest.mark.slow  # in short: test_wall.py, by the same module
def test_the_screen_is_kept_on_where_the_browser_allows_it_and_else_the_page_says_so(
    new_phone: NewPhone,
) -> None:
    awake, dark = new_phone(), new_phone()
    awake.add_init_script(
        """navigator.wakeLock.request = async (kind) => {
          window.asked = (window.asked ?? 0) + 1; return {}; };"""
    )
    dark.add_init_script(
        """navigator.wakeLock.request = async () => { throw new DOMException("no"); };"""
    )
    for phone in (awake, dark):
        phone.add_init_script(HURRY)
        start(phone)
    expect(dark.locator("#alone")).to_have_text("The screen may go dark here.")
    for phone in (awake, dark):
        write(phone, 1)
    assert awake.evaluate("window.asked") == 1
    expect(awake.locator("#alone")).to_be_hidden()
    # Said once a game, and neither after a round nor by a page that is loaded anew
    expect(dark.locator("#alone")).to_be_hidden()
    dark.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    dark.reload()
    with dark.expect_response("**/state/"):
        dark.locator("#heading").tap()  # loads the rest of the page, which says it or does not
    expect(dark.locator("#alone")).to_be_hidden()
    write(dark, 2)
    expect(dark.locator("#alone")).to_be_hidden()
