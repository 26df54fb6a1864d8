"""A cup with a second chance, a match that both lose, somebody who drops out of a round robin, a
result that is found wrong days later: the desk's flow of each once, on a phone.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.directing import Laptop
from tests.browser.looking import fits_thumbs, too_wide
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in


def types_results(laptop: Laptop, path: str, results: list[tuple[str, str]]) -> None:
    """Type the results of a round off paper, table after table."""
    page = laptop.goes(path)
    lines = page.locator(".paper")
    for number, (first, second) in enumerate(results):
        boxes = lines.nth(number).get_by_role("textbox")
        boxes.first.fill(first)
        boxes.last.fill(second)
        boxes.last.press("Enter")
        expect(lines.nth(number)).to_have_class(re.compile("is-done"))


def test_those_who_lose_first_play_a_second_chance_cup_and_two_both_lose(
    new_phone: NewPhone, site: Site, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    made = records(halls.a_cup_to_begin)
    phone: Page = new_phone((390, 844))
    signed_in(phone, site, made["session"])
    laptop = Laptop(phone, made["desk"])
    laptop.goes("stages/1/")
    phone.locator("#format-part summary").click()
    phone.get_by_label("Placement matches").select_option("second_chance")
    assert too_wide(phone) == 0
    laptop.clicks(phone.get_by_role("button", name="Save").last)
    expect(phone.get_by_text("with a second-chance cup").first).to_be_visible()
    laptop.goes("board/")
    laptop.press(re.compile("^Begin and draw round 1"))
    laptop.publishes(1)
    types_results(laptop, "rounds/1/1/papers/", [("100", "0")] * 3)
    laptop.opens_match(1, 4)
    phone.locator("#decide summary").click()
    phone.get_by_role("radio", name="Both lose").check()
    phone.locator("#decide").get_by_label("Why?").fill("Nobody came.")
    laptop.press("Decide", within="#decide")
    # A semi-final and a match of the second-chance cup; the other two go on without an opponent
    laptop.goes("board/")
    laptop.press("Close round 1 (Quarter-finals) and draw round 2 (Semi-finals)")
    expect(phone.locator(".match-card")).to_have_count(1 + 1)
    fits_thumbs(phone)
    laptop.publishes(2)
    expect(phone.locator("main").get_by_text("Second-chance cup").first).to_be_visible()
    phone.goto(f"{laptop.public()}bracket/1/")
    expect(phone.get_by_role("heading", name="Second-chance cup")).to_be_visible()
    fits_thumbs(phone)
    phone.get_by_role("link", name="Quarter-finals").click()
    expect(phone.get_by_text("Nobody goes on.")).to_be_visible()
    assert axe(phone) == []


def test_a_pair_drops_out_of_a_round_robin_and_none_of_its_matches_counts(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    made = records(halls.a_round_robin_after_two)
    phone: Page = new_phone((390, 844))
    signed_in(phone, site, made["session"])
    phone.goto(made["entrant"])
    fits_thumbs(phone)
    leave = phone.locator("section", has=phone.get_by_role("heading", name="Withdraw"))
    leave.get_by_role("button", name="Withdraw them").click()
    expect(phone.get_by_text("Nothing has changed yet.")).to_be_visible()
    fits_thumbs(phone)
    phone.get_by_role("button", name=re.compile("^Withdraw Player")).click()
    phone.goto(made["standings"])
    expect(phone.get_by_text("withdrawn").first).to_be_visible()
    fits_thumbs(phone)


def test_a_result_is_found_wrong_after_the_end_and_the_public_reads_why(
    new_phone: NewPhone, site: Site, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    made = records(halls.a_finished_evening)
    phone: Page = new_phone((390, 844))
    signed_in(phone, site, made["session"])
    laptop = Laptop(phone, made["desk"])
    laptop.goes("board/")
    laptop.clicks(phone.get_by_role("link", name="A result is wrong"))
    fits_thumbs(phone)
    laptop.clicks(phone.get_by_role("link", name="Round 1"))
    laptop.clicks(phone.get_by_role("link", name="Correct").first)
    laptop.clicks(phone.get_by_role("link", name="Correct the result"))
    boxes = phone.get_by_role("textbox", name=re.compile("^Sum"))
    boxes.nth(0).fill("1065")
    boxes.nth(1).fill("435")
    laptop.press("See what changes")
    fits_thumbs(phone)
    laptop.sure("Typed the wrong way round.")
    phone.goto(f"{laptop.public()}standings/1/")
    expect(phone.get_by_text(re.compile("Corrected on")).first).to_be_visible()
    expect(phone.get_by_text("Typed the wrong way round.").first).to_be_visible()
    fits_thumbs(phone)
    assert axe(phone) == []
