"""The prize-giving from the director's phone: in any order, and the wall follows."""

from playwright.sync_api import expect

from tests.browser.looking import Axe, fits_thumbs
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in
from tests.tournaments import walls


def test_a_tapped_place_is_on_the_wall_and_taken_back(
    new_phone: NewPhone, records: Records, site: Site, axe: Axe
) -> None:
    evening = records(walls.a_prize_giving_at_a_desk)
    wall, desk = new_phone(is_mobile=False, has_touch=False), new_phone()
    signed_in(desk, site, evening["session"])
    wall.goto(evening["screen"])
    expect(wall.locator(".soon")).to_be_visible()
    desk.goto(evening["giving"])
    fits_thumbs(desk)
    assert axe(desk) == []
    desk.get_by_role("button", name="Reveal place 4", exact=True).click()
    fourth = desk.locator(".kept li").nth(3).locator("bdi").inner_text()
    expect(wall.locator(".newest b")).to_have_text("4")
    expect(wall.locator(".newest bdi")).to_have_text(fourth)
    desk.get_by_role("button", name="From fourth place down").click()
    desk.get_by_role("button", name="Reveal the next place").click()
    expect(wall.locator(".newest b")).to_have_text("5")
    desk.get_by_role("button", name="Take place 4 back").click()
    expect(wall.locator(".before")).to_have_count(0)
    desk.goto(evening["remote"])
    expect(desk.get_by_text("Next: place 4")).to_be_visible()
    desk.get_by_role("button", name="Reveal the next place").click()
    expect(wall.locator(".newest b")).to_have_text("4")
    expect(desk.get_by_text("Next: place 6")).to_be_visible()
