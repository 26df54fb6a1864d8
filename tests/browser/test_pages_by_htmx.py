"""Buttons of the desk change the page they stand on: nothing is loaded anew, and nobody loses their
place.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import halls
from tests.browser.conftest import Troubles
from tests.browser.looking import fits_thumbs
from tests.browser.pressing import answered
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import signed_in

Desk = Callable[..., Page]
STAYS = "() => { window.still = true }"  # gone with the page, if it is loaded anew
STILL = "window.still === true"


@pytest.fixture
def desk(new_phone: Callable[..., Page], site: Site) -> Desk:
    """A director's laptop, showing a page of the desk."""

    def shown(hall: dict[str, str], address: str, **options: object) -> Page:
        page = new_phone(
            (1280, 800), is_mobile=False, has_touch=False, service_workers="block", **options
        )
        signed_in(page, site, hall["session"])
        page.goto(f"{hall['desk']}{address}")
        if options.get("java_script_enabled", True):
            page.evaluate(STAYS)
        return page

    return shown


@pytest.fixture
def crowd(records: Records) -> dict[str, str]:
    return records(halls.a_crowd)


def test_a_click_keeps_focus_and_scroll_and_loads_no_page(
    desk: Desk, crowd: dict[str, str]
) -> None:
    page = desk(crowd, "entrants/")
    with answered(page):  # with the first who is here the strip above gets a further choice
        page.locator("ul.people > li").nth(0).get_by_role("button").click()
    asked: list[str] = []
    page.on(
        "request",
        lambda request: asked.append(request.url) if not request.redirected_from else None,
    )
    row = page.locator("ul.people > li").last
    button = row.get_by_role("button")
    button.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 0
    # Where it is seen: a line above it that becomes longer may move the page's own count.
    at = button.evaluate("button => button.getBoundingClientRect().top")
    button.focus()
    page.keyboard.press("Enter")
    here = row.get_by_role("button", name="here")
    expect(here).to_be_focused()
    assert page.evaluate(STILL)
    assert abs(here.evaluate("button => button.getBoundingClientRect().top") - at) <= 2
    assert len(asked) == 1, asked
    # Pressed twice it is sent once; two rows one after the other are both sent
    rows = page.locator("ul.people > li")
    with page.expect_request_finished(lambda request: request.method == "GET"):
        rows.nth(28).get_by_role("button").evaluate("button => { button.click(); button.click(); }")
        rows.nth(29).get_by_role("button").evaluate("button => button.click()")
    # Without "All here"
    expect(page.get_by_role("button", name=re.compile("^here"))).to_have_count(4)
    assert len(asked) == 3, asked


def test_what_is_wrong_stands_beside_its_field_and_what_is_typed_stays(
    desk: Desk, crowd: dict[str, str], troubles: Troubles
) -> None:
    troubles.expect("status of 422")
    page = desk(crowd, "entrants/?show=")
    page.locator("#q").evaluate("field => { field.value = 'looked for' }")  # typed in, and not sent
    form = page.locator("#add form")
    names = form.get_by_label(re.compile("^Player"))
    names.first.fill("Zora")
    names.last.fill("Yves")
    form.get_by_text("More").click()
    seed = form.get_by_label("Seed")
    seed.fill("first")
    with answered(page):
        form.get_by_role("button", name="Enter").click()
    expect(seed).to_be_focused()
    expect(seed).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#seed-error")).to_be_in_viewport()
    expect(seed).to_have_value("first")
    expect(names.first).to_have_value("Zora")
    expect(page.locator("#q")).to_have_value("looked for")
    seed.fill("1")
    with answered(page):
        form.get_by_role("button", name="Enter").click()
    # Taken: the form is empty for the next
    expect(form.locator("input:not([type=hidden])").first).to_be_focused()
    texts = form.locator("input:not([type=hidden])")
    assert texts.evaluate_all("all => all.map(({ value }) => value)") == [""] * 5
    names.first.fill("Xenia")
    names.last.fill("Willi")
    with answered(page):
        form.get_by_role("button", name="Enter").click()
    assert texts.evaluate_all("all => all.map(({ value }) => value)") == [""] * 5
    for pair in ("Zora & Yves", "Xenia & Willi"):
        expect(page.get_by_role("link", name=pair)).to_be_visible()
    expect(page.locator("#q")).to_have_value("looked for")
    assert page.evaluate(STILL)


