"""The clock of a tournament's round on the phone that writes:
what is left, the last hand, the end.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser import halls
from tests.browser.conftest import Troubles
from tests.browser.looking import fits_thumbs
from tests.browser.playing import Hand, arrived
from tests.browser.records import Records
from tests.reliability.outbox import HURRY

PLAYED = Round(out=(0, 1, 2, 3), card_points=(65, 35))


class Table:
    """A phone that writes at a table against the clock."""

    def __init__(self, phone: Page, records: Records, rule: str) -> None:
        self.phone, self.records = phone, records
        made = records(halls.a_clocked_table, rule)
        self.token, self.round = made["token"], made["round"]
        phone.add_init_script(HURRY)
        phone.goto(f"/match/{self.token}/")
        phone.get_by_role("radio").first.check()
        phone.get_by_role("button", name="Keep score").tap()
        expect(phone.locator("#heading")).to_have_text(re.compile("Hand 1\\b"))
        expect(phone.locator("#clock[data-counts]")).to_be_visible()
        self.hand = Hand(phone)

    def left(self, minutes: int) -> None:
        self.records(halls.set_clock, self.round, minutes)

    def shows(self, heading: str, *, keys: bool) -> None:
        expect(self.phone.locator("#heading")).to_have_text(re.compile(heading))
        expect(self.phone.locator("#entry")).to_be_visible(visible=keys)


@pytest.mark.slow  # in short: tests/tournaments/test_time_is_up.py
def test_the_phone_that_writes_counts_down_says_last_hand_and_stops(
    phone: Page, records: Records
) -> None:
    table = Table(phone, records, "hand")
    clock = phone.locator("#clock b")
    expect(clock).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))
    first = clock.text_content() or ""
    expect(clock).not_to_have_text(first)  # it counts by itself
    table.left(20)
    expect(clock).to_have_text(re.compile(r"^(20:00|19:\d\d)$"))
    fits_thumbs(phone)
    table.left(-1)
    table.shows("Last hand", keys=True)
    expect(clock).to_have_text("0:00")
    fits_thumbs(phone)
    table.hand.tap_in(PLAYED, 4, saves_itself=False)
    table.shows("Time is up", keys=False)
    expect(phone.get_by_text("Hand 1 was the last one. The match is over.")).to_be_visible()
    expect(phone.get_by_role("link", name="Agree on 65 : 35")).to_be_visible()
    fits_thumbs(phone)
    phone.reload()
    table.shows("Time is up", keys=False)
    table.left(20)
    table.shows("Hand 2", keys=True)


@pytest.mark.slow  # in short: tests/tournaments/test_time_is_up.py
def test_what_is_decided_at_the_desk_ends_the_writing(phone: Page, records: Records) -> None:
    table = Table(phone, records, "hand")
    table.hand.write(PLAYED, 4, saves_itself=False)
    table.shows("Hand 2", keys=True)
    records(halls.take_off_paper, table.token)
    table.shows("Decided at the desk", keys=False)
    expect(phone.locator(".stopped-sides b")).to_have_text(["1030", "970"])
    expect(phone.get_by_text("This phone had 65 : 35 after 1 hand.")).to_be_visible()
    fits_thumbs(phone)


@pytest.mark.parametrize("rule", ["hand", "now"])
def test_without_a_network_the_clock_goes_on_and_no_hand_is_lost(
    phone: Page, records: Records, troubles: Troubles, rule: str
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    phone.clock.install()
    table = Table(phone, records, rule)
    table.hand.write(PLAYED, 4, saves_itself=False)
    arrived(phone, 1)  # no answer is on its way any more that would set the clock anew
    phone.context.set_offline(True)
    phone.clock.fast_forward("51:00")
    if rule == "hand":
        table.shows("Last hand", keys=True)
        table.hand.tap_in(PLAYED, 4, saves_itself=False)
    table.shows("Time is up", keys=False)
    expect(phone.locator(".stopped-here")).to_be_visible()
    # By the server's clock there is time left: what was written counts, and the table plays on.
    table.left(20)
    phone.context.set_offline(False)
    phone.clock.fast_forward("00:30")
    table.shows("Hand 3" if rule == "hand" else "Hand 2", keys=True)
