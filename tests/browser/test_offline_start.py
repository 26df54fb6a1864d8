"""A new game without a network: it starts on the phone, is played on, and arrives once, with all
its rounds.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Troubles
from tests.browser.offline import (
    KEPT_FORM,
    arrived,
    game_of,
    start_here,
    visited,
    without_a_network,
    write,
)
from tests.browser.playing import Hand, rested, start, totals
from tests.browser.servers import Site, chromium_options, running_site
from tests.browser.starting import FOUR, choose, seat, sit
from tests.reliability.line import Fate, bad_line
from tests.reliability.outbox import HURRY, outbox, settled, until

__all__ = ["without_a_network"]  # for every test of the file


# The policy under which a page stands that was made on the phone.
CARE = """async () => (await caches.match(location.href, { ignoreVary: true }))
  .headers.get("Content-Security-Policy")"""


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def record(phone: Page, address: str) -> dict[str, Any]:
    answer = phone.context.request.get(f"/api/v1/games/{game_of(address)}/record/")
    assert answer.ok, answer.text()
    return answer.json()


def module(phone: Page, name: str) -> str:
    """The address under which the page has loaded a module of ours."""
    look = f"""() => performance.getEntriesByType("resource").map((each) => each.name)
      .find((each) => each.includes("/scoring/{name}."))"""
    found: str = phone.wait_for_function(look).json_value()
    return found


def test_a_game_starts_is_played_and_reloaded_without_a_network_and_arrives_once(
    phone: Page, site: Site
) -> None:
    visited(phone)
    phone.context.set_offline(True)
    phone.goto("/new/")
    expect(phone.locator("#begin")).to_contain_text("the game starts on this phone")
    phone.evaluate(
        "addEventListener('pagehide', () => { sessionStorage.needs = "
        "document.querySelectorAll('.needs').length; })"
    )
    sit(phone, ["Anna", "Beat", "", "Dino"])
    address = start_here(phone)
    expect(phone.locator(".tile .who bdi")).to_have_text(["Anna", "Dino", "Beat", "South"])
    assert phone.evaluate("sessionStorage.needs") == "0"  # nothing was said to need the network
    write(phone, 1, 1)
    phone.reload()
    assert "script-src 'self'" in phone.evaluate(CARE)
    expect(phone.locator("#heading")).to_have_text("Round 3")
    assert totals(phone) == [130, 70]
    expect(phone.locator("#kept li")).to_have_count(3)
    expect(phone.locator("#kept li").last).to_contain_text("Start of this game")
    write(phone, 3)
    # The front page and the sheet know it.
    phone.goto("/")
    row = phone.locator("#shelf li")
    expect(row.locator(".column").first).to_contain_text("Anna & South 195")
    expect(row.locator("[data-note]")).to_have_text("On this phone, to send: 3")
    row.locator("a").tap()
    phone.locator(".menu summary").tap()
    phone.get_by_role("link", name="Score sheet").tap()
    expect(phone.locator(".as-kept tbody tr")).to_have_count(3)
    phone.get_by_role("link", name="To the table").tap()
    expect(phone.locator("#heading")).to_have_text("Round 4")
    phone.context.set_offline(False)
    expect(phone.locator("#rounds .at-server")).to_have_count(3)
    expect(phone.locator("#kept")).to_be_hidden()
    assert outbox(phone) == []
    assert arrived(site, address) == [1, 3, 3]
    assert record(phone, address)["players"] == ["Anna", "Beat", "South", "Dino"]
    # The page of the server has taken the place of the one that was made here: its menu has all.
    phone.locator(".menu summary").tap()
    expect(phone.get_by_role("link", name="Names and seats")).to_be_visible()
    assert phone.context.request.get(f"{address}share/").ok  # this phone owns it


@pytest.mark.slow  # in short: the test after it, for one answer
def test_start_and_rounds_arrive_once_on_a_line_that_loses_answers_and_sends_twice(
    new_phone: Callable[..., Page], site: Site, troubles: Troubles
) -> None:
    fates = iter(
        [Fate.ANSWER_LOST, Fate.REQUEST_LOST, Fate.SENT_TWICE, Fate.ANSWER_LOST, Fate.SENT_TWICE]
    )
    with bad_line(site.url, lambda: next(fates, Fate.PASSED)) as line:
        troubles.expect("net::ERR_(EMPTY_RESPONSE|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING)")
        troubles.expect(f"^request to another host: {line.url}/")
        phone = new_phone(base_url=line.url)
        phone.context.add_init_script(HURRY)
        visited(phone)
        phone.context.set_offline(True)
        phone.goto("/new/")
        choose(phone, "Grand Seigneur")
        expect(seat(phone, 5)).to_be_visible()
        address = start_here(phone)
        hand = Hand(phone)
        for played in (1, 2):
            hand.out(*((4, 3, 2, 1) if played == 1 else (0, 1, 2, 3)))
            expect(phone.locator("#heading")).to_have_text(f"Round {played + 1}")
            rested(phone)
        phone.context.set_offline(False)
        settled(phone)
        expect(phone.locator("#rounds .at-server")).to_have_count(2)
        assert arrived(site, address) == [1, 2, 2]
        assert [len(each["out"]) for each in record(phone, address)["rounds"]] == [5, 5]
        assert line.happened[Fate.SENT_TWICE] == line.happened[Fate.ANSWER_LOST] == 2
        phone.close()


@pytest.mark.slow  # in short: tests/scoring/test_double_starts.py
def test_a_start_whose_answer_is_lost_is_the_same_game_when_it_goes_on_here(
    phone: Page, site: Site
) -> None:
    """The server has it, and the phone does not know: it goes on by itself, and sends the same
    start once more.
    """
    visited(phone)
    sit(phone, FOUR)
    phone.locator("#house-rules").evaluate("fold => { fold.open = true; }")
    phone.get_by_label("Points to reach").fill("1'200")
    phone.route("**/new/", lambda route: (route.fetch(), route.abort()))
    address = start_here(phone)
    phone.unroute("**/new/")
    write(phone, 1)
    expect(phone.locator("#rounds .at-server")).to_have_count(1)
    assert arrived(site, address) == [1, 1, 1]
    expect(phone.locator("#refused")).to_be_hidden()


@pytest.mark.slow  # in short: a game that starts without a network
def test_the_game_and_its_rules_are_chosen_without_a_network_too_with_names_this_phone_knows(
    phone: Page,
) -> None:
    visited(phone)
    start(phone)  # by another way: the page that is kept knows none of these names
    expect(phone.locator("#heading")).to_have_text("Round 1")
    with phone.expect_response("**/state/"):
        phone.locator("#heading").tap()
    phone.context.set_offline(True)
    phone.goto("/new/")
    for name in ("Carla", "Dino"):
        phone.get_by_role("button", name=name, exact=True).tap()
    phone.locator("#presets summary").tap()
    phone.get_by_role("radio", name=re.compile("^Short game")).check()
    phone.locator("#house-rules summary").tap()
    expect(phone.get_by_label("Points to reach")).to_have_value("500")
    choose(phone, "Trichu")
    expect(seat(phone, 4)).not_to_be_attached()
    expect(seat(phone, 1)).to_have_value("Carla")
    phone.get_by_label("Number of rounds").fill("0")
    phone.locator(".go button").tap()
    expect(phone.get_by_label("Number of rounds")).to_have_accessible_description(
        re.compile("whole number from 1")
    )
    phone.get_by_label("Number of rounds").fill("6")
    start_here(phone)
    expect(phone.locator(".columns dt")).to_have_text(["Carla", "Dino", "Seat 3", "Table"])
    expect(phone.locator("#begins")).to_have_text("Carla deals")


@pytest.mark.slow  # in short: a game that starts without a network, above
def test_the_same_people_play_once_more_under_the_same_rules(phone: Page) -> None:
    visited(phone)
    address = start(
        phone,
        rule_target_score="700",
        rule_call_name_0="blind",
        rule_call_value_0="400",
        saving="asks",
    )
    with phone.expect_response("**/state/"):
        phone.locator("#heading").tap()
    phone.goto("/")
    until(phone, KEPT_FORM.replace("/new/", "/"))
    phone.context.set_offline(True)
    phone.reload()
    phone.get_by_role("button", name=re.compile("Same people as last time")).tap()
    expect(seat(phone, 4)).to_have_value("Dino")
    phone.locator("#house-rules summary").tap()
    expect(phone.get_by_label("Points to reach")).to_have_value("700")
    assert start_here(phone) != address
    expect(phone.locator('.tile[data-tile="0"] .chip')).to_have_text(["Tichu", "Grand", "blind"])
    expect(phone.locator(".tile .who bdi")).to_have_text(["Anna", "Dino", "Beat", "Carla"])


@pytest.mark.slow  # in short: a game that starts without a network
def test_a_phone_that_was_never_here_with_a_network_is_told_so(
    new_phone: Callable[..., Page],
) -> None:
    phone = new_phone()
    phone.route("**/new/kit/", lambda route: route.abort())
    phone.goto("/new/")
    until(phone, KEPT_FORM)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("#begin")).to_contain_text("first open this page once with one")
    phone.locator(".go button").tap()
    expect(phone.locator("#begin")).to_contain_text("first open this page once with one")
    assert phone.url.endswith("/new/")


@pytest.mark.slow  # in short: tests/scoring/test_unnamed_seats.py
def test_a_name_that_the_server_does_not_take_leaves_its_seat_without_one(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 422")
    visited(phone)
    phone.context.set_offline(True)
    sit(phone, FOUR)
    refused = {"preset": "of another year", "players": ["Anna", "anna", "Carla", "Dino"]}
    phone.evaluate(
        """async ([outbox, refused]) => {
          const { Outbox } = await import(outbox);
          const start = Outbox.prototype.start;
          Outbox.prototype.start = function (screen, data) {
            return start.call(this, screen, { ...data, ...refused });
          };
        }""",
        [module(phone, "outbox"), refused],
    )
    address = start_here(phone)
    phone.context.set_offline(False)
    settled(phone)
    expect(phone.locator(".tile .who bdi")).to_have_text(["Anna", "Dino", "West", "Carla"])
    assert record(phone, address)["players"] == ["Anna", "West", "Carla", "Dino"]


@pytest.mark.slow  # in short: tests/scoring/test_api_games.py for the refusal
def test_a_game_that_another_phone_has_is_refused_and_can_be_thrown_away(
    new_phone: Callable[..., Page], phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    other = start(new_phone())
    visited(phone)
    phone.context.set_offline(True)
    taken = other.rstrip("/").rpartition("/")[2]
    phone.evaluate(
        "(id) => { document.getElementById('start').elements.start_id.value = id; }", taken
    )
    start_here(phone)
    write(phone, 1)
    phone.context.set_offline(False)
    expect(phone.locator("#refused .reason")).to_contain_text("used on another phone")
    expect(phone.locator("#kept li")).to_have_count(1)  # its round waits behind it
    phone.get_by_role("button", name="Discard").tap()
    phone.get_by_role("button", name="Really discard?").tap()
    phone.wait_for_url("/")
    assert outbox(phone) == []


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Site]:
    """A laptop in a hall: plain http under a name that is not this machine's own."""
    with running_site(tmp_path / "hall", ALLOWED_HOSTS="127.0.0.1,hall.test") as site:
        yield site


@pytest.mark.slow  # a server and a browser of its own
def test_over_plain_http_an_open_form_starts_a_game_in_its_place(
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
    phone.goto("/new/")
    until(phone, f"async () => Boolean(await (await import('{module(phone, 'kit')}')).kept())")
    assert module(phone, "awake")  # the last of the table's files
    context.set_offline(True)
    sit(phone, FOUR)
    address = start_here(phone)
    expect(phone.locator("#insecure")).to_be_visible()
    write(phone, 1, 3)
    expect(phone.locator("#kept .at-phone")).to_have_count(3)
    context.set_offline(False)
    expect(phone.locator("#rounds .at-server")).to_have_count(2)
    assert arrived(hall, address) == [1, 2, 2]
    chromium.close()
