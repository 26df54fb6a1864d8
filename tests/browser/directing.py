"""A director's laptop in a real browser, and the phones at a table that tap: for whole evenings."""

import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from scoring.rules import Round
from tests.browser.playing import Hand
from tests.browser.pressing import answered
from tests.reliability.outbox import HURRY, settled
from tests.tournaments.evening import TableHand
from tests.tournaments.hall import seats_of_tables

Line = tuple[str, str, str]  # of the log: what was done, why, who


@dataclass
class Laptop:
    """The one browser at the desk. It only presses what its pages show."""

    page: Page
    desk: str = ""  # the address of the tournament's first page there

    def goes(self, path: str = "") -> Page:
        self.page.goto(f"{self.desk}{path}")
        return self.page

    def press(self, name: str | re.Pattern[str], within: str = "main") -> None:
        """Press a button, the first of that name, and see the page that comes."""
        self.clicks(self.page.locator(within).get_by_role("button", name=name).first)

    def clicks(self, what: Locator) -> None:
        with answered(self.page):
            what.click()

    def sure(self, reason: str) -> None:
        """On the page that tells what would change: say why, and do it."""
        expect(self.page.get_by_text("Nothing has changed yet.")).to_be_visible()
        self.page.get_by_label(re.compile(r"^Why\?")).fill(reason)
        self.clicks(self.page.locator(".deed .main"))

    def says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def public(self) -> str:
        return self.desk.replace("/desk/", "/tournaments/")

    # Before it begins
    # -------------------------------------------------------------------------------------------

    def makes_the_first_account(self, path: str) -> None:
        self.page.goto(path)
        self.page.get_by_label("Name").fill("Olga")
        self.page.get_by_label("E-mail").fill("olga@example.org")
        self.page.get_by_label("Password").fill("four dragons and a dog")
        self.press("Create account")
        expect(self.page).to_have_url(re.compile("/desk/$"))

    def makes_the_tournament(self, name: str, *, hands: int, rounds: int, minutes: int) -> None:
        """A club, pairs in the Swiss system out of the ready-made events,
        matches of so many hands.
        """
        page = self.page
        page.goto("/desk/")
        page.get_by_label(re.compile("club", re.IGNORECASE)).fill("Tichu club")
        self.press("Prepare the first evening")
        page.get_by_label("Name of the tournament").fill(name)
        page.get_by_label("Rounds to play", exact=True).fill(str(rounds))
        page.locator("summary", has_text="A game").click()
        for field, value in (("target_score", ""), ("round_limit", str(hands))):
            page.locator(f"#rule_{field}").fill(value)
        page.locator("summary", has_text="Time per round").click()
        page.locator("#minutes").fill(str(minutes))
        self.press("Create the tournament", within=".make")
        self.says("The tournament has been created.")
        self.desk = urlsplit(page.url).path.removesuffix("board/")
        expect(self.goes("stages/1/").locator("#words")).to_contain_text(str(hands))

    def enters_the_list(self, lines: Iterable[str]) -> None:
        page, lines = self.goes("entrants/list/"), list(lines)
        page.get_by_label("One pair per line").fill("\n".join(lines))
        self.press("Preview the list")
        self.press(f"Enter all {len(lines)}")
        self.says(f"{len(lines)} entrants added.")

    def runs_it(self, agreement: str, unfinished: str) -> None:
        """How the evening is run, by the values of its choices."""
        page = self.goes("evening/")
        page.locator(f'input[name="agreement"][value="{agreement}"]').check()
        page.locator(f'input[name="unfinished"][value="{unfinished}"]').check()
        self.press("Save")

    def prints_cards(self, tables: int) -> dict[int, tuple[str, str]]:
        """By table: the path that its QR code leads to, as a camera reads it off the page, and the
        code to type.
        """
        page = self.goes(f"print/cards/?tables={tables}")
        found = {}
        for card in page.locator(".table-card").all():
            picture = Image.open(io.BytesIO(card.locator(".code").screenshot()))
            (code,) = zxingcpp.read_barcodes(
                picture.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode
            )
            found[int(card.locator(".big").inner_text())] = (
                urlsplit(code.text).path,
                card.locator(".typed b").inner_text(),
            )
        return found

    def entrant(self, name: str) -> str:
        """The path of an entrant's page, which stands open afterwards."""
        self.clicks(self.goes("entrants/").get_by_role("link", name=name, exact=True))
        return urlsplit(self.page.url).path

    def own_link(self, name: str) -> str:
        self.entrant(name)
        return urlsplit(self.page.get_by_label("The link", exact=True).input_value()).path

    def checks_in(self, names: Iterable[str]) -> None:
        page = self.goes("missing/")  # where one is checked in, the others still stand
        for name in names:
            line = page.locator("li").filter(has_text=name)
            self.clicks(line.get_by_role("button", name=re.compile("^Check in")))
            expect(line.get_by_role("button", name=re.compile("^Check in"))).to_have_count(0)

    # Round by round
    # ---------------------------------------------------------------------------------------------

    def draws(self, number: int) -> list[list[str]]:
        """Draw those who are here, and publish: who sits at each table."""
        page = self.goes("rounds/")
        expect(
            page.get_by_role("checkbox", name=re.compile("only those checked in", re.IGNORECASE))
        ).to_be_checked()
        self.press(f"Draw round {number}")
        return self.publishes(number)

    def publishes(self, number: int) -> list[list[str]]:
        """Look at the draft that is shown, and publish it: who sits at each table."""
        expect(self.page.locator(".match-card").first).to_be_visible()
        drawn = seats_of_tables(self.page.content())
        self.press(re.compile(rf"^Publish (round {number}|Final|Semi-finals|Quarter-finals)\b"))
        self.says("the tables can begin")
        return drawn

    def starts_the_clock(self) -> None:
        """One press, on the page of the round that was just published."""
        self.press("Start the clock")
        expect(self.page.locator(".face .word > span")).to_have_text("left")

    def ask(self, kind: str) -> Locator:
        """What waits for the desk on the board."""
        return self.page.locator(f".ask.is-{kind}")

    def opens_match(self, number: int, table: int) -> str:
        """The page of a table's match."""
        self.clicks(self.goes(f"rounds/1/{number}/").locator(f"#table-{table} h3 a"))
        return urlsplit(self.page.url).path

    def closes(self, number: int, label: str = "") -> None:
        self.goes(f"rounds/1/{number}/")
        self.press(label or f"Close only round {number}")
        self.says("You can still correct")

    def goes_on(self, number: int) -> list[list[str]]:
        """From the last result to the next published round: one press on the board, a look, one
        press.
        """
        self.goes("board/")
        self.press(f"Close round {number} and draw round {number + 1}")
        return self.publishes(number + 1)

    # What is written down
    # ---------------------------------------------------------------------------------------

    def log(self) -> list[Line]:
        """Every line of the log, the newest first."""
        found: list[Line] = []
        page = self.goes("log/")
        while True:
            found += [tuple(line) for line in page.locator(".log li").evaluate_all(LINES)]
            older = page.get_by_role("link", name="Older", exact=True)
            if not older.count():
                return found
            self.clicks(older)

    def undoes(self, said: str, reason: str) -> None:
        """Undo the newest line of the log that says so."""
        line = self.goes("log/").locator(".log li").filter(has_text=said).first
        self.clicks(line.get_by_role("link", name="Undo", exact=True))
        expect(self.page.get_by_text("Nothing has changed yet.")).to_be_visible()
        self.page.get_by_label("Why?").fill(reason)
        self.press("Undo it")
        expect(self.page).to_have_url(re.compile("/log/"))


