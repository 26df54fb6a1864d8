"""The walls of a hall and the public pages on phones: how they look, and that they follow by
themselves.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, signed_in
from tests.lengths import in_short
from tests.tournaments import walls
from tournaments.pages.wall.queries import ITEMS as SHOWS

SCREENS = [(1280, 720), (1080, 1920), (1920, 1080)]
LAPTOP = {"is_mobile": False, "has_touch": False}
SOON = 60_000  # ms: a public page waits its turn before it asks
ITEMS = 8
# What sticks out of the screen, or is cut off where it stands.
OUTSIDE = """() => [...document.querySelectorAll('#live *')]
    .filter((thing) => !thing.closest('.unseen'))
    .map((thing) => [thing, thing.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.left < -1 || box.top < -1
        || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
    .map(([thing]) => thing.outerHTML.slice(0, 90))"""
CUT = """() => [...document.querySelectorAll(
    '.step bdi, .step li, .step tr, .words, .facts p, .foot, .line h1')]
    .filter((thing) => !thing.closest('.unseen') && getComputedStyle(thing).display !== 'inline')
    .filter((thing) => thing.scrollWidth > thing.clientWidth + 1
        || getComputedStyle(thing).overflowY !== 'visible'
            && thing.scrollHeight > thing.clientHeight + 4)
    .map((thing) => `${thing.className} ${thing.textContent.trim().slice(0, 60)}`)"""
# Names that stand higher or lower than their row, and by how much their sizes differ, in pixels.
NAMES = """() => {
    const names = [...document.querySelectorAll('.fitted')];
    const sizes = names.map((name) => parseFloat(getComputedStyle(name).fontSize));
    return [names.filter((name) => {
        const [row, box] = [name.closest('li, tr'), name]
            .map((each) => each.getBoundingClientRect());
        return box.top < row.top - 1 || box.bottom > row.bottom + 1;
    }).map((name) => name.textContent),
        names.length && Math.max(...sizes) - Math.min(...sizes) > 0.3];
}"""

# Rows whose texts touch: of a name or a figure and the next, side by side.
TOUCHING = """() => [...document.querySelectorAll('.ranking tbody tr')].filter((row) => {
    const boxes = [...row.querySelectorAll('.fitted, .figure')].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
    }).filter((box) => box.width);
    return boxes.slice(1).some((box, at) => box.left < boxes[at].right + innerWidth / 200
        && box.top + box.height / 4 < boxes[at].bottom - boxes[at].height / 4
        && boxes[at].top < box.bottom);
}).map((row) => row.textContent.trim())"""

# Names at the prize-giving of which a person is cut off, or hangs over what is below.
NOT_WHOLE = """() => [...document.querySelectorAll('.place, .newest, .before li')]
    .filter((row) => {
        const {top, bottom} = row.getBoundingClientRect();
        const next = row.nextElementSibling?.getBoundingClientRect().top ?? innerHeight;
        const name = row.querySelector('bdi');
        return bottom > next + 1 || [...name.children, name].some((part) => {
            const box = part.getBoundingClientRect();
            return box.top < top - 4 || box.bottom > bottom + 4
                || box.right > name.getBoundingClientRect().right + 1;
        });
    }).map((row) => row.textContent.trim())"""

# How wide a bracket is; what stands below a match and is cut off by the edge of its screen; the
# names of matches that lie on another; the size of the names, in pixels.
BRACKET = """() => {
    const all = [...document.querySelectorAll('.tree .box')];
    const boxes = all.map((box) => box.getBoundingClientRect());
    const below = [...document.querySelectorAll('.tree .below')];
    const end = (thing) => thing.getBoundingClientRect().bottom;
    return [
        Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left)),
        below.filter((line) => end(line) > end(line.closest('.step')))
            .map((line) => line.textContent.trim()),
        all.filter((_box, at) => boxes.some((other, next) => next !== at
            && other.top < boxes[at].bottom - 1 && boxes[at].top < other.bottom - 1
            && other.left < boxes[at].right - 1 && boxes[at].left < other.right - 1))
            .map((box) => box.textContent.trim()),
        parseFloat(getComputedStyle(document.querySelector('.tree bdi')).fontSize),
    ];
}"""

# Who is in view, and how far from the top of the screen.
IN_VIEW = """() => Object.fromEntries([...document.querySelectorAll('#live tbody a')]
    .map((link) => [link.getAttribute('href'), link.getBoundingClientRect().top])
    .filter(([, top]) => top >= 0 && top < innerHeight))"""


def hang(page: Page, address: str, size: tuple[int, int], item: int, number: int = 1) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}?item={item}&page={number}")
    expect(page.locator("#live")).to_be_visible()


def post(page: Page, address: str, form: str, **fields: str) -> None:
    """Send the desk's form whose address ends so, as the page at `address` holds it."""
    text = page.context.request.get(address).text()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
    assert token, text
    sent = {"csrfmiddlewaretoken": token[1], **fields}
    answer = page.context.request.post(form, form=sent, headers={"Referer": page.url})
    assert answer.ok, answer.text()


