"""How a page measures: thumbs, nothing sideways. What else is wrong with it axe says (the fixture `axe`)."""

from playwright.sync_api import Page

MEASURE = """() => [...document.querySelectorAll('button, summary, a, input:not([type=hidden]), select')]
  .filter((each) => each.checkVisibility() && !each.matches('.skip'))
  .map((each) => [each.className || each.tagName, each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, , box]) => box.width < 48 || box.height < 44)
  .map(([kind, text, box]) => `${kind} "${text}" ${box.width} x ${box.height}`)"""
# What is ticked is tapped by its label.
TOO_SMALL = MEASURE.replace("each.getBoundingClientRect()", "(each.closest('.choice') ?? each).getBoundingClientRect()")
SIDEWAYS = "() => document.documentElement.scrollWidth - window.innerWidth"


def fits_thumbs(page: Page) -> None:
    """Nothing is too small for a thumb, nothing runs out of the screen.

    What axe says of the same pages, in every state of an evening, is in test_evening_looks.py.
    """
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate(SIDEWAYS) <= 0
