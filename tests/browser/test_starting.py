"""Starting games in a real browser: with JavaScript and without, by thumb, by keyboard and by dragging."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

Axe = Callable[[Page], list[str]]
NewPhone = Callable[..., Page]
FOUR = ["Anna", "Beat", "Carla", "Dino"]
TWELVE = [*FOUR, "Eva", "Finn", "Gina", "Hans", "Ines", "Jan", "Kim", "Leo"]
SCORER = re.compile(r"/games/[0-9a-f-]{36}/score/$")
LONG = "Maximiliane-Friederike von und zu Hohenb"  # forty characters
HEBREW = "\u05d3\u05d9\u05e0\u05d4"


def seat(page: Page, number: int) -> Locator:
    return page.get_by_role("textbox", name=re.compile(rf"^Seat {number}$")).or_(
        page.get_by_role("combobox", name=re.compile(rf"^Seat {number}$"))
    )


def sit(page: Page, names: list[str]) -> None:
    for number, name in enumerate(names, start=1):
        seat(page, number).fill(name)


def typed(page: Page) -> list[str]:
    return page.locator('input[name^="name_"]').evaluate_all("fields => fields.map(field => field.value)")


def drawn(page: Page) -> list[str]:
    return page.locator(".ring .at bdi").all_inner_texts()


def start(page: Page) -> None:
    page.locator(".go").get_by_role("button", name="Start the game").click()
    page.wait_for_url(SCORER)


def choose(page: Page, game: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^{game}")).check()


def a_game(page: Page, names: list[str] = FOUR) -> None:
    page.goto("/new/")
    sit(page, names)
    start(page)


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def too_small(page: Page) -> list[str]:
    """Whatever can be tapped and measures less than 48 x 44 px, the label of a ticked thing counting as part of it."""
    return page.evaluate("""() => [...document.querySelectorAll("main a, main button, main input, main summary")]
        .map((thing) => thing.matches("[type=radio], [type=checkbox]") ? thing.closest("label") : thing)
        .filter((thing) => thing.checkVisibility() && !thing.matches(".unseen, p a, li a[href^='#'], [type=hidden]"))
        .map((thing) => [thing.getBoundingClientRect(), thing])
        .filter(([box]) => box.width < 47.9 || box.height < 43.9)
        .map(([box, thing]) => `${thing.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)""")


# With JavaScript ----------------------------------------------------------------------------------------------


def test_a_stranger_starts_a_game_from_the_front_page(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("link", name="New game").tap()
    sit(phone, FOUR)
    start(phone)


def test_the_same_people_are_two_taps_or_fewer_from_the_front_page(phone: Page) -> None:
    a_game(phone)
    phone.goto("/")
    phone.evaluate("""() => {
        sessionStorage.taps = 0;
    }""")
    phone.context.add_init_script(
        "addEventListener('pointerdown', () => { sessionStorage.taps = Number(sessionStorage.taps) + 1; }, true)"
    )
    phone.reload()
    phone.get_by_role("button", name=re.compile("Same people as last time")).tap()
    phone.wait_for_url(SCORER)
    assert 1 <= int(phone.evaluate("sessionStorage.taps")) <= 2


def test_the_drawing_follows_what_is_typed(phone: Page) -> None:
    phone.goto("/new/")
    sit(phone, FOUR)
    assert drawn(phone) == FOUR
    assert phone.locator(".teams").inner_text().split() == ["Anna", "+", "Carla", "against", "Beat", "+", "Dino"]
    anna, beat, carla, dino = (phone.locator(f".at-{place}").bounding_box() for place in range(4))
    assert anna["y"] > beat["y"] > carla["y"]
    assert beat["x"] > anna["x"] > dino["x"]  # play goes to the right, anticlockwise
    phone.get_by_text("Table, direction, saving").tap()
    phone.get_by_role("radio", name=re.compile("To the left")).check()
    expect(phone.locator(".ring")).to_have_class(re.compile("leftward"))
    assert phone.locator(".at-1").bounding_box()["x"] < phone.locator(".at-3").bounding_box()["x"]


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


def test_choosing_rules_fills_the_house_rules(phone: Page) -> None:
    phone.goto("/new/")
    phone.locator("#presets summary").tap()
    choose(phone, "Short game")
    expect(phone.get_by_role("radio", name=re.compile("^Short game"))).to_be_focused()
    phone.locator("#house-rules summary").tap()
    expect(phone.get_by_label("Points to reach")).to_have_value("500")


def test_a_known_name_is_seated_by_a_tap(phone: Page) -> None:
    a_game(phone)
    phone.goto("/new/")
    chips = phone.locator(".chip")
    expect(chips).to_have_count(4)
    while chips.locator("visible=true").count():
        chips.locator("visible=true").first.tap()
    assert sorted(typed(phone)) == FOUR
    assert drawn(phone) == typed(phone)
    start(phone)


def test_the_seats_are_drawn(phone: Page) -> None:
    phone.goto("/new/")
    sit(phone, FOUR)
    phone.get_by_role("button", name="Draw the seats").tap()
    expect(phone.get_by_role("status").filter(has_text="The seats are drawn.")).to_be_visible()
    expect(phone.get_by_role("button", name="Draw the seats")).to_be_focused()
    assert sorted(typed(phone)) == FOUR
    assert drawn(phone) == typed(phone)


def test_people_change_places_by_keyboard(phone: Page) -> None:
    phone.goto("/new/")
    sit(phone, FOUR)
    phone.get_by_role("button", name="Seat 1: one seat on").focus()
    for _ in range(2):
        phone.keyboard.press("Enter")
    assert typed(phone) == ["Beat", "Carla", "Anna", "Dino"]
    expect(phone.get_by_role("button", name="Seat 3: one seat on")).to_be_focused()
    assert drawn(phone) == typed(phone)


def test_people_change_places_by_dragging(new_phone: NewPhone) -> None:
    laptop = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False)
    laptop.goto("/new/")
    sit(laptop, FOUR)
    laptop.locator(".ring").scroll_into_view_if_needed()
    laptop.locator(".at-0").drag_to(laptop.locator(".at-3"))
    assert typed(laptop) == ["Dino", "Beat", "Carla", "Anna"]
    assert drawn(laptop) == typed(laptop)
    laptop.locator('.seat label[data-seat="1"]').drag_to(laptop.locator('.seat label[data-seat="2"]'))
    assert typed(laptop) == ["Dino", "Carla", "Beat", "Anna"]
    start(laptop)


def test_enter_goes_from_seat_to_seat_and_then_starts(phone: Page) -> None:
    phone.goto("/new/")
    seat(phone, 1).focus()
    for name in FOUR:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    phone.wait_for_url(SCORER)


def test_a_seat_is_added_for_one_more(phone: Page) -> None:
    phone.goto("/new/?variant=always_last")
    sit(phone, TWELVE[:5])
    phone.get_by_role("button", name="Add a seat").tap()
    expect(seat(phone, 6)).to_be_focused()
    phone.keyboard.type("Finn")
    assert drawn(phone) == TWELVE[:6]
    start(phone)


def test_a_double_tap_on_start_makes_one_game(phone: Page) -> None:
    a_game(phone)
    phone.goto("/new/")
    sit(phone, TWELVE[4:8])
    phone.locator(".go button").dblclick()
    phone.wait_for_url(SCORER)
    phone.goto("/")
    expect(phone.locator(".games li")).to_have_count(2)


def test_what_is_wrong_stands_beside_the_field_and_can_be_mended(phone: Page, troubles: Any) -> None:
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


# Without JavaScript -------------------------------------------------------------------------------------------


@pytest.fixture
def plain(new_phone: NewPhone) -> Page:
    """A phone whose browser runs no scripts."""
    return new_phone(java_script_enabled=False)


def test_without_javascript_a_game_is_chosen_seated_and_started(plain: Page) -> None:
    plain.goto("/new/")
    choose(plain, "Tichu Tientsin")
    plain.get_by_role("button", name="Choose this game").tap()
    sit(plain, TWELVE[:6])
    plain.get_by_role("button", name="Seat 1: one seat on").tap()
    expect(seat(plain, 1)).to_have_value("Beat")
    assert typed(plain) == ["Beat", "Anna", *TWELVE[2:6]]
    assert drawn(plain) == typed(plain)
    plain.get_by_role("button", name="Draw the seats").tap()
    expect(plain.get_by_text("The seats are drawn.")).to_be_visible()
    assert sorted(typed(plain)) == TWELVE[:6]
    start(plain)


def test_without_javascript_the_rules_are_chosen(plain: Page) -> None:
    plain.goto("/new/")
    sit(plain, FOUR)
    plain.locator("#presets summary").tap()
    choose(plain, "German championship")
    plain.get_by_role("button", name="Take these rules").tap()
    expect(plain.locator("#presets")).not_to_have_attribute("open", "")
    plain.locator("#house-rules summary").tap()
    expect(plain.get_by_label("Number of rounds")).to_have_value("4")
    assert typed(plain) == FOUR
    start(plain)


def test_without_javascript_known_names_are_seated_and_seats_added(plain: Page) -> None:
    a_game(plain)
    plain.goto("/new/?variant=grand_seigneur")
    for left in (3, 2, 1, 0):
        plain.locator(".chip").first.tap()
        expect(plain.locator(".chip")).to_have_count(left)
    plain.get_by_role("button", name="Add a seat").tap()
    expect(seat(plain, 6)).to_be_visible()
    assert sorted(typed(plain)) == ["", "", *FOUR]
    seat(plain, 5).fill("Eva")
    start(plain)


def test_without_javascript_enter_starts_the_game(plain: Page) -> None:
    plain.goto("/new/")
    sit(plain, FOUR)
    seat(plain, 4).press("Enter")
    plain.wait_for_url(SCORER)


def test_without_javascript_the_same_people_are_one_tap_away(plain: Page) -> None:
    a_game(plain)
    plain.goto("/")
    plain.get_by_role("button", name=re.compile("Same people as last time")).tap()
    plain.wait_for_url(SCORER)


def test_without_javascript_mistakes_are_shown(plain: Page, troubles: Any) -> None:
    troubles.expect("status of 422")
    plain.goto("/new/")
    sit(plain, FOUR[:3])
    plain.locator(".go button").tap()
    expect(seat(plain, 4)).to_have_accessible_description(re.compile("Who sits here"))
    assert typed(plain) == [*FOUR[:3], ""]


# Clubs --------------------------------------------------------------------------------------------------------


def test_two_phones_share_the_names_of_their_club(new_phone: NewPhone) -> None:
    anna, eva = new_phone(), new_phone()
    anna.goto("/club/")
    anna.get_by_label("Name of the club").fill("Tichu Bern")
    anna.get_by_role("button", name="Start the club").tap()
    anna.get_by_role("button", name="Make a link").tap()
    address = anna.get_by_label("Link to hand on").input_value()
    a_game(anna)
    eva.goto(address)
    eva.get_by_role("button", name="Join").tap()
    expect(eva.get_by_role("heading", level=1)).to_have_text("Tichu Bern")
    assert not eva.url.startswith(address)
    eva.goto("/new/")
    expect(eva.get_by_role("button", name="Carla", exact=True)).to_be_visible()
    eva.goto("/club/")
    eva.get_by_role("button", name="Leave this club").tap()
    expect(eva.get_by_role("button", name="Start the club")).to_be_visible()


# How the pages look -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_free_of_faults_for_axe_and_fit_the_phone(
    new_phone: NewPhone, axe: Axe, troubles: Any, scheme: str
) -> None:
    troubles.expect("status of (422|404)")
    phone = new_phone(color_scheme=scheme)
    faults: list[str] = []

    def look(what: str) -> None:
        found = [*axe(phone), *([] if fits(phone) else ["scrolls sideways"]), *too_small(phone)]
        faults.extend(f"{what}: {fault}" for fault in found)

    phone.goto("/")
    look("front page of a stranger")
    phone.goto("/club/")
    look("no club")
    a_game(phone, [LONG, HEBREW, "Carla \U0001f98a", "W" * 40])
    phone.goto("/")
    look("front page")
    for variant in ("nanking", "tientsin", "trichu", "wu_wang", "grand_seigneur", "always_last"):
        phone.goto(f"/new/?variant={variant}")
        look(f"new {variant}")
    phone.goto("/new/")
    phone.locator("#presets summary").tap()
    phone.locator("#house-rules summary").tap()
    phone.locator("#writing summary").tap()
    look("all fold-outs")
    sit(phone, [LONG, LONG, HEBREW, "x" * 60])
    phone.get_by_label("Points to reach").fill("-5")
    phone.get_by_label("Value of Tichu").fill("many")
    phone.get_by_label("Points", exact=True).first.fill("400")
    phone.locator(".go button").tap()
    expect(phone.get_by_role("alert")).to_be_visible()
    look("mistakes")
    phone.goto("/club/")
    phone.get_by_label("Name of the club").fill("W" * 60)
    phone.get_by_role("button", name="Start the club").tap()
    phone.get_by_role("button", name="Make a link").tap()
    expect(phone.get_by_label("Link to hand on")).to_be_visible()
    look("club")
    phone.goto(phone.get_by_label("Link to hand on").input_value())
    look("joining")
    phone.goto("/club/join/nonsense/")
    look("no such link")
    assert faults == []


def test_twelve_people_fit_round_the_table(phone: Page) -> None:
    phone.goto("/new/?variant=grand_seigneur")
    for count in range(6, 13):
        phone.get_by_role("button", name="Add a seat").tap()
        expect(seat(phone, count)).to_be_visible()
    sit(phone, [f"{name} Longname" for name in TWELVE])
    boxes = [phone.locator(f".at-{place}").bounding_box() for place in range(12)]
    overlaps = [
        (one, other)
        for one in range(12)
        for other in range(one)
        if abs(boxes[one]["x"] + boxes[one]["width"] / 2 - boxes[other]["x"] - boxes[other]["width"] / 2)
        < (boxes[one]["width"] + boxes[other]["width"]) / 2 - 1
        and abs(boxes[one]["y"] - boxes[other]["y"]) < boxes[one]["height"] - 1
    ]
    assert overlaps == []
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 320 for box in boxes)
    assert fits(phone)
