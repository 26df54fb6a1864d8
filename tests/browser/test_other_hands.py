"""What another phone does while this one is elsewhere: a cut stream, a round undone, a game carried
away as a code.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, arrived, let_in, reads, totals
from tests.browser.sending import ANNAS, BEATS, on_server, phone, start_whole, take, write

__all__ = ["phone", "take"]  # fixtures


@pytest.mark.slow  # in short: test_live.py
def test_a_table_that_gets_no_stream_asks_by_itself_and_the_board_says_whose_round_it_shows(
    take: Callable[[], Page], phone: Page
) -> None:
    other = take()
    address = start_whole(phone)
    other.route("**/live/**", lambda route: route.abort())
    let_in(phone, address, other)
    other.locator("#heading").tap()
    write(Hand(phone), ANNAS)
    arrived(other, 1)
    expect(other.locator("#heading")).to_have_text("Round 2")
    expect(other.locator("#question")).to_have_text(
        "Round 1 came from another phone. This is the next one."
    )


@pytest.mark.slow  # in short: test_outbox.py, a refused round with those behind it
def test_a_refused_round_does_not_bar_the_earlier_one_that_it_waits_for(
    take: Callable[[], Page], phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    other = take()
    address = start_whole(phone)
    let_in(phone, address, other)
    write(Hand(phone), ANNAS, BEATS)
    arrived(phone, 2)
    phone.context.set_offline(True)
    write(Hand(phone), ANNAS)
    undo_from_the_sheet(other, address, 2)
    phone.context.set_offline(False)
    expect(phone.locator("#refused li")).to_contain_text("round 2 comes next")
    expect(phone.locator("#heading")).to_have_text("Round 2")
    write(Hand(phone), BEATS)
    arrived(phone, 3)
    expect(phone.locator("#refused")).to_be_hidden()
    assert on_server(phone, address) == [ANNAS, BEATS, ANNAS]


@pytest.mark.slow  # in short: tests/scoring/test_api_handover.py
def test_a_round_that_was_shown_as_a_code_is_taken_back_at_the_server_too(
    take: Callable[[], Page], phone: Page
) -> None:
    carrier = take()
    address = start_whole(phone)
    phone.context.set_offline(True)
    write(Hand(phone), ANNAS, BEATS)
    phone.locator(".menu summary").tap()
    phone.context.set_offline(False)
    # A network that does not reach the server
    phone.route("**/api/v1/**", lambda route: route.abort())
    phone.locator(".hand").first.tap()
    code = phone.locator("#handover-text")
    expect(code).not_to_have_value("")
    carrier.goto("/handover/")
    carrier.get_by_role("textbox").fill(code.input_value())
    carrier.get_by_role("button", name="Read the text").tap()
    carrier.get_by_role("button", name="Send", exact=True).tap()
    expect(carrier.get_by_text("Everything is on the server.")).to_be_visible()
    phone.locator("#handing .hand").tap()
    expect(phone.locator("#handing")).to_be_hidden()
    phone.route("**/state/", lambda route: route.abort())
    phone.locator(".undo").tap()
    expect(phone.locator("#heading")).to_have_text("Round 2")
    phone.unroute("**/api/v1/**")
    phone.unroute("**/state/")
    arrived(phone, 1)
    assert on_server(phone, address) == [ANNAS]


@pytest.mark.slow  # in short: test_two_phones.py
def test_a_round_written_again_in_the_place_of_two_versions_is_taken_from_a_code_too(
    take: Callable[[], Page], phone: Page
) -> None:
    address = start_whole(phone)
    beat, carrier = take(), take()
    let_in(phone, address, beat)
    Hand(beat).out(1)
    write(Hand(phone), ANNAS)
    expect(beat.locator("#trouble")).to_contain_text("Another phone already saved round 1")
    Hand(beat).out(3)
    beat.get_by_role("link", name="Neither: enter it again").tap()
    beat.wait_for_url("**/correct/")
    again = Hand(beat)
    again.call(1)
    # A network that does not reach the server
    beat.route("**/api/v1/**", lambda route: route.abort())
    again.save()
    reads(beat, "Correction saved")
    beat.goto(f"{address}score/")
    beat.locator(".menu summary").tap()
    beat.locator(".hand").first.tap()
    code = beat.locator("#handover-text")
    expect(code).not_to_have_value("")
    carrier.goto("/handover/")
    carrier.get_by_role("textbox").fill(code.input_value())
    carrier.get_by_role("button", name="Read the text").tap()
    carrier.get_by_role("button", name="Send", exact=True).tap()
    expect(carrier.get_by_text("Everything is on the server.")).to_be_visible()
    expect(phone.locator(".dispute")).to_have_count(0)
    assert totals(phone) == [200, -100]


def undo_from_the_sheet(page: Page, address: str, number: int) -> None:
    page.goto(address)
    page.locator(".undo-round summary").tap()
    page.get_by_role("button", name="Yes, undo it").tap()
    expect(page.locator(f"#round-{number}")).not_to_be_attached()
