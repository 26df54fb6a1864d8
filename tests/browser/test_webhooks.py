"""A webhook by the real server: made on a phone, tried, and what it says is signed with the secret
that was shown.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import fits_thumbs
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import signed_in
from tests.tournaments.seasons.seasons import a_club_that_played
from tests.tournaments.webhooks.receiving import a_site, in_docs, saying


def looks_right(page: Page, axe: Callable[[Page], list[str]]) -> None:
    fits_thumbs(page)
    assert axe(page) == []


@pytest.mark.slow  # in short: by the client, test_webhook_pages.py
def test_a_director_makes_a_webhook_and_a_test_of_it_arrives(
    phone: Page, site: Site, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    signed_in(phone, site, records(a_club_that_played))
    phone.goto("/desk/")
    # Of one club it stands in the rail, of several beside each: the last is this test's.
    phone.goto(str(phone.locator('a[href$="/webhooks/"]').last.get_attribute("href")))
    with a_site() as elsewhere:
        elsewhere.answers = [saying(200, b"taken by the club's own site, " + b"w" * 200)]
        phone.get_by_role("textbox", name="Address").fill(elsewhere.address)
        looks_right(phone, axe)
        phone.get_by_role("button", name="Create the webhook").tap()
        secret = phone.get_by_role("textbox", name="Its secret").input_value()
        looks_right(phone, axe)
        phone.get_by_role("button", name="Send a test").tap()
        assert elsewhere.came.wait(30)
        line = phone.get_by_role("listitem").filter(has_text="ping")
        for _ in range(50):  # what became of it is written down once the answer is here
            phone.reload()
            if "accepted" in line.inner_text():
                break
        expect(line).to_contain_text(re.compile(r"200 ·\s+\d+ ms"))
    (got,) = elsewhere.got
    assert in_docs()(secret, got.headers, got.body)
    assert phone.get_by_role("textbox", name="Its secret").count() == 0
    looks_right(phone, axe)
