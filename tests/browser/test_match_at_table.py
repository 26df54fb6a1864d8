"""A match from the code on the table to the closed session round: a strange phone writes, the desk
reads.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser import halls
from tests.browser.conftest import Troubles
from tests.browser.looking import fits_thumbs
from tests.browser.playing import Hand, arrived, totals
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import signed_in
from tests.reliability.outbox import HURRY

# Anna and Carla win three hands of four, the last by a double victory.
HANDS = (
    Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35)),
    Round(out=(1, 0, 3, 2), card_points=(40, 60)),
    Round(out=(2, 1, 0, 3), card_points=(100, 0)),
    Round(out=(0, 2)),
)


@dataclass(frozen=True)
class Table:
    """A table that can begin: its tournament and match, the link on it, the session of the
    director.
    """

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
def table(records: Records) -> Table:
    return Table(**records(halls.a_championship_table))


@pytest.fixture
def desk(new_phone: Callable[..., Page], site: Site, table: Table) -> Page:
    """The director's laptop."""
    page = new_phone((1280, 800), is_mobile=False, has_touch=False)
    signed_in(page, site, table.session)
    return page


def begin(phone: Page, table: Table) -> Hand:
    phone.add_init_script(HURRY)
    phone.goto(table.link)
    # Nobody writes before saying for which side.
    phone.get_by_role("button", name="Keep score").tap()
    expect(phone).to_have_url(table.link)
    phone.get_by_role("radio").first.check()
    phone.get_by_role("button", name="Keep score").tap()
    expect(phone.locator("#heading")).to_have_text(re.compile("Hand 1\\b"))
    return Hand(phone)


def test_a_strange_phone_writes_a_match_and_the_desk_closes_the_round(
    phone: Page, desk: Page, table: Table
) -> None:
    phone.goto(table.link)
    fits_thumbs(phone)
    hand = begin(phone, table)
    for played in HANDS[:-1]:
        hand.write(played, 4, saves_itself=False)
    assert totals(phone) == [305, 95]
    expect(phone.locator(".hint .at-table")).to_have_text("Table 1")
    expect(phone.locator("#begins")).to_contain_text("shuffles")
    assert (
        phone.locator("#begins").evaluate("one => getComputedStyle(one, '::before').content")
        == '"· "'
    )
    hand.out(*HANDS[-1].out)
    hand.save()
    expect(phone.locator(".winner")).to_contain_text("won.")
    expect(phone.get_by_role("button", name="Rematch")).to_have_count(0)
    phone.locator("#rest").get_by_role("link", name="Now the other side agrees").tap()
    expect(phone.get_by_text("Hand the phone to")).to_be_visible()
    expect(phone.locator("#agreeing .digits dd")).to_have_text(["405", "95"])
    fits_thumbs(phone)
    # Four digits and their sign fit the half of a narrow screen.
    phone.set_viewport_size({"width": 320, "height": 640})
    wide = phone.locator("#agreeing .digits dd").first
    assert (
        wide.evaluate(
            "one => { one.textContent = '−1135'; return one.scrollWidth - one.clientWidth; }"
        )
        <= 0
    )
    phone.reload()
    phone.get_by_role("button", name="Yes, that is right").tap()
    expect(phone.get_by_text("Agreed by")).to_be_visible()
    expect(phone.locator(".totals-of .score")).to_have_text(["405", "95"])
    fits_thumbs(phone)
    desk.goto(table.round)
    expect(desk.locator(".match-card.is-done .sides b")).to_have_text(["405", "95"])
    fits_thumbs(desk)
    desk.get_by_role("button", name="Close only round 1").click()
    expect(
        desk.get_by_text("Round 1 is closed. You can still correct its results.")
    ).to_be_visible()


@pytest.mark.slow  # in short: tests/tournaments/test_late_entries.py
def test_a_hand_that_comes_after_the_end_of_the_round_is_kept_for_the_director(
    phone: Page, records: Records, table: Table, troubles: Troubles
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    hand = begin(phone, table)
    hand.write(HANDS[0], 4, saves_itself=False)
    arrived(phone, 1)
    phone.context.set_offline(True)  # with a network it would offer no hand any more
    records(halls.decide_and_close, table.match)
    hand.write(HANDS[1], 4, saves_itself=False)
    phone.context.set_offline(False)
    expect(phone.locator("#disputes")).to_contain_text("The result was locked before this arrived.")
    phone.reload()
    expect(phone.locator("#disputes")).to_contain_text("The director has it.")
