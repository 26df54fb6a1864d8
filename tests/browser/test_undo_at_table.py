"""What was saved is read back until the next tap; undo takes back a tap, and then the round that it
saved.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.directing import phone
from tests.browser.playing import Hand, arrived, number, press, reads, rested, saved, start, totals
from tests.browser.sending import start_whole

__all__ = ["phone"]  # the fixture


def test_undo_takes_back_taps_and_then_the_saved_round_with_its_taps_standing_again(
    phone: Page,
) -> None:
    start(phone)
    hand = Hand(phone)
    hand.out(0, 2)  # a double victory saves itself, but Beat's Tichu was forgotten
    saved(phone, 1)
    hand.out(1)
    hand.tap(".undo")
    assert hand.order() == []
    expect(phone.locator(".undo")).to_contain_text("Undo round 1")
    hand.tap(".undo")
    reads(phone, "Round 1 is undone")
    rested(phone)
    assert (number(phone), hand.order(), totals(phone)) == (1, [0], [0, 0]), (
        "but for the tap that saved it"
    )
    hand.call(1)
    assert number(phone) == 1, (
        "there may be more to mend: the tap that completes the round saves it"
    )
    hand.out(2)
    saved(phone, 1)
    assert totals(phone) == [200, -100]


@pytest.mark.slow  # in short: undo takes back taps, and then the saved round
def test_undo_in_a_correction_takes_back_only_what_was_changed_there(phone: Page) -> None:
    address = start(phone)
    hand = Hand(phone)
    hand.call(1)
    hand.out(0, 1, 2)
    hand.points(40)
    saved(phone, 1)
    arrived(phone, 1)

    def as_it_was() -> None:
        expect(phone.locator(".undo")).to_be_disabled()
        expect(phone.locator('[data-points="40"]')).to_have_attribute("aria-pressed", "true")
        expect(phone.get_by_role("button", name="Tichu, Beat, failed")).to_be_visible()
        assert hand.order() == [0, 1, 2, 3]

    phone.goto(f"{address}rounds/1/correct/")
    as_it_was()
    hand.call(1)
    hand.points(45)
    hand.tap(".undo")
    expect(phone.locator('[data-points="40"]')).to_have_attribute("aria-pressed", "true")
    expect(phone.locator(".undo")).to_be_enabled()
    hand.tap(".undo")
    as_it_was()
    hand.call(1)
    hand.points(45)
    phone.reload()
    hand.tap(".undo")
    expect(phone.locator(".undo")).to_be_enabled()  # the changes are kept, and the other one stays
    hand.tap(".undo")
    as_it_was()


@pytest.mark.slow  # in short: test_redraw.py, at the end of a game
def test_a_round_taken_back_after_the_page_was_loaded_anew_lacks_the_tap_that_saved_it(
    phone: Page,
) -> None:
    start(phone)
    hand = Hand(phone)
    hand.call(3)
    hand.points(40)
    hand.out(0, 1, 2)
    hand.save()
    saved(phone, 1)
    hand.tap(".undo")
    reads(phone, "Change what was wrong, then save. Round 1 is undone: ● +40 ▲ −40")
    assert hand.order() == [0, 1, 2, 3]
    rested(phone)
    hand.save()
    saved(phone, 1)
    arrived(phone, 1)
    phone.reload()
    hand.tap(".undo")
    reads(phone, "Card points? Round 1 is undone: ● +40 ▲ −40")
    assert hand.order() == [0, 1, 2, 3]
    rested(phone)
    hand.points(45)
    saved(phone, 1)
    assert totals(phone) == [45, -45]


def test_after_a_reload_taps_are_taken_back_in_their_order(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.out(0, 1)
    hand.call(3)  # the last tap, and not the first of the round
    called = phone.get_by_role("button", name="Tichu, Dino, failed")
    expect(called).to_be_visible()
    phone.reload()
    expect(called).to_be_visible()
    hand.tap(".undo")
    expect(called).to_have_count(0)
    assert hand.order() == [0, 1]
    hand.tap(".undo")
    assert hand.order() == [0]


def test_undo_on_the_card_at_the_end_leaves_the_taps_too(phone: Page) -> None:
    """On the server's card, as at the table: but for the tap that ended the game, which would end
    it again.
    """
    start(phone, rule_target_score="300")
    hand = Hand(phone)
    hand.call(0)
    hand.out(0, 2)
    expect(phone.locator(".end-card")).to_be_visible()
    arrived(phone, 1)
    for again in (False, True):
        if again:
            phone.reload()
        phone.locator("#rest form.undoing button").tap()
        reads(phone, "Who is out second? Round 1 is undone: ● +300 ▲ 0")
        assert (hand.order(), totals(phone)) == ([0], [0, 0])
        expect(phone.get_by_role("button", name="Tichu, Anna, made")).to_be_visible()
        rested(phone)
        hand.out(2)
        expect(phone.locator("#rest form.undoing")).to_be_visible()


@pytest.mark.slow  # in short: the undo of a round above
def test_a_table_that_is_asked_finds_the_whole_round_after_an_undo_and_saves_it_again(
    phone: Page,
) -> None:
    start(phone, saving="asks")
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(40)
    hand.save()
    saved(phone, 1)
    hand.tap(".undo")
    reads(phone, "Change what was wrong, then save. Round 1 is undone: ● +40 ▲ +60")
    rested(phone)
    hand.call(1)
    assert (number(phone), hand.order()) == (1, [0, 1, 2, 3])
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [40, -40]


SAVED = "● +165 ▲ +35 Round 1 saved. Anna, Beat, Carla, Dino · 65 : 35 · Anna: Tichu ✓ made"
# Everything that the place of troubles has said since.
ALARMS = """() => {
  window.alarms = [];
  new MutationObserver(() => window.alarms.push(document.querySelector("#trouble").textContent))
    .observe(document.querySelector("#trouble"),
      { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.slow  # in short: undo takes back taps, and then the saved round
def test_what_was_saved_is_read_back_until_the_next_tap(
    new_phone: Callable[..., Page], troubles: Troubles
) -> None:
    """Over the rest, the next round's board without a network, the server's news, the news of
    another phone.
    """
    troubles.expect("net::ERR_(INTERNET_DISCONNECTED|FAILED)")
    phone = new_phone(service_workers="block")
    address = start_whole(phone)
    phone.evaluate(ALARMS)
    hand = Hand(phone)
    phone.context.set_offline(True)
    hand.call(0)
    hand.out(0, 1, 2)
    hand.points(65)
    reads(phone, f"{SAVED} · on this phone")
    expect(phone.locator("#age")).to_be_visible()
    saved(phone, 1)  # it has rested
    reads(phone, f"{SAVED} · on this phone")
    phone.context.set_offline(False)
    reads(phone, f"{SAVED} · on the server")
    arrived(phone, 1)
    with phone.expect_response("**/state/"):
        press(phone, address, "share/viewer/renew")  # the game changes, and its page hears of it
    reads(phone, f"{SAVED} · on the server")
    expect(phone.locator(".undo")).to_have_text("Undo round 1")
    assert [said for said in phone.evaluate("window.alarms") if said] == []
    hand.call(1)
    expect(phone.locator("#question")).to_have_text("Who is out first?")
