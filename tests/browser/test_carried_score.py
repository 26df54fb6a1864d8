"""A game begun on paper goes on here from its score: the form, the rounds, the end, offline."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.carrying import paste
from tests.browser.looking import MEASURE, SIDEWAYS
from tests.browser.offline import code_of, reader, visited, without_a_network, write
from tests.browser.playing import Hand, arrived, rested, saved, totals
from tests.browser.starting import FOUR, SCORER, NewPhone, sit
from tests.lengths import in_short
from tests.reliability.outbox import HURRY

__all__ = ["without_a_network"]  # for every test of the file

ON_THE_SHEET = re.compile(r"Carried over\s*415\s*Rounds\s*1–3\s*185")


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def stand_at(phone: Page, ours: str, theirs: str, rounds: str) -> None:
    phone.locator("#carried summary").tap()
    phone.locator("#carried_0").fill(ours)
    phone.locator("#carried_1").fill(theirs)
    phone.locator("#carried_rounds").fill(rounds)


def go(phone: Page) -> Locator:
    return phone.locator(".go button")


def play_to_the_end(phone: Page) -> None:
    """Two rounds from 415 : 185 on: 65 : 35, then a double victory with a Grand Tichu, and
    another.
    """
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(65)
    saved(phone, 4)
    assert totals(phone) == [480, 220]
    hand.call(0, "grand")
    hand.out(0, 2)
    saved(phone, 5)
    hand.call(0, "tichu")
    hand.out(0, 2)
    expect(phone.locator(".end-card .final")).to_have_text(re.compile(r"1180\s*:\s*220"))


@pytest.mark.parametrize("viewport", in_short([(320, 640), (390, 844)], [(320, 640)]))
def test_a_game_goes_on_from_the_score_that_was_entered(
    new_phone: NewPhone, viewport: tuple[int, int]
) -> None:
    phone = new_phone(viewport)
    phone.add_init_script(HURRY)
    phone.goto("/new/")
    sit(phone, FOUR)
    stand_at(phone, "415", "185", "3")
    expect(go(phone)).to_have_text("Start with round 4")
    assert phone.evaluate(SIDEWAYS) == 0
    phone.locator("#carried .minus").tap()
    expect(phone.locator("#carried_1")).to_have_value("−185")
    phone.locator("#carried .minus").tap()
    expect(phone.locator("#carried_1")).to_have_value("185")
    go(phone).tap()
    phone.wait_for_url(SCORER)
    expect(phone.locator("#heading")).to_have_text("Round 4")
    assert totals(phone) == [415, 185]
    expect(phone.locator("#rounds .carried")).to_contain_text("Carried over")
    play_to_the_end(phone)
    arrived(phone, 6)
    expect(phone.locator(".end-card")).to_contain_text(re.compile(r"Carried over\s*415 : 185"))
    assert (phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)) == ([], 0)
    phone.goto(phone.url.removesuffix("score/"))
    expect(phone.locator(".mirrored .carried summary")).to_have_text(ON_THE_SHEET)
    expect(phone.locator(".mirrored .number")).to_have_text(
        [re.compile(r"Rounds\s*1–3"), *(f"Round {n}" for n in (4, 5, 6))]
    )
    phone.locator(".mirrored .carried summary").tap()
    expect(phone.locator("#told-carried")).to_contain_text("Rounds 1 to 3 were not recorded here.")
    assert (phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)) == ([], 0)


@pytest.mark.slow  # in short: tests/scoring/test_carried.py
def test_another_phone_takes_it_over_with_its_score(phone: Page, new_phone: NewPhone) -> None:
    visited(phone)
    phone.context.set_offline(True)
    phone.goto("/new/")
    sit(phone, FOUR)
    stand_at(phone, "415", "185", "3")
    go(phone).tap()
    phone.wait_for_url(SCORER)
    rested(phone)
    write(phone, 1)
    carla = reader(new_phone)
    paste(carla, code_of(phone))
    carla.get_by_role("button", name="Enter round 5 here").tap()
    expect(carla.locator("#heading")).to_have_text("Round 5")
    assert totals(carla) == [480, 220]


def test_folded_again_the_score_is_forgotten(phone: Page) -> None:
    phone.goto("/new/")
    stand_at(phone, "415", "185", "3")
    phone.locator("#carried summary").tap()
    expect(go(phone)).to_have_text("Start the game")
    assert phone.locator("#carried_0").input_value() == ""


@pytest.mark.slow  # in short: a game goes on from the score
def test_it_goes_on_without_a_network_and_arrives_with_its_score(
    phone: Page,
) -> None:
    phone.add_init_script(HURRY)
    visited(phone)
    phone.context.set_offline(True)
    phone.goto("/new/")
    sit(phone, FOUR)
    stand_at(phone, "1000", "186", "3")
    go(phone).tap()
    expect(phone.locator("#carried_1-error")).to_contain_text("multiples of 5")
    phone.locator("#carried_1").fill("185")
    go(phone).tap()
    expect(phone.locator("#carried-error")).to_contain_text("would already have ended the game")
    phone.locator("#carried_0").fill("415")
    go(phone).tap()
    phone.wait_for_url(SCORER)
    expect(phone.locator("#heading")).to_have_text("Round 4")
    expect(phone.locator("#rounds .carried")).to_contain_text("415 : 185")
    play_to_the_end(phone)
    expect(phone.locator(".end-card")).to_contain_text(re.compile(r"Carried over\s*415 : 185"))
    phone.context.set_offline(False)
    arrived(phone, 6)
    game = SCORER.search(phone.url)
    assert game
    shown = phone.context.request.get(f"/api/v1{game[0].removesuffix('score/')}").json()
    assert shown["carried"] == {"rounds": 3, "totals": [415, 185]}
    assert (shown["totals"], shown["state"]) == ([1180, 220], "finished")
