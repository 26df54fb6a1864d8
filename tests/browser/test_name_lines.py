"""A line under or through the names of a pair goes under or through all of them, not only between
the boxes of the two.
"""

import pytest
from playwright.sync_api import Page

from tests.browser import halls
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in

# How the boxes of a side's people are underlined or struck through
LINES = """side => [...side.querySelectorAll("bdi > span")]
  .map((each) => getComputedStyle(each).textDecorationLine)"""


@pytest.mark.parametrize(
    ("page", "side", "line"),
    [
        ("withdrawn", ".people .gone .who a", "line-through"),
        ("bye", "section:has(#byes) bdi", "underline"),
    ],
)
def test_both_people_of_a_pair_bear_the_line(
    new_phone: NewPhone, site: Site, records: Records, page: str, side: str, line: str
) -> None:
    made: dict[str, str] = records(halls.a_draft_without_two)
    laptop: Page = new_phone((1280, 800))
    signed_in(laptop, site, made["session"])
    laptop.goto(made[page])
    assert laptop.locator(side).first.evaluate(LINES) == [line, line]
