"""Somebody leaves early, two must not meet, and a sheet is typed twice: the desk's flow once."""

import re

from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.looking import fits_thumbs
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in


def test_rounds_off_and_a_pair_kept_apart_are_noted_on_a_phone_and_the_leader_leaves(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    made: dict[str, str] = records(halls.leaders_before_the_end)
    phone: Page = new_phone((320, 640))
    signed_in(phone, site, made["session"])
    phone.goto(made["entrant"])
    fits_thumbs(phone)
    off = phone.locator("section", has=phone.get_by_role("heading", name="Rounds off"))
    for number in ("4", "5"):
        off.get_by_role("checkbox", name=number, exact=True).check()
    off.get_by_role("radio", name=re.compile("a bye worth half")).check()
    off.get_by_role("button", name="Grant these rounds off").click()
    for number in (4, 5):
        expect(phone.get_by_text(f"Misses round {number}.")).to_be_visible()
    apart = phone.locator("section", has=phone.get_by_role("heading", name="Never together"))
    apart.get_by_role("combobox").select_option(index=1)
    apart.get_by_role("button", name="Keep apart", exact=True).click()
    expect(apart.get_by_role("button", name="May meet again")).to_be_visible()
    fits_thumbs(phone)
    phone.goto(made["public"])
    expect(phone.get_by_text("Round 4: requested bye, worth half.")).to_be_visible()
    phone.goto(made["entrant"])
    leave = phone.locator("section", has=phone.get_by_role("heading", name="Withdraw"))
    expect(leave.get_by_text("They have rank 1. Do they stay ranked?")).to_be_visible()
    leave.get_by_role("radio", name=re.compile("^No")).check()
    leave.get_by_role("button", name="Withdraw them").click()
    phone.get_by_role("button", name=re.compile("^Withdraw Player")).click()
    expect(phone.get_by_role("button", name="Rank by their results again")).to_be_visible()
    phone.goto(made["standings"])
    expect(phone.get_by_text("withdrawn, ranked last")).to_be_visible()


def test_two_people_type_a_sheet_and_one_of_both_is_taken(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    made: dict[str, str] = records(halls.leaders_before_the_end)
    for session, second in (("session", "40"), ("other", "45")):
        laptop: Page = new_phone((1280, 800))
        signed_in(laptop, site, made[session])
        laptop.goto(made["papers"])
        line = laptop.locator(".paper").first
        line.get_by_role("textbox").first.fill("60")
        line.get_by_role("textbox").last.fill(second)
        line.get_by_role("textbox").last.press("Enter")
        expect(laptop.locator(".paper").nth(1).get_by_role("textbox").first).to_be_focused()
    expect(laptop.get_by_text("the sheets differ")).to_be_visible()
    fits_thumbs(laptop)
    laptop.get_by_role("button", name="Take the sheet of Olga").click()
    expect(laptop.locator(".paper").first).to_have_class(re.compile("is-done"))
