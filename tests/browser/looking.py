"""How a page measures: thumbs, nothing sideways. What else is wrong with it axe says (the fixture
`axe`).
"""

from collections.abc import Callable
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
# Words on more than one line, though nothing hyphenates them; letters as wide as a phone's may be.
BROKEN = """(all) => all.flatMap((each) => {
  each.style.letterSpacing = "0.06em";
  const range = document.createRange();
  const text = each.firstChild;
  return [...text.data.matchAll(/[\\p{L}\\u00ad]+/gu)].filter(({ 0: word, index }) => {
    if (word.includes("\\u00ad")) return false;
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    return new Set(boxes.map((box) => Math.round(box.top))).size > 1;
  }).map(([word]) => word);
})"""
SIDEWAYS = "() => document.documentElement.scrollWidth - window.innerWidth"

Axe = Callable[[Page], list[str]]


def looked_at(page: Page, script: str) -> Any:
    """What a script finds on the page; on the next one where the page was just leaving, which may
    be on its way elsewhere too.
    """
    for leaves in (True, True, True, False):
        page.wait_for_load_state()  # its words may be there before its style sheets
        try:
            return page.evaluate(script)
        except Error as gone:
            if not leaves or "context was destroyed" not in gone.message:
                raise
    return None


def fits_thumbs(page: Page) -> None:
    """Nothing is too small for a thumb, nothing runs out of the screen.

    What axe says of the same pages, in every state of an evening, is in test_evening_looks.py.
    """
    small = looked_at(page, TOO_SMALL)
    assert small == [], small
    assert looked_at(page, SIDEWAYS) <= 0


def too_small(page: Page) -> list[str]:
    """Whatever can be tapped and measures less than 48 x 44 px, the label of a ticked thing
    counting as part of it.
    """
    page.wait_for_load_state()
    return page.evaluate("""() => [...document.querySelectorAll(
        "main a, main button, main input, main summary")]
        .map((thing) => thing.matches("[type=radio], [type=checkbox]")
            ? thing.closest("label") : thing)
        .filter((thing) => thing.checkVisibility()
            && !thing.matches(".unseen, p a, li a[href^='#'], [type=hidden]"))
        .map((thing) => [thing.getBoundingClientRect(), thing])
        .filter(([box]) => box.width < 47.9 || box.height < 43.9)
        .map(([box, thing]) => `${thing.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)""")


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    page.wait_for_load_state()  # its words may be there before its style sheets
    return int(
        page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    )
