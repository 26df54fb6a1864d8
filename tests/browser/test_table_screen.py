"""The table's screen in a real phone-sized browser: taps, mistakes, corrections, the menu."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.directing import phone
from tests.browser.playing import (
    FOUR,
    Hand,
    arrived,
    begin,
    number,
    reads,
    rested,
    saved,
    screen,
    start,
    totals,
)

__all__ = ["phone"]  # the fixture


def test_a_call_moves_nobody_and_a_second_tap_takes_it_away(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.call(1)
    assert hand.order() == []
    expect(phone.get_by_role("button", name="Tichu, Beat, called")).to_have_attribute(
        "aria-pressed", "true"
    )
    hand.out(0)
    expect(phone.get_by_role("button", name="Tichu, Beat, failed")).to_be_visible()
    hand.out(0, 1)
    expect(phone.get_by_role("button", name="Tichu, Beat, made")).to_be_visible()
    hand.call(1, "grand")
    expect(phone.get_by_role("button", name="Grand Tichu, Beat, made")).to_be_visible()
    hand.call(1, "grand")
    gone = phone.get_by_role("button", name="Grand Tichu, Beat", exact=True)
    expect(gone).to_have_attribute("aria-pressed", "false")
    assert hand.order() == [1]


SHAPES = """() => [...document.querySelectorAll("#question .gains .mark")]
  .map((mark) => getComputedStyle(mark))
  .map(({ borderRadius, clipPath }) => [borderRadius, clipPath.replace(/\\(.*/, "")])"""


@pytest.mark.slow  # in short: the whole entry of four fits one screen, in test_table_looks.py
def test_a_mark_has_the_shape_of_its_own_side_whichever_the_keys_count_for(phone: Page) -> None:
    start(phone, saving="asks")
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(65)
    for _ in range(2):
        assert phone.evaluate(SHAPES) == [["50%", "none"], ["0px", "polygon"]]
        hand.tap(".grid .flip")


@pytest.mark.slow  # in short: axe, in test_table_looks.py
def test_keys_and_seats_say_their_side_to_who_does_not_see_it(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    key = phone.locator('[data-points="65"]')
    expect(phone.locator('button.seat[data-seat="1"]')).to_have_accessible_name(
        re.compile("^triangle Beat")
    )
    expect(key).to_have_accessible_name("65, Anna & Carla")
    hand.tap(".grid .flip")
    expect(key).to_have_accessible_name("65, Beat & Dino")
    start(phone, "trichu")
    expect(phone.locator('button.seat[data-seat="0"]')).to_have_accessible_name(
        re.compile("^circle Anna")
    )
    hand.out(1, 0, 2)
    hand.points(50)
    saved(phone, 1)  # the deal passes, and with it the side
    expect(phone.locator('button.seat[data-seat="0"]')).to_have_accessible_name(
        re.compile("^triangle Anna")
    )


@pytest.mark.slow  # in short: a missed wish ends the round
def test_a_wish_being_asked_for_leaves_one_red_button_at_most(phone: Page) -> None:
    start(phone, saving="asks")
    hand = Hand(phone)
    hand.wish(1)
    red = """() => [...document.querySelectorAll("#board button")]
      .filter((each) => each.checkVisibility() && !each.disabled)
      .filter((each) => ["--seal", "--bad"].some((name) => {
        const probe = Object.assign(document.createElement("i"),
          { style: `background: var(${name})` });
        each.append(probe);
        const same = getComputedStyle(probe).backgroundColor
          === getComputedStyle(each).backgroundColor;
        probe.remove();
        return same;
      })).map((each) => each.textContent.trim())"""
    assert phone.evaluate(red) == ["Save"]


def test_nothing_can_be_tapped_before_somebody_hears_it(phone: Page) -> None:
    """On a slow line the page comes before its script. A call tapped into the silence would cost a
    hundred points.
    """
    table = f"{begin(phone.context.request)}score/"
    slow: list[Route] = []

    def keep_back(route: Route) -> None:
        slow.append(route)

    phone.route("**/entry*.js", keep_back)
    phone.goto(table, wait_until="commit")
    expect(phone.locator("#heading")).to_have_text("Round 1")
    painted = "() => performance.getEntriesByType('paint').length"
    assert phone.evaluate(painted) == 0
    for route in slow:
        route.continue_()
    Hand(phone).call(0)
    expect(phone.get_by_role("button", name="Tichu, Anna, called")).to_be_visible()
    assert phone.evaluate(painted) > 0


def test_points_may_be_tapped_first_and_the_question_says_what_is_missing(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.points(65)
    reads(phone, "Who is out first? ● 65 ▲ 35")
    hand.out(0)
    reads(phone, "Who is out second?")
    hand.out(2)
    reads(phone, "Double victory, or card points? It cannot be both")
    expect(phone.locator(".save")).to_be_disabled()
    hand.out(2)
    hand.out(1, 2)
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [65, 35]


def test_two_partners_who_move_up_to_the_head_are_not_saved_as_a_sweep(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.out(0, 1, 2, 1)
    reads(phone, "● +200 ▲ 0 → 200 : 0")
    hand.call(0)
    assert (number(phone), hand.order()) == (1, [0, 2])
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [300, 0]


def test_the_round_is_read_back_in_words_and_numbers_before_it_is_saved(phone: Page) -> None:
    start(phone, saving="asks")
    hand = Hand(phone)
    reads(phone, "Who is out first?")
    hand.call(0)
    reads(phone, "Who is out first?")
    hand.call(3, "grand")
    hand.out(0, 3, 1)
    reads(phone, "Card points?")
    hand.points(65)
    expect(phone.locator("#question")).to_have_text(
        "● +165  ▲ −165 → 165 : −165 Anna: Tichu ✓ made · Dino: Grand Tichu ✗ failed"
    )
    assert totals(phone) == [0, 0]
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [165, -165]


@pytest.mark.slow  # in short: test_points_first.py
def test_a_tap_too_many_is_not_for_the_next_round(new_phone: Callable[..., Page]) -> None:
    """All four names tapped in order, as in any round,
    though the first two were a double victory.
    """
    phone = new_phone()  # in no hurry: the rest is what this is about
    phone.clock.install()
    start(phone)
    hand = Hand(phone)
    hand.out(0)
    # A busy machine would rest no longer than the taps take
    phone.clock.pause_at(phone.evaluate("Date.now() + 1000"))
    hand.out(2)
    phone.wait_for_selector("#board[data-rests]")
    hand.out(1, 3)
    hand.tap(".undo")
    assert (number(phone), hand.order(), totals(phone)) == (2, [], [200, 0])
    phone.clock.resume()
    rested(phone)
    hand.out(1)
    assert hand.order() == [1]


def test_a_missed_wish_ends_the_round_and_asks_before_saving(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.points(65)
    hand.call(0)
    hand.wish(2)
    reads(phone, "● −100 ▲ +200 → −100 : 200 Carla did not fulfil the wish · Anna: Tichu ✗ failed")
    hand.out(0)
    reads(phone, "● +100 ▲ +200 → 100 : 200 Carla did not fulfil the wish · Anna: Tichu ✓ made")
    assert number(phone) == 1
    hand.tap(".grid .wish")
    reads(phone, "Who is out second? ● 65 ▲ 35")
    hand.wish(2)
    hand.save()
    saved(phone, 1)
    assert totals(phone) == [100, 200]


def test_a_correction_takes_a_call_away_without_moving_a_place_and_can_be_given_up(
    phone: Page, new_phone: Callable[..., Page]
) -> None:
    address = start(phone)
    hand = Hand(phone)
    hand.call(1)
    hand.out(1, 0, 2)
    hand.points(40)
    saved(phone, 1)
    arrived(phone, 1)
    phone.goto(f"{address}rounds/1/correct/")
    hand.call(1)
    assert hand.order() == [1, 0, 2, 3]
    phone.get_by_role("link", name="Cancel").tap()
    expect(phone).to_have_url(f"{address}#round-1")
    expect(phone.locator("#round-1")).to_contain_text("Tichu ✓ made")
    phone.goto(f"{address}rounds/1/correct/")
    # What was given up is gone
    expect(phone.get_by_role("button", name="Tichu, Beat, made")).to_be_visible()
    hand.call(1)
    hand.save()
    phone.wait_for_url(f"{address}score/")
    reads(phone, "Round 1 is corrected. The score is now 40 : 60.")
    assert totals(phone) == [40, 60]
    phone.reload()
    reads(phone, "Who is out first?")


@pytest.mark.slow  # in short: the menu of the table, by the client
@pytest.mark.parametrize("old", [False, True], ids=["close watcher", "history"])
def test_escape_and_back_close_what_lies_over_the_board(phone: Page, old: bool) -> None:
    if old:
        phone.add_init_script("delete window.CloseWatcher")
    address = start(phone)
    menu = phone.locator(".menu .panel")
    phone.locator(".menu summary").tap()
    expect(menu).to_be_visible()
    if old:
        phone.wait_for_function("() => history.state?.covered")
        phone.go_back()
        expect(menu).to_be_hidden()
        phone.locator(".menu summary").tap()
        phone.wait_for_function("() => history.state?.covered")
        # Closed by hand, nothing of it stays behind
        phone.locator(".menu summary").tap(position={"x": 5, "y": 5})
        phone.wait_for_function("() => !history.state?.covered")
    else:
        # Until the part of the page that hears it has come, Escape does nothing.
        while menu.is_visible():
            phone.keyboard.press("Escape")
    phone.locator(".grid .counting").tap()
    expect(phone.locator(".count")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator(".count")).to_be_hidden()
    expect(phone).to_have_url(f"{address}score/")


def test_only_who_still_holds_cards_can_miss_a_wish(phone: Page) -> None:
    start(phone)
    hand = Hand(phone)
    hand.out(1)
    hand.wish(1)
    reads(phone, "Only a player who still holds cards can miss a wish.")
    assert hand.order() == [1]
    hand.wish(2)
    reads(phone, "Carla did not fulfil the wish")
    hand.out(2)
    hand.out(0)
    hand.out(3)
    assert hand.order() == [1, 0], "with a third the round would be over"
    hand.tap(".grid .wish")
    hand.out(2)
    hand.tap(".grid .wish")
    reads(phone, "Only a player who still holds cards can miss a wish.")


@pytest.mark.slow  # in short: tests/scoring/pages/table, by the client
def test_the_menu_leads_to_where_the_game_is_ended_early(phone: Page) -> None:
    start(phone)
    phone.locator(".menu summary").tap()
    phone.get_by_role("link", name="Finish early").tap()
    why = phone.get_by_label("Why? (optional)")
    expect(why).to_be_in_viewport()  # its fold is open
    phone.get_by_role("button", name="Finish the game").tap()
    expect(phone.get_by_role("heading", name="Finished early")).to_be_visible()


@pytest.mark.slow  # in short: test_recording.py
def test_the_menu_changes_how_the_table_writes(phone: Page) -> None:
    start(phone)
    phone.locator(".menu summary").tap()
    # On what is left of the page: it closes the sheet and does nothing else
    phone.touchscreen.tap(160, 60)
    itself = phone.get_by_role("switch", name="Saves on the last tap", include_hidden=True)
    expect(itself).to_be_hidden()
    phone.locator(".menu summary").tap()
    expect(itself).to_be_checked()
    itself.tap()
    expect(itself).not_to_be_checked()
    assert screen(phone)["saving"] == "asks"
    phone.locator(".menu summary").tap()
    phone.get_by_role("button", name="First out and points").tap()
    phone.keyboard.press("Escape")
    expect(phone.locator(".sweep")).to_be_visible()
    hand = Hand(phone)
    hand.out(1)
    hand.sweep()
    reads(phone, "▲ +200")


def test_names_of_every_script_stand_on_the_tiles(phone: Page) -> None:
    names = ("🐉🔥", "דָּנָה", "王偉", "<b>Björn</b>")
    start(phone, names=names)
    assert phone.locator(".seat bdi").all_inner_texts() == [names[0], names[3], names[1], names[2]]
    assert set(FOUR).isdisjoint(names)
