"""Two totals in place of taps: what the phone takes is what the rule book takes, and a table of
duplicate types its boards, without a network too.
"""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.rules.totals import is_possible
from tests.browser import halls
from tests.browser.conftest import Troubles
from tests.browser.looking import fits_thumbs
from tests.browser.playing import Hand, rested
from tests.browser.records import Records
from tests.browser.rule_book import asked, first_screen
from tests.reliability.outbox import HURRY

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"grand_allowed": False},
    {"partners_may_both_call": False, "extra_calls": {"blind": 400}, "sweep_value": 100},
    {"failed_call_pays_opponents": True, "wish_penalty": 150},
    {"failed_call_pays_opponents": True, "partners_may_both_call": False},
)
POSSIBLE = """async (given) => {
  const [screen, all] = JSON.parse(given);
  const { isPossible } = await import("/static/scoring/totals.js");
  return JSON.stringify(all.map((totals) => isPossible(screen, totals)));
}"""
# Each as its keys would type it, then as the board would send it; null if it is not complete.
TYPED = """async (given) => {
  const [screen, all] = JSON.parse(given);
  const entry = await import("/static/scoring/entry.js");
  const { columnScores } = await import("/static/scoring/preview.js");
  const { draftOfTyped, typedOn } = await import("/static/scoring/totals.js");
  return JSON.stringify(all.map((keys) => {
    const typed = keys.map((each) => each.reduce(typedOn, ""));
    const draft = { ...entry.emptyDraft(), ...draftOfTyped(screen, typed) };
    if (entry.missing(screen, draft) !== null) return null;
    const round = entry.roundOf(screen, draft);
    const again = entry.draftOf(screen, round);
    return [round.totals, columnScores(screen, again).columns, entry.recordingOf(round)];
  }));
}"""
BACK, MINUS = "back", "minus"


@pytest.mark.parametrize("house", HOUSES)
def test_the_phone_takes_the_totals_that_the_rule_book_takes(
    scratch: Page, house: dict[str, Any]
) -> None:
    position, as_told = first_screen("nanking", house | {"recording": "totals"})
    chance = Random(str(house))
    # Beside any that come of two hands of calls: about half of these are possible
    made = [
        (chance.randrange(-25, 126, 5), chance.choice((-200, -100, 0, 100, 200, 400)))
        for _ in range(900)
    ]
    cases = [
        (points + calls, 100 - points + chance.choice((0, -100, 150, 200)))
        for points, calls in made
    ]
    cases += [(chance.randrange(-600, 601, 5), chance.randrange(-600, 601, 5)) for _ in range(900)]
    cases += [(200, 0), (0, 200), (300, 0), (-400, -200), (200, 200), (51, 49)]
    expected = [is_possible(position.rules, 2, one) for one in cases]
    assert 100 < sum(expected) < len(cases) - 100
    assert asked(scratch, POSSIBLE, as_told, cases) == expected


def test_what_is_typed_is_what_is_sent_and_the_other_side_follows_where_it_can(
    scratch: Page,
) -> None:
    _position, as_told = first_screen("nanking", {"recording": "totals"})
    cases: list[tuple[tuple[list[str], list[str]], list[int] | None]] = [
        ((["3", "0", "0"], ["0"]), [300, 0]),
        ((["6", "0"], [MINUS, "6", "0"]), [60, -60]),
        ((["6", "0"], ["6", "0", MINUS]), [60, -60]),
        ((["6", "0", MINUS, MINUS], []), [60, 40]),  # without calls
        (([], ["1", "2", "5"]), [-25, 125]),
        ((["2", "0", "0"], []), [200, 0]),
        ((["0"], []), None),  # 100 or 200
        ((["3", "0", "0"], []), None),
        ((["1", "7", "0"], ["2", "0"]), None),  # no order of going out
        ((["5", "1"], ["4", "9"]), None),
        (([MINUS], []), None),
        ((["0", "5"], ["9", "5", "0", BACK]), [5, 95]),
        ((["2", "0", "0"], [MINUS, "0"]), [200, 0]),
        (([], []), None),
    ]
    found = asked(scratch, TYPED, as_told, [keys for keys, _ in cases])
    assert found == [totals and [totals, totals, "totals"] for _, totals in cases]


def test_a_table_types_its_boards_and_one_of_them_without_a_network(
    phone: Page, records: Records, troubles: Troubles
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    table = records(halls.a_duplicate_table, recording="totals")
    first, second, third = table["boards"]
    phone.add_init_script(HURRY)
    phone.goto(f"/match/{table['match']}/")
    phone.get_by_role("radio").first.check()
    phone.get_by_role("button", name="Keep score").tap()
    heading, question = phone.locator("#heading span"), phone.locator("#question")
    expect(heading).to_have_text(f"Board {first}")
    expect(question).to_have_text("What did each side score in all?")
    expect(phone.locator(".seats")).to_be_hidden()
    fits_thumbs(phone)
    type_in(phone, "170", "20")
    expect(question).to_contain_text("170 : 20 is not a possible score")
    expect(phone.locator(".save")).to_be_disabled()
    hand = Hand(phone)
    for _ in range(2):
        hand.tap(".undo")
    type_in(phone, "", "30")
    expect(phone.locator(".save")).to_be_enabled()
    hand.save()
    expect(heading).to_have_text(f"Board {second}")
    rested(phone)
    phone.reload()
    hand.tap(".undo")  # its numbers are on the board again
    expect(heading).to_have_text(f"Board {first}")
    expect(phone.locator("[data-types-side] b")).to_have_text(["170", "30"])
    rested(phone)
    hand.tap(".undo")
    expect(phone.locator("[data-types-side] b")).to_have_text(["", ""])
    type_in(phone, "170", "30")
    hand.save()
    expect(heading).to_have_text(f"Board {second}")
    rested(phone)

    type_in(phone, "60", "-")  # a number that is not typed yet
    expect(phone.locator(".save")).to_be_disabled()
    phone.locator("[data-digit='back']").tap()
    expect(phone.locator(".save")).to_be_enabled()
    for _ in range(4):
        hand.tap(".undo")
    expect(phone.locator("[data-types-side] b")).to_have_text(["", ""])

    phone.context.set_offline(True)
    type_in(phone, "60")
    expect(phone.locator("[data-types-side='1'] b")).to_have_text("40")
    expect(question).to_contain_text("40 if nobody called")
    hand.save()
    expect(heading).to_have_text(f"Board {third}")
    rested(phone)
    phone.keyboard.type("300")
    phone.locator("[data-types-side='1']").tap()
    phone.keyboard.type("0")
    hand.tap(".undo")
    phone.keyboard.type("-100")
    hand.save()
    expect(phone.locator("#entry")).to_be_hidden()
    expect(phone.locator(".end-card")).to_have_count(0)
    expect(phone.locator("#heading small")).to_have_text("")
    phone.context.set_offline(False)
    phone.locator("#rest").get_by_role("link", name="Now the other side agrees").tap()
    phone.get_by_role("button", name="Yes, that is right").tap()
    expect(phone.get_by_text("Agreed by")).to_be_visible()
    assert records(halls.totals_at, table["match"]) == [[170, 30], [60, 40], [300, -100]]


def type_in(phone: Page, *totals: str) -> None:
    """Type these numbers into the keypad, side by side."""
    for side, total in enumerate(totals):
        phone.locator(f"[data-types-side='{side}']").tap()
        for digit in total:
            phone.locator(f"[data-digit='{'minus' if digit == '-' else digit}']").tap()