@pytest.fixture
def director(new_phone: NewPhone, site: Site) -> Callable[[str], Page]:
    """A laptop in whose browser the session with this cookie is signed in."""

    def take(session: str) -> Page:
        page = new_phone(viewport=(1280, 800), **LAPTOP)
        signed_in(page, site, session)
        return page

    return take


@pytest.fixture(scope="module")
def evening(records: Records) -> dict[str, Any]:
    """24 tables in the middle of their second session round, and a screen that shows everything."""
    return dict(records(walls.a_wall, 24))


# What axe says of each is in test_evening_looks.py.
# How many tables, on how many of the screens.
@pytest.mark.slow  # in short: test_evening_looks.py
@pytest.mark.parametrize("shown", in_short([(24, 2), (4, 3), (24, 3), (200, 3)], {(24, 2)}))
def test_every_screen_fits_and_nothing_is_cut_off(
    new_phone: NewPhone, records: Records, evening: dict[str, Any], shown: tuple[int, int]
) -> None:
    tables, sizes = shown
    hall = evening if tables == 24 else records(walls.a_wall, tables, rounds=int(tables < 200))
    wall = new_phone(reduced_motion="reduce", service_workers="block", **LAPTOP)
    for size in SCREENS[:sizes]:
        for item in range(ITEMS):
            hang(wall, hall["screen"], size, item)
            where = f"{tables} tables, item {item}, {size}"
            assert wall.evaluate(OUTSIDE) == [], where
            assert wall.evaluate(CUT) == [], where
            assert wall.evaluate(NAMES) in ([[], 0], [[], False]), where
            assert wall.evaluate("document.scrollingElement.scrollHeight - innerHeight") == 0, where


@pytest.mark.parametrize("tables", in_short([4, 6, 24], {4}))
def test_large_figures_do_not_run_into_each_other(
    new_phone: NewPhone, records: Records, tables: int
) -> None:
    address = records(walls.thousands_on_a_wall, tables)
    wall = new_phone(reduced_motion="reduce", service_workers="block", **LAPTOP)
    for size in SCREENS:
        hang(wall, address, size, 0)
        assert wall.evaluate(TOUCHING) == [], size
        assert wall.evaluate(OUTSIDE) == [], size


@pytest.mark.parametrize("tables", in_short([4, 6, 8], {6}))
def test_upright_the_names_of_few_have_one_size_and_tie_breaks_are_below_their_points(
    new_phone: NewPhone, records: Records, tables: int
) -> None:
    hall = records(walls.a_wall, tables)
    wall = new_phone(reduced_motion="reduce", service_workers="block", **LAPTOP)
    hang(wall, hall["screen"], (1080, 1920), list(SHOWS).index("standings"))
    assert wall.locator(".few tbody tr:visible").count() == 2 * tables
    assert wall.evaluate(NAMES) in ([[], 0], [[], False])
    assert (
        wall.evaluate("parseFloat(getComputedStyle(document.querySelector('.fitted')).fontSize)")
        >= 34
    )
    points, ties = (
        wall.locator(".few tbody tr:first-child .figure").nth(at).bounding_box() for at in (0, 1)
    )
    assert points
    assert ties
    assert points["y"] + points["height"] <= ties["y"] + 1
    foot, seal = (wall.locator(each).bounding_box() for each in (".foot.upright", ".sealed"))
    assert foot
    assert seal
    assert max(one["y"] + one["height"] for one in (foot, seal)) <= 1920 - 20
    assert wall.evaluate(OUTSIDE) == []
    assert wall.evaluate(CUT) == []


@pytest.mark.slow  # in short: every screen fits
@pytest.mark.parametrize("hidden", [0, 1, 8])
def test_at_the_prize_giving_all_names_are_whole_on_a_screen_of_any_size(
    new_phone: NewPhone, records: Records, hidden: int
) -> None:
    address = records(walls.a_prize_giving, hidden)
    wall = new_phone(reduced_motion="reduce", service_workers="block", **LAPTOP)
    for size in SCREENS:
        for page in (1, 2) if hidden == 0 else (1,):
            hang(wall, address, size, 0, page)
            where = f"{hidden} to reveal, page {page}, {size}"
            assert wall.evaluate(OUTSIDE) == [], where
            assert wall.evaluate(CUT) == [], where
            assert wall.evaluate(NOT_WHOLE) == [], where


