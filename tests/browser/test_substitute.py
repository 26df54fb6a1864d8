"""Somebody else plays on: at the table without a network, with its rounds, and taken back."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.carrying import paste
from tests.browser.looking import MEASURE, SIDEWAYS
from tests.browser.offline import code_of, reader, visited, without_a_network, write
from tests.browser.playing import Hand, arrived, rested, saved, totals
from tests.browser.starting import FOUR, SCORER, NewPhone, sit
from tests.reliability.outbox import HURRY

__all__ = ["without_a_network"]  # for every test of the file


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def begin_at_table(phone: Page) -> None:
    phone.add_init_script(HURRY)
    visited(phone)
    sit(phone, FOUR)
    phone.locator(".go button").tap()
    phone.wait_for_url(SCORER)
    rested(phone)


def open_others(phone: Page) -> None:
    phone.locator(".menu summary").tap()
    phone.get_by_role("link", name="Another player").tap()
    expect(phone.locator(".others")).to_be_visible()


def type_name(phone: Page, seat: int, name: str) -> None:
    phone.locator(f'.others .sits[data-at="{seat}"]').tap()
    phone.get_by_role("button", name="New name").tap()
    phone.locator(".others .typed input").fill(name)
    phone.locator(".others .typed button").tap()


def go_on(phone: Page) -> None:
    phone.locator('.others [data-is="go"]').tap()
    expect(phone.locator(".others")).to_have_count(0)


def sit_here(phone: Page, names: Sequence[str]) -> None:
    """Wait until these people sit here, by seat."""
    expect(phone.locator("#board .tile")).to_have_count(len(names))
    for seat, name in enumerate(names):
        expect(phone.locator(f'#board [data-tile="{seat}"] .who bdi')).to_have_text(name)


def shown(phone: Page) -> dict[str, Any]:
    """The game as the server has it."""
    game = SCORER.search(phone.url)
    assert game
    answer: dict[str, Any] = phone.context.request.get(
        f"/api/v1{game[0].removesuffix('score/')}"
    ).json()
    return answer


def test_somebody_leaves_without_a_network_and_the_sheet_knows_who_played(phone: Page) -> None:
    begin_at_table(phone)
    write(phone, 1)
    arrived(phone, 1)
    phone.context.set_offline(True)
    open_others(phone)
    expect(phone.locator(".others h2")).to_have_text("Who plays from round 2 on?")
    expect(phone.locator(".others .stays")).to_contain_text("65 : 35")
    type_name(phone, 0, "Greta")
    expect(phone.locator('.others .sits[data-at="0"]')).to_contain_text("for Anna")
    expect(phone.locator(".others dd")).to_have_text(["Anna & Carla", "Greta & Carla"])
    assert phone.evaluate(SIDEWAYS) == 0
    go_on(phone)
    sit_here(phone, ["Greta", "Beat", "Carla", "Dino"])
    phone.reload()
    rested(phone)
    expect(phone.locator("#board .tile bdi").filter(has_text="Greta")).to_have_count(1)
    write(phone, 1)
    assert totals(phone) == [130, 70]
    phone.context.set_offline(False)
    arrived(phone, 2)
    game = shown(phone)
    assert game["players"] == ["Greta", "Beat", "Carla", "Dino"]
    assert game["seat_changes"] == [{"seat": 0, "name": "Anna", "first": 1, "last": 1}]
    # A correction of an earlier round keeps who sat then
    phone.goto(phone.url.replace("score/", "rounds/1/correct/"))
    expect(phone.locator("#board .tile bdi").filter(has_text="Anna")).to_have_count(1)
    phone.locator('#board [data-points="70"]').tap()
    phone.locator("#board .save").tap()
    phone.wait_for_url(SCORER)
    expect(phone.locator("#heading")).to_have_text("Round 3")
    sit_here(phone, ["Greta", *FOUR[1:]])
    # To the end
    for number in range(3, 8):
        Hand(phone).out(0, 2)
        if number < 7:
            saved(phone, number)
    expect(phone.locator(".end-card")).to_contain_text("with a substitute")
    phone.goto(phone.url.removesuffix("score/"))
    expect(phone.locator(".seated")).to_have_text(re.compile(r"From round 2:\s*Greta\s+for Anna"))
    expect(phone.locator(".former")).to_have_text("Anna to round 1")
    assert (phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)) == ([], 0)


@pytest.mark.slow  # in short: tests/scoring/test_substitutions.py
def test_undo_takes_it_back_until_a_round_is_written(phone: Page) -> None:
    begin_at_table(phone)
    write(phone, 1)
    open_others(phone)
    phone.locator('.others .sits[data-at="0"]').tap()
    phone.locator(".others .name").filter(has_text="Beat").tap()
    expect(phone.locator('.others .sits[data-at="1"]')).to_contain_text("for Beat")
    go_on(phone)
    sit_here(phone, ["Beat", "Anna", "Carla", "Dino"])
    expect(phone.locator("#board .undo .what")).to_have_text("Undo seats")
    arrived(phone, 1)
    phone.locator("#board .undo").tap()
    expect(phone.locator("#board .undo .what")).to_have_text("Undo round 1")
    sit_here(phone, list(FOUR))
    arrived(phone, 1)
    assert (shown(phone)["players"], shown(phone)["seat_changes"]) == (list(FOUR), [])


@pytest.mark.slow  # in short: test_substitute_script.py
def test_the_cross_leaves_all_as_it_was(phone: Page, axe: Callable[[Page], list[str]]) -> None:
    begin_at_table(phone)
    open_others(phone)
    type_name(phone, 2, "Greta")
    assert (axe(phone), phone.evaluate(MEASURE), phone.evaluate(SIDEWAYS)) == ([], [], 0)
    phone.get_by_role("button", name="Close").tap()
    expect(phone.locator(".others")).to_have_count(0)
    sit_here(phone, list(FOUR))
    expect(phone.locator("#board .undo")).to_be_disabled()


@pytest.mark.slow  # in short: test_substitute_script.py
def test_another_phone_takes_over_a_game_with_a_substitute(
    phone: Page, new_phone: NewPhone
) -> None:
    visited(phone)
    phone.context.set_offline(True)
    phone.goto("/new/")
    sit(phone, FOUR)
    phone.locator(".go button").tap()
    phone.wait_for_url(SCORER)
    rested(phone)
    write(phone, 1)
    open_others(phone)
    type_name(phone, 0, "Greta")
    go_on(phone)
    write(phone, 1)
    carla = reader(new_phone)
    paste(carla, code_of(phone))
    carla.get_by_role("button", name="Enter round 3 here").tap()
    expect(carla.locator("#heading")).to_have_text("Round 3")
    sit_here(carla, ["Greta", *FOUR[1:]])
    assert totals(carla) == [130, 70]
    carla.context.set_offline(False)
    arrived(carla, 2)
    game = shown(carla)
    assert game["seat_changes"] == [{"seat": 0, "name": "Anna", "first": 1, "last": 1}]
