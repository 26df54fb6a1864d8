"""A round of duplicate at one table: three boards by number, then the traveller of one; and a round
with partners that change.
"""

from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser import halls
from tests.browser.looking import fits_thumbs
from tests.browser.playing import Hand
from tests.browser.records import Records
from tests.browser.starting import NewPhone
from tests.reliability.outbox import HURRY

HANDS = (
    Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35)),
    Round(out=(1, 0, 3, 2), card_points=(40, 60)),
    Round(out=(0, 2)),
)


def test_a_table_plays_its_boards_by_number_and_opens_a_traveller(
    phone: Page, records: Records
) -> None:
    table = records(halls.a_duplicate_table)
    first, second, third = table["boards"]
    phone.add_init_script(HURRY)
    phone.goto(f"/match/{table['match']}/")
    expect(phone.locator(".boards-here li b")).to_have_text([str(one) for one in table["boards"]])
    phone.get_by_role("radio").first.check()
    phone.get_by_role("button", name="Keep score").tap()
    heading, before = phone.locator("#heading span"), phone.locator("#begins")
    expect(heading).to_have_text(f"Board {first}")
    expect(phone.locator("#heading small")).to_have_text("1 of 3")
    expect(before).to_have_text("Count your cards: 14 · call silently · no Grand Tichu")
    expect(phone.locator("[data-call=grand]")).to_have_count(0)
    expect(phone.locator(".totals")).to_be_hidden()
    fits_thumbs(phone)
    hand = Hand(phone)
    hand.write(HANDS[0], 4, saves_itself=False)
    expect(heading).to_have_text(f"Board {second}")
    phone.reload()  # the server draws what the script drew
    expect(heading).to_have_text(f"Board {second}")
    hand.write(HANDS[1], 4, saves_itself=False)
    expect(heading).to_have_text(f"Board {third}")
    expect(phone.locator("#heading small")).to_have_text("3 of 3")
    assert phone.locator(".written > li").evaluate_all("all => all.map((one) => one.value)") == [
        second,
        first,
    ]
    hand.out(*HANDS[2].out)
    hand.save()
    phone.locator("#rest").get_by_role("link", name="Now the other side agrees").tap()
    phone.get_by_role("button", name="Yes, that is right").tap()
    expect(phone.get_by_text("Agreed by")).to_be_visible()
    phone.goto(f"/own/{table['own']}/")
    phone.get_by_role("link", name="My boards").tap()
    fits_thumbs(phone)
    phone.get_by_role("link", name=f"Board {first}").tap()
    expect(phone.locator(".results > li")).to_have_count(2)
    expect(phone.locator(".you .score")).to_have_text("165")
    phone.locator(".you summary").tap()
    expect(phone.locator(".you .why")).to_contain_text("against")
    fits_thumbs(phone)


def test_a_person_sits_plays_with_a_partner_and_sees_the_next_one(
    phone: Page, new_phone: NewPhone, records: Records
) -> None:
    table = records(halls.an_individual_table)
    north, south, _east, _west = table["names"]
    other = new_phone()
    other.goto(f"/own/{table['own'][2]}/")
    expect(other.get_by_text("You sit East")).to_be_visible()
    phone.add_init_script(HURRY)
    phone.goto(f"/own/{table['own'][0]}/")
    expect(phone.get_by_text("You sit North")).to_be_visible()
    fits_thumbs(phone)
    phone.get_by_role("link", name="Keep score").tap()
    expect(phone.get_by_role("radio", name=f"{north} & {south}")).to_be_checked()
    phone.get_by_role("button", name="Keep score").tap()
    expect(phone.locator("#board .seat").first).to_contain_text(north)
    hand = Hand(phone)
    for board, played in zip(table["boards"], HANDS, strict=False):
        expect(phone.locator("#heading span")).to_have_text(f"Board {board}")
        hand.tap_in(played, 4, saves_itself=False)
    expect(phone.locator("#rest").get_by_text("other side agrees").first).to_be_visible()
    other.goto(f"/own/{table['own'][2]}/")
    other.get_by_role("button", name="Yes, that is right").tap()
    expect(other.get_by_role("heading", name="Then round 2")).to_be_visible()
    expect(other.locator(".met").first).to_contain_text("with")
    other.get_by_role("link", name="My boards").tap()
    expect(other.get_by_text(f"{north} & {south}")).to_be_visible()
    fits_thumbs(other)
