"""The site has lost what it had said to have: the phones at the tables give it again.

As after a restore; with the restore itself, and all that is stopped and started for it, it is in
test_set_back.py.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import written
from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, arrived, reads, rested
from tests.browser.records import Records
from tests.browser.sending import ANNAS, BEATS, on_server, phone, start_whole, take, write
from tests.reliability.outbox import settled

__all__ = ["phone", "take"]  # fixtures

LOOK = "() => dispatchEvent(new Event('online'))"
# Of the stream, which goes on when the game is gone
BEAT = "() => document.dispatchEvent(new Event('beat'))"


@pytest.mark.slow  # in short: test_set_back.py
def test_a_phone_gives_a_site_that_was_set_back_what_it_was_told(
    phone: Page, records: Records, troubles: Troubles
) -> None:
    troubles.expect("status of 404")
    hand = Hand(phone)
    address = start_whole(phone)
    game = address.rstrip("/").rpartition("/")[2]
    write(hand, ANNAS, BEATS, ANNAS)
    arrived(phone, 3)
    copy = records(written.rows_of, game)
    phone.get_by_role("button", name="Undo round 3").tap()
    expect(phone.locator("#heading")).to_contain_text("3")
    rested(phone)
    hand.out(0)  # her place is what is left of the round
    write(hand, BEATS, BEATS)
    arrived(phone, 4)
    records(written.set_back, game, copy)
    assert on_server(phone, address) == [ANNAS, BEATS, ANNAS]
    phone.evaluate(LOOK)
    reads(phone, "restored from an older copy. Sent again: Round 3, Round 4")
    arrived(phone, 4)
    assert on_server(phone, address) == [ANNAS, BEATS, BEATS, BEATS]
    write(hand, ANNAS)
    arrived(phone, 5)
    assert on_server(phone, address) == [ANNAS, BEATS, BEATS, BEATS, ANNAS], (
        "no hand in the place of another"
    )
    records(written.lose, game)
    phone.evaluate(LOOK)
    expect(phone.locator("#age")).to_contain_text("not open on this phone")
    phone.evaluate(BEAT)
    expect(phone.locator("#age")).to_be_visible()
    phone.locator("#whole").tap()
    expect(phone.locator("#age")).to_be_hidden()
    settled(phone)
    assert on_server(phone, address) == [ANNAS, BEATS, BEATS, BEATS, ANNAS]
    # The same for a phone that does not lie open at its table, but comes to it anew.
    phone.goto("/")
    records(written.lose, game)
    phone.goto(f"{address}score/")
    phone.get_by_role("link", name="What this phone has").tap()
    phone.get_by_role("button", name="Restore this game on the site").tap()
    phone.get_by_role("link", name="To the table").tap()
    arrived(phone, 5)
    assert on_server(phone, address) == [ANNAS, BEATS, BEATS, BEATS, ANNAS]
