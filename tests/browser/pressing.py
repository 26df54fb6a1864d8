"""Pressing a button of a page and seeing what it answers: in the place of what stood there, or as a
page of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

# A page that is loaded anew has no such mark; in a page that stays htmx takes it off when it has
# put the answer in.
MARK = """() => {
  const page = document.documentElement;
  page.setAttribute("data-asked", "");
  const answered = ({ detail: { ctx } }) => {
    if (!ctx?.request?.headers?.["HX-Boosted"]) return;
    page.removeAttribute("data-asked");
    document.removeEventListener("htmx:finally:swap", answered);
  };
  document.addEventListener("htmx:finally:swap", answered);
}"""


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """What is pressed in between is answered, and the answer is shown, when this ends."""
    page.evaluate(MARK)
    yield
    expect(page.locator("html:not([data-asked])")).to_be_attached()
    page.wait_for_load_state()
