"""Two phones at one match: one writes, the other agrees or contradicts, takes over by the card, and both are told."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser.playing import Hand
from tests.browser.servers import Site
from tests.browser.starting import NewPhone
from tests.browser.test_table_looks import MEASURE, SIDEWAYS
from tests.reliability.outbox import HURRY, settled

pytestmark = pytest.mark.any_database

Axe = Callable[[Page], list[str]]
TOO_SMALL = MEASURE.replace("each.getBoundingClientRect()", "(each.closest('.choice') ?? each).getBoundingClientRect()")

# Two tables of pairs who play one hand, the round published; the cards of both.
TABLE = """
import json
from tests.tournaments import desks
from tournaments import codes
from tournaments.actions import cards
from tournaments.tokens import token_of
desk = desks.a_desk("Tamara", "The club of the tables")
tournament = desks.a_tournament("pairs_swiss", 4, desk=desk, rules={{"target_score": None, "round_limit": {hands}}})
match = desks.draw(tournament).matches.get(number=1)
card = cards.make_cards(tournament, [1])[0]
sides = [" & ".join(place.entrant.members.values_list("player__name", flat=True))
         for place in match.places.order_by("side").select_related("entrant")]
found = [token_of(match), codes.token_of_card(card), codes.shown_code(codes.code_of(card)), sides]
print("table", json.dumps(found))
"""
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


def made(site: Site, hands: int = 1) -> Table:
    said = site.manage("shell", "-v", "0", "-c", TABLE.format(hands=hands)).stdout
    match, card, code, sides = json.loads(said.rpartition("table ")[2])
    return Table(match, card, code, tuple(sides))


@pytest.fixture
def table(site: Site) -> Table:
    return made(site)


def sound(page: Page, axe: Axe) -> None:
    """Nothing too small for a thumb, nothing that runs out of the screen, nothing that axe finds."""
    assert (page.evaluate(TOO_SMALL), axe(page)) == ([], [])
    assert page.evaluate(SIDEWAYS) <= 0


def begins(phone: Page, table: Table, side: int = 0) -> Hand:
    """This phone scans the card, says who it is, and writes."""
    phone.add_init_script(HURRY)
    phone.goto(f"/card/{table.card}/")
    phone.get_by_label(table.sides[side]).check()
    phone.get_by_role("button", name="Write the score").tap()
    expect(phone.locator("#heading")).to_have_text("Round 1")
    return Hand(phone)


def looks_on(phone: Page, table: Table, side: int = 1) -> None:
    phone.goto(f"/card/{table.card}/")
    phone.get_by_label(table.sides[side]).check()
    phone.get_by_role("button", name=re.compile("[Ll]ook on|Go on")).tap()


def writes_the_hand(hand: Hand, phone: Page) -> None:
    hand.tap_in(PLAYED, 4, saves_itself=False)
    expect(phone.locator(".winner")).to_be_visible()
    settled(phone)


def digits(phone: Page) -> list[str]:
    return phone.locator("#agreeing .digits dd").all_inner_texts()


def test_the_other_side_agrees_on_its_own_phone_and_both_see_it(new_phone: NewPhone, table: Table, axe: Axe) -> None:
    first, second = new_phone(), new_phone()
    hand = begins(first, table)
    looks_on(second, table)
    expect(second.get_by_text(f"You look on for {table.sides[1]}.")).to_be_visible()
    sound(second, axe)
    writes_the_hand(hand, first)
    expect(second.get_by_role("heading", name="Is this right?")).to_be_visible()  # by itself
    assert digits(second) == ["165", "35"]
    sound(second, axe)
    first.locator("#rest").get_by_role("link", name="Now the other side agrees").tap()
    expect(first.get_by_role("heading", name=f"Hand the phone to {table.sides[1]}")).to_be_visible()
    sound(first, axe)
    second.get_by_role("button", name="Yes, that is right").tap()
    for page in (first, second):
        expect(page.get_by_text(f"Agreed by {table.sides[1]}")).to_be_visible()
        expect(page.get_by_role("button", name="Correct the score")).to_have_count(0)
        sound(page, axe)


def test_a_phone_that_comes_late_is_asked_at_once(new_phone: NewPhone, table: Table, axe: Axe) -> None:
    first, late = new_phone(), new_phone(locale="de", color_scheme="dark")
    writes_the_hand(begins(first, table), first)
    late.goto(f"/card/{table.card}/")
    expect(late.get_by_role("heading", name="Stimmt das?")).to_be_in_viewport()
    assert digits(late) == ["165", "35"]
    expect(late.get_by_text(f"Du antwortest für {table.sides[1]}.")).to_be_visible()
    expect(late.get_by_role("button", name="Ja, das stimmt")).to_be_in_viewport()
    expect(late.get_by_text("Da stimmt etwas nicht")).to_be_in_viewport()
    sound(late, axe)
    late.get_by_role("button", name="Ja, das stimmt").tap()
    expect(late.locator("#agreed")).to_contain_text(table.sides[1])


def test_a_dispute_is_talked_over_and_ends_when_the_hand_is_put_right(
    new_phone: NewPhone, table: Table, axe: Axe
) -> None:
    first, second = new_phone(), new_phone()
    hand = begins(first, table)
    looks_on(second, table)
    writes_the_hand(hand, first)
    second.get_by_text("Something is wrong").tap()
    second.get_by_label("What is wrong").fill("He had no Tichu")
    # What is typed stays while the other phone changes what the page shows.
    first.goto(table.link)
    first.get_by_text("Call the director", exact=True).tap()
    first.get_by_role("button", name="Call the director now").tap()
    expect(second.get_by_text("The director is called")).to_be_visible()
    expect(second.get_by_label("What is wrong")).to_have_value("He had no Tichu")
    second.locator("#wrong").get_by_label(table.sides[0]).fill("65")
    second.locator("#wrong").get_by_label(table.sides[1]).fill("35")
    sound(second, axe)
    second.get_by_role("button", name="Say it to the other side").tap()
    for page in (first, second):
        expect(page.get_by_role("heading", name="You do not agree on the result")).to_be_visible()
        assert page.locator(".both dd").all_inner_texts() == ["165", "35", "65", "35"]
        expect(page.locator(".talk")).to_contain_text("He had no Tichu")
        sound(page, axe)
    first.get_by_label("Say something to the other side").fill("True, sorry")
    first.get_by_role("button", name="Send").tap()
    expect(second.locator(".talk")).to_contain_text("True, sorry")
    second.get_by_role("button", name="It is right as it was written").tap()
    expect(first.get_by_text(f"Agreed by {table.sides[1]}")).to_be_visible()


def test_another_phone_takes_over_by_the_typed_code_when_a_seated_one_allows_it(
    new_phone: NewPhone, site: Site, axe: Axe, troubles: object
) -> None:
    table = made(site, hands=4)
    first, second = new_phone(), new_phone()
    hand = begins(first, table)
    hand.write(PLAYED, 4, saves_itself=False)
    second.add_init_script(HURRY)
    second.goto("/table/")
    sound(second, axe)
    second.get_by_label("Code of the table").fill(table.code.lower())
    second.get_by_role("button", name="To the table").tap()
    second.get_by_text("Write here instead").tap()
    sound(second, axe)
    second.get_by_role("button", name="Ask to write here").tap()
    expect(second.get_by_text("Asked to write here")).to_be_visible()
    first.goto(table.link)
    expect(first.get_by_text("Another phone asks to write here.")).to_be_visible()
    sound(first, axe)
    first.get_by_role("button", name="Let it write").tap()
    second.locator("#write").get_by_label(table.sides[1]).check()
    second.get_by_role("button", name="Go on writing").tap()
    expect(second.locator("#heading")).to_have_text("Round 2")
    Hand(second).write(PLAYED, 4, saves_itself=False)
    first.goto(table.link)
    expect(first.get_by_text("Playing hand 3")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_a_table_are_sound_on_the_smallest_phone(
    new_phone: NewPhone, table: Table, axe: Axe, scheme: str
) -> None:
    page = new_phone(color_scheme=scheme, viewport=(320, 640))
    for address in (table.link, "/table/"):
        page.goto(address)
        sound(page, axe)
