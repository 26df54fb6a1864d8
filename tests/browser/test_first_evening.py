"""From the owner's link to the first published round: how many presses, with a list that is pasted
once.
"""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.pressing import answered
from tests.browser.servers import running_site

MOST = 8
PAIRS = "\n".join(f"Anna {letter} / Beat {letter}; Club {letter}" for letter in "abcdefgh")


class Director:
    """Somebody who presses, and types nothing but an account, two names and the list."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    def press(self, name: str) -> None:
        self.presses += 1
        with answered(self.page):
            self.page.locator("main").get_by_role("button", name=name, exact=True).click()


def test_from_the_owner_s_link_to_the_first_published_round(
    tmp_path: Path, browser: Browser
) -> None:
    with running_site(tmp_path) as site:
        first = re.search(r"Create the owner account: http://[^/]+(/\S+)", site.log)
        assert first
        context = browser.new_context(
            base_url=site.url, viewport={"width": 1280, "height": 800}, locale="en-GB"
        )
        page = context.new_page()
        director = Director(page)
        page.goto(first[1])
        for label, typed in (
            ("Name", "Olga"),
            ("E-mail", "o@example.org"),
            ("Password", "five ducks in a row"),
        ):
            page.get_by_label(label).fill(typed)
        director.press("Create account")
        page.get_by_label("Name of the club or circle").fill("Tichu friends")
        director.press("Prepare the first evening")
        expect(page.get_by_label("Name of the tournament")).to_be_focused()
        page.get_by_label("Name of the tournament").fill("Winter evening")
        page.get_by_label("One pair per line").press_sequentially(PAIRS)
        # It is read while it is typed, and the number of rounds advised
        expect(page.get_by_text("8 entrants recognised")).to_be_visible()
        expect(page.get_by_label("One pair per line")).to_be_focused()
        expect(page.locator(".make p")).to_have_text("5 rounds · to 1000 · no clock · 8 pairs")
        page.get_by_label("Rounds to play", exact=True).fill("3")
        expect(page.locator(".make p")).to_have_text("3 rounds · to 1000 · no clock · 8 pairs")
        expect(page.locator("#advice")).to_have_text(
            "8 pairs: after 3 rounds at most one has won them all."
        )
        director.press("Create the tournament")
        expect(page.locator("#first")).to_have_text("Ready to begin?")
        director.press("Open it to the public")
        director.press("Begin and draw round 1")
        director.press("Publish round 1")
        expect(page.get_by_text("the tables can begin")).to_be_visible()
        assert director.presses <= MOST
        # The set-up of its stage is a page of facts; nothing is open, so there is nothing to save
        page.goto(page.url.partition("rounds/")[0] + "stages/1/")
        expect(page.locator("#words")).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollHeight") <= 900
        expect(page.get_by_role("button", name="Save")).to_be_hidden()
        expect(page.locator(".is-fixed")).to_have_count(3)
        page.locator("summary", has_text="A bye").click()
        page.locator("#awards_bye_points").fill("1")
        director.press("Save")
        expect(page.get_by_text("Nothing has changed yet.")).to_be_visible()
        context.close()
