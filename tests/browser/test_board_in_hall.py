"""The director's board in a real browser: it follows the hall by itself, and works on a phone as on
a laptop.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser import halls
from tests.browser.looking import fits_thumbs
from tests.browser.pressing import answered
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import signed_in

# In short: test_live.py, and the pages by the client, tests/tournaments/pages/hall.
pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Hall:
    """A tournament with its first session round published, the link of table 1, the session of the
    director.
    """

    tournament: str
    token: str
    session: str

    def at(self, page: str) -> str:
        return f"/desk/{self.tournament}/{page}"


@pytest.fixture
def hall(records: Records) -> Hall:
    return Hall(**records(halls.a_board))


@pytest.fixture
def desk(new_phone: Callable[..., Page], site: Site, hall: Hall) -> Callable[..., Page]:
    """A browser of the director, showing a page of the desk."""

    def shown(address: str, viewport: tuple[int, int] = (1280, 800), **options: object) -> Page:
        phone = viewport[0] < 500
        page = new_phone(viewport, is_mobile=phone, has_touch=phone, **options)
        signed_in(page, site, hall.session)
        page.goto(hall.at(address))
        return page

    return shown


def test_the_dots_of_a_round_are_below_its_name(
    new_phone: Callable[..., Page], site: Site, records: Records
) -> None:
    hall = Hall(**records(halls.a_named_stage))
    page = new_phone((1280, 800), is_mobile=False, has_touch=False)
    signed_in(page, site, hall.session)
    page.goto(hall.at("board/"))
    expect(page.locator(".strip h2 small")).to_have_text("Final")
    name, dots = (page.locator(f".strip {each}").bounding_box() for each in ("h2 a", ".dots"))
    assert name
    assert dots
    assert name["y"] + name["height"] <= dots["y"] + 1


def button(page: Page, name: str) -> Locator:
    return page.locator(".clock").get_by_role("button", name=name, exact=True)


# In short: tests/tournaments/pages/hall, and what follows by itself in test_hall_screens.py
def test_the_board_follows_the_tables_the_clock_and_another_director_by_itself(
    desk: Callable[..., Page], phone: Page, hall: Hall
) -> None:
    laptop, other = desk("board/"), desk("board/", (320, 640))
    # The open place is no place to begin at
    assert [page.evaluate("scrollY") for page in (laptop, other)] == [0, 0]
    expect(laptop.locator(".tile .how")).to_have_text([re.compile("not begun")] * 3)
    # The clock counts without asking
    # The panel of the clock is gone once it has done what it was opened for
    laptop.get_by_role("button", name="Set the clock").click()
    button(laptop, "Start").click()
    expect(laptop.get_by_role("dialog", name="Set the clock")).to_be_hidden()
    expect(laptop.locator(".face time")).to_have_text(re.compile(r"^49:5\d$"))
    first = laptop.locator(".face time").text_content() or ""
    expect(laptop.locator(".face time")).not_to_have_text(first)
    # The other director's phone shows it too, and pauses
    expect(other.locator(".face .word > span")).to_have_text("left")
    button(other, "Pause").tap()
    expect(laptop.locator(".face .word > span")).to_have_text("paused")
    stood = laptop.locator(".face time").text_content() or ""
    # A table begins
    phone.goto(f"/match/{hall.token}/")
    phone.locator("form[action*='/games/1/'] input[name=side]").first.check()
    phone.locator("form[action*='/games/1/'] button").first.tap()
    expect(laptop.locator(".tile.is-playing .how")).to_have_text(re.compile("hand 1"))
    expect(laptop.locator(".face time")).to_have_text(stood)
    # A call is answered on the phone, and gone on the laptop
    expect(laptop.locator(".ask")).to_have_count(1)
    with answered(other):
        other.get_by_role("button", name="Answered").tap()
    expect(laptop.get_by_text("Nobody needs you.")).to_be_visible()
    # The tools stand at the side of a laptop, and behind the last place of a phone's bar
    expect(laptop.get_by_role("link", name="Print", exact=True).first).to_be_visible()
    expect(other.locator("#tools")).to_be_hidden()
    other.get_by_role("button", name="More").tap()
    expect(other.locator("#tools")).to_be_visible()
    for page in (laptop, other):
        fits_thumbs(page)


def test_typed_minutes_stay_while_the_board_changes(desk: Callable[..., Page]) -> None:
    laptop, other = desk("board/"), desk("board/", (320, 640))
    laptop.get_by_role("button", name="Set the clock").click()
    field = laptop.locator('.clock-panel input[name="minutes"][inputmode]')
    field.fill("45")
    address = other.url
    button(other, "Start the clock").tap()
    expect(laptop.locator(".face .word > span")).to_have_text("left")
    expect(field).to_have_value("45")
    laptop.locator(".clock-panel").get_by_role("button", name="Set", exact=True).click()
    expect(laptop.locator(".face time")).to_have_text(re.compile(r"^4[45]:"))
    other.reload()  # the address of the button is not left behind
    assert other.url == address
    expect(other.locator(".face time")).to_have_text(re.compile(r"^4[45]:"))


def test_the_clock_panel_is_below_the_figures_that_opened_it_also_after_a_press(
    desk: Callable[..., Page],
) -> None:
    laptop = desk("board/")
    figures, panel = laptop.locator("button.figures"), laptop.locator(".clock-panel")
    figures.click()
    for press in (False, True):
        if press:
            expect(figures).to_contain_text("50:00")
            panel.get_by_role("button", name="+5 min").click()
            expect(figures).to_contain_text("55:00")
        above, below = figures.bounding_box(), panel.bounding_box()
        assert above
        assert below
        assert below["y"] >= above["y"] + above["height"]
        assert abs(below["x"] - above["x"]) < 40


def started(page: Page) -> str:
    """The board of a clock that goes, and the time at which it ends."""
    expect(page.locator(".face .word > span")).to_have_text("left")
    return page.locator(".face .word small").inner_text()


def test_a_clock_that_was_started_goes_on_when_the_page_is_loaded_again(
    desk: Callable[..., Page], hall: Hall, records: Records
) -> None:
    laptop = desk("board/")
    laptop.get_by_role("button", name="Set the clock").click()
    button(laptop, "Start").click()
    ends, kept = started(laptop), records(halls.starts_of, hall.tournament)
    assert re.fullmatch(r"ends \d\d:\d\d", ends)
    assert kept[-1] == 1
    for _ in range(2):
        laptop.reload()
        assert started(laptop) == ends
    laptop.go_back()
    laptop.go_forward()
    assert started(laptop) == ends
    assert records(halls.starts_of, hall.tournament) == kept


def test_without_scripts_the_answer_to_a_start_can_be_loaded_again(
    desk: Callable[..., Page], hall: Hall, records: Records
) -> None:
    laptop = desk("board/", java_script_enabled=False)
    laptop.get_by_role("button", name="Set the clock").click()
    button(laptop, "Start").click()
    ends, kept = started(laptop), records(halls.starts_of, hall.tournament)
    laptop.reload()
    assert (started(laptop), kept[-1], records(halls.starts_of, hall.tournament)) == (ends, 1, kept)


def test_two_directors_who_start_the_clock_at_once_start_it_once(
    desk: Callable[..., Page],
    hall: Hall,
    records: Records,
    new_phone: Callable[..., Page],
    site: Site,
) -> None:
    laptop, other = desk("board/"), new_phone((390, 844))
    signed_in(
        other, site, records(halls.another_director, hall.tournament, f"Otto {hall.tournament}")
    )
    other.goto(hall.at("board/"))
    held: list[Route] = []
    for page in (laptop, other):
        page.route("**/clock/**", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
        page.get_by_role("button", name="Set the clock").click()
        with page.expect_request("**/clock/**"):
            button(page, "Start").click()
    assert len(held) == 2  # both are on their way before either arrives
    for route in held:
        route.continue_()
    assert started(laptop) == started(other)
    assert records(halls.starts_of, hall.tournament)[-1] == 1
