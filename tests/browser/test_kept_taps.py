"""What was tapped is kept: over a reload, a lost answer, another tab, a refusal."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Troubles
from tests.browser.directing import phone
from tests.browser.playing import (
    Hand,
    arrived,
    let_in,
    number,
    reads,
    saved,
    start,
    totals,
)
from tests.reliability.outbox import HURRY

__all__ = ["phone"]  # the fixture


def test_what_is_tapped_while_the_round_is_played_survives_a_reload(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.call(2, "grand")
    hand.out(1)
    phone.reload()
    assert hand.order() == [1]
    expect(phone.get_by_role("button", name="Grand Tichu, Carla, failed")).to_be_visible()
    hand.out(0, 2)
    hand.points(100)
    saved(phone, 1)
    assert totals(phone) == [-100, 0]
    phone.reload()
    assert hand.order() == []


def test_after_a_reload_undo_takes_one_tap_back_and_not_the_round(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.out(1, 0)
    hand.call(2)
    # As a version before the calls of sides kept it
    phone.evaluate("""() => {
      const [key] = Object.keys(localStorage).filter((each) => each.startsWith("draft:"));
      const { draft: { sideCalls, ...draft }, ...kept } = JSON.parse(localStorage.getItem(key));
      localStorage.setItem(key, JSON.stringify({ ...kept, draft }));
    }""")
    phone.reload()
    assert hand.order() == [1, 0]
    carlas = phone.locator('.chip[data-seat="2"][data-call="tichu"]')
    expect(carlas).to_have_attribute("aria-pressed", "true")
    hand.tap(".undo")
    expect(carlas).to_have_attribute("aria-pressed", "false")
    for left in ([1], []):
        hand.tap(".undo")
        assert hand.order() == left


@pytest.mark.slow  # in short: tests/scoring/test_repeated_entries.py
def test_a_double_tap_on_save_makes_one_round(phone: Page) -> None:
    start(phone, saving="asks")
    hand = Hand(phone)
    hand.out(0, 2)
    phone.locator(".save").dblclick()
    saved(phone, 1)
    phone.reload()
    assert (number(phone), totals(phone)) == (2, [200, 0])


@pytest.mark.slow  # in short: tests/reliability/test_lossy_line.py
def test_a_round_whose_answer_was_lost_is_sent_again_and_stands_once(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("net::ERR_FAILED")
    start(phone)
    lost = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)  # the server has committed; the phone never hears of it
        route.abort()

    phone.route("**/entries/", lose_the_first_answer)
    hand = Hand(phone)
    hand.out(0, 2)
    saved(phone, 1)
    arrived(phone, 1)
    phone.reload()
    assert (lost, number(phone), totals(phone)) == ([201], 2, [200, 0])


@pytest.mark.slow  # in short: test_two_phones.py, where another phone was
def test_another_tab_was_faster_and_the_taps_stay(phone: Page) -> None:
    address = start(phone)
    other = phone.context.new_page()
    other.add_init_script(HURRY)
    other.goto(f"{address}score/")
    first, second = Hand(phone), Hand(other)
    second.out(1)
    first.out(0, 2)
    saved(phone, 1)
    expect(other.locator("#trouble")).to_contain_text(
        "Round 1 was saved in another tab of this phone"
    )
    assert (second.order(), totals(phone)) == ([1], [200, 0])
    other.get_by_role("link", name="Show the current game").tap()
    expect(other.locator("h1")).to_have_text("Round 2")
    expect(other.locator("#trouble")).to_be_empty()
    assert (second.order(), totals(other)) == ([], [200, 0])
    second.out(0, 2)
    saved(other, 2)
    arrived(other, 2)
    other.reload()
    expect(other.locator("#trouble")).to_be_empty()
    assert totals(other) == [400, 0]


@pytest.mark.slow  # in short: a refused round is mended in test_redraw.py and in test_outbox.py
def test_taps_for_a_king_who_is_none_any_more_are_refused_and_do_not_come_up_again(
    phone: Page, new_phone: Callable[..., Page], troubles: Troubles
) -> None:
    troubles.expect("status of 409|net::ERR_FAILED")
    address = start(phone, "wu_wang")
    hand = Hand(phone)
    hand.out(1, 0, 2)
    hand.points(50)
    saved(phone, 1)
    arrived(phone, 1)
    other = new_phone(service_workers="block")
    other.add_init_script(HURRY)
    let_in(phone, address, other)
    late = Hand(other)
    late.out(1, 2, 0)
    other.route("**/state/", lambda route: route.abort())  # it has not heard of the correction yet
    phone.goto(f"{address}rounds/1/correct/")
    hand.out(0, 2, 1)  # away with the old order
    hand.out(2, 0, 1)
    hand.save()
    phone.wait_for_url(f"{address}score/")
    late.points(100)
    refused = other.locator("#refused li")
    expect(refused).to_contain_text("the partners changed")
    other.unroute("**/state/")
    other.reload()
    expect(refused).to_contain_text("the partners changed")
    expect(other.locator("#begins")).to_have_text("Carla is King")
    assert (number(other), late.order(), totals(other)) == (2, [], [50, 50, 50, 50])
    refused.get_by_role("button", name="Edit").tap()
    reads(other, "Correct round 2")
    assert late.order() == [], "taps for other sides do not come up again"
    late.out(1, 2, 0)
    late.points(100)
    late.save()
    saved(other, 2)
    arrived(other, 2)
    assert totals(other) == [50, 50, 150, 150]


@pytest.mark.slow  # in short: what is tapped survives a reload
def test_going_back_to_the_screen_shows_the_game_as_it_stands(phone: Page) -> None:
    address = start(phone)
    hand = Hand(phone)
    hand.out(0, 2)
    saved(phone, 1)
    arrived(phone, 1)
    phone.goto(address)
    phone.go_back()
    expect(phone.locator("h1")).to_have_text("Round 2")


@pytest.mark.slow  # in short: test_outbox.py, of other reasons
def test_the_reason_is_told_where_a_phone_may_not_write_any_more(
    phone: Page, new_phone: Callable[..., Page], troubles: Troubles
) -> None:
    troubles.expect("status of 404")
    address = start(phone)
    phone.goto(f"{address}share/#scorer")
    phone.get_by_role("button", name="Make a link").tap()
    link = phone.locator("#address-scorer").inner_text()
    beat = new_phone()
    beat.goto(link)
    phone.get_by_text("Make a new code").last.tap()
    phone.get_by_role("button", name="Revoke").tap()
    expect(phone.locator("#address-scorer")).to_have_count(0)
    Hand(beat).out(0, 2)
    expect(beat.locator("#refused li")).to_contain_text("not open on this phone")
    reads(beat, "Round 1 saved · rejected")
    expect(beat.locator("#age")).to_be_hidden()
