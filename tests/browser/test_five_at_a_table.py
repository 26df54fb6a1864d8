"""Five friends at one table: a fifth name, one who sits out, partners that change, the card."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Hand, arrived, rested, saved, start
from tests.browser.sending import on_server, on_the_server

FIVE = ("Mira", "Elif", "Jonas", "Dino", "Franz")


def seated_tiles(page: Page) -> list[str]:
    """The names on the tiles that can be tapped, in drawing order."""
    return page.locator(".tile:visible .who bdi").all_text_contents()


def strip(page: Page) -> list[tuple[str, str]]:
    names = page.locator(".strip dt bdi").all_text_contents()
    return list(zip(names, page.locator(".strip dd").all_text_contents(), strict=True))


def test_a_fifth_name_offers_the_game_for_five(phone: Page) -> None:
    start(phone, names=FIVE[:4])  # so that these names are known
    start(phone, names=("Franz", "Greta", "Carla", "Elif"))
    phone.goto("/new/?variant=nanking")
    for name in FIVE:
        phone.locator(f".chip[value={name}]").click()
    offers = phone.locator(".offer:visible b")
    expect(offers).to_have_text(["Nanking with five", "Grand Seigneur", re.compile("always last")])
    offers.first.click()
    expect(phone.locator(".ring.of-5 .hold bdi")).to_have_text(FIVE)
    expect(phone.locator(".ring .rests bdi")).to_have_text("Franz")
    phone.get_by_role("button", name="Start the game").click()
    expect(phone.locator("#begins")).to_have_text("Franz sits out")


def test_one_sits_out_in_turn_and_partners_change(phone: Page) -> None:
    address = start(phone, "nanking_five", FIVE, rule_round_limit="2")
    hand = Hand(phone)
    assert seated_tiles(phone) == ["Mira", "Dino", "Elif", "Jonas"]
    assert strip(phone) == [(name, "0") for name in FIVE]
    hand.out(0, 1, 2)
    hand.points(35)
    saved(phone, 1)
    expect(phone.locator("#begins")).to_have_text("Mira sits out")
    assert seated_tiles(phone) == ["Elif", "Franz", "Jonas", "Dino"]
    assert strip(phone) == [
        *(("Elif", "65"), ("Dino", "65"), ("Mira", "35"), ("Jonas", "35"), ("Franz", "0")),
    ]
    expect(phone.locator(".strip .rests bdi")).to_have_text("Mira")
    # Elif and Dino together are first and second out
    hand.out(1, 3)
    expect(phone.locator(".end-card .winner")).to_have_text(re.compile("A draw"))
    expect(phone.locator(".end-card")).to_contain_text("points per round decide")
    phone.goto(address)
    expect(phone.locator(".rounds.turns .rests")).to_have_count(2)
    assert phone.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.slow  # in short: one sits out in turn
def test_who_sits_out_is_tapped_and_comes_back_with_the_taps(phone: Page) -> None:
    start(phone, "nanking_five", FIVE, rule_who_sits_out="tapped")
    hand = Hand(phone)
    expect(phone.locator("#begins")).to_have_text("Franz sits out")
    phone.get_by_role("button", name="Jonas", exact=True).first.click()
    expect(phone.locator("#begins")).to_have_text("Jonas sits out")
    assert seated_tiles(phone) == ["Mira", "Franz", "Elif", "Dino"]
    rested(phone)
    hand.out(1)
    phone.reload()
    expect(phone.locator("#begins")).to_have_text("Jonas sits out")
    assert hand.order() == [1]
    rested(phone)
    hand.out(3, 0)
    hand.points(40)
    saved(phone, 1)
    expect(phone.locator("#begins")).to_have_text("Dino sits out")
    arrived(phone, 1)
    phone.reload()
    assert dict(strip(phone)) == {
        "Mira": "40",
        "Dino": "40",
        "Elif": "60",
        "Franz": "60",
        "Jonas": "0",
    }
    phone.locator(".undo").click()
    expect(phone.locator("#begins")).to_have_text("Jonas sits out")


@pytest.mark.slow  # in short: one sits out in turn
def test_others_on_a_seat_are_named_in_a_round_whose_rest_was_tapped(phone: Page) -> None:
    address = start(phone, "nanking_five", FIVE, rule_who_sits_out="tapped")
    phone.get_by_role("button", name="Jonas", exact=True).first.click()
    expect(phone.locator("#begins")).to_have_text("Jonas sits out")
    people = ["Greta", "", "", "", ""]
    on_the_server(phone, address, {"kind": "seats", "number": 1, "people": people})
    expect(phone.locator('[data-tile="0"] .who bdi')).to_have_text("Greta")
    expect(phone.locator("#begins")).to_have_text("Jonas sits out")
    hand = Hand(phone)
    hand.call(0)
    hand.out(0, 1, 3)
    hand.points(50)
    saved(phone, 1)
    expect(phone.locator("#board .said")).to_contain_text("Greta, Elif, Dino, Franz")


@pytest.mark.slow  # in short: one sits out in turn
def test_the_fifth_has_a_bomb_in_a_round_that_the_first_sits_out(phone: Page) -> None:
    address = start(phone, "nanking_five", FIVE)
    hand = Hand(phone)
    phone.locator(".menu summary").tap()
    phone.get_by_role("switch", name="Note bombs").tap()
    phone.keyboard.press("Escape")
    for number, playing in ((1, (0, 1, 2)), (2, (4, 1, 2))):
        phone.locator(".ask-bomb").tap()
        hand.out(playing[0])
        hand.out(*playing)
        hand.points(50)
        saved(phone, number)
        arrived(phone, number)
    noted = [one["bombs"] for one in on_server(phone, address)]
    assert noted == [[[0, 0, 0]], [[4, 0, 0]]]
    expect(phone.locator("#rounds")).to_contain_text("Franz: bomb")


def test_of_three_pairs_one_sits_out_in_turn(phone: Page) -> None:
    pairs = ("Mira", "Elif", "Jonas", "Dino", "Franz", "Greta")
    start(phone, "nanking_pairs", pairs)
    expect(phone.locator("#begins")).to_have_text("Jonas & Greta sit out")
    assert seated_tiles(phone) == ["Mira", "Franz", "Elif", "Dino"]
    hand = Hand(phone)
    hand.out(0, 1, 3)
    hand.points(35)
    saved(phone, 1)
    expect(phone.locator("#begins")).to_have_text("Mira & Dino sit out")
    assert dict(strip(phone)) == {"Elif & Franz": "65", "Mira & Dino": "35", "Jonas & Greta": "0"}
    phone.reload()
    expect(phone.locator("#begins")).to_have_text("Mira & Dino sit out")
    assert set(seated_tiles(phone)) == {"Elif", "Franz", "Jonas", "Greta"}
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
