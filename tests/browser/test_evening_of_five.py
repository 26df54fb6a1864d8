"""Five friends, a score on paper, a substitute in the middle, without a network to the end; then
all is at the server, and every page says what is counted here by other code.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Club, Device, Game, Player
from tests.browser.offline import game_of, visited, without_a_network
from tests.browser.playing import Hand, arrived, rested, saved, start
from tests.browser.records import Records
from tests.browser.starting import SCORER
from tests.reliability.outbox import HURRY
from tests.scoring import evening_of_five as evening
from tests.scoring.clubs import tonight

__all__ = ["without_a_network"]  # for every test of the file


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def in_a_club() -> int:
    """The phone that began the last game joins a club with all of its people; the club's key."""
    club, phone = Club.objects.create(name="Five friends"), Game.objects.latest("started_at").device
    Device.objects.filter(pk=phone.pk).update(club=club)
    Player.objects.filter(device=phone).update(club=club, device=None)
    return club.pk


def begin_from_the_score(phone: Page) -> None:
    """Tap five names, take the game for five that this offers, and type what stands on paper."""
    phone.goto("/new/")
    for name in evening.FIVE:
        phone.locator(f".chip[value={name}]").tap()
    phone.locator(".offer:visible").filter(has_text="Nanking with five").tap()
    expect(phone.locator(".ring.of-5 .hold bdi")).to_have_text(evening.FIVE)
    phone.locator("#carried summary").tap()
    for seat, total in enumerate(evening.CARRIED):
        phone.locator(f"#carried_{seat}").fill(str(total))
    phone.locator("#carried_rounds").fill(str(evening.ON_PAPER))
    phone.locator(".go button").tap()
    phone.wait_for_url(SCORER)
    rested(phone)


def exchange(phone: Page) -> None:
    phone.locator(".menu summary").tap()
    phone.get_by_role("link", name="Another player").tap()
    phone.locator(f'.others .sits[data-at="{evening.AT}"]').tap()
    phone.get_by_role("button", name="New name").tap()
    phone.locator(".others .typed input").fill(evening.SUBSTITUTE)
    phone.locator(".others .typed button").tap()
    phone.locator('.others [data-is="go"]').tap()
    expect(phone.locator(".others")).to_have_count(0)


def tap_in(phone: Page, tapped: evening.Tapped) -> None:
    hand = Hand(phone)
    for seat, call in tapped.calls.items():
        hand.call(seat, call)
    hand.out(*tapped.out)
    if tapped.points is not None:
        hand.points(tapped.points)


@pytest.mark.slow  # in short: tests/scoring/test_evening_of_five.py
def test_an_evening_of_five_is_played_without_a_network_and_counts_on_every_page(
    phone: Page, records: Records
) -> None:
    phone.add_init_script(HURRY)
    for names in (evening.FIVE[:4], evening.FIVE[1:]):  # so that this phone knows them
        start(phone, names=names)
    club = records(in_a_club)
    visited(phone)
    phone.context.set_offline(True)
    begin_from_the_score(phone)
    game = game_of(phone.url.removesuffix("score/"))
    for number, tapped in enumerate(evening.ROUNDS, start=evening.ON_PAPER + 1):
        expect(phone.locator("#heading")).to_have_text(re.compile(rf"^Round {number}\b"))
        if number == evening.SINCE:
            exchange(phone)
        tap_in(phone, tapped)
        if number < evening.LAST:
            saved(phone, number)
    found = evening.counted()
    expect(phone.locator(".end-card .winner")).to_contain_text(found.winner)
    phone.context.set_offline(False)
    arrived(phone, evening.LAST)
    ask = phone.context.request
    told = ask.get(f"/api/v1/games/{game}/").json()
    assert (told["state"], told["totals"]) == ("finished", found.totals)
    assert [(one["number"], one["scores"]) for one in told["rounds"]] == found.rows
    evening.check_everywhere(lambda where: ask.get(where).text(), club, game, tonight().isoformat())
