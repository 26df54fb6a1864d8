"""Two phones at one match: one writes, the other agrees or contradicts, takes over by the card, and
both are told.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import halls
from tests.browser.agreeing import PLAYED, Table, begins, table_of, writes_the_hand
from tests.browser.looking import fits_thumbs
from tests.browser.playing import Hand
from tests.browser.records import Records
from tests.browser.starting import NewPhone
from tests.reliability.outbox import HURRY


@pytest.fixture(scope="module")
def hall(records: Records) -> Iterator[Table]:
    """A table for each test: pairs who play one hand."""
    return map(table_of, records(halls.tables, 3))


@pytest.fixture
def table(hall: Iterator[Table]) -> Table:
    return next(hall)


def looks_on(phone: Page, table: Table, side: int = 1) -> None:
    phone.goto(f"/card/{table.card}/")
    phone.get_by_label(table.sides[side]).check()
    phone.get_by_role("button", name=re.compile("[Ww]atch|Go on")).tap()


def digits(phone: Page) -> list[str]:
    return phone.locator("#agreeing .digits dd").all_inner_texts()


@pytest.mark.slow  # in short: tests/tournaments/pages/table/test_match_phones.py
def test_the_other_side_agrees_on_its_own_phone_and_both_see_it(
    new_phone: NewPhone, table: Table
) -> None:
    first, second = new_phone(), new_phone()
    hand = begins(first, table)
    looks_on(second, table)
    expect(second.get_by_text(f"You are watching for {table.sides[1]}.")).to_be_visible()
    fits_thumbs(second)
    writes_the_hand(hand, first)
    expect(second.get_by_role("heading", name="Is this right?")).to_be_visible()  # by itself
    assert digits(second) == ["165", "35"]
    fits_thumbs(second)
    first.locator("#rest").get_by_role("link", name="Now the other side agrees").tap()
    expect(first.get_by_role("heading", name=f"Hand the phone to {table.sides[1]}")).to_be_visible()
    fits_thumbs(first)
    first.go_back()
    second.get_by_role("button", name="Yes, that is right").tap()
    expect(first.locator("#rest")).to_contain_text("Agreed by the other side")  # by itself
    fits_thumbs(first)
    first.locator("#rest").get_by_role("link", name="Back to the match").tap()
    for page in (first, second):
        expect(page.get_by_text(f"Agreed by {table.sides[1]}")).to_be_visible()
        expect(page.get_by_role("button", name="Correct the score")).to_have_count(0)
        fits_thumbs(page)


@pytest.mark.slow  # in short: tests/tournaments/pages/table/test_match_phones.py
def test_a_phone_that_comes_late_is_asked_at_once(new_phone: NewPhone, table: Table) -> None:
    first, late = new_phone(), new_phone(locale="de", color_scheme="dark")
    writes_the_hand(begins(first, table), first)
    late.goto(f"/card/{table.card}/")
    expect(late.get_by_role("heading", name="Stimmt das?")).to_be_in_viewport()
    assert digits(late) == ["165", "35"]
    expect(late.get_by_text(f"Du antwortest für {table.sides[1]}.")).to_be_visible()
    expect(late.get_by_role("button", name="Ja, das stimmt")).to_be_in_viewport()
    expect(late.get_by_text("Da stimmt etwas nicht")).to_be_in_viewport()
    fits_thumbs(late)
    late.get_by_role("button", name="Ja, das stimmt").tap()
    expect(late.locator("#agreed")).to_contain_text(table.sides[1])


@pytest.mark.slow  # in short: tests/tournaments/pages/table/test_said_of_hands.py
def test_a_dispute_is_talked_over_and_ends_when_the_hand_is_put_right(
    new_phone: NewPhone, table: Table
) -> None:
    first, second = new_phone(), new_phone()
    hand = begins(first, table)
    looks_on(second, table)
    writes_the_hand(hand, first)
    second.get_by_text("Something is wrong").tap()
    second.get_by_label("What is wrong").fill("He had no Tichu")
    # What is typed stays while the other phone changes what the page shows.
    first.goto(table.link)
    first.get_by_text("Call the director", exact=True).tap()
    first.get_by_role("button", name="Call the director now").tap()
    expect(second.get_by_text("Director called")).to_be_visible()
    expect(second.get_by_label("What is wrong")).to_have_value("He had no Tichu")
    second.locator("#wrong").get_by_label(table.sides[0]).fill("65")
    second.locator("#wrong").get_by_label(table.sides[1]).fill("35")
    fits_thumbs(second)
    second.get_by_role("button", name="Tell the other side").tap()
    for page in (first, second):
        expect(page.get_by_role("heading", name="You do not agree on the result")).to_be_visible()
        assert page.locator(".both dd").all_inner_texts() == ["165", "35", "65", "35"]
        expect(page.locator(".talk")).to_contain_text("He had no Tichu")
        fits_thumbs(page)
    first.get_by_label("Message to the other side").fill("True, sorry")
    first.get_by_role("button", name="Send").tap()
    expect(second.locator(".talk")).to_contain_text("True, sorry")
    second.get_by_role("button", name="It is right as entered").tap()
    expect(first.get_by_text(f"Agreed by {table.sides[1]}")).to_be_visible()


@pytest.mark.slow  # in short: tests/tournaments/test_bad_luck.py
def test_another_phone_takes_over_by_the_typed_code_when_a_seated_one_allows_it(
    new_phone: NewPhone, records: Records
) -> None:
    table = table_of(records(halls.tables, 1, hands=4)[0])
    first, second = new_phone(), new_phone()
    hand = begins(first, table)
    hand.write(PLAYED, 4, saves_itself=False)
    second.add_init_script(HURRY)
    second.goto("/table/")
    fits_thumbs(second)
    second.get_by_label("Code of the table").fill(table.code.lower())
    second.get_by_role("button", name="To the table").tap()
    second.get_by_text("Keep score here instead").tap()
    fits_thumbs(second)
    second.get_by_role("button", name="Ask to keep score here").tap()
    expect(second.get_by_text("Asked to keep score here")).to_be_visible()
    first.goto(table.link)
    expect(first.get_by_text("Another phone asks to keep score here.")).to_be_visible()
    fits_thumbs(first)
    first.get_by_role("button", name="Let it write").tap()
    second.locator("#write").get_by_label(table.sides[1]).check()
    second.get_by_role("button", name="Continue").tap()
    expect(second.locator("#heading")).to_have_text(re.compile("Hand 2\\b"))
    Hand(second).write(PLAYED, 4, saves_itself=False)
    first.goto(table.link)
    expect(first.get_by_text("Playing hand 3")).to_be_visible()
