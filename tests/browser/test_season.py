"""A season in a real browser: started by a name and a tap, then its numbers opened one after the
other.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import too_small, too_wide
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import signed_in
from tests.tournaments.seasons.seasons import a_club_that_played


# In short: tests/tournaments/pages/season starts it, saves it and opens its numbers,
# test_evening_looks.py looks at it opened, test_pages_by_htmx.py searches while one types.
@pytest.mark.slow
def test_a_director_starts_a_season_and_opens_the_reasons_of_a_number(
    phone: Page, site: Site, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    signed_in(phone, site, records(a_club_that_played))
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto("/desk/")
    phone.get_by_role("link", name="Seasons").first.tap()
    phone.get_by_role("radio", name=re.compile("^Sum")).check()
    phone.get_by_role("button", name="Start the season").tap()
    expect(phone.get_by_role("checkbox")).to_have_count(12)
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator(".note[role=status]")).to_have_text("Saved.")
    first = phone.get_by_role("table").get_by_role("row").nth(1)
    name = first.get_by_role("link").inner_text()
    first.get_by_role("link").tap()
    row = phone.locator("tr.opened")
    expect(row).to_contain_text("ahead of")
    assert "open=" in phone.url
    row.get_by_text("How each number adds up").tap()
    expect(row).to_contain_text("for attending")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("table").get_by_role("link", name=name).tap()
    expect(row).to_have_count(0)
    phone.get_by_role("searchbox").fill("hohenst")
    expect(phone.get_by_role("table").get_by_role("row")).to_have_count(2)


def test_how_many_count_follows_the_ticks_and_a_place_of_the_season_is_one_line_on_a_phone(
    phone: Page, site: Site, records: Records
) -> None:
    signed_in(phone, site, records(a_club_that_played))
    phone.goto("/desk/")
    phone.get_by_role("link", name="Seasons").first.tap()
    phone.get_by_role("button", name="Start the season").tap()
    expect(phone.get_by_text("12 of 12 count")).to_be_visible()
    phone.get_by_role("checkbox").first.uncheck()
    expect(phone.get_by_text("11 of 12 count")).to_be_visible()
    phone.get_by_role("button", name="Save").tap()
    phone.get_by_role("link", name="Club", exact=True).tap()
    place = phone.locator(".of-season tbody tr").first
    expect(place).to_be_visible()
    cells = place.locator("> :is(th, td):not(.ev)")
    tops = cells.evaluate_all("cells => cells.map((cell) => cell.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, tops


@pytest.mark.slow  # in short: tests/tournaments/pages/season, by the client
def test_what_the_settings_do_is_said_while_they_are_chosen_and_the_club_remembers_the_season(
    phone: Page, site: Site, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    signed_in(phone, site, records(a_club_that_played))
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto("/desk/")
    phone.get_by_role("link", name="Seasons").first.tap()
    phone.get_by_role("button", name="Start the season").tap()
    phone.get_by_role("button", name="Save").tap()
    phone.get_by_role("link", name="Set-up", exact=True).first.tap()
    words = phone.locator("#words")
    expect(words).to_contain_text("Attending gives 1 point. The best 8 of 12 count.")
    phone.get_by_text("Which ones count").tap()
    phone.get_by_label("How many of the best results").fill("5")
    expect(words).to_contain_text("The best 5 of 12 count.")
    phone.get_by_label("Games that an evening needs to count").fill("3")
    expect(words).to_contain_text("at least 3 games were finished")
    phone.get_by_role("checkbox", name="Leave out guests").check()
    expect(words).to_contain_text("Guests are left out, and the others move up.")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator(".note[role=status]")).to_have_text("Saved.")
    phone.get_by_role("link", name="Club", exact=True).tap()
    phone.get_by_role("link", name="All-time table").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("All-time table")
    phone.locator(".all-time tbody a").first.tap()
    expect(phone.get_by_role("heading", name="Titles")).to_be_visible()
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("link", name="Season").last.tap()
    expect(phone.locator(".season-table")).to_be_visible()
    phone.get_by_role("link", name="Club", exact=True).tap()
    phone.get_by_role("link", name="Records", exact=True).tap()
    phone.get_by_role("link", name="Longest run of games won").tap()
    expect(phone.locator(".told-rounds li").first).to_be_visible()
    phone.go_back()
    phone.get_by_role("link", name="Most players in one evening").tap()
    phone.locator("main p.soft a").first.tap()  # the evening
    share = phone.get_by_role("link", name="Share the evening")
    expect(share).to_be_visible()
    answer = phone.request.get(site.url + str(share.get_attribute("href")))
    assert answer.headers["content-type"] == "image/png"