@pytest.mark.slow  # in short: a click keeps focus and scroll
def test_a_list_is_searched_while_one_types_and_without_scripts_by_a_button(
    desk: Desk, crowd: dict[str, str]
) -> None:
    page = desk(crowd, "missing/")
    rows = page.locator(".people > li")
    count = rows.count()
    wanted = rows.nth(7).locator("bdi").first.inner_text()
    page.locator("#q").press_sequentially(wanted.split(" & ")[0])
    expect(rows).to_have_count(1)
    expect(page.locator("#q")).to_be_focused()
    with answered(page):
        rows.get_by_role("button", name="Check in").click()
    expect(page.locator("#q")).to_have_value(wanted.split(" & ")[0])
    expect(page.get_by_text("Nobody missing has this name.")).to_be_visible()
    page.locator("#q").fill("")
    expect(rows).to_have_count(count - 1)
    # What is folded open stays open while others come in
    fold = rows.nth(4).locator("details")
    fold.locator("summary").click()
    with answered(page):
        rows.nth(2).get_by_role("button", name="Check in").click()
    expect(rows).to_have_count(count - 2)
    expect(rows.nth(3).locator("details")).to_have_attribute("open", "")
    expect(page.locator("details[open]")).to_have_count(1)
    # What a filter shows has an address, and the way back leads through it
    page.goto(f"{crowd['desk']}entrants/")
    page.evaluate(STAYS)
    with answered(page):
        page.get_by_role("link", name="At the door").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("At the door")
    expect(page).to_have_url(re.compile("show=door$"))
    assert page.evaluate(STILL)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Entrants")

    plain = desk(crowd, "missing/", java_script_enabled=False)
    plain.locator("#q").fill(wanted.split(" & ")[0])
    plain.get_by_role("button", name="Search").click()
    expect(plain.get_by_text("Nobody missing has this name.")).to_be_visible()
    plain.goto(f"{crowd['desk']}entrants/")
    plain.locator("ul.people > li").nth(20).get_by_role("button").click()
    expect(
        plain.locator("ul.people > li").nth(20).get_by_role("button", name="here")
    ).to_be_visible()


@pytest.mark.slow  # in short: the list that is searched, by the same part
def test_a_table_is_found_by_a_name_while_one_types_it(
    new_phone: Callable[..., Page], records: Records
) -> None:
    hall = records(halls.a_crowd, 10, draw=True)
    page = new_phone(service_workers="block")
    page.goto(f"{hall['desk'].replace('desk', 'tournaments')}rounds/1/1/")
    page.evaluate(STAYS)
    tables = page.locator(".tables li")
    expect(tables).to_have_count(5)
    page.get_by_label("Find a name or table").press_sequentially("player 13")
    expect(tables).to_have_count(1)
    expect(tables.get_by_role("link", name="Player 13 & Player 14")).to_be_visible()
    expect(tables.locator("mark")).to_have_text("Player 13")
    fits_thumbs(page)
    # A result elsewhere comes by itself, and the page stays filtered.
    records(halls.a_result_more, hall["desk"].split("/")[2])
    expect(page.locator(".state")).to_contain_text("1 of 5")
    expect(tables).to_have_count(1)
    page.get_by_label("Find a name or table").fill("")
    expect(tables).to_have_count(5)
    assert page.evaluate(STILL)
    fits_thumbs(page)


