"""The table's screen in a real phone-sized browser: taps, reloads, mistakes, other ways to tap."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Troubles
from tests.browser.directing import phone
from tests.browser.playing import (
    FOUR,
    Hand,
    arrived,
    begin,
    let_in,
    number,
    reads,
    rested,
    saved,
    screen,
    start,
    totals,
)
from tests.reliability.outbox import HURRY

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


@pytest.mark.slow  # in short: a tap too many, above; tests/scoring/test_repeated_entries.py
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
        page.get_by_role("group", name=name).get_by_label("Went out in place").fill(str(place))
    page.get_by_role("group", name="Anna").get_by_label("Call").select_option("grand")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".errors[role=alert]")).to_contain_text("card points")
    expect(page.get_by_role("group", name="Carla").get_by_label("Went out in place")).to_have_value(
        "3"
    )
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
