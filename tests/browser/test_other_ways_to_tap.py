"""Other ways to write a round: counted cards, a stroke, keys, a plain form, points alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.directing import phone
from tests.browser.playing import (
    Hand,
    reads,
    saved,
    start,
    totals,
)
from tests.reliability.outbox import HURRY

__all__ = ["phone"]  # the fixture


@pytest.mark.slow  # in short: test_taps.py
def test_counted_cards_fill_the_points_in_and_the_grid_turns_to_the_other_side(phone: Page) -> None:
    start(phone, saving="asks")
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.tap(".grid .counting")
    for card in ("5", "10", "10", "25"):
        phone.locator(f'.count [data-card="{card}"][aria-pressed="false"]').first.tap()
    expect(phone.locator(".take")).to_have_text("Take 50")
    phone.locator('.count [data-card="-25"]').tap()
    phone.locator(".take").tap()
    reads(phone, "● +25 ▲ +75")
    hand.tap(".grid .flip")
    expect(phone.locator('[data-points="75"]')).to_have_attribute("aria-pressed", "true")
    hand.points(60)
    reads(phone, "● +40 ▲ +60")


@pytest.mark.slow  # in short: test_taps.py
def test_a_stroke_over_the_seats_stands_for_the_taps(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(has_touch=False, is_mobile=False)
    phone.add_init_script(HURRY)
    start(phone)
    boxes = {
        seat: phone.locator(f'button.seat[data-seat="{seat}"]').bounding_box() for seat in range(4)
    }
    middle = {
        seat: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for seat, box in boxes.items()
    }
    phone.mouse.move(*middle[0])
    phone.mouse.down()
    for seat in (1, 2):
        phone.mouse.move(*middle[seat], steps=8)
    phone.mouse.up()
    assert Hand(phone).order() == [0, 1, 2, 3]
    phone.locator('[data-points="65"]').click()
    saved(phone, 1)
    assert totals(phone) == [65, 35]


@pytest.mark.slow  # in short: test_starting.py, for its keys
def test_a_round_is_written_with_the_keyboard_alone(new_phone: Callable[..., Page]) -> None:
    page = new_phone((1280, 800), has_touch=False, is_mobile=False)
    page.add_init_script(HURRY)
    start(page)

    def reach(name: str) -> None:
        for _ in range(90):
            page.keyboard.press("Tab")
            if (
                page.evaluate(
                    "(it) => it.dataset.points ?? it.ariaLabel ?? it.innerText.trim()",
                    page.evaluate_handle("document.activeElement"),
                )
                == name
            ):
                return
        raise AssertionError(f"{name} cannot be reached by the keyboard")

    for name in ("Grand Tichu, Beat", "Beat", "Anna", "Carla"):
        reach(name)
        page.keyboard.press("Enter")
    # The grid of points is one stop, and arrows move in it.
    reach("50")
    focused = "() => document.activeElement.dataset.points ?? document.activeElement.className"
    for key, there in (
        ("ArrowRight", "55"),
        ("ArrowDown", "85"),
        ("ArrowLeft", "80"),
        ("ArrowUp", "50"),
        ("Home", "-25"),
        ("ArrowLeft", "-25"),
        ("ArrowUp", "-25"),
        ("End", "125"),
        ("ArrowDown", "125"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == there
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "cell counting"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "125", "the stop stays where one has been"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    saved(page, 1)
    assert totals(page) == [120, 180]


@pytest.mark.slow  # in short: tests/scoring/pages/table/test_round_form.py
def test_without_script_the_plain_form_writes_corrects_and_undoes(
    new_phone: Callable[..., Page], troubles: Troubles
) -> None:
    troubles.expect("status of 422")
    page = new_phone(java_script_enabled=False)
    start(page)
    for place, name in enumerate(("Anna", "Beat", "Carla"), start=1):
        page.get_by_role("group", name=name).get_by_label("Order of going out").fill(str(place))
    page.get_by_role("group", name="Anna").get_by_label("Call").select_option("grand")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".errors[role=alert]")).to_contain_text("card points")
    expect(
        page.get_by_role("group", name="Carla").get_by_label("Order of going out")
    ).to_have_value("3")
    page.get_by_label("Card points of Anna & Carla (empty in a sweep)").fill("65")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text("Round 2")
    assert totals(page) == [265, 35]
    page.get_by_role("button", name="Undo round 1").tap()
    expect(page.locator("h1")).to_have_text("Round 1")
    assert totals(page) == [0, 0]


@pytest.mark.slow  # in short: tests/scoring/pages/table/test_screen.py
def test_where_points_alone_are_recorded_a_call_asks_who_was_first(phone: Page) -> None:
    start(phone, recording="points")
    hand = Hand(phone)
    hand.points(70)
    saved(phone, 1)  # nobody called: that is all
    hand.call(0)
    hand.call(3, "grand")
    hand.points(70)
    reads(phone, "Who is out first? ● 70 ▲ 30")
    hand.sweep(1)
    reads(phone, "Who is out first?")
    # Of those swept over
    expect(phone.get_by_role("button", name="Tichu, Anna, failed")).to_be_visible()
    hand.out(0)
    reads(phone, "Is Anna out first? Double victory of the others?")
    hand.out(1)
    reads(phone, "Anna is out first already")
    hand.out(0)
    hand.out(1)
    hand.save()  # the double victory was tapped before
    saved(phone, 2)
    assert totals(phone) == [70 - 100, 30 + 200 - 200]
    hand.tap(".undo")
    reads(phone, "Change what was wrong, then save. Round 2 is undone: ● −100 ▲ 0")


@pytest.mark.slow  # in short: test_tap_orders.py, in every order
def test_with_the_first_out_only_a_second_seat_changes_nothing(phone: Page) -> None:
    start(phone, recording="first")
    hand = Hand(phone)
    hand.out(1, 0, 2)
    reads(phone, "Beat is out first already")
    assert hand.order() == [1]
    hand.out(1, 0)
    hand.points(70)
    saved(phone, 1)
    reads(phone, "Anna · 70 : 30")