LINES = """lines => lines.filter(line => line.querySelector("time")).map(line => [
  line.querySelector("p").textContent.trim(),
  line.querySelector("div .soft bdi")?.textContent.trim() ?? "",
  line.querySelector(":scope > span bdi")?.textContent.trim() ?? "",
])"""


# Phones at the tables
# -------------------------------------------------------------------------------------------


def as_round(hand: TableHand) -> Round:
    """A hand as it is tapped in."""
    data: dict[str, Any] = hand.entry["round"]
    calls = {int(seat): call for seat, call in data.get("calls", {}).items()}
    points = data.get("card_points")
    return Round(out=tuple(data["out"]), calls=calls, card_points=tuple(points) if points else None)


def sits_down(phone: Page, card: str, name: str, *, writes: bool) -> None:
    """Open the address of a table's card, say who holds the phone, and write or watch."""
    # First away from a page that follows the hall: it may turn by itself in the same moment.
    phone.goto("about:blank")
    phone.goto(card)
    phone.get_by_label(name, exact=True).check()
    phone.get_by_role("button", name="Keep score" if writes else re.compile("[Ww]atch|Go on")).tap()
    if writes:
        expect(phone.locator("#heading")).to_have_text(re.compile("Hand 1\\b"))


def types_the_code(phone: Page, code: str) -> None:
    phone.goto("/table/")
    phone.get_by_label("Code of the table").fill(code.lower())
    phone.get_by_role("button", name="To the table").tap()


def taps(phone: Page, hands: list[TableHand]) -> None:
    """Write a whole match, tap by tap, until the server has it."""
    thumb = Hand(phone)
    for hand in hands[:-1]:
        thumb.write(as_round(hand), 4, saves_itself=False)
    thumb.tap_in(as_round(hands[-1]), 4, saves_itself=False)
    expect(phone.locator(".winner, .level, #rest").first).to_be_visible()
    settled(phone)


def hurried(phone: Page) -> Page:
    """A phone whose short pauses pass quickly."""
    phone.add_init_script(HURRY)
    return phone


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    """The phone on the table, whose rests after a round pass quickly."""
    return hurried(new_phone())
