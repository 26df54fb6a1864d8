"""An evening in a cellar without a network: the phone keeps it all, over reloads and restarts, and
sends it later.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.rules import Round, RuleSet, play
from tests.browser.conftest import PATIENCE, Troubles
from tests.browser.playing import Hand, start, totals
from tests.browser.servers import Site, chromium_options
from tests.reliability.evening import (
    ENDLESS,
    as_recorded,
    evening,
    game_of,
    on_round,
    record,
    take_back,
    taken_in,
)
from tests.reliability.line import Line, bad_line
from tests.reliability.outbox import HURRY, opens_without_a_network, outbox, settled

SWEEP = Round(out=(1, 3))
TAKEN_BACK = 3  # the round that is written wrong first


@pytest.fixture(autouse=True)
def without_a_network(troubles: Troubles) -> None:
    troubles.expect(
        "net::ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING)"
    )


@pytest.fixture
def line(site: Site, troubles: Troubles) -> Iterator[Line]:
    """A good line, for tests that cut it or hold answers back."""
    with bad_line(site.url) as line:
        troubles.expect(f"^request to another host: {line.url}/")
        yield line


def totals_after(rounds: list[Round]) -> list[int]:
    return list(play(RuleSet.of("nanking", {"target_score": None}), 4, rounds).totals)


def check_all_arrived_once(site: Site, phone: Page, address: str, rounds: list[Round]) -> None:
    assert outbox(phone) == []
    assert record(phone, address) == as_recorded(rounds)
    assert Counter(taken_in(site, game_of(address))) == {("round", "counted"): len(rounds)}


# On PostgreSQL the long version alone, which starts a Chromium there: what the server does there
# with rounds that come late and come again is in test_kill.py and test_held.py.
@pytest.mark.parametrize(
    "most",
    [pytest.param(4, marks=pytest.mark.any_database), pytest.param(12, marks=pytest.mark.slow)],
)
def test_rounds_written_offline_over_reloads_and_closed_tabs_arrive_once_and_in_order(
    site: Site, phone: Page, most: int
) -> None:
    cellar = phone.context
    cellar.add_init_script(HURRY)
    address = start(phone, **ENDLESS)
    opens_without_a_network(phone)
    cellar.set_offline(True)
    rounds = evening(most)
    for number, played in enumerate(rounds, start=1):
        if number in {2, 9}:
            phone.reload()
        if number in {4, 11}:
            phone.close()
            phone = cellar.new_page()
            phone.goto(f"{address}score/")
        on_round(phone, number)
        hand = Hand(phone)
        if number == TAKEN_BACK:
            hand.write(SWEEP, 4)
            take_back(hand, number)  # it was never sent: the server shall not hear of it
        hand.write(played, 4)
        assert totals(phone) == totals_after(rounds[:number])
    assert [(entry["number"], entry["kind"]) for entry in outbox(phone)] == [
        (number, "round") for number in range(1, most + 1)
    ]
    cellar.set_offline(False)
    settled(phone)
    check_all_arrived_once(site, phone, address, rounds)
    expect(phone.locator("#rounds .at-server")).to_have_count(most)


@contextmanager
def switched_on(
    browser: Browser, home: Path, line: Line, troubles: Troubles
) -> Iterator[BrowserContext]:
    """A phone that keeps its things in `home`, until it is switched off."""
    context = browser.browser_type.launch_persistent_context(
        home,
        **chromium_options(),
        base_url=line.url,
        locale="en-GB",
        viewport={"width": 320, "height": 640},
        has_touch=True,
        is_mobile=True,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(HURRY)
    troubles.watch(context)
    try:
        yield context
    finally:
        context.close()


@pytest.mark.slow  # in short: rounds over reloads and closed tabs
@pytest.mark.any_database
def test_a_phone_restarted_without_a_network_shows_the_whole_game_and_sends_it_later(
    site: Site, line: Line, browser: Browser, tmp_path: Path, troubles: Troubles
) -> None:
    rounds = evening(most=5, seed=2)
    with switched_on(browser, tmp_path, line, troubles) as context:
        phone = context.new_page()
        address = start(phone, **ENDLESS)
        for played in rounds[:2]:
            Hand(phone).write(played, 4)
        settled(phone)
        opens_without_a_network(phone)
        line.cut()
        for played in rounds[2:4]:
            Hand(phone).write(played, 4)
    with switched_on(browser, tmp_path, line, troubles) as context:
        phone = context.new_page()
        phone.goto(f"{address}score/")
        on_round(phone, 5)
        assert totals(phone) == totals_after(rounds[:4])
        expect(phone.locator("#rounds li")).to_have_count(2)
        expect(phone.locator("#kept .at-phone")).to_have_count(2)
        Hand(phone).write(rounds[4], 4)
        assert totals(phone) == totals_after(rounds)
        line.mend()
        settled(phone)
        check_all_arrived_once(site, phone, address, rounds)


@pytest.mark.any_database
def test_the_row_and_the_next_board_stand_before_the_server_has_answered(
    site: Site, line: Line, new_phone: Callable[..., Page]
) -> None:
    phone = new_phone(base_url=line.url)
    phone.add_init_script(HURRY)
    address = start(phone, **ENDLESS)
    opens_without_a_network(phone)
    line.free.clear()
    Hand(phone).write(SWEEP, 4)
    row = phone.locator("#kept li")
    expect(row).to_contain_text("being sent")
    assert line.holding.wait(PATIENCE / 1000), "the server was never asked"
    assert len(record(phone, address)) == 1, "the server has the round, and the phone does not know"
    expect(row).to_have_attribute("data-place", "sending")
    assert totals(phone) == [0, 200]
    line.free.set()
    settled(phone)
    expect(phone.locator("#rounds .at-server")).to_have_count(1)


@pytest.mark.slow  # in short: the evening above
def test_the_row_and_the_next_board_stand_without_a_network(phone: Page) -> None:
    phone.add_init_script(HURRY)
    start(phone, **ENDLESS)
    opens_without_a_network(phone)
    phone.context.set_offline(True)
    Hand(phone).write(SWEEP, 4)
    expect(phone.locator("#kept li[data-place=phone]")).to_have_count(1)
    assert totals(phone) == [0, 200]
