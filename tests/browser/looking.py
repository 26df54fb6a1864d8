"""How a page measures: thumbs, nothing sideways. What else is wrong with it axe says (the fixture
`axe`).
"""

from typing import Any

from playwright.sync_api import Error, Page

MEASURE = """() => [...document.querySelectorAll(
  'button, summary, a, input:not([type=hidden]), select')]
  .filter((each) => each.checkVisibility() && !each.matches('.skip'))
  .map((each) => [
    each.className || each.tagName, each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, , box]) => box.width < 48 || box.height < 44)
  .map(([kind, text, box]) => `${kind} "${text}" ${box.width} x ${box.height}`)"""
# What is ticked is tapped by its label.
TICKED = "each.closest('.choice, label:has(> input[type=checkbox])') ?? each"
TOO_SMALL = MEASURE.replace("each.getBoundingClientRect()", f"({TICKED}).getBoundingClientRect()")
SIDEWAYS = "() => document.documentElement.scrollWidth - window.innerWidth"


def looked_at(page: Page, script: str) -> Any:
    """What a script finds on the page; on the next one where the page was just leaving."""
    try:
        page.wait_for_load_state()  # its words may be there before its style sheets
        return page.evaluate(script)
    except Error as gone:
        if "context was destroyed" not in gone.message:
            raise
    page.wait_for_load_state()
    return page.evaluate(script)


def fits_thumbs(page: Page) -> None:
    """Nothing is too small for a thumb, nothing runs out of the screen.

    What axe says of the same pages, in every state of an evening, is in test_evening_looks.py.
    """
    small = looked_at(page, TOO_SMALL)
    assert small == [], small
    assert looked_at(page, SIDEWAYS) <= 0
