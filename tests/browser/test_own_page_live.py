"""Somebody's own page on a phone: the table comes by itself with the draw, then the result to agree
to.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import halls
from tests.browser.agreeing import begins, table_of, writes_the_hand
from tests.browser.looking import fits_thumbs
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in


@pytest.mark.slow  # in short: test_public_event.py, what comes next stands there by itself
def test_the_own_page_follows_the_hall_and_then_the_own_table(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    made = records(halls.a_draft)
    table = table_of(made["table"])
    own, first = new_phone(), new_phone()
    desk = new_phone((1280, 800), is_mobile=False, has_touch=False)
    signed_in(desk, site, made["session"])

    own.goto(f"/own/{made['own']}/")
    expect(own.get_by_text("You are entered")).to_be_visible()
    desk.goto(made["round"])
    desk.get_by_role("button", name="Publish").click()
    expect(own.locator(".table-now")).to_have_text("Table 1")  # by itself
    fits_thumbs(own)

    writes_the_hand(begins(first, table), first)
    # By itself, at a table it did not know
    expect(own.get_by_role("heading", name="Is this right?")).to_be_visible()
    assert own.locator(".digits dd").all_inner_texts() == ["165", "35"]
    own.get_by_role("link", name="Something is wrong").tap()
    own.get_by_role("textbox", name="What is wrong").fill("He had no Tichu")
    fits_thumbs(own)
    own.get_by_role("link", name="Leave it as it is").tap()
    own.get_by_role("button", name="Yes, that is right").tap()
    expect(own.get_by_role("heading", name="Is this right?")).to_have_count(0)
    first.goto(table.link)
    expect(first.get_by_text(re.compile("Agreed by"))).to_be_visible()