@pytest.mark.slow  # in short: a hall typed off paper, below, and tests/tournaments/pages/rounds
def test_paper_goes_on_from_table_to_table(
    desk: Desk, records: Records, troubles: Troubles
) -> None:
    troubles.expect("status of 422")
    hall = records(halls.two_tables, hands=4)
    page = desk(hall, "rounds/1/1/")
    page.goto(f"{hall['desk']}rounds/1/1/")
    page.locator("#table-1 h3 a").click()
    page.locator("#enter > summary").click()
    page.get_by_role("link", name="Hand by hand").click()
    page.evaluate(STAYS)
    sums = page.locator("input[name^=sum_]")
    sums.nth(0).fill("2050")
    sums.nth(1).fill("many")
    with answered(page):
        page.get_by_role("button", name="Save", exact=True).click()
    expect(sums.nth(1)).to_be_focused()
    assert sums.evaluate_all("all => all.map(({ value }) => value)") == ["2050", "many"]
    sums.nth(0).fill("250")
    sums.nth(1).fill("150")
    with answered(page):
        page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Result of table 2 from paper")
    expect(page.get_by_text("Table 1 is entered.")).to_be_visible()
    expect(sums.nth(0)).to_be_focused()
    assert sums.evaluate_all("all => all.map(({ value }) => value)") == ["", ""]
    assert page.evaluate(STILL)
    # The switch of the language comes back to this table, and so does a reload
    page.locator(".tongues summary").click()
    page.get_by_role("button", name=re.compile("DE|Deutsch")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Tisch 2"))
    page.locator(".tongues summary").click()
    page.get_by_role("button", name=re.compile("EN|English")).click()
    sums.nth(0).fill("300")
    sums.nth(1).fill("100")
    with answered(page):
        page.get_by_role("button", name="Save", exact=True).click()
    # After the last table: another page, which is loaded
    expect(page).to_have_url(re.compile("/rounds/1/1/$"))
    expect(page.get_by_text("Table 2 is entered.")).to_be_visible()


def test_a_hall_is_typed_off_paper_with_tab_and_enter_alone(desk: Desk, records: Records) -> None:
    hall = records(halls.two_tables, hands=6)
    page = desk(hall, "rounds/1/1/papers/")
    page.evaluate(STAYS)

    def types(own: str, other: str) -> None:
        page.keyboard.type(own)
        page.keyboard.press("Tab")
        page.keyboard.type(other)
        with answered(page):
            page.keyboard.press("Enter")

    fields = page.locator("input[name^=sum_]")
    expect(fields).to_have_count(4)
    expect(fields.nth(0)).to_be_focused()
    starts = fields.evaluate_all("all => all.map((one) => one.getBoundingClientRect().x)")
    # One below the other, and the two of a table side by side between the names
    assert starts[:2] == starts[2:]
    assert starts[1] - starts[0] < 140
    types("405", "195")
    expect(fields).to_have_count(2)
    expect(fields.nth(0)).to_be_focused()
    types("300", "297")
    expect(fields).to_have_count(0)
    expect(page.locator(".paper.is-odd .odd")).to_be_visible()
    assert page.evaluate(STILL)
    fits_thumbs(page)


def test_two_taps_change_places_in_a_draft(desk: Desk, records: Records) -> None:
    hall = records(halls.a_draft)
    page = desk({"desk": hall["round"], "session": hall["session"]}, "")
    names = page.locator(".match-card .who bdi").all_inner_texts()
    with answered(page):
        page.get_by_role("link", name=names[0], exact=True).click()
    with answered(page):
        page.get_by_role("button", name=names[2]).click()
    assert page.locator(".match-card .who bdi").all_inner_texts() == names  # told first, then done
    with answered(page):
        page.get_by_role("button", name="Swap them").click()
    expect(page.get_by_text("have swapped places.")).to_be_visible()
    changed = [names[2], names[1], names[0], names[3]]
    assert page.locator(".match-card .who bdi").all_inner_texts() == changed
    assert page.evaluate(STILL)


@pytest.mark.slow  # in short: test_live.py
def test_where_nothing_comes_back_the_page_stays_and_says_so(
    desk: Desk, crowd: dict[str, str], troubles: Troubles
) -> None:
    troubles.expect("status of 503|ERR_FAILED|htmx:error|Failed to fetch")
    page = desk(crowd, "entrants/")
    row = page.locator("ul.people > li").nth(3)

    def press() -> None:
        with answered(page):
            row.get_by_role("button", name="Check in").click()

    page.route(
        "**/check-in/", lambda route: route.fulfill(status=503, body="<title>Elsewhere</title>")
    )
    press()
    expect(row.get_by_role("alert")).to_have_text(re.compile("could not do this"))
    expect(page).to_have_title(re.compile("^Entrants"))
    page.unroute("**/check-in/")

    def lose(route: Route) -> None:
        route.abort()

    page.route("**/check-in/", lose)
    row.get_by_role("button", name="Check in").click()
    expect(row.get_by_role("alert")).to_have_text(re.compile("No answer"))
    page.unroute("**/check-in/")
    page.context.set_offline(True)
    row.get_by_role("button", name="Check in").click()
    expect(row.get_by_role("alert")).to_have_text("This needs the network. Nothing was changed.")
    page.context.set_offline(False)
    press()
    expect(row.get_by_role("button", name="here")).to_be_visible()
    expect(row.get_by_role("alert")).to_have_count(0)
    assert page.evaluate(STILL)


@pytest.mark.slow  # in short: a click keeps focus and scroll
def test_what_a_button_would_change_is_told_in_place(
    desk: Desk, records: Records, troubles: Troubles
) -> None:
    troubles.expect("Code in an attribute")
    hall = records(halls.two_tables, hands=4)
    page = desk(hall, "entrants/")
    page.locator("ul.people > li a").first.click()
    page.evaluate(STAYS)
    with answered(page):
        page.get_by_role("button", name="Withdraw them").click()
    nothing_yet, heading = (
        page.get_by_text("Nothing has changed yet."),
        page.get_by_role("heading", level=1),
    )
    expect(nothing_yet).to_be_visible()
    expect(heading).to_be_focused()
    assert page.evaluate("scrollY") == 0
    # The way back leads to the page with the button, not past it
    page.go_back()
    page.wait_for_function("window.still !== true")
    page.evaluate(STAYS)
    with answered(page):
        page.get_by_role("button", name="Withdraw them").click()
    expect(nothing_yet).to_be_visible()
    page.get_by_label(re.compile(r"^Why\?")).fill("ill")
    with answered(page):
        page.locator(".deed .main").click()
    expect(page.get_by_text("withdrawn. Played matches stay.")).to_be_visible()
    assert page.evaluate(STILL)
    expect(nothing_yet).to_have_count(0)
    # The page of the entrant is one entry of the browser's history, as before
    entrants = re.compile("/entrants/$")
    page.wait_for_function("history.state === null")
    page.go_back()
    expect(page).to_have_url(entrants)
    page.go_forward()
    # No attribute may hold code, whatever the policy of the page says
    refused = """() => {
      const main = document.getElementById("main");
      main.insertAdjacentHTML("beforeend", '<form id="evil" hx-vals="js:{a: 1}" method="post">');
      htmx.process(main);
      return new Promise((said) => {
        document.addEventListener("htmx:error", ({ detail }) => said(detail.error.message));
        document.getElementById("evil").requestSubmit();
      });
    }"""
    assert page.evaluate(refused) == "Code in an attribute"
