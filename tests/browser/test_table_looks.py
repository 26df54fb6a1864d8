"""How the table's screen looks and measures in every game: axe, thumbs, one screen of 320 x 640."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import MEASURE, SIDEWAYS
from tests.browser.playing import Hand, arrived, number, reads, saved, start
from tests.lengths import in_short
from tests.reliability.outbox import HURRY

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
IN_SHORT = [SCREENS[at] for at in (0, 3, 4, 7, 8)]
AXE_IN_SHORT = [(SCREENS[at], scheme) for at, scheme in ((2, "dark"), (7, "dark"), (8, "light"))]
AXE = [(screen, scheme) for screen in SCREENS for scheme in ("light", "dark")]


@pytest.mark.parametrize("screens", in_short([IN_SHORT, SCREENS], [IN_SHORT]), ids=len)
def test_every_button_is_large_enough_for_a_thumb(phone: Page, screens: list[tuple[str, dict[str, str]]]) -> None:
    for variant, fields in screens:
        start(phone, variant, **fields)
        at_first = [*phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)]
        phone.locator(".menu summary").tap()
        assert [*at_first, *phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)] == [0, 0], (variant, fields)


def test_the_whole_entry_of_four_fits_one_screen(phone: Page) -> None:
    def fits() -> None:
        bar, grid, foot = (phone.locator(it).bounding_box() for it in (".bar", '[data-points="125"]', ".foot"))
        assert bar["y"] + bar["height"] <= 640
        assert grid["y"] + 44 <= foot["y"]

    start(phone, saving="asks")
    fits()
    hand = Hand(phone)
    hand.call(0)
    hand.out(0, 1, 2)
    hand.points(65)
    reads(phone, "Anna: Tichu ✓ made")
    fits()


@pytest.mark.parametrize("looked_at", in_short([AXE_IN_SHORT, AXE], [AXE_IN_SHORT]), ids=len)
def test_axe_finds_nothing_on_any_screen(
    phone: Page, axe: Callable[[Page], list[str]], looked_at: list[tuple[tuple[str, dict[str, str]], str]]
) -> None:
    for (variant, fields), scheme in looked_at:
        phone.emulate_media(color_scheme=scheme)
        start(phone, variant, **fields)
        faults = axe(phone) if looked_at == AXE else []
        hand = Hand(phone)
        hand.out(0)
        if phone.locator(".chip").count():
            hand.call(1)
        faults += axe(phone) if looked_at == AXE else []
        phone.locator(".menu summary").tap()  # the board stays in sight above it
        assert [*faults, *axe(phone)] == [], (variant, fields, scheme)


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
    arrived(phone, 1)
    assert axe(phone) == []
    phone.goto(f"{address}rounds/1/correct/")
    assert axe(phone) == []
    phone.goto(f"{address}score/")
    hand.call(0)
    hand.out(0, 2)
    expect(phone.locator(".winner")).to_have_text("Anna & Carla won.")
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
    arrived(phone, 2)
    assert phone.evaluate(SIDEWAYS) <= 0
    assert axe(phone) == []
    assert phone.locator(".moved").count() > 5
