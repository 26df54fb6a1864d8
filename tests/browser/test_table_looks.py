"""How the table's screen looks and measures in every game: axe, thumbs, one screen of 320 x 640."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Hand, arrived, number, reads, saved, start
from tests.reliability.outbox import HURRY

pytestmark = pytest.mark.any_database

MEASURE = """() => [...document.querySelectorAll('button, summary, a, input:not([type=hidden]), select')]
  .filter((each) => each.checkVisibility() && !each.matches('.skip'))
  .map((each) => [each.className || each.tagName, each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, , box]) => box.width < 48 || box.height < 44)
  .map(([kind, text, box]) => `${kind} "${text}" ${box.width} x ${box.height}`)"""
SIDEWAYS = "() => document.documentElement.scrollWidth - window.innerWidth"

SCREENS = [
    ("nanking", {}),
    ("nanking", {"recording": "first"}),
    ("nanking", {"recording": "points"}),
    ("nanking", {"rule_call_name_0": "blind", "rule_call_value_0": "400"}),
    ("tientsin", {}),
    ("tientsin", {"recording": "first"}),
    ("trichu", {}),
    ("wu_wang", {}),
    ("grand_seigneur", {}),
    ("always_last", {}),
]
# Where a screen has something that the others have not: the first is the one that nearly everybody sees.
BUTTONS_IN_SHORT = {0, 3, 4, 7, 8}
AXE_IN_SHORT = {(0, "light"), (2, "dark"), (7, "dark"), (8, "light")}


@pytest.mark.parametrize(
    ("variant", "fields"),
    [
        screen if at in BUTTONS_IN_SHORT else pytest.param(*screen, marks=pytest.mark.slow)
        for at, screen in enumerate(SCREENS)
    ],
)
def test_every_button_is_large_enough_for_a_thumb(phone: Page, variant: str, fields: dict[str, str]) -> None:
    start(phone, variant, **fields)
    assert phone.evaluate(MEASURE) == []
    assert phone.evaluate(SIDEWAYS) <= 0
    phone.locator(".menu summary").tap()
    if phone.locator(".wish").count():
        phone.locator(".wish summary").evaluate("(each) => each.click()")
    assert phone.evaluate(MEASURE) == []
    assert phone.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("tapped", [False, True], ids=["empty", "complete"])
def test_the_whole_entry_of_four_fits_one_screen(phone: Page, tapped: bool) -> None:
    start(phone, saving="asks")
    if tapped:
        hand = Hand(phone)
        hand.call(0)
        hand.out(0, 1, 2)
        hand.points(65)
        reads(phone, "Anna: Tichu ✓ made")
    assert phone.locator(".bar").bounding_box()["y"] + phone.locator(".bar").bounding_box()["height"] <= 640
    assert phone.locator('[data-points="125"]').bounding_box()["y"] + 44 <= phone.locator(".foot").bounding_box()["y"]


@pytest.mark.parametrize(
    ("variant", "fields", "scheme"),
    [
        (*screen, scheme) if (at, scheme) in AXE_IN_SHORT else pytest.param(*screen, scheme, marks=pytest.mark.slow)
        for at, screen in enumerate(SCREENS)
        for scheme in ("light", "dark")
    ],
)
def test_axe_finds_nothing_on_any_screen(
    new_phone: Callable[..., Page], axe: Callable[[Page], list[str]], variant: str, fields: dict[str, str], scheme: str
) -> None:
    phone = new_phone(color_scheme=scheme)
    start(phone, variant, **fields)
    assert axe(phone) == []
    hand = Hand(phone)
    hand.out(0)
    if phone.locator(".chip").count():
        hand.call(1)
    assert axe(phone) == []
    phone.locator(".menu summary").tap()
    assert axe(phone) == []


def test_axe_finds_nothing_after_rounds_while_paused_correcting_and_at_the_end(
    phone: Page, axe: Callable[[Page], list[str]]
) -> None:
    phone.add_init_script(HURRY)
    address = start(phone, rule_target_score="300")
    hand = Hand(phone)
    hand.call(0)
    hand.out(0, 1, 2)
    hand.points(65)
    saved(phone, 1)
    assert axe(phone) == []
    arrived(phone, 1)
    assert axe(phone) == []
    phone.goto(f"{address}rounds/1/correct/")
    assert axe(phone) == []
    phone.goto(f"{address}score/")
    hand.call(0)
    hand.out(0, 2)
    expect(phone.locator(".winner")).to_have_text("♛ Anna & Carla won.")
    assert axe(phone) == []


# Names that stand in less room than they need.
CUT = """() => [...document.querySelectorAll('.columns dt, .columns bdi, .seat bdi, .rounds thead .who, .total .who')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline'
    || each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).display !== 'inline'
    || getComputedStyle(each).textOverflow === 'ellipsis').map((each) => each.textContent)"""


@pytest.mark.parametrize("variant", ["trichu", pytest.param("wu_wang", marks=pytest.mark.slow)])
def test_names_over_four_columns_are_never_cut(new_phone: Callable[..., Page], variant: str) -> None:
    phone = new_phone(locale="de")
    phone.add_init_script(HURRY)
    address = start(phone, variant, ("Bartholomäus von Sternberg", "Konstantinopolitanerin", "Hans-Dietrich"))
    hand = Hand(phone)
    before = phone.locator(".grid").bounding_box()
    hand.out(0, 1, 2)
    assert phone.locator(".grid").bounding_box() == before, "nothing moves under a thumb when places stand"
    assert (phone.evaluate(CUT), phone.evaluate(SIDEWAYS)) == ([], 0)
    hand.points(40)
    saved(phone, 1)
    arrived(phone, 1)
    phone.goto(address)
    assert phone.locator(".rounds thead .who").count() == 4
    assert (phone.evaluate(CUT), phone.evaluate(SIDEWAYS)) == ([], 0)


def test_twelve_at_grand_seigneur_see_their_new_seats(phone: Page, axe: Callable[[Page], list[str]]) -> None:
    names = tuple(f"{name} von Hohenzollern-Sigmaringen" for name in "ABCDEFGHIJKL")
    phone.add_init_script(HURRY)
    start(phone, "grand_seigneur", names)
    hand = Hand(phone)
    for _ in range(2):
        before = number(phone)
        hand.out(*[11, 3, 5, 0, 7, 1, 9, 2, 10, 4, 6] if before == 1 else range(11))
        saved(phone, before)
    assert phone.evaluate(SIDEWAYS) <= 0
    assert axe(phone) == []
    assert phone.locator(".moved").count() > 5
