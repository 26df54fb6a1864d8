"""The phone that hands its game over: what it draws is what another phone reads."""

from io import BytesIO

import pytest
import zxingcpp
from django.template.loader import render_to_string
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.carrying import CODES, Game, an_evening, unpacked
from tests.browser.looking import Axe, too_small, too_wide
from tests.browser.starting import NewPhone

# The codes in short are in test_handover.py and test_handover_page.py.
pytestmark = pytest.mark.slow

SHOW = """async ([markup, game, codes]) => {
  document.querySelector("#handover")?.remove();
  document.querySelector("main").insertAdjacentHTML("beforeend", markup);
  const { show } = await import("/static/scoring/handover_show.js");
  await show(document.querySelector("#handover"), game, codes);
}"""


def shown(page: Page, game: Game) -> Locator:
    """The section on a page that has its style; returns its codes."""
    if not page.url.endswith("/handover/"):
        page.goto("/handover/")
    page.evaluate(SHOW, [render_to_string("scoring/handover/show.html"), game, CODES])
    return page.locator("#handover svg.qr")


def seen(codes: Locator) -> list[str]:
    """The text of each code, as a camera before the screen sees it."""
    texts = []
    for each in codes.all():
        with Image.open(BytesIO(each.screenshot())) as picture:
            (found,) = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
            texts.append(found.text)
    return texts


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("rounds", "count"), [(0, 1), (12, 1), (30, 1), (60, 1), (90, 2)])
def test_the_codes_on_a_small_phone_are_read_back_to_the_game(
    new_phone: NewPhone, rounds: int, count: int, scheme: str
) -> None:
    phone = new_phone(device_scale_factor=2, color_scheme=scheme)
    game = an_evening("nanking", rounds)
    codes = shown(phone, game)
    expect(codes).to_have_count(count)
    texts = seen(codes)
    assert unpacked(phone, texts) == [game]
    assert phone.locator("#handover-text").input_value() == "\n".join(texts)
    assert too_wide(phone) == 0


def test_shown_again_it_is_the_game_as_it_is_now(phone: Page) -> None:
    shown(phone, an_evening("nanking", 90))
    later = an_evening("nanking", 12, seed=2)
    codes = shown(phone, later)
    assert unpacked(phone, seen(codes)) == [later]


def test_the_text_is_copied(new_phone: NewPhone) -> None:
    phone = new_phone(permissions=["clipboard-read", "clipboard-write"])
    shown(phone, an_evening("nanking", 3))
    phone.get_by_role("button", name="Copy the text").tap()
    expect(phone.locator("#handover [role=status]")).to_have_text("Copied.")
    copied = phone.evaluate("() => navigator.clipboard.readText()")
    assert copied == phone.locator("#handover-text").input_value()


def test_where_the_browser_has_no_clipboard_it_is_copied_the_old_way(new_phone: NewPhone) -> None:
    phone = new_phone(permissions=["clipboard-read", "clipboard-write"])
    shown(phone, an_evening("nanking", 3))
    phone.evaluate("() => { navigator.clipboard.writeText = undefined; }")
    phone.get_by_role("button", name="Copy the text").tap()
    expect(phone.locator("#handover [role=status]")).to_have_text("Copied.")
    copied = phone.evaluate("() => navigator.clipboard.readText()")
    assert copied == phone.locator("#handover-text").input_value()


def test_where_nothing_can_be_copied_the_text_is_marked(phone: Page) -> None:
    shown(phone, an_evening("nanking", 3))
    phone.evaluate(
        "() => { navigator.clipboard.writeText = undefined; document.execCommand = () => false; }"
    )
    phone.get_by_role("button", name="Copy the text").tap()
    expect(phone.locator("#handover [role=status]")).to_contain_text(
        "The text is selected: copy it"
    )
    marked = phone.evaluate(
        "() => document.activeElement.selectionEnd - document.activeElement.selectionStart"
    )
    assert marked == len(phone.locator("#handover-text").input_value())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [(320, 640), (1280, 800)])
def test_it_fits_and_axe_finds_nothing(
    new_phone: NewPhone, axe: Axe, viewport: tuple[int, int], scheme: str
) -> None:
    phone = new_phone(viewport=viewport, color_scheme=scheme)
    shown(phone, an_evening("nanking", 90))
    assert (axe(phone), too_small(phone), too_wide(phone)) == ([], [], 0)
