"""A new phone gets the games of the old one, by a QR code and by a typed code; what waits on either
is not lost.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.looking import Axe, too_small, too_wide
from tests.browser.offline import arrived, begun_without_a_network, without_a_network, write
from tests.browser.playing import start
from tests.browser.sending import start_whole
from tests.browser.servers import Site
from tests.browser.starting import NewPhone
from tests.reliability.outbox import outbox, settled

__all__ = ["without_a_network"]  # for every test of the file


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def looks_right(page: Page, axe: Axe) -> None:
    assert (too_wide(page), too_small(page), axe(page)) == (0, [], [])


def shown_address(old: Page) -> str:
    """What the QR code on the old phone leads to."""
    old.goto("/phones/")
    old.get_by_role("button", name="Show a QR code").tap()
    expect(old.locator("svg.qr")).to_be_visible()
    return old.locator("#new-phone .address").inner_text()


@pytest.mark.slow  # in short: a code typed on an empty phone
def test_rounds_that_wait_on_both_phones_arrive_after_one_has_joined_the_other(
    phone: Page, new_phone: NewPhone, site: Site, axe: Axe
) -> None:
    first = start_whole(phone)
    address = shown_address(phone)
    looks_right(phone, axe)
    phone.goto(f"{first}score/")
    phone.context.set_offline(True)
    write(phone, 1)
    other = new_phone()
    second = begun_without_a_network(other, 1, 3)
    assert [len(outbox(each)) > 0 for each in (phone, other)] == [True, True]
    other.context.set_offline(False)
    other.goto(address)
    looks_right(other, axe)
    other.get_by_role("button", name="Bring them here").tap()
    expect(other.get_by_role("heading", level=1)).to_have_text("Your games are here")
    looks_right(other, axe)
    other.goto(f"{second}score/")
    phone.context.set_offline(False)
    for each in (phone, other):
        settled(each)
        assert outbox(each) == []
    assert (arrived(site, first), arrived(site, second)) == ([1, 1, 1], [1, 2, 2])
    # Either goes on with the game of the other
    phone.goto(f"{second}score/")
    write(phone, 2)
    other.goto(f"{first}score/")
    write(other, 3)
    for each in (phone, other):
        settled(each)
    assert (arrived(site, first), arrived(site, second)) == ([1, 2, 2], [1, 3, 3])


def test_a_code_is_written_down_and_typed_on_an_empty_phone_and_a_phone_is_cut_off(
    phone: Page, new_phone: NewPhone, axe: Axe, troubles: Troubles
) -> None:
    troubles.expect("status of 422")  # a wrong code
    address = start(phone)
    write(phone, 1)
    settled(phone)
    phone.goto("/phones/")
    looks_right(phone, axe)
    phone.get_by_role("button", name="Make a recovery code").tap()
    code = phone.locator(".recovery-code").inner_text()
    assert re.fullmatch(r"(\w{4} ){3}\w{4}", code)
    looks_right(phone, axe)
    other = new_phone()
    other.goto("/")
    other.get_by_role("link", name="Bring my games here").tap()
    expect(other.get_by_label("The sixteen characters")).to_be_visible()
    looks_right(other, axe)
    other.get_by_label("The sixteen characters").fill("0000 0000 0000 0000")
    other.get_by_role("button", name="Bring my games here").tap()
    expect(other.get_by_role("alert")).to_contain_text("not a valid recovery code")
    looks_right(other, axe)
    other.get_by_label("The sixteen characters").fill(code.lower())
    other.get_by_role("button", name="Bring my games here").tap()
    expect(other.get_by_role("status")).to_contain_text("1 game, 4 people")
    other.get_by_role("link", name="To my games").tap()
    expect(other.get_by_role("link", name="Continue")).to_be_visible()
    phone.goto("/")
    expect(phone.locator("#joined")).to_contain_text("Another phone has your games now")
    looks_right(phone, axe)
    phone.get_by_role("link", name="That was not me").tap()
    expect(phone.get_by_role("button", name="Cut off")).to_be_visible()
    looks_right(phone, axe)
    phone.get_by_role("button", name="Cut off").tap()
    expect(phone.get_by_role("button", name="Cut off")).to_have_count(0)
    expect(phone.get_by_role("button", name="Make a recovery code")).to_be_visible()
    answer = other.context.request.get(f"{address}score/")
    assert answer.status == 404
