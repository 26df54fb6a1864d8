"""A match from the code on the table to the closed session round: a strange phone writes, the desk reads."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser.playing import Hand, totals
from tests.browser.servers import Site
from tests.browser.test_table_looks import MEASURE, SIDEWAYS
from tests.reliability.outbox import HURRY

pytestmark = pytest.mark.any_database

# What is ticked is tapped by its label.
TOO_SMALL = MEASURE.replace("each.getBoundingClientRect()", "(each.closest('.choice') ?? each).getBoundingClientRect()")

# Anna and Carla win three hands of four, the last by a double victory.
HANDS = (
    Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35)),
    Round(out=(1, 0, 3, 2), card_points=(40, 60)),
    Round(out=(2, 1, 0, 3), card_points=(100, 0)),
    Round(out=(0, 2)),
)

# One table of a championship with the round published, and the cookie of its director.
TABLE = """
import json
from django.test import Client
from tests.tournaments import desks
from tournaments.tokens import token_of
desk = desks.a_desk()
tournament = desks.a_tournament("german_championship", 4, desk=desk)
match = desks.draw(tournament).matches.get()
cookie = desk.client.cookies["sessionid"].value
print("table", json.dumps([str(tournament.pk), match.pk, token_of(match), cookie]))
"""
CLOSE = """
from tournaments.actions import judging, publishing
from tournaments.models import Match

match = Match.objects.select_related("session_round__stage__tournament").get(pk={match})
judging.rule_match(match, None, {{"kind": "half"}}, "closing time")
publishing.close_round(match.session_round, None)
"""


@dataclass(frozen=True)
class Table:
    """A table that can begin: its tournament and match, the link on it, the session of the director."""

    tournament: str
    match: int
    token: str
    session: str

    @property
    def link(self) -> str:
        return f"/match/{self.token}/"

    @property
    def round(self) -> str:
        return f"/desk/{self.tournament}/rounds/1/1/"


@pytest.fixture
def table(site: Site) -> Table:
    said = site.manage("shell", "-v", "0", "-c", TABLE).stdout
    return Table(*json.loads(said.rpartition("table ")[2]))


@pytest.fixture
def desk(new_phone: Callable[..., Page], site: Site, table: Table) -> Page:
    """The director's laptop."""
    page = new_phone((1280, 800), is_mobile=False, has_touch=False)
    page.context.add_cookies([{"name": "sessionid", "value": table.session, "url": site.url}])
    return page


def sound(page: Page, axe: Callable[[Page], list[str]]) -> None:
    """Nothing too small for a thumb, nothing that runs out of the screen, nothing that axe finds."""
    assert (page.evaluate(TOO_SMALL), axe(page)) == ([], [])
    assert page.evaluate(SIDEWAYS) <= 0


def begin(phone: Page, table: Table) -> Hand:
    phone.add_init_script(HURRY)
    phone.goto(table.link)
    # Nobody writes before saying for which side.
    phone.get_by_role("button", name="Write the score").tap()
    expect(phone).to_have_url(table.link)
    phone.get_by_role("radio").first.check()
    phone.get_by_role("button", name="Write the score").tap()
    expect(phone.locator("#heading")).to_have_text("Round 1")
    return Hand(phone)


def test_a_strange_phone_writes_a_match_and_the_desk_closes_the_round(
    phone: Page, desk: Page, table: Table, axe: Callable[[Page], list[str]]
) -> None:
    phone.goto(table.link)
    sound(phone, axe)
    hand = begin(phone, table)
    for played in HANDS[:-1]:
        hand.write(played, 4, saves_itself=False)
    assert totals(phone) == [305, 95]
    expect(phone.locator(".hint .at-table")).to_have_text("Table 1")
    expect(phone.locator("#begins")).to_contain_text("shuffles")
    assert phone.locator("#begins").evaluate("one => getComputedStyle(one, '::before').content") == '"· "'
    hand.out(*HANDS[-1].out)
    hand.save()
    expect(phone.locator(".winner")).to_contain_text("won.")
    expect(phone.get_by_role("button", name="Rematch")).to_have_count(0)
    phone.locator("#rest").get_by_role("link", name="Now the other side agrees").tap()
    expect(phone.get_by_text("Hand the phone to")).to_be_visible()
    expect(phone.locator("#agreeing .digits dd")).to_have_text(["405", "95"])
    sound(phone, axe)
    # Four digits and their sign fit the half of a narrow screen.
    phone.set_viewport_size({"width": 320, "height": 640})
    wide = phone.locator("#agreeing .digits dd").first
    assert wide.evaluate("one => { one.textContent = '−1135'; return one.scrollWidth - one.clientWidth; }") <= 0
    phone.reload()
    phone.get_by_role("button", name="Yes, that is right").tap()
    expect(phone.get_by_text("Agreed by")).to_be_visible()
    expect(phone.locator(".totals-of .score")).to_have_text(["405", "95"])
    sound(phone, axe)
    desk.goto(table.round)
    expect(desk.locator(".match-card.is-done .sides b")).to_have_text(["405", "95"])
    sound(desk, axe)
    desk.get_by_role("button", name="Close only round 1").click()
    expect(desk.get_by_text("Session round 1 is closed: its results stand.")).to_be_visible()


def test_a_hand_that_comes_after_the_end_of_the_round_is_kept_for_the_director(
    phone: Page, site: Site, table: Table
) -> None:
    hand = begin(phone, table)
    site.manage("shell", "-v", "0", "-c", CLOSE.format(match=table.match))
    hand.write(HANDS[0], 4, saves_itself=False)
    expect(phone.locator("#disputes")).to_contain_text("The result was locked before this came in.")
    phone.reload()
    expect(phone.locator("#disputes")).to_contain_text("The director has it.")


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_the_pages_of_a_round_and_a_match_are_sound_on_a_phone(
    new_phone: Callable[..., Page], site: Site, table: Table, axe: Callable[[Page], list[str]], scheme: str
) -> None:
    page = new_phone(color_scheme=scheme, locale="de")
    page.context.add_cookies([{"name": "sessionid", "value": table.session, "url": site.url}])
    base = f"/desk/{table.tournament}/"
    for address in ("rounds/", "rounds/1/1/", "rounds/1/1/?show=links", f"matches/{table.match}/#decide", "penalties/"):
        page.goto(base + address)
        for summary in page.locator("main summary").all():
            if not summary.evaluate("each => each.parentElement.open"):
                summary.tap()
        sound(page, axe)
