"""A league held again in a real browser: the divisions are proposed, changed by hand, created."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.looking import too_small, too_wide
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import signed_in
from tests.tournaments.leagues import at_its_desk


def test_the_next_season_of_a_league_is_divided_by_the_last_table_and_by_hand(
    phone: Page,
    site: Site,
    records: Records,
    axe: Callable[[Page], list[str]],
    troubles: Troubles,
) -> None:
    found = records(at_its_desk)
    signed_in(phone, site, found["session"])
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(f"/desk/{found['league']}/again/")
    lines = phone.locator(".division-line")
    expect(lines).to_have_count(8)
    expect(lines.filter(has_text="up to division A")).to_have_count(2)
    expect(lines.filter(has_text="down to division B")).to_have_count(2)
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    third = lines.filter(has_text="rank 3 in A").get_by_role("combobox")
    third.select_option("A")
    troubles.expect("status of 422")
    phone.get_by_role("button", name="Create").tap()
    expect(phone.get_by_text("Entrants in the divisions: 5 + 3.")).to_be_visible()
    expect(third).to_have_value("A")
    lines.filter(has_text="rank 2 in B").get_by_role("combobox").select_option("B")
    phone.get_by_role("button", name="Create").tap()
    expect(phone.get_by_text("The tournament has been created")).to_be_visible()
    phone.wait_for_url(re.compile(r"/board/$"))
    assert found["league"] not in phone.url
