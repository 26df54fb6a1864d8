"""A game put right while two phones lie on the table: the other board follows, and nothing is
scored for the wrong.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.playing import BOARD, Hand, let_in, number, rested, saved, start, totals
from tests.browser.sending import NO_LINE
from tests.reliability.outbox import HURRY, until


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def tiles(page: Page) -> list[str]:
    """The names on the tiles, by seat."""
    found = page.locator(".tile").evaluate_all(
        "tiles => tiles.map((tile) => [Number(tile.dataset.tile), tile.querySelector('.who "
        "bdi').textContent]).sort()"
    )
    return [name for _, name in found]


def put_right(page: Page, address: str, fields: dict[str, str]) -> None:
    page.goto(f"{address}setup/")
    page.locator("#house-rules").evaluate("fold => { fold.open = true; }")
    for field, text in fields.items():
        page.locator(f"#{field}").fill(text)
    page.locator(".go").get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Done:")).to_be_visible()


@pytest.mark.slow  # in short: tests/scoring/test_setup_changes.py
def test_the_other_phone_follows_and_its_waiting_round_is_looked_at_again(
    new_phone: Callable[..., Page], troubles: Troubles
) -> None:
    troubles.expect(NO_LINE)
    troubles.expect("status of 409")
    anna, beat = new_phone(), new_phone(service_workers="block")
    beat.add_init_script(HURRY)
    address = start(anna, names=("", "Beat", "Carla", "Dino"))
    let_in(anna, address, beat)
    assert tiles(beat) == ["North", "Beat", "Carla", "Dino"]
    with beat.expect_response("**/state/"):
        beat.locator("#heading").tap()
    beat.route("**/entries/", lambda route: route.abort())
    hand = Hand(beat)
    hand.out(1, 3)  # a double victory of Beat and Dino
    saved(beat, 1)
    put_right(
        anna,
        address,
        {"name_0": "Anna", "name_1": "Carla", "name_2": "Beat", "rule_sweep_value": "300"},
    )
    beat.evaluate("dispatchEvent(new Event('online'))")
    expect(beat.locator('.tile[data-tile="0"] .who')).to_have_text(re.compile("Anna"))
    assert tiles(beat) == ["Anna", "Carla", "Beat", "Dino"]
    beat.unroute("**/entries/")
    beat.evaluate("dispatchEvent(new Event('online'))")
    expect(beat.locator("#refused .reason")).to_contain_text("The seating has changed")
    # It was meant for these seats all the same: sent once more, it counts under the rules as they
    # are now.
    beat.get_by_role("button", name="Send again").tap()
    expect(beat.locator('#rounds li[value="1"]')).to_be_attached()
    expect(beat.locator("#refused")).to_be_hidden()
    assert totals(beat) == [0, 300]
    rested(beat)
    assert number(beat) == 2
    as_drawn = beat.context.request.get(f"{address}score/").text()
    assert beat.evaluate(BOARD, None) == beat.evaluate(BOARD, as_drawn)


def test_without_a_network_nothing_is_put_right_and_the_page_says_so(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect(NO_LINE)
    address = start(phone)
    phone.goto(f"{address}setup/")
    until(phone, "async () => Boolean(navigator.serviceWorker.controller)")
    phone.context.set_offline(True)
    phone.locator("#name_0").fill("Eva")
    phone.locator(".go").get_by_role("button", name="Save").tap()
    expect(phone.locator(".needs")).to_have_text("This needs the network. Nothing was changed.")
    expect(phone.locator("#name_0")).to_have_value("Eva")


@pytest.mark.slow  # in short: test_redraw.py
def test_a_board_for_another_game_comes_anew(new_phone: Callable[..., Page]) -> None:
    anna, beat = new_phone(), new_phone()
    address = start(anna)
    let_in(anna, address, beat)
    with beat.expect_response("**/state/"):
        beat.locator("#heading").tap()
    anna.goto(f"{address}setup/")
    anna.locator("label:has(#variant-tientsin)").tap()
    expect(anna.locator("#name_5")).to_be_visible()
    with beat.expect_navigation():
        anna.locator(".go").get_by_role("button", name="Save").tap()
    expect(beat.locator(".tile")).to_have_count(6)


def mend_a_name_far_down(phone: Page) -> None:
    """The page of names and seats, Save pressed where its top is out of sight."""
    address = start(phone)
    phone.goto(f"{address}setup/")
    phone.locator("#name_0").fill("Gast")
    phone.locator("#house-rules").evaluate("fold => { fold.open = true; }")
    save = phone.locator(".go").get_by_role("button", name="Save")
    save.scroll_into_view_if_needed()
    assert phone.evaluate("scrollY") > 300
    save.tap()
    expect(phone.locator(".righted li")).to_have_text(["Name changed to Gast"])


def test_after_save_the_way_back_is_in_sight_and_undo_this_works_by_touch(
    new_phone: Callable[..., Page],
) -> None:
    phone = new_phone((390, 844))
    mend_a_name_far_down(phone)
    expect(phone.get_by_role("link", name="To the table")).to_be_in_viewport()
    phone.get_by_role("button", name="Undo this").tap()
    expect(phone.locator("#name_0")).to_have_value("Anna")


# Before the page's own script looks whether what is said takes it to the top.
STAYS_DOWN = """document.addEventListener(
  "htmx:after:swap",
    () => document.querySelector("[data-top]")?.removeAttribute("data-top"), true)"""


def test_a_button_in_a_message_that_floats_works_by_touch(new_phone: Callable[..., Page]) -> None:
    """Where a page does not go to its top, the message comes to the reader, and stays there under
    the finger.
    """
    phone = new_phone((390, 844), service_workers="block")
    phone.add_init_script(STAYS_DOWN)
    mend_a_name_far_down(phone)
    expect(phone.locator(".righted.afloat")).to_be_in_viewport()
    assert phone.evaluate("scrollY") > 300
    phone.get_by_role("button", name="Undo this").tap()
    expect(phone.locator("#name_0")).to_have_value("Anna")
    expect(phone.locator(".afloat")).to_have_count(0)
