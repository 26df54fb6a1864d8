"""Calls of which only the team is known, on the table's screen: it asks for none and loses none."""

import re
import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, arrived, reads, rested, saved, screen, start
from tests.reliability.outbox import HURRY

CALLED = {"card_points": [60, 40], "side_calls": [[0, "grand", False], [1, "tichu", True]]}
MADE = "Beat & Dino (who: not recorded): Tichu ✓ made"
FAILED = "Anna & Carla (who: not recorded): Grand Tichu ✗ failed"


def send(phone: Page, address: str, number: int, data: dict[str, Any]) -> None:
    """Write a round as a program does, by the API."""
    request = phone.context.request
    session = request.get("/api/v1/session/").json()
    game = address.rstrip("/").rsplit("/", 1)[1]
    answer = request.post(
        f"/api/v1/games/{game}/entries/",
        data={"id": str(uuid.uuid4()), "number": number, "kind": "round", "round": data},
        headers={"X-CSRFToken": session["csrf"]},
    )
    assert answer.status == 201, answer.text()


def data_of(phone: Page, address: str, number: int) -> Any:
    phone.goto(f"{address}rounds/{number}/correct/")
    return screen(phone)["round"]


def test_a_correction_reads_them_back_and_keeps_them(phone: Page) -> None:
    address = start(phone, recording="points")
    send(phone, address, 1, CALLED)
    phone.goto(f"{address}rounds/1/correct/")
    for text in (MADE, FAILED):
        reads(phone, text)
    Hand(phone).points(70)
    reads(phone, "−130 : 130")
    Hand(phone).save()
    phone.wait_for_url(f"{address}score/")
    assert data_of(phone, address, 1) == CALLED | {"card_points": [70, 30]}


@pytest.mark.slow  # in short: a correction reads them back
def test_a_round_that_is_undone_and_saved_again_has_them_still(phone: Page) -> None:
    address = start(phone, recording="points", saving="asks")
    send(phone, address, 1, CALLED)
    phone.goto(f"{address}score/")
    phone.locator("button.undo").tap()
    reads(phone, "Round 1 is undone")
    rested(phone)
    Hand(phone).save()
    saved(phone, 1)
    arrived(phone, 1)
    assert data_of(phone, address, 1) == CALLED


@pytest.mark.slow  # in short: a correction reads them back
def test_a_game_that_ends_without_a_network_counts_them_for_the_team(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    phone.add_init_script(HURRY)
    address = start(phone, recording="points", rule_round_limit="3")
    send(phone, address, 1, CALLED)
    phone.goto(f"{address}score/")
    Hand(phone).points(50)
    saved(phone, 2)
    arrived(phone, 2)
    phone.context.set_offline(True)
    Hand(phone).points(45)
    phone.get_by_role("button", name="Start round 3").tap()
    card = phone.locator(".end-card")
    expect(card.locator(".told-rows .of").first).to_be_visible()

    def said() -> list[str]:
        texts = [card.locator(each).inner_text() for each in (".winner", ".final", ".told-rows")]
        signs = card.locator(".told-rows [role=img]").all()
        return [re.sub(r"\s+", " ", each).strip() for each in texts] + [
            sign.get_attribute("aria-label") or "" for sign in signs
        ]

    alone = said()
    assert {MADE, FAILED} <= {*alone}
    phone.context.set_offline(False)
    expect(card.locator(".chart")).to_be_visible()
    assert alone == said()
