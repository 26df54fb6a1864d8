"""After a round of a game of ranks the drawing itself says who changes chairs, and who pushes what
to whom.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import SIDEWAYS
from tests.browser.playing import Hand, saved, start
from tests.reliability.outbox import HURRY

PEOPLE = ("Olga", "Beat", "Zoé", "Anna", "Jonas", "Jörg", "Ida")
SPOTS = """() => Object.fromEntries([...document.querySelectorAll(".spot")].map((spot) => [
  Number(spot.dataset.place) + 1,
  [spot.querySelector("bdi").textContent, spot.querySelector("small").textContent,
    spot.querySelector("span").dataset.push]]))"""
# What the drawing has under the foot or out of the screen.
HIDDEN = """() => { const foot = document.querySelector(".foot").getBoundingClientRect();
  return [...document.querySelectorAll(".spot b, .spot bdi, .spot small, .pushes rect, .pushing")]
    .map((each) => [each.textContent, each.getBoundingClientRect()])
    .filter(([, box]) => box.height
      && (box.bottom > foot.top + 1 || box.left < 0 || box.right > innerWidth))
    .map(([text]) => text); }"""


def after_a_round(phone: Page) -> Hand:
    phone.add_init_script(HURRY)
    start(phone, "grand_seigneur", PEOPLE)
    hand = Hand(phone)
    hand.out(3, 1, 0, 6, 4, 5)  # Zoé is last
    saved(phone, 1)
    return hand


def test_who_moves_and_who_pushes_stands_in_the_drawing(new_phone: Callable[..., Page]) -> None:
    phone = new_phone((390, 844))
    hand = after_a_round(phone)
    expect(phone.locator("svg.pushes rect")).to_have_count(3)
    assert phone.evaluate(SPOTS) == {
        "1": ["Anna", "↑ from chair 4", "3 ⇄ 7"],
        "2": ["Beat", "stays", "2 ⇄ 6"],
        "3": ["Olga", "↓ from chair 1", "1 ⇄ 5"],
        "4": ["Ida", "↑ from chair 7", ""],
        "5": ["Jonas", "stays", "1 ⇄ 3"],
        "6": ["Jörg", "stays", "2 ⇄ 2"],
        "7": ["Zoé", "↓ from chair 3", "3 ⇄ 1"],
    }
    assert sorted(phone.locator("svg.pushes text").all_text_contents()) == ["1", "2", "3"]
    expect(phone.locator(".felt b")).to_be_hidden()  # lines run over it
    expect(phone.locator(".pushing")).to_contain_text("The best cards up, as many others down")
    assert (phone.evaluate(HIDDEN), phone.evaluate(SIDEWAYS)) == ([], 0)
    hand.out(1)  # the next round is filled in
    expect(phone.locator("svg.pushes")).to_have_count(0)
    assert phone.evaluate(SPOTS)["1"] == ["Beat", "Great Lord", ""]


@pytest.mark.slow  # in short: who moves and who pushes
def test_where_there_is_no_room_for_a_round_table_it_stands_beside_the_names(
    new_phone: Callable[..., Page],
) -> None:
    phone = new_phone((320, 640))
    after_a_round(phone)
    expect(phone.locator('.spot[data-place="0"] small')).to_be_visible()
    expect(phone.locator("svg.pushes")).to_have_count(0)
    assert (phone.evaluate(HIDDEN), phone.evaluate(SIDEWAYS)) == ([], 0)


def test_in_always_last_people_sit_down_beside_the_first_who_stays_or_takes_another_chair(
    new_phone: Callable[..., Page],
) -> None:
    phone = new_phone((390, 844))
    phone.add_init_script(HURRY)
    start(phone, "always_last", PEOPLE[:5])
    hand = Hand(phone)
    hand.out(3, 1, 0, 4)
    saved(phone, 1)
    expect(phone.locator("svg.pushes rect")).not_to_have_count(0)
    said = {name: came for name, came, _push in phone.evaluate(SPOTS).values()}
    # From Anna on they sat, to the right: Anna, Jonas, Olga, Beat, Zoé.
    assert said == {
        "Anna": "stays",
        "Beat": "from chair 4",
        "Olga": "stays",
        "Jonas": "from chair 2",
        "Zoé": "stays",
    }
    expect(phone.locator(".pushing")).to_contain_text("The best cards up, the worst down")
    assert (phone.evaluate(HIDDEN), phone.evaluate(SIDEWAYS)) == ([], 0)
    moving = phone.locator(".reseating ul").first
    expect(moving).to_contain_text("Anna stays.")
    moves = {name for name, came in said.items() if came != "stays"}
    assert {name for name in said if f"{name} moves" in moving.inner_text()} == moves, (
        "as the list under it"
    )
    phone.locator("#choosing summary").tap()
    phone.locator("#choosing").get_by_role("button", name="Beat").tap()
    expect(phone.locator('.spot[data-place="0"] small')).to_have_text("from chair 3")
    assert {name: came for name, came, _push in phone.evaluate(SPOTS).values()} == {
        "Anna": "from chair 3",
        "Beat": "from chair 1",
        "Olga": "from chair 5",
        "Jonas": "stays",
        "Zoé": "from chair 2",
    }
    hand.out(0, 4, 3, 1)  # Olga is first, and stays: from her on sat Jonas, Zoé, Anna, Beat
    saved(phone, 2)
    assert {name: came for name, came, _push in phone.evaluate(SPOTS).values()} == {
        "Olga": "stays",
        "Jonas": "stays",
        "Anna": "from chair 4",
        "Beat": "from chair 5",
        "Zoé": "from chair 3",
    }
