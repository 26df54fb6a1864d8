"""One evening from an empty database to the prize-giving: one director's laptop, phones at twelve
tables, a wall.

Everything goes through the pages that people see. Four tables tap on real screens, the others send
as an outbox does.
"""

import os
import re
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.directing import Laptop, hurried, sits_down, taps, types_the_code
from tests.browser.servers import Site, running_site
from tests.browser.starting import NewPhone
from tests.databases import database_under_test, fresh_database
from tests.reliability.evening import rows
from tests.tournaments.evening import (
    CardPhone,
    Played,
    TableHand,
    Web,
    hands_by_chance,
    shown_standings,
)
from tournaments.pages.printed.certificates import place_words

HANDS, ROUNDS, TABLES = 4, 3, 12
LAPTOP = {"is_mobile": False, "has_touch": False}
FIRST = (
    "Anna",
    "Beat",
    "Carla",
    "Dino",
    "Eva",
    "Franz",
    "Gül",
    "Hans",
    "Ida",
    "Jonas",
    "Kim",
    "Łukasz",
)
LAST = ("Ott", "O'Brien", "Keller", "von der Mühll")
PEOPLE = [f"{first} {last}" for last in LAST for first in FIRST]
PAIRS = [f"{one} & {other}" for one, other in zip(PEOPLE[::2], PEOPLE[1::2], strict=True)]
Ranks = dict[str, tuple[int, tuple[int, ...]]]
LATE_PAIR = ("Mara Zwick", "Nils Zwick")


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of its own, on whose records nobody has been yet."""
    with ExitStack() as stack:
        database_url = ""
        if database_under_test() == "postgres":
            database_url = stack.enter_context(
                fresh_database(os.environ["TEST_DATABASE_URL"], "test_whole_evening")
            )
        yield stack.enter_context(running_site(tmp_path_factory.mktemp("evening"), database_url))


@dataclass
class Evening:
    """What everybody in the hall has in hand, and what was played."""

    site: Site
    laptop: Laptop
    new_phone: NewPhone
    wall: Page
    visitor: Page
    chance: Random
    cards: dict[int, tuple[str, str]] = field(default_factory=dict)
    played: Played = field(default_factory=Played)
    phones: dict[int, CardPhone] = field(default_factory=dict)
    every_phone: list[CardPhone] = field(default_factory=list)
    # Phones that tap, by table, and those of the other side
    screens: dict[int, Page] = field(default_factory=dict)
    others: dict[int, Page] = field(default_factory=dict)
    everybody: list[str] = field(default_factory=lambda: list(PAIRS))

    def phone(self, table: int) -> CardPhone:
        """A phone without a screen that has scanned the card of this table."""
        phone = CardPhone(Web(self.site.url), Random(self.chance.random()))  # type: ignore[arg-type]
        phone.scans(self.cards[table][0])
        self.every_phone.append(phone)
        return phone

    def sits(self, table: int) -> CardPhone:
        """The phone that writes at a table."""
        self.phones[table] = phone = self.phone(table)
        phone.writes(phone.chance.randrange(2))
        return phone

    def plays(self, number: int, table: int) -> CardPhone:
        """A whole match is played, sent, and the other side agrees on its own phone."""
        phone = self.sits(table)
        self.notes(number, table, phone.sides, phone.plays(HANDS))
        phone.sends()
        assert not phone.refused, phone.refused
        self.phone(table).agrees(1 - phone.side)
        return phone

    def notes(self, number: int, table: int, sides: list[str], hands: list[TableHand]) -> None:
        self.played.note(number, table, sides, [hand.points for hand in hands])

    def on_the_wall(self, show: str) -> None:
        """The director lets the wall show one thing."""
        page = self.laptop.goes("screens/")
        self.laptop.clicks(page.locator(".remote").get_by_role("button", name=show, exact=True))

    def standings(self) -> Ranks:
        """As the public sees them now."""
        answer = self.visitor.goto(f"{self.laptop.public()}standings/1/")
        assert answer
        return shown_standings(answer.text())

    def check_standings(self) -> None:
        assert self.standings() == self.played.standings(self.everybody)


def first_link(site: Site) -> str:
    found = re.search(r"/first/[^\s/]+/", site.log)
    assert found, site.log
    return found[0]


def begins(evening: Evening) -> None:
    """From nothing to 24 pairs who are here, cards on the tables and a screen on the wall."""
    laptop = evening.laptop
    laptop.makes_the_first_account(first_link(evening.site))
    laptop.makes_the_tournament("Autumn cup", hands=HANDS, rounds=ROUNDS, minutes=30)
    laptop.enters_the_list(pair.replace(" & ", " / ") for pair in PAIRS)
    laptop.runs_it("confirm", "hand")
    laptop.goes()
    laptop.press("Open it to the public")
    evening.cards = laptop.prints_cards(TABLES)
    assert list(evening.cards) == list(range(1, TABLES + 1))
    laptop.goes("screens/").get_by_label("Location").fill("By the door")
    laptop.press(re.compile("^Everything"))
    address = (
        laptop.goes("screens/").get_by_role("link", name="Open the screen").get_attribute("href")
    )
    evening.wall.goto(address or "")
    evening.wall.evaluate("window.opened = true")
    by_themselves, others = PAIRS[:3], PAIRS[3:]
    phone = evening.new_phone()
    phone.goto(laptop.own_link(by_themselves[0]))
    phone.get_by_role("button", name="I am here").tap()
    expect(phone.get_by_text("Checked in at")).to_be_visible()
    for name in by_themselves[1:]:
        own, link = CardPhone(Web(evening.site.url)), laptop.own_link(name)  # type: ignore[arg-type]
        own.send(link, "/check-in/", press="here")
    laptop.checks_in(others)
    laptop.goes("missing/")
    laptop.says("Everybody is here.")


def at_the_screens(evening: Evening, number: int, drawn: list[list[str]], tables: int) -> None:
    """Tables that tap their hands on a real screen;
    at each the other side agrees in another way.
    """
    for table in range(1, tables + 1):
        card, code = evening.cards[table]
        side = evening.chance.randrange(2)
        names, hands = drawn[table - 1], hands_by_chance(evening.chance, HANDS)
        phone = evening.screens.setdefault(table, hurried(evening.new_phone()))
        if table == 4:
            types_the_code(phone, code)
        sits_down(phone, card, names[side], writes=True)
        other = evening.others.setdefault(table, evening.new_phone())
        if table in {1, 2}:
            sits_down(other, card, names[1 - side], writes=False)
        elif table == 4:
            other.goto(evening.laptop.own_link(names[1 - side]))
        taps(phone, hands)
        if table == 3:
            other = phone
            phone.locator("#rest").get_by_role("link", name="Now the other side agrees").tap()
        right = other.get_by_role("button", name="Yes, that is right")
        right.tap()
        expect(right).to_have_count(0)
        phone.goto(card)
        expect(phone.get_by_text(f"Agreed by {names[1 - side]}")).to_be_visible()
        evening.notes(number, table, names, hands)


def first_round(evening: Evening) -> None:
    """Everything that goes wrong in a hall goes wrong in this one."""
    laptop, wall = evening.laptop, evening.wall
    drawn = laptop.draws(1)
    assert sorted(pair for table in drawn for pair in table) == sorted(PAIRS)
    evening.on_the_wall("Tables")
    for name in drawn[11]:
        for person in name.split(" & "):
            expect(wall.get_by_text(person, exact=True)).to_be_visible()
    laptop.goes("rounds/1/1/")
    laptop.starts_the_clock()
    evening.on_the_wall("Clock")
    at_the_screens(evening, 1, drawn, 4)
    for table in (5, 6):
        evening.plays(1, table)
    expect(wall.locator(".facts p").first).to_have_text("6 of 12 tables done")
    # Table 7 has no network and comes late, but in time; nobody agrees at table 8
    offline = evening.sits(7)
    evening.notes(1, 7, offline.sides, offline.plays(HANDS))
    eight = evening.sits(8)
    evening.notes(1, 8, eight.sides, eight.plays(HANDS))
    eight.sends()
    settles_a_dispute(evening)
    offline.sends()
    evening.phone(7).agrees(1 - offline.side)
    # Table 10 calls and is given time, the sheet of table 11 is typed, table 12 writes its last
    # hand after the end
    ten, eleven, twelve = (evening.sits(table) for table in (10, 11, 12))
    hands = {table: evening.phones[table].plays(HANDS) for table in (10, 11, 12)}
    ten.sends(2)
    twelve.sends(2)
    answers_a_call(evening, ten)
    evening.notes(1, 10, ten.sides, hands[10])
    enters_paper(evening, 11, hands[11])
    evening.notes(1, 11, eleven.sides, hands[11])
    laptop.goes("board/")
    laptop.page.locator(".clock .figures").click()
    laptop.page.locator(".clock-panel .asks-once > summary").click()
    laptop.press("Yes, end it now", within=".clock-panel")
    twelve.sends(1)
    evening.notes(1, 12, twelve.sides, hands[12][:3])
    twelve.waiting.clear()
    ten.sends()
    for phone, table in ((ten, 10), (twelve, 12)):
        evening.phone(table).agrees(1 - phone.side)
    laptop.goes("rounds/1/1/")
    laptop.says("Nobody has agreed to the results of these tables: 8. They count as they are.")
    laptop.closes(1)
    evening.check_standings()
    leaves_late_hands_out(evening, eleven)
    evening.check_standings()


def settles_a_dispute(evening: Evening) -> None:
    """Table 9 disagrees over three messages,
    and the director decides for what the other side says.
    """
    laptop, writer = evening.laptop, evening.sits(9)
    hands = writer.plays(HANDS)
    writer.sends()
    other = evening.phone(9)
    other.looks_on(1 - writer.side)
    written = [sum(hand.points[side] for hand in hands) for side in (0, 1)]
    claimed = [written[0] - 100, written[1]]
    figures = {f"figures_0_{side}": str(claimed[side]) for side in (0, 1)}
    other.send(other.match, "/wrong/", text="The small Tichu failed", **figures)
    writer.send(writer.match, "/reply/", text="No, it was made")
    other.send(other.match, "/reply/", text="We saw the last trick")
    laptop.goes("board/")
    laptop.clicks(laptop.ask("dispute").get_by_role("link", name=re.compile("^View")))
    talk = laptop.page.locator("#settle")
    for text in ("The small Tichu failed", "No, it was made", "We saw the last trick"):
        expect(talk).to_contain_text(text)
    laptop.page.locator("label.says").filter(has_text=writer.sides[1 - writer.side]).first.locator(
        "input"
    ).check()
    expect(laptop.page.locator(".settling .of:visible")).to_have_text(
        f": {' : '.join(map(str, claimed))}"
    )
    laptop.page.get_by_label("Why?").first.fill("two others saw the trick")
    laptop.press("Confirm this result")
    evening.played.note(1, 9, writer.sides, [(claimed[0], claimed[1])])


def answers_a_call(evening: Evening, phone: CardPhone) -> None:
    laptop = evening.laptop
    phone.send(phone.match, "/call/", text="Who leads after the dog?")
    laptop.goes("board/")
    expect(laptop.ask("call")).to_contain_text("Who leads after the dog?")
    laptop.clicks(laptop.ask("call").get_by_role("button", name=re.compile("^Answered")))
    expect(laptop.ask("call")).to_have_count(0)
    laptop.opens_match(1, 10)
    laptop.page.locator("#time summary").click()
    laptop.page.locator("#extra-minutes").fill("10")
    laptop.page.locator("#extra-reason").fill("a question of the rules")
    laptop.press("Give extra time")


def enters_paper(evening: Evening, table: int, hands: list[TableHand]) -> None:
    """The phone of this table has no network:
    its sheet comes to the desk, and the sums are typed.
    """
    laptop = evening.laptop
    laptop.opens_match(1, table)
    laptop.page.locator("#enter > summary").click()
    for side in (0, 1):
        laptop.page.locator(f"[name=sum_1_{side}]").fill(
            str(sum(hand.points[side] for hand in hands))
        )
    laptop.press("Save")
    if laptop.page.locator("[name=fine]").count():
        laptop.page.locator("[name=fine]").check()
        laptop.press("Save")
    laptop.says(f"Table {table} is entered.")


def leaves_late_hands_out(evening: Evening, phone: CardPhone) -> None:
    """The phone of the paper sheet finds the network when the round is closed: seen, kept, and left
    out.
    """
    laptop = evening.laptop
    before = evening.standings()
    phone.sends()
    assert (phone.refused, list(phone.told.values())) == ([], ["late"] * HANDS)
    assert "came in" in phone.page() or "locked" in phone.page() or "closed" in phone.page()
    assert evening.standings() == before
    laptop.goes("board/")
    expect(laptop.ask("late")).to_be_visible()
    laptop.clicks(laptop.ask("late").get_by_role("link", name=re.compile("^View")))
    late = laptop.page.locator("#late")
    expect(late.locator(".late")).to_have_count(HANDS)
    late.get_by_label("Why reject it?").fill("the sheet on paper counts")
    late.get_by_label(re.compile("all 4 of them")).last.check()
    laptop.press("Reject it", within="#late")
    laptop.goes("board/")
    expect(laptop.ask("late")).to_have_count(0)


def between_the_rounds(evening: Evening) -> str:
    """One pair goes home, another comes: who went."""
    laptop, gone = evening.laptop, PAIRS[7]
    laptop.entrant(gone)
    laptop.page.locator("#out-reason").fill("the last tram")
    laptop.press("Withdraw them")
    laptop.sure("the last tram")
    page = laptop.goes("entrants/")
    for field_, name in zip(("name_0", "name_1"), LATE_PAIR, strict=True):
        page.locator(f"#add [name={field_}]").fill(name)
    laptop.press("Enter", within="#add form")
    laptop.sure("came by the late train")
    # Here, as all are who are entered while it is played
    evening.everybody.append(" & ".join(LATE_PAIR))
    return gone


def a_later_round(
    evening: Evening, number: int, tapping: int, gone: str, drawn: list[list[str]]
) -> None:
    """Played to the last result by those who were drawn, at once after it was published."""
    laptop = evening.laptop
    here = [pair for pair in evening.everybody if pair != gone]
    assert sorted(pair for table in drawn for pair in table) == sorted(here)
    laptop.starts_the_clock()
    at_the_screens(evening, number, drawn, tapping)
    for table in range(tapping + 1, TABLES + 1):
        assert evening.plays(number, table).sides == drawn[table - 1]


def corrects_an_old_result(evening: Evening) -> None:
    """A hand of table 5 was written the wrong way round: what it would change is told, it is done,
    and undone.
    """
    laptop, page = evening.laptop, evening.laptop.page
    before = evening.played.standings(evening.everybody)
    assert evening.standings() == before
    laptop.opens_match(1, 5)
    laptop.clicks(page.get_by_role("link", name="Correct the result"))
    fields = [
        page.locator(f"[name=hand_1_{hand}_{side}]")
        for hand in range(1, HANDS + 1)
        for side in (0, 1)
    ]
    values = [field_.input_value() for field_ in fields]
    for field_, value in zip(
        fields, [value for at in range(0, 8, 2) for value in values[at : at + 2][::-1]], strict=True
    ):
        field_.fill(value)
    for hand in range(1, HANDS + 1):
        choice = page.locator(f"[name=sweep_1_{hand}]")
        if swept := choice.input_value():
            choice.select_option(str(1 - int(swept)))
    laptop.press("See what changes")
    (one, had), (other, gave) = evening.played.matches[1, 5]
    evening.played.matches[1, 5] = (one, gave), (other, had)
    after = evening.played.standings(evening.everybody)
    told = (
        page.locator(".consequence").filter(has_text="Standings").locator("li").evaluate_all(MOVED)
    )
    assert {name: (then, now) for name, then, now in told} == moved(before, after)
    assert evening.standings() == before  # nothing has happened yet
    laptop.sure("the sheet was read upside down")
    assert evening.standings() == after
    laptop.undoes("table 5", "it was right as it was")
    evening.played.matches[1, 5] = (one, had), (other, gave)
    evening.check_standings()


MOVED = """lines => lines.map(line => [
  line.querySelector("b").textContent.trim(),
  line.querySelector(".was").lastChild.textContent.trim(),
  line.querySelector(".to").lastChild.textContent.trim(),
])"""


def moved(before: Ranks, after: Ranks) -> dict[str, tuple[str, str]]:
    """Whose rank or points change, as the page tells it."""

    def said(rank: int, figures: tuple[int, ...]) -> str:
        return f"rank {rank}, {figures[0]} point{'s' * (figures[0] != 1)}"

    found = {name: (said(*before[name]), said(*after[name])) for name in before}
    return {name: (then, now) for name, (then, now) in found.items() if then != now}


def gives_the_prizes(evening: Evening) -> None:
    """From the last rank up: everybody sees as much as was told, and no more."""
    laptop, wall = evening.laptop, evening.wall
    final = evening.played.standings(evening.everybody)
    evening.on_the_wall("Prize-giving")
    told: Ranks = {}
    for press in (
        "Reveal the next place",
        *["Reveal the next 5"] * 3,
        *["Reveal the next place"] * len(final),
    ):
        page = laptop.goes("reveal/")
        button = page.locator(".giving").get_by_role("button", name=press, exact=True)
        if not button.count():
            break
        laptop.clicks(button)
        shown = evening.standings()
        assert told.keys() < shown.keys()
        best = min(rank for rank, _ in shown.values())
        assert {name: rank for name, (rank, _) in shown.items()} == {
            name: rank for name, (rank, _) in final.items() if rank >= best
        }
        told = shown
    assert told == final
    (winner,) = [name for name, (rank, _) in final.items() if rank == 1]
    expect(wall.locator(".place-1")).to_contain_text(winner)
    assert wall.evaluate("window.opened"), "the wall was loaded anew"


def prints_certificates(evening: Evening) -> None:
    final = evening.played.standings(evening.everybody)
    page = evening.laptop.goes("print/certificates/?count=all")
    found = {
        " ".join(one.locator("h2").inner_text().split()): one.locator(".place").inner_text()
        for one in page.locator(".certificate").all()
    }
    assert found == {name: place_words(rank) for name, (rank, _) in final.items()}


def everything_is_kept(evening: Evening) -> None:
    """What phones were told is there, each round was drawn once, and the log says who did what and
    why.
    """
    entries = {
        uuid.UUID(str(pk)): outcome
        for pk, outcome in rows(evening.site, "SELECT id, outcome FROM scoring_entry")
    }
    told = {
        uuid.UUID(pk): outcome
        for phone in evening.every_phone
        for pk, outcome in phone.told.items()
    }
    assert {pk: entries.get(pk) for pk in told} == told
    drawn = rows(
        evening.site,
        "SELECT number, COUNT(*) FROM tournaments_sessionround GROUP BY number ORDER BY number",
    )
    assert drawn == [(number, 1) for number in range(1, ROUNDS + 1)]
    log = evening.laptop.log()
    for said, why in (
        ("Gave table 10 in round 1 more time", "a question of the rules"),
        ("table 9 in round 1", "two others saw the trick"),
        ("Entered the result of table 11 in round 1 from paper", ""),
        ("Rejected late hand", "the sheet on paper counts"),
        ("withdrew", "the last tram"),
        ("Corrected the result of table 5 in round 1", "the sheet was read upside down"),
        ("Undid", "it was right as it was"),
        ("Ended the time of round 1", ""),
        ("Closed round 1", ""),
        ("Held back the results from round 3 on", ""),
        ("ranks at the prize-giving", ""),
    ):
        assert [line for line in log if said in line[0] and why in line[1] and line[2] == "Olga"], (
            said,
            why,
            log,
        )
    assert [line for line in log if f"Entered {' & '.join(LATE_PAIR)}" in line[0]], log


# In short: its parts, each in a file of its own. A laptop makes, draws, closes, two phones tap:
# test_club_evening.py; cards and their codes, certificates: test_on_paper.py; agreeing and
# disputes: test_agreeing_at_table.py; the wall: test_hall_screens.py. All that goes wrong in one
# evening, by Django's client: tests/tournaments/test_bad_luck.py.
@pytest.mark.slow
def test_an_evening_from_nothing_to_the_prize_giving(site: Site, new_phone: NewPhone) -> None:
    tapping = 4  # tables of each later round whose phones have a screen
    laptop = Laptop(new_phone(viewport=(1280, 800), **LAPTOP))
    wall, visitor = new_phone(viewport=(1280, 720), **LAPTOP), new_phone()
    evening = Evening(site, laptop, new_phone, wall, visitor, Random(24))
    begins(evening)
    first_round(evening)
    gone = between_the_rounds(evening)
    a_later_round(evening, 2, tapping, gone, laptop.draws(2))
    evening.check_standings()
    corrects_an_old_result(evening)
    laptop.goes("reveal/").locator("input[name=from][value='1-3']").check()
    laptop.press("Freeze the standings")
    a_later_round(evening, 3, tapping, gone, laptop.goes_on(2))
    laptop.closes(3, "Close round 3, the last")
    assert evening.standings() == evening.played.up_to(2).standings(evening.everybody)
    gives_the_prizes(evening)
    evening.check_standings()
    prints_certificates(evening)
    laptop.goes()
    everything_is_kept(evening)
