"""Starting games in a real browser: by thumb, by keyboard and by dragging."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import Hand
from tests.browser.starting import (
    FOUR,
    SCORER,
    TWELVE,
    NewPhone,
    a_game,
    choose,
    drawn,
    seat,
    sit,
    start,
    typed,
)


def test_a_stranger_starts_a_game_from_the_front_page(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("link", name="New game").tap()
    sit(phone, FOUR)
    start(phone)


def test_the_first_tap_of_a_game_is_the_third_from_the_front_page_and_nothing_is_typed(
    phone: Page,
) -> None:
    phone.goto("/")
    phone.get_by_role("link", name="New game").tap()
    phone.locator(".go").get_by_role("button", name="Start the game").tap()
    phone.wait_for_url(SCORER)
    Hand(phone).out(0)
    expect(phone.locator(".tile").first).to_contain_text("North")
    expect(phone.locator(".question")).to_have_text("Who is out second?")


def test_the_same_people_are_two_taps_or_fewer_from_the_front_page(phone: Page) -> None:
    a_game(phone)
    phone.goto("/")
    phone.evaluate("""() => {
        sessionStorage.taps = 0;
    }""")
    phone.context.add_init_script(
        "addEventListener('pointerdown', () => { sessionStorage.taps = Number(sessionStorage.taps) "
        "+ 1; }, true)"
    )
    phone.reload()
    phone.get_by_role("button", name=re.compile("Same people as last time")).tap()
    phone.wait_for_url(SCORER)
    assert 1 <= int(phone.evaluate("sessionStorage.taps")) <= 2


@pytest.mark.slow  # in short: test_start_kit.py
def test_the_drawing_follows_what_is_typed(phone: Page) -> None:
    phone.goto("/new/")
    sit(phone, FOUR)
    assert drawn(phone) == FOUR
    said = phone.locator(".teams").text_content()
    assert (said or "").split() == ["Anna", "+", "Carla", "against", "Beat", "+", "Dino"]
    anna, beat, carla, dino = (phone.locator(f".at-{place}").bounding_box() for place in range(4))
    assert anna["y"] < beat["y"] < carla["y"]  # north is above
    assert beat["x"] < anna["x"] < dino["x"]  # play goes to the right, anticlockwise
    phone.get_by_text("Table, direction, saving").tap()
    phone.get_by_role("radio", name=re.compile("To the left")).check()
    expect(phone.locator(".ring")).to_have_class(re.compile("leftward"))
    assert phone.locator(".at-1").bounding_box()["x"] > phone.locator(".at-3").bounding_box()["x"]


@pytest.mark.slow  # in short: tests/scoring/pages/start
def test_choosing_another_game_brings_its_seats_and_keeps_names_and_fold_outs(phone: Page) -> None:
    phone.goto("/new/")
    sit(phone, FOUR)
    phone.get_by_text("House rules", exact=True).last.tap()
    choose(phone, "Tichu Tientsin")
    expect(seat(phone, 6)).to_be_visible()
    assert typed(phone) == [*FOUR, "", ""]
    expect(phone.get_by_label("Value of a triple victory")).to_be_visible()
    expect(phone.get_by_role("radio", name=re.compile("^Tichu Tientsin"))).to_be_focused()
    sit(phone, TWELVE[:6])
    start(phone)


@pytest.mark.slow  # in short: test_start_kit.py
def test_choosing_rules_fills_the_house_rules(phone: Page) -> None:
    phone.goto("/new/")
    phone.locator("#presets summary").tap()
    choose(phone, "Short game")
    expect(phone.get_by_role("radio", name=re.compile("^Short game"))).to_be_focused()
    phone.locator("#house-rules summary").tap()
    expect(phone.get_by_label("Points to reach")).to_have_value("500")


def test_a_known_name_sits_down_by_a_tap_and_stands_up_by_another(phone: Page) -> None:
    a_game(phone)
    phone.goto("/new/")
    chips = phone.locator(".chip[value]")
    expect(chips).to_have_count(4)
    for chip in chips.all():
        chip.tap()
    assert sorted(typed(phone)) == FOUR
    assert drawn(phone) == typed(phone)
    expect(phone.get_by_role("button", name="New name")).to_be_hidden()
    chips.nth(1).tap()
    expect(chips.nth(1)).to_have_attribute("aria-pressed", "false")
    assert typed(phone)[1] == ""
    phone.get_by_role("button", name="New name").tap()
    expect(seat(phone, 2)).to_be_focused()
    phone.keyboard.type("Eva")
    start(phone)


@pytest.mark.slow  # in short: a known name sits down
def test_a_name_tapped_at_a_full_table_starts_nothing(phone: Page) -> None:
    a_game(phone)
    phone.goto("/new/")
    sit(phone, [*FOUR[:3], "Eva"])
    start(phone)
    phone.goto("/new/")
    chips = phone.locator(".chip[value]")
    _, *others, _ = names = chips.evaluate_all("chips => chips.map(chip => chip.value)")
    for chip in chips.all():
        chip.tap()
    expect(phone.get_by_role("status").filter(has_text="All seats are taken")).to_be_visible()
    assert typed(phone) == names[:4]
    # It waits for a game for five, which is offered; a second tap forgets it
    expect(chips.last).to_have_attribute("aria-pressed", "true")
    expect(phone.locator(".offer:visible").first).to_contain_text("Nanking with five")
    chips.last.tap()
    expect(chips.last).to_have_attribute("aria-pressed", "false")
    expect(phone.locator(".offer:visible")).to_have_count(0)
    chips.first.tap()
    expect(phone.locator("#note")).to_be_hidden()
    assert typed(phone) == ["", *others]


@pytest.mark.slow  # in short: a known name sits down
def test_a_name_tapped_at_a_full_table_that_has_room_brings_its_chair(phone: Page) -> None:
    a_game(phone)
    phone.goto("/new/?variant=always_last")
    sit(phone, TWELVE[4:9])
    phone.locator(".chip[value]").first.tap()
    expect(seat(phone, 6)).to_have_value("Anna")
    assert typed(phone) == [*TWELVE[4:9], "Anna"]
    phone.get_by_role("button", name="New name").tap()
    expect(seat(phone, 7)).to_be_focused()
    phone.keyboard.type("Zoe")
    assert typed(phone) == [*TWELVE[4:9], "Anna", "Zoe"]


def test_the_last_name_typed_moves_nothing(phone: Page) -> None:
    phone.goto("/new/")
    for number, name in enumerate(FOUR, start=1):
        seat(phone, number).focus()
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    expect(phone.locator(".go button")).to_be_focused()
    assert phone.evaluate("scrollY") == 0
    phone.keyboard.press("Enter")
    phone.wait_for_url(SCORER)


def test_two_taps_exchange_two_people_and_a_chair_that_is_empty_is_taken(phone: Page) -> None:
    phone.goto("/new/")
    sit(phone, ["Anna", "Beat", "Carla"])
    hold = phone.locator(".hold")
    seat(phone, 4).blur()
    hold.nth(0).tap()
    expect(hold.nth(0)).to_have_attribute("aria-pressed", "true")
    hold.nth(1).tap()
    assert typed(phone) == ["Beat", "Anna", "Carla", ""]
    hold.nth(2).tap()
    seat(phone, 4).tap()
    assert typed(phone) == ["Beat", "Anna", "", "Carla"]
    # A second tap on the same one is for the name.
    hold.nth(3).tap()
    hold.nth(3).tap()
    expect(seat(phone, 4)).to_be_focused()
    phone.keyboard.type(" M.")
    assert drawn(phone) == typed(phone) == ["Beat", "Anna", "", "Carla M."]


@pytest.mark.slow  # in short: test_starting_without_scripts.py
def test_the_seats_are_drawn(phone: Page) -> None:
    phone.goto("/new/")
    sit(phone, FOUR)
    phone.get_by_role("button", name="Draw the seats").tap()
    expect(
        phone.get_by_role("status").filter(has_text="The seats have been drawn.")
    ).to_be_visible()
    expect(phone.get_by_role("button", name="Draw the seats")).to_be_focused()
    assert sorted(typed(phone)) == FOUR
    assert drawn(phone) == typed(phone)


def test_people_change_places_by_keyboard(phone: Page) -> None:
    phone.goto("/new/")
    sit(phone, FOUR)
    for chair in (0, 2):
        phone.locator(".hold").nth(chair).focus()
        phone.keyboard.press("Enter")
    assert typed(phone) == ["Carla", "Beat", "Anna", "Dino"]
    assert drawn(phone) == typed(phone)


@pytest.mark.slow  # in short: by two taps, below
def test_people_change_places_by_dragging(new_phone: NewPhone) -> None:
    laptop = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False)
    laptop.goto("/new/")
    sit(laptop, FOUR)
    laptop.locator(".ring").scroll_into_view_if_needed()
    laptop.locator(".at-0").drag_to(laptop.locator(".at-3"))
    assert typed(laptop) == ["Dino", "Beat", "Carla", "Anna"]
    assert drawn(laptop) == typed(laptop)
    laptop.locator(".hold").nth(1).drag_to(laptop.locator(".hold").nth(2))
    assert typed(laptop) == ["Dino", "Carla", "Beat", "Anna"]
    start(laptop)


def test_enter_goes_from_seat_to_seat_and_then_to_start(phone: Page) -> None:
    phone.goto("/new/")
    seat(phone, 1).focus()
    for name in FOUR:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    expect(phone.get_by_role("button", name="Start the game")).to_be_focused()
    assert drawn(phone) == FOUR
    phone.keyboard.press("Enter")
    phone.wait_for_url(SCORER)


@pytest.mark.slow  # in short: test_start_kit.py, up to twelve
def test_a_seat_is_added_for_one_more(phone: Page) -> None:
    phone.goto("/new/?variant=always_last")
    sit(phone, TWELVE[:5])
    phone.get_by_role("button", name="Add a seat").tap()
    expect(seat(phone, 6)).to_be_focused()
    phone.keyboard.type("Finn")
    assert drawn(phone) == TWELVE[:6]
    start(phone)


@pytest.mark.slow  # in short: tests/scoring/test_double_starts.py
def test_a_second_tap_on_start_sends_nothing_while_the_first_is_on_its_way(phone: Page) -> None:
    """It would make no second game, but its answer would take the place of a page that is already
    on its way.
    """
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    phone.goto("/new/")
    sit(phone, FOUR)
    phone.route("**/new/", hold)
    with phone.expect_request("**/new/"):
        phone.evaluate("""async () => {
            const later = () =>
                new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            for (let tap = 0; tap < 3; tap += 1) {
                document.querySelector(".go button").click();
                await later();
            }
        }""")
    while not sent:  # the request is told before it is handed over
        phone.wait_for_function("true")
    assert len(sent) == 1
    sent[0].continue_()
    phone.wait_for_url(SCORER)
    phone.unroute("**/new/")
    phone.goto("/")
    expect(phone.locator("[data-game]")).to_have_count(1)


def test_what_is_wrong_stands_beside_the_field_and_can_be_mended(
    phone: Page, troubles: Any
) -> None:
    troubles.expect("status of 422")
    phone.goto("/new/")
    sit(phone, [*FOUR[:3], "anna"])
    phone.locator("#house-rules summary").tap()
    phone.get_by_label("Points to reach").fill("-5")
    phone.locator(".go button").tap()
    expect(phone.get_by_role("alert")).to_contain_text("has not started yet")
    expect(seat(phone, 4)).to_have_accessible_description(re.compile("already"))
    expect(phone.get_by_label("Points to reach")).to_have_value("-5")
    phone.get_by_role("link", name=re.compile("Points to reach")).tap()
    phone.get_by_label("Points to reach").fill("500")
    seat(phone, 4).fill("Dino")
    start(phone)
