"""Nine pairs play a session of duplicate with every mishap: two tables tap on real screens, the
others send as an outbox does, the desk is a laptop. What the pages show in the end is counted again
from what was played at the tables, without the records.
"""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.directing import Laptop, hurried, taps
from tests.browser.looking import fits_thumbs
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in
from tests.tournaments.evening import CardPhone, TableHand, Web, hands_by_chance
from tests.tournaments.hall import standings
from tests.tournaments.standings.duplicate.second_count import expected

ROUNDS, TABLES, BOARDS = 5, 4, 3
SCREENS = (1, 2)  # tables that tap; the others send
SEATS = ("north", "east", "south", "west")


@dataclass
class Results:
    """What was played, as results of a record; `at` has them by round and table."""

    at: dict[tuple[int, int], list[dict[str, Any]]] = field(default_factory=dict)

    def note(
        self, where: tuple[int, int], pairs: list[str], boards: list[int], hands: list[TableHand]
    ) -> None:
        found = []
        for board, hand in zip(boards, hands, strict=True):
            calls = hand.entry["round"].get("calls", {})
            found.append(
                {
                    "board": board,
                    **dict(zip(("ns", "ew"), pairs, strict=True)),
                    "score": dict(zip(("ns", "ew"), hand.points, strict=True)),
                    "calls": {SEATS[int(seat)]: call for seat, call in calls.items()},
                }
            )
        self.at[where] = found

    def average(self, where: tuple[int, int], board: int, ns: str, ew: str) -> None:
        (result,) = (one for one in self.at[where] if one["board"] == board)
        del result["score"], result["calls"]
        result["average"] = {"ns": ns, "ew": ew}

    def turn(self, where: tuple[int, int]) -> None:
        """North and South are East and West, with their own scores and calls."""
        turned = dict(zip(SEATS, ("east", "south", "west", "north"), strict=True))
        for one in self.at[where]:
            one["ns"], one["ew"] = one["ew"], one["ns"]
            if "score" in one:
                one["score"] = {"ns": one["score"]["ew"], "ew": one["score"]["ns"]}
                one["calls"] = {turned[seat]: call for seat, call in one["calls"].items()}

    def second_deal(self, board: int, start: tuple[int, int]) -> None:
        for where, results in self.at.items():
            for one in results:
                if one["board"] == board and where >= start:
                    one["deal"] = 2

    def of_round(self, number: int) -> list[dict[str, Any]]:
        return [one for where, found in self.at.items() if where[0] == number for one in found]

    def tables_of(self, board: int) -> list[tuple[int, int]]:
        """Where a board was played, in the order of play."""
        return sorted(
            where for where, found in self.at.items() if board in {one["board"] for one in found}
        )

    def record(self) -> dict[str, Any]:
        results = [one for _where, found in sorted(self.at.items()) for one in found]
        return {
            "format": "tichu-duplicate-record",
            "version": 1,
            "pairs": sorted({one[side] for one in results for side in ("ns", "ew")}),
            "grand_allowed": False,
            "results": results,
        }


def plain(name: str) -> str:
    """A name without the spaces that keep it in one line."""
    return " ".join(name.split())


def at_a_screen(phone: Page, card: str, chance: Random) -> tuple[list[str], list[int], list[Any]]:
    """A table whose phone is tapped: who sits there, their boards, the hands."""
    phone.goto("about:blank")
    phone.goto(card)
    boards = [int(one) for one in phone.locator(".boards-here li b").all_inner_texts()]
    pairs = [plain(one) for one in phone.locator(".who-are-you label bdi").all_inner_texts()]
    phone.get_by_role("radio").first.check()
    phone.get_by_role("button", name="Keep score").tap()
    expect(phone.locator("#heading span")).to_have_text(f"Board {boards[0]}")
    hands = hands_by_chance(chance, BOARDS)
    taps(phone, hands)
    phone.locator("#rest").get_by_role("link", name="Now the other side agrees").tap()
    phone.get_by_role("button", name="Yes, that is right").tap()
    expect(phone.get_by_text("Agreed by")).to_be_visible()
    return pairs[:2], boards, hands