def test_upright_the_newest_place_is_above_its_name(new_phone: NewPhone, records: Records) -> None:
    wall = new_phone(reduced_motion="reduce", service_workers="block", **LAPTOP)
    hang(wall, records(walls.a_prize_giving, 0), (1080, 1920), 0)
    place, name = (wall.locator(f".newest {each}").bounding_box() for each in ("b", "bdi"))
    assert place
    assert name
    assert place["y"] + place["height"] <= name["y"]


@pytest.mark.slow  # in short: every screen fits
@pytest.mark.parametrize("entrants", [4, 8])
def test_a_bracket_fills_a_screen_of_any_size(
    new_phone: NewPhone, records: Records, entrants: int
) -> None:
    address = records(walls.a_final_on_a_wall, entrants)
    page = new_phone(**LAPTOP, reduced_motion="reduce")
    for size in ((1280, 720), (1920, 1080), (1080, 1920), (3840, 2160)):
        hang(page, address, size, 0)
        boxes, below, over, type_ = page.evaluate(BRACKET)
        assert boxes > size[0] * 0.75, (size, boxes)
        assert (below, over) == ([], []), size  # how far a match is stands below it, not cut off
        assert type_ > min(size) * 0.018, (size, type_)  # of the longest names there are
        assert page.evaluate(OUTSIDE) == [], size
    # The match for third place is beside the final, or upright below it.
    for size, side in (((1920, 1080), "y"), ((1080, 1920), "x")):
        hang(page, address, size, 0)
        final, third = (page.locator(".last .box").nth(at).bounding_box() for at in (0, 1))
        assert final
        assert third
        middle = {"x": "width", "y": "height"}[side]
        between = final[side] + final[middle] / 2 - third[side] - third[middle] / 2  # type: ignore[literal-required]
        assert abs(between) < 20


@pytest.mark.slow  # in short: walls follow a result, below
def test_a_wall_turns_by_itself_and_follows_the_directors_phone(
    new_phone: NewPhone, records: Records, director: Callable[[str], Page]
) -> None:
    hall = records(walls.a_wall, 4, seconds=5)
    wall, laptop = new_phone(**LAPTOP), director(hall["session"])
    hang(wall, hall["screen"], SCREENS[0], 0)
    wall.evaluate("window.opened = true")
    step = wall.locator("#live")
    expect(step).to_have_attribute("data-step", "tables-1")
    expect(step).to_have_attribute("data-step", "names-1", timeout=SOON)
    expect(step).to_have_attribute("data-step", "clock-1", timeout=SOON)
    laptop.goto(hall["desk"])
    laptop.locator(".remote").get_by_role("button", name="Standings").click()
    expect(step).to_have_attribute("data-step", "standings-1")
    laptop.get_by_role("textbox", name="Text").fill("Last orders at the bar")
    laptop.get_by_role("button", name="Show this text now").click()
    expect(wall.locator(".words")).to_have_text("Last orders at the bar")
    laptop.locator(".remote").get_by_role("button", name="Playlist").click()
    expect(step).not_to_have_attribute("data-step", "words-1", timeout=SOON)
    assert wall.evaluate("window.opened")


def test_a_result_comes_to_open_standings_and_walls_by_itself_and_moves_nobodys_place(
    new_phone: NewPhone, evening: dict[str, Any], director: Callable[[str], Page]
) -> None:
    hall = evening
    laptop, phone, wall = director(hall["session"]), new_phone(), new_phone(**LAPTOP)
    phone.goto(f"/tournaments/{hall['tournament']}/standings/1/")
    note = phone.locator("#live .waiting").first
    expect(note).to_contain_text("16 of its 24 matches have no result yet")
    hang(wall, hall["screen"], SCREENS[0], 2)
    expect(wall.locator(".facts p").first).to_have_text("8 of 24 tables done")
    phone.evaluate("window.opened = true")
    phone.locator(".ranks tbody tr").nth(29).scroll_into_view_if_needed()
    before = phone.evaluate(IN_VIEW)
    laptop.goto(hall["desk"])
    match = f"/desk/{hall['tournament']}/matches/{hall['open']}/"
    post(
        laptop, match, f"{match}rule/", kind="forfeit", winner="0", reason="did not come", sure="1"
    )
    expect(wall.locator(".facts p").first).to_have_text("9 of 24 tables done")
    expect(note).to_contain_text("15 of its 24 matches have no result yet", timeout=SOON)
    # Who is first now stands one row higher and pushes others down, and names take one line or
    # more: of the people in view as many as can be stay where they were.
    after = phone.evaluate(IN_VIEW)
    moves = Counter(round(after[name] - before[name]) for name in before.keys() & after.keys())
    assert moves[0] == max(moves.values()) >= 3, moves
    # And taken back again, it goes as well.
    post(laptop, match, f"{match}undo/", reason="came after all", sure="1")
    phone.evaluate("document.dispatchEvent(new Event('stale'))")
    expect(note).to_contain_text("16 of its 24 matches have no result yet", timeout=SOON)
    assert phone.evaluate("window.opened")


