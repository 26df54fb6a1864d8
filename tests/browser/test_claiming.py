"""A name is handed over by its code: another phone opens it, is that person, and has their game on
its own page.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import too_small, too_wide
from tests.browser.playing import LONG
from tests.browser.records import Records
from tests.browser.sheets import played
from tests.browser.starting import NewPhone


@pytest.mark.slow  # in short: tests/scoring/test_claiming.py
def test_a_name_is_handed_over_by_its_link_and_has_its_game_on_the_other_phone(
    new_phone: NewPhone, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    home = new_phone(viewport=(320, 640))
    for _ in range(2):
        played(home, records, "nanking", 40, (LONG, "Beat", "Carla", "Dino"))
    home.goto("/people/")
    home.get_by_role("link", name=LONG).tap()
    home.get_by_role("link", name="Who is this?").tap()
    home.get_by_role("button", name="Make a link").tap()
    expect(home.locator(".qr-box svg")).to_be_visible()
    assert (too_wide(home), too_small(home), axe(home)) == (0, [], [])
    other = new_phone(viewport=(320, 640))
    other.goto(home.get_by_label("Link to share").input_value())
    assert (too_wide(other), too_small(other), axe(other)) == (0, [], [])
    other.get_by_role("button", name="That is me").tap()
    expect(other.get_by_role("heading", level=1)).to_have_text(LONG)
    expect(other.get_by_role("heading", name=LONG, level=3)).to_be_visible()
    assert (too_wide(other), too_small(other), axe(other)) == (0, [], [])
    home.reload()
    expect(home.get_by_role("button", name="Take it back")).to_be_visible()
    assert (too_wide(home), too_small(home), axe(home)) == (0, [], [])