def at_a_sender(site: Site, card: str, chance: Random) -> tuple[list[str], list[int], list[Any]]:
    """A table whose phone has no screen."""
    phone = CardPhone(Web(site.url), Random(chance.random()))  # type: ignore[arg-type]
    phone.scans(card)
    here = re.search(r'class="boards-here.*?</ul>', phone.page(), re.DOTALL)
    assert here, phone.page()
    boards = [int(one) for one in re.findall(r"<b[^>]*>(\d+)</b>", here[0])]
    phone.writes(0)
    hands = phone.plays(BOARDS)
    phone.sends()
    assert not phone.refused, phone.refused
    other = CardPhone(Web(site.url))  # type: ignore[arg-type]
    other.scans(card)
    other.agrees(1)
    return [plain(one) for one in phone.sides], boards, hands


@pytest.mark.slow  # in short: tests/tournaments/test_duplicate_whole_session.py
def test_a_session_with_every_mishap_is_ranked_by_what_was_played(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    made = records(halls.a_duplicate_session, ROUNDS)
    page = new_phone((1280, 800), is_mobile=False, has_touch=False)
    signed_in(page, site, made["session"])
    laptop = Laptop(page, made["desk"])
    cards = laptop.prints_cards(TABLES)
    laptop.goes("board/")
    laptop.press(re.compile("^Begin and draw round 1"))
    laptop.press(re.compile("^Publish round 1"))
    phones = {table: hurried(new_phone()) for table in SCREENS}
    chance, played = Random(9), Results()

    def play(number: int) -> None:
        shown = laptop.goes(f"rounds/1/{number}/").locator(".match-card h3 a").all_inner_texts()
        for table in sorted(int(re.sub(r"\D", "", one)) for one in shown):
            card = cards[table][0]
            found = (
                at_a_screen(phones[table], card, chance)
                if table in phones
                else at_a_sender(site, card, chance)
            )
            played.note((number, table), *found)

    def go_on(number: int) -> None:
        laptop.goes("board/")
        laptop.press(re.compile(f"^Close round {number} and draw round {number + 1}"))
        laptop.press(re.compile(f"^Publish round {number + 1}"))

    play(1)
    fits_thumbs(phones[1])
    # A card was missing: averages on one board
    board = played.at[1, 1][0]["board"]
    laptop.opens_match(1, 1)
    laptop.clicks(page.get_by_role("link", name="Averages on boards"))
    fields = page.locator("fieldset").filter(has_text=f"Board {board}").get_by_role("combobox")
    fields.nth(0).select_option("avg+")
    fields.nth(1).select_option("avg-")
    page.get_by_label(re.compile(r"^Why\?")).fill("A card was missing.")
    laptop.press("Save")
    if page.get_by_text("Nothing has changed yet.").count():
        laptop.sure("A card was missing.")
    played.average((1, 1), board, "avg+", "avg-")
    go_on(1)
    play(2)
    # Two pairs sat the other way round
    laptop.opens_match(2, 2)
    laptop.clicks(page.get_by_role("link", name="Wrong seats"))
    laptop.clicks(page.locator("button[name=turn]"))
    laptop.sure("They told us.")
    played.turn((2, 2))
    # A pair has to go home
    gone = played.at[2, 1][0]["ns"]
    laptop.entrant(gone)
    leave = page.locator("section", has=page.get_by_role("heading", name="Withdraw"))
    laptop.clicks(leave.get_by_role("button", name="Withdraw them"))
    laptop.clicks(page.locator(".deed .main"))
    for number in range(3, ROUNDS + 1):
        go_on(number - 1)
        play(number)
        assert not any(gone in one.values() for one in played.of_round(number))
    # A board was fouled at its third table
    fouled = next(
        one
        for one in sorted({found["board"] for results in played.at.values() for found in results})
        if one != board and len(played.tables_of(one)) > 3
    )
    start = played.tables_of(fouled)[2]
    page.goto(f"{laptop.public()}boards/1/{fouled}/")
    laptop.clicks(page.get_by_role("link", name="The board was fouled"))
    where = f"Round {start[0]}, table {start[1]}:"
    option = page.locator("select option").filter(has_text=where)
    page.locator("select").select_option(option.get_attribute("value"))
    laptop.press("See what changes")
    laptop.sure("The cards fell on the floor.")
    played.second_deal(fouled, start)

    counted = expected(played.record())
    answer = page.goto(f"{laptop.public()}standings/1/")
    assert answer
    shown = standings(answer.text())
    assert {plain(name): rank for rank, name, _ in shown} == {
        one["pair"]: one["rank"] for one in counted["standings"]
    }
    values = {one["pair"]: one["values"] for one in counted["standings"]}
    for _rank, name, figures in shown:
        assert float(figures[0].removesuffix("%").strip()) == pytest.approx(
            float(values[plain(name)]["percent"]), abs=0.051
        )
    fits_thumbs(phones[2])
