"""Twelve pairs in a room of four tables: a queue, two rounds to the end, on a laptop and phones."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.agreeing import writes_the_hand
from tests.browser.directing import Laptop
from tests.browser.looking import fits_thumbs
from tests.browser.playing import Hand
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in
from tests.reliability.outbox import HURRY


def look(page: Page, name: str) -> None:
    if folder := os.environ.get("LOOK"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def plain(name: str) -> str:
    """A name without the spaces that keep it in one line."""
    return " ".join(name.split())


def names_of_tiles(page: Page) -> list[str]:
    return page.locator(".tile .no").all_inner_texts()


def enters_the_result(laptop: Laptop, tile: int) -> None:
    """Type the result of the tile at this place of the board."""
    page = laptop.goes("board/")
    laptop.clicks(page.locator(".tile a").nth(tile))
    page.locator("#enter summary").click()
    page.locator("#sum-0").fill("100")
    page.locator("#sum-1").fill("0")
    laptop.press("Save", within="#enter")


@pytest.mark.slow  # in short: tests/tournaments/test_room_actions.py
def test_twelve_pairs_play_two_rounds_at_four_tables(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    made = records(halls.a_short_room)
    page = new_phone((1280, 800), is_mobile=False, has_touch=False)
    signed_in(page, site, made["session"])
    laptop = Laptop(page, f"/desk/{made['tournament']}/")
    # Four tables, in a queue
    page.goto(f"{laptop.desk}about/")
    page.get_by_label("Tables in the room").fill("4")
    page.get_by_label("In a queue").check()
    laptop.press("Save", within='section[aria-labelledby="room"]')
    expect(page.locator("#room-needs")).to_contain_text("Matches: 6, tables: 4.")
    look(page, "setup")
    # The draft says so, and so does the board
    laptop.goes("board/")
    laptop.press(re.compile("^Begin and draw round 1"))
    expect(page.get_by_text("The rest wait in a queue")).to_be_visible()
    look(page, "draft")
    laptop.press(re.compile("^Publish round 1"))
    laptop.goes("board/")
    assert names_of_tiles(page) == ["1", "2", "3", "4", "–", "–"]
    look(page, "board")
    waiting = [
        plain(name) for name in page.locator(".tile.is-no_table .side bdi").all_inner_texts()
    ]
    first = plain(page.locator(".tile .side bdi").first.inner_text())
    # A pair that waits sees it on their phone, and is called there
    own = new_phone()
    own.goto(f"/own/{made['own'][waiting[0]]}/")
    expect(own.locator("#wait")).to_have_text("Next at the first free table")
    fits_thumbs(own)
    look(own, "own")
    writer = new_phone()
    writer.add_init_script(HURRY)
    writer.goto(f"/card/{made['cards'][0]}/")
    writer.get_by_label(first).check()
    writer.get_by_role("button", name="Keep score").tap()
    expect(writer.locator("#heading")).to_have_text(re.compile("Hand 1\\b"))
    writes_the_hand(Hand(writer), writer)
    expect(own.locator("#wait")).to_have_count(0)
    expect(own.locator(".table-now b")).to_have_text("1")
    # The card of table 1 opens their match now, and the board puts them there
    own.goto(f"/card/{made['cards'][0]}/")
    expect(own.get_by_label(waiting[0])).to_be_visible()
    fits_thumbs(own)
    expect(page.locator(".tile.is-no_table")).to_have_count(1)
    assert names_of_tiles(page) == ["1", "2", "3", "4", "–", "1"]
    # The rest off paper: each result calls the next
    for _match in range(5):
        enters_the_result(laptop, 0 if _match == 0 else _open_tile(laptop))
    page.goto(f"{laptop.desk}board/")
    expect(page.locator(".tile.is-no_table")).to_have_count(0)
    laptop.press("Close round 1 and draw round 2")
    laptop.press(re.compile("^Publish round 2"))
    laptop.goes("board/")
    assert names_of_tiles(page) == ["1", "2", "3", "4", "–", "–"]
    for _match in range(6):
        enters_the_result(laptop, _open_tile(laptop))
    laptop.goes("board/")
    laptop.press("Close round 2, the last")
    page.goto(f"/tournaments/{made['tournament']}/standings/1/")
    expect(page.locator("main")).to_contain_text("Rank")


def _open_tile(laptop: Laptop) -> int:
    """The place on the board of the first table that has no result yet, and has been called."""
    states = (
        laptop.goes("board/")
        .locator(".tile")
        .evaluate_all("tiles => tiles.map(tile => tile.className)")
    )
    return next(at for at, state in enumerate(states) if "not_begun" in state or "playing" in state)
