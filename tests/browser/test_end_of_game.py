"""The end of a game in a real browser: the card that comes by itself, and the result that goes out
to friends.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.looking import MEASURE, SIDEWAYS
from tests.browser.playing import Hand, arrived, press, saved, start
from tests.lengths import in_short
from tests.reliability.outbox import HURRY

SHARES = """() => {
    navigator.canShare = () => true;
    navigator.share = async ({ files: [picture], text }) => {
      window.shared = [picture.type, picture.size, text]; };
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
    # The menu is the running game's, and offers nothing more that would be refused.
    phone.locator(".menu summary").tap()
    expect(phone.locator(".menu").get_by_role("link", name="Correct a round")).to_be_visible()
    expect(phone.locator(".menu .until-end").filter(visible=True)).to_have_count(0)
    phone.locator(".menu summary").tap()

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


@pytest.mark.slow  # in short: test_redraw.py, at the end of a game
@pytest.mark.parametrize("variant", ["nanking", pytest.param("trichu", marks=pytest.mark.slow)])
def test_a_game_that_ends_without_a_network_has_the_server_s_card_but_for_the_chart(
    phone: Page, troubles: Troubles, variant: str
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    phone.add_init_script(HURRY)
    start(phone, variant, rule_round_limit="3")
    rounds = [
        (1, "grand", (0, 1, 2), 40),
        (2, "tichu", (2, 1, 0), 25),
        (0, "tichu", (1, 0, 2), 115),
    ]
    for number, (caller, call, out, points) in enumerate(rounds, start=1):
        hand = Hand(phone)
        if phone.locator(f'.chip[data-seat="{caller}"][data-call="{call}"]').count():
            hand.call(caller, call)
        hand.out(*out)
        hand.points(points)
        if number < len(rounds):
            saved(phone, number)
            arrived(phone, number)
            phone.context.set_offline(number == len(rounds) - 1)
    card = phone.locator(".end-card")
    expect(card.locator(".told-rows .of").first).to_be_visible()

    def said() -> list[str]:
        texts = [
            card.locator(each).inner_text()
            for each in (".winner", ".final, .final-rows", ".told-rows")
        ]
        return [re.sub(r"\s+", " ", each).strip() for each in texts] + [
            sign.get_attribute("aria-label") or ""
            for sign in card.locator(".told-rows [role=img]").all()
        ]

    alone = said()
    assert card.locator(".chart").count() == 0
    again = phone.get_by_role("link", name="Rematch")
    expect(again).to_have_attribute("href", re.compile(r"^/new/#again=[0-9a-f-]{36}$"))
    phone.context.set_offline(False)
    expect(card.locator(".chart")).to_be_visible()
    assert alone == said()


def test_the_two_totals_of_a_game_without_a_winner_stand_side_by_side_whatever_the_names(
    phone: Page,
) -> None:
    phone.add_init_script(HURRY)
    address = start(phone, names=("Anna", "Bernhard-Maximilian", "Clara", "Anne-Kathrin"))
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(50)
    saved(phone, 1)
    arrived(phone, 1)
    press(phone, address, "finish")
    for width in (320, 390, 768):
        phone.set_viewport_size({"width": width, "height": 844})
        phone.goto(f"{address}score/")
        parts = phone.locator(".final > *")
        expect(parts).to_have_count(3)
        expect(parts.last).to_be_visible()
        one, colon, other = parts.evaluate_all(
            "(all) => all.map((part) => part.getBoundingClientRect().toJSON())"
        )
        assert abs(one["y"] - other["y"]) < 2, width
        assert one["right"] <= colon["x"] < colon["right"] <= other["x"], width
        mark, name = phone.locator(".final .side-1 :is(.mark, bdi:first-of-type)").evaluate_all(
            "(all) => all.map((part) => part.getBoundingClientRect().toJSON())"
        )
        assert mark["right"] <= name["x"], width  # never alone on a line
        assert name["y"] <= mark["y"] < name["y"] + 20, width
        assert (phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)) == ([], 0), width


# The lines on which each of the winners' names and the "&" stand, and what of the names the stamp
# covers.
HEADING = """() => {
  const [stamp, heading] = [".stamp", ".winner"]
    .map((each) => document.querySelector(`.end-card ${each}`));
  const lines = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 2);
    return new Set(boxes.map(({ bottom }) => Math.round(bottom)));
  };
  const seal = stamp.getBoundingClientRect();
  const names = [...heading.querySelectorAll("bdi")];
  const covered = names.map((name) => name.getBoundingClientRect()).filter((box) =>
    Math.min(box.right, seal.right) - Math.max(box.left, seal.left) > 0 &&
    Math.min(box.bottom, seal.bottom) - Math.max(box.top, seal.top) > 4);
  const and = document.createRange();
  and.selectNode(names[0].nextSibling);
  const beside = Math.abs(
    and.getBoundingClientRect().bottom - names[0].getBoundingClientRect().bottom) < 8;
  return [names.map((name) => lines(name).size), covered.length, beside];
}"""


@pytest.mark.parametrize(
    "tongues", in_short([["fr"], ["en-GB", "de", "fr", "pl", "ru"]], [["fr"]]), ids=",".join
)
def test_long_names_of_the_winners_stand_whole_beside_the_stamp(
    new_phone: Callable[..., Page], tongues: list[str]
) -> None:
    for tongue in tongues:
        phone = new_phone((390, 844), locale=tongue)
        phone.add_init_script(HURRY)
        start(
            phone,
            names=("Anna-Katharina", "Przemysław", "Maximiliane", "Константин"),
            rule_target_score="300",
        )
        hand = Hand(phone)
        hand.call(0, "grand")
        hand.out(0, 2)
        expect(phone.locator(".end-card .chart")).to_be_visible()
        for width in (390, 320):
            phone.set_viewport_size({"width": width, "height": 844})
            assert phone.evaluate(HEADING) == [[1, 1], 0, True], (tongue, width)
            assert (phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)) == ([], 0), (tongue, width)


@pytest.mark.slow  # in short: the card comes with the last tap
@pytest.mark.parametrize("copies", [True, False])
def test_over_plain_http_the_result_is_offered_in_place(
    phone: Page, axe: Callable[[Page], list[str]], copies: bool
) -> None:
    """There is neither a share menu nor a clipboard: the page is not left for a bare picture."""
    address = start(phone, rule_target_score="300")
    hand = Hand(phone)
    hand.call(0, "grand")
    hand.out(0, 2)
    phone.evaluate(
        """(copies) => {
            navigator.canShare = undefined;
            Object.defineProperty(navigator, 'clipboard', { value: undefined });
            document.execCommand = () => {
              window.marked = getSelection().toString(); return copies; };
        }""",
        copies,
    )
    phone.get_by_role("link", name="Share", exact=True).tap()
    sheet = phone.locator("dialog[open]")
    expect(sheet).to_contain_text(LINE)
    with phone.expect_download() as saving:
        sheet.get_by_role("link", name="Save picture").tap()
    assert saving.value.suggested_filename == "tichu.png"
    sheet.get_by_role("button", name="Copy the line").tap()
    expect(sheet.get_by_role("status")).to_have_text(
        "Copied" if copies else "The line is selected: copy it."
    )
    assert phone.evaluate("() => window.marked.trim()") == LINE
    assert (phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS), axe(phone)) == ([], 0, [])
    sheet.get_by_role("button", name="Close").tap()
    expect(phone.locator("dialog")).to_have_count(0)
    assert phone.url == f"{address}score/"
