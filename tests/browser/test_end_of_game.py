"""The end of a game in a real browser: the card that comes by itself, and the result that goes out to friends."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.looking import MEASURE, SIDEWAYS
from tests.browser.playing import Hand, start
from tests.reliability.outbox import HURRY

SHARES = """() => {
    navigator.canShare = () => true;
    navigator.share = async ({ files: [picture], text }) => { window.shared = [picture.type, picture.size, text]; };
}"""
COPIES = """() => {
    navigator.canShare = undefined;
    Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text) => { window.shared = text; } },
    });
}"""
LINE = "Tichu: Anna & Carla won 400 : 0 against Beat & Dino (after 1 round)"


def test_the_card_comes_with_the_last_tap_and_the_result_goes_out_by_the_phone_s_own_sheet(
    phone: Page, axe: Callable[[Page], list[str]]
) -> None:
    phone.add_init_script(HURRY)
    start(phone, rule_target_score="300")
    hand = Hand(phone)
    hand.call(0, "grand")
    hand.out(0, 2)
    card = phone.locator(".end-card")
    expect(card.locator(".winner")).to_have_text("Anna & Carla won.")
    expect(card.locator(".final")).to_have_text(re.compile(r"400\s*:\s*0"))
    expect(card.locator(".chart")).to_have_css("display", "block")  # its styles came with it
    assert (phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)) == ([], 0)
    for scheme in ("light", "dark"):
        phone.emulate_media(color_scheme=scheme)
        assert axe(phone) == [], scheme

    share = phone.get_by_role("link", name="Share", exact=True)
    phone.evaluate(SHARES)
    share.tap()
    phone.wait_for_function("() => window.shared")
    kind, size, text = phone.evaluate("() => window.shared")
    assert (kind, text) == ("image/png", LINE)
    assert size > 20_000

    # Where the browser has no such sheet, the line is copied.
    phone.evaluate(COPIES)
    share.tap()
    expect(phone.get_by_role("link", name="Copied")).to_be_visible()
    assert phone.evaluate("() => window.shared") == LINE
