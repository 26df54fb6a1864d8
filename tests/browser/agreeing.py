"""Phones at a match of a tournament: they sit down, write and agree."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser.playing import Hand
from tests.reliability.outbox import HURRY, settled

PLAYED = Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35))


@dataclass(frozen=True)
class Table:
    """A table that can begin: the tokens of its match and its card, the code to type, who plays."""

    match: str
    card: str
    code: str
    sides: tuple[str, str]

    @property
    def link(self) -> str:
        return f"/match/{self.match}/"


def table_of(made: dict[str, Any]) -> Table:
    """A table out of tests.browser.halls."""
    return Table(made["match"], made["card"], made["code"], tuple(made["sides"]))


def begins(phone: Page, table: Table, side: int = 0) -> Hand:
    """This phone scans the card, says who it is, and writes."""
    phone.add_init_script(HURRY)
    phone.goto(f"/card/{table.card}/")
    phone.get_by_label(table.sides[side]).check()
    phone.get_by_role("button", name="Keep score").tap()
    expect(phone.locator("#heading")).to_have_text(re.compile("Hand 1\\b"))
    return Hand(phone)


def writes_the_hand(hand: Hand, phone: Page) -> None:
    hand.tap_in(PLAYED, 4, saves_itself=False)
    expect(phone.locator(".winner")).to_be_visible()
    settled(phone)
