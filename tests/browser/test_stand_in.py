"""A pair of a league on its own page: somebody stands in, a contact for the others, and leaving."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.looking import too_small, too_wide
from tests.browser.records import Records
from tests.browser.starting import NewPhone
from tests.tournaments.leagues import with_two_pairs_pages


def test_a_pair_names_a_stand_in_leaves_a_contact_and_sees_what_leaving_would_do(
    phone: Page, new_phone: NewPhone, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    made = records(with_two_pairs_pages)
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(f"/own/{made['own']}/")
    phone.get_by_role("link", name="Name a stand-in").first.tap()
    expect(phone.get_by_role("heading", name="Round 1: stand-ins")).to_be_visible()
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_label("Player 1").check()
    phone.get_by_label("Who plays instead").fill("Zoe")
    phone.get_by_role("button", name="Save the stand-in").tap()
    expect(phone.get_by_text("Zoe for Player 1").first).to_be_visible()

    phone.get_by_role("link", name="How to reach the others").tap()
    first = phone.locator("main form").first
    first.get_by_label("Phone number").fill("079 555 01 23")
    first.get_by_role("checkbox").check()
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    first.get_by_role("button", name="Save").tap()
    expect(phone.get_by_role("button", name="Remove it")).to_be_visible()
    other = new_phone()
    other.goto(f"/own/{made['other']}/contacts/")
    expect(other.get_by_text("079 555 01 23")).to_be_visible()

    phone.get_by_role("link", name="My page").tap()
    phone.get_by_role("link", name="I have to leave").tap()
    expect(phone.get_by_text("That is below half, so none counts.")).to_be_visible()
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("link", name="Leave it as it is").tap()
    expect(phone.get_by_role("link", name="I have to leave")).to_be_visible()