def test_what_grows_above_the_reader_moves_nobody(
    new_phone: NewPhone, evening: dict[str, Any]
) -> None:
    phone = new_phone()
    phone.goto(f"/tournaments/{evening['tournament']}/standings/1/")
    # A page that lacks a note of the server's, and has somebody first who is among the last: both
    # is put right above the rows that are read.
    phone.evaluate(
        """() => { const rows = document.querySelectorAll('#live tbody tr');
                   document.querySelector('#live .waiting').remove();
                   rows[0].before(rows[45]);
                   document.getElementById('live').dataset.etag = '';
                   rows[30].scrollIntoView() }"""
    )
    before = phone.evaluate(IN_VIEW)
    phone.evaluate("document.dispatchEvent(new Event('stale'))")
    expect(phone.locator("#live .waiting").first).to_be_visible()
    after = phone.evaluate(IN_VIEW)
    moves = Counter(round(after[name] - before[name]) for name in before.keys() & after.keys())
    assert moves[0] == sum(moves.values()) >= 3, moves


@pytest.mark.slow  # in short: test_board_in_hall.py
def test_the_clock_counts_at_the_side_of_a_laptop_and_a_phone_loads_nothing_for_it(
    new_phone: NewPhone, evening: dict[str, Any]
) -> None:
    public = f"/tournaments/{evening['tournament']}/"
    laptop, phone = new_phone(viewport=(1280, 800), **LAPTOP), new_phone(service_workers="block")
    for place in ("", "standings/1/", "rounds/1/2/", "bracket/1/", "cross-table/1/"):
        laptop.goto(public + place)
        clock = laptop.locator(".at-side time")
        expect(clock).to_be_in_viewport(ratio=1)
        expect(laptop.locator("time[data-countdown]:visible")).to_have_count(1)
        expect(clock).not_to_have_text(clock.inner_text())
        within = laptop.evaluate(
            """() => { const [side, rail] = ['.at-side', '.rail'].map(
                (each) => document.querySelector(each).getBoundingClientRect());
                return side.left >= rail.left && side.right <= rail.right
                    && side.bottom <= rail.bottom + 1 }"""
        )
        assert within, place
    loaded: list[str] = []
    phone.on("request", lambda request: loaded.append(request.url))
    phone.goto(f"{public}standings/1/")
    phone.wait_for_load_state("load")
    expect(phone.locator(".at-side")).to_be_hidden()
    assert any("parts" in address for address in loaded)
    assert not any("countdown" in address for address in loaded)
    with phone.expect_request(re.compile("countdown")):  # a tablet is turned
        phone.set_viewport_size({"width": 1180, "height": 820})


def test_a_cross_table_of_24_is_whole_on_a_laptop(
    new_phone: NewPhone, evening: dict[str, Any]
) -> None:
    laptop = new_phone(viewport=(1280, 800), **LAPTOP)
    laptop.goto(f"/tournaments/{evening['tournament']}/cross-table/1/")
    hidden = laptop.evaluate(
        """() => {
            for (const row of document.querySelectorAll('.cross tr'))
                while (row.cells.length < 27) row.cells[2].after(row.cells[2].cloneNode(true));
            const around = document.querySelector('.scroll');
            return around.scrollWidth - around.clientWidth }"""
    )
    assert hidden <= 0


def test_standings_are_searched_beside_their_heading_while_a_name_is_typed(
    new_phone: NewPhone, evening: dict[str, Any]
) -> None:
    laptop = new_phone(viewport=(1280, 800), **LAPTOP)
    laptop.goto(f"/tournaments/{evening['tournament']}/standings/1/")
    rows = laptop.locator(".ranks tbody tr")
    all_of_them = rows.count()
    name = str(rows.nth(3).locator("bdi").first.inner_text()).split(" ")[0]
    laptop.get_by_role("searchbox").press_sequentially(name.lower())
    expect(laptop.locator(".ranks mark").first).to_have_text(name)
    assert 0 < rows.count() < all_of_them
    assert laptop.url.endswith(f"?q={quote(name.lower())}")
    heading, search = (laptop.locator(each).bounding_box() for each in ("h1", ".search"))
    assert heading
    assert search
    assert search["x"] > heading["x"] + heading["width"]
    assert abs(search["y"] - heading["y"]) < 20
