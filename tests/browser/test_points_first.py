"""Card points that are tapped before the order, or just after a round saved itself: no wrong round
is saved unasked.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.directing import phone
from tests.browser.playing import (
    NUMBER_OF,
    Hand,
    arrived,
    number,
    reads,
    rested,
    saved,
    start,
    totals,
)
from tests.browser.sending import start_whole
from tests.lengths import in_short

__all__ = ["phone"]  # the fixture

LATE = 10_000  # ms after a save in which points are asked about: LATE of scorer.js


@pytest.mark.parametrize("recording", ["full", "first"])
def test_a_stray_tap_on_points_saves_nothing_with_the_last_seat(
    phone: Page, recording: str
) -> None:
    start(phone, recording=recording)
    hand = Hand(phone)
    hand.points(35)
    expect(phone.locator("#question")).to_have_text("Who is out first? ● 35 ▲ 65")
    expect(phone.locator(".itself")).to_have_text("Who is out first? Then tap Save.")
    if recording == "full":
        hand.out(0)
        expect(phone.locator(".itself")).to_have_text("Who is out second? Then tap Save.")
        hand.out(1, 2)
    else:
        hand.out(0)
    reads(phone, "35 : 65, then Anna first? → 35 : 65")
    expect(phone.locator(".save")).to_have_text("Save● +35  ▲ +65")
    expect(phone.locator(".itself")).to_have_text(
        "The points came before the order, so this round waits for Save."
    )
    phone.reload()
    reads(phone, "35 : 65, then Anna first?")
    hand.points(60)  # another key takes its place: none is added
    reads(phone, "60 : 40, then Anna first?")
    assert (number(phone), totals(phone)) == (1, [0, 0])
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [60, 40]


@pytest.mark.slow  # in short: points before the order
def test_a_sweep_tapped_before_the_first_out_waits_for_save(phone: Page) -> None:
    start(phone, recording="first")
    hand = Hand(phone)
    hand.call(1)
    hand.sweep()
    reads(phone, "Who is out first? Double victory")
    hand.out(0)
    reads(phone, "Double victory, then Anna first? → 200 : −100")
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [200, -100]


@pytest.mark.slow  # in short: points before the order
def test_points_before_who_made_the_call_wait_for_save_where_points_alone_are_recorded(
    phone: Page,
) -> None:
    start(phone, recording="points")
    hand = Hand(phone)
    hand.call(0)
    hand.points(35)
    expect(phone.locator(".save")).to_be_hidden()
    expect(phone.locator(".itself")).to_have_text("Who is out first? Then tap Save.")
    hand.out(0)
    reads(phone, "35 : 65, then Anna first? → 135 : 65")
    expect(phone.locator(".save")).to_have_text("Save● +135  ▲ +65")
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [135, 65]


OTHERS = [
    (variant, recording)
    for variant in ("tientsin", "trichu", "wu_wang")
    for recording in ("full", "first")
]  # those with points


@pytest.mark.parametrize("others", in_short([OTHERS[:1], OTHERS], [OTHERS[:1]]), ids=len)
def test_points_before_the_order_wait_for_save_in_every_game_with_points(
    phone: Page, others: list[tuple[str, str]]
) -> None:
    for variant, recording in others:
        start(phone, variant, recording=recording)
        hand = Hand(phone)
        hand.points(35)
        everybody = range(NUMBER_OF[variant] + (variant in {"trichu", "wu_wang"}))
        hand.out(*(everybody[:-1] if recording == "full" else everybody[:1]))
        reads(phone, "35 : 65, then Anna first?")
        assert number(phone) == 1, (variant, recording)
        hand.save()
        saved(phone, 1)


def wrong_round(phone: Page, hand: Hand) -> None:
    """Anna is first, and a key was missed: 35 where 60 was meant."""
    hand.out(0, 1, 2)
    hand.points(35)
    saved(phone, 1)


ASKED = "Round 1 was saved as 35 : 65. Correct it or start round 2?"


def test_points_soon_after_a_save_ask_which_round_they_are_for(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    wrong_round(phone, hand)
    hand.points(60)
    expect(phone.locator("#question")).to_have_text(ASKED)
    expect(phone.locator(".undo")).to_be_hidden()
    expect(phone.get_by_role("button", name="Start round 2 with 60 : 40")).to_be_visible()
    phone.get_by_role("button", name="Correct round 1 to 60 : 40").tap()
    saved(phone, 1)
    assert totals(phone) == [60, 40]
    arrived(phone, 1)
    phone.reload()
    assert (number(phone), totals(phone)) == (2, [60, 40])
    expect(phone.locator("#rounds li")).to_have_count(1)


@pytest.mark.slow  # in short: points soon after a save ask
def test_what_comes_of_the_question_besides(phone: Page) -> None:
    """The next round is begun by its button or by a seat; the same key, or a wish, takes the tap
    away.
    """
    start(phone)
    hand = Hand(phone)
    wrong_round(phone, hand)
    hand.points(60)
    hand.points(65)
    reads(phone, ASKED)
    hand.points(65)
    reads(phone, "Who is out first?")
    expect(phone.locator(".undo")).to_have_text("Undo round 1")
    hand.points(65)
    phone.get_by_role("button", name="Start round 2 with 65 : 35").tap()
    expect(phone.locator("#question")).to_have_text("Who is out first? ● 65 ▲ 35")
    hand.tap(".undo")
    hand.points(70)
    # It was answered
    expect(phone.locator("#question")).to_have_text("Who is out first? ● 70 ▲ 30")
    hand.out(0, 1, 2)
    hand.save()
    saved(phone, 2)
    hand.points(20)
    # Save was tapped on purpose
    expect(phone.locator("#question")).to_have_text("Who is out first? ● 20 ▲ 80")
    hand.points(20)
    hand.out(3, 0, 1)
    hand.points(40)
    saved(phone, 3)
    hand.points(20)
    hand.out(1)
    assert hand.order() == [1]
    reads(phone, "Who is out second? ● 20 ▲ 80")
    assert (number(phone), totals(phone)) == (4, [35 + 70 + 40, 65 + 30 + 60])


@pytest.mark.slow  # in short: points soon after a save ask
def test_after_a_while_points_are_for_the_round_that_is_played(phone: Page) -> None:
    phone.clock.install()
    start(phone)
    hand = Hand(phone)
    wrong_round(phone, hand)
    phone.clock.fast_forward(LATE)
    hand.points(60)
    expect(phone.locator("#question")).to_have_text("Who is out first? ● 60 ▲ 40")


@pytest.mark.slow  # in short: points soon after a save ask
def test_a_sweep_saved_by_a_slip_is_opened_by_points(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.out(0, 2)
    saved(phone, 1)
    hand.points(60)
    reads(phone, "Round 1 was saved as Double victory. Correct it or start round 2?")
    phone.locator(".correct-last").tap()
    expect(phone.locator("#heading")).to_have_text("Round 1")
    rested(phone)
    reads(phone, "Who is out second? ● 60 ▲ 40")
    assert (hand.order(), totals(phone)) == ([0], [0, 0])
    hand.out(1, 2)
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [60, 40]


@pytest.mark.slow  # in short: points soon after a save ask
def test_where_points_alone_are_recorded_a_second_tap_is_asked_about_and_a_call_goes_with_it(
    phone: Page,
) -> None:
    start(phone, recording="points")
    hand = Hand(phone)
    hand.points(35)
    saved(phone, 1)
    hand.sweep(1)
    reads(phone, ASKED)
    phone.get_by_role("button", name="Correct round 1 to Double victory").tap()
    saved(phone, 1)
    assert totals(phone) == [0, 200]
    hand.points(50)
    hand.call(0)
    reads(phone, "Who is out first?")
    assert number(phone) == 2, "nothing is saved before the call counts"
    hand.out(0)
    hand.save()
    saved(phone, 2)
    assert totals(phone) == [150, 250]


@pytest.mark.slow  # in short: points soon after a save ask
def test_the_round_before_is_corrected_without_a_network_too(
    new_phone: Callable[..., Page], troubles: Troubles
) -> None:
    troubles.expect("net::ERR_(INTERNET_DISCONNECTED|FAILED)")
    phone = new_phone(service_workers="block")
    start_whole(phone)
    phone.context.set_offline(True)
    hand = Hand(phone)
    wrong_round(phone, hand)
    hand.points(60)
    reads(phone, ASKED)
    phone.locator(".correct-last").tap()
    saved(phone, 1)
    assert totals(phone) == [60, 40]
    phone.context.set_offline(False)
    arrived(phone, 1)
    phone.reload()
    assert (number(phone), totals(phone)) == (2, [60, 40])
