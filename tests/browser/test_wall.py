"""The wall screen: measured as it is seen from ten metres, in all six games, at both sizes of a
screen on a wall.
"""

import io
from collections.abc import Callable

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser.following import Table, hung, sleep, wake
from tests.browser.looking import too_wide
from tests.browser.playing import ANYBODY, NUMBER_OF, press
from tests.browser.records import Records
from tests.browser.sheets import VARIANTS, played
from tests.lengths import in_short

SCREENS = [(1280, 720), (1920, 1080)]
UPRIGHT = [(320, 640), (390, 844), (768, 1024), (1080, 1920)]
# 600 to Beat and Dino, who were out first and second
FAILED = Round(out=(1, 3), calls={0: "grand", 2: "grand"})
LAPTOP = {"is_mobile": False, "has_touch": False}
# What sticks out of the screen, or out of the place it has on it.
OUTSIDE = """() => [...document.querySelectorAll(
        '#live h1, #live h2, .round, .target, .name, .points, .gap, ' +
        '.order li, .story li, .chart, .code, .follow p')]
    .map((thing) => [thing, thing.getBoundingClientRect()])
    .filter(([, box]) => box.left < 0 || box.top < 0
        || box.right > innerWidth + .5 || box.bottom > innerHeight + .5)
    .map(([thing, box]) => `${thing.outerHTML.slice(0, 80)} ${JSON.stringify(box)}`)"""
# A line that is cut off, where names alone may be.
CUT = """() => {
    const right = (thing) => thing.getBoundingClientRect().right;
    return [...document.querySelectorAll(
        '#live .last h2, #live .round, #live .gap, #live .follow p')]
        .filter((line) => line.scrollWidth > line.clientWidth
            || right(line) > right(line.parentElement) + 1)
        .map((line) => line.textContent);
}"""
OVERLAPPING = """() => {
    const boxes = [...document.querySelector('#live').children]
        .flatMap((part) => part.matches('.sides')
            ? [...part.children].flatMap((side) => [...side.children]) : [part])
        .map((part) => [part, part.matches('.follow, .race') ? part.firstElementChild : part])
        .map(([part, shown]) => [part.className, (shown ?? part).getBoundingClientRect()]);
    return boxes.flatMap(([name, a], at) => boxes.slice(at + 1)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => `${name} on ${other}`));
}"""

# Names of which a part is not to be seen: out of their place, or cut off. A line of text has the
# height in it that its font wants, which may be more than the line is given: so what is compared is
# the name's ink.
NOT_WHOLE = """() => [...document.querySelectorAll('.side .name bdi, .order .name, .line h1 bdi')]
    .filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const place = name.closest('.side, .order li, h1').getBoundingClientRect();
    const cuts = name.closest('.name, h1');
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = getComputedStyle(name).font;
    const ink = pen.measureText(name.textContent);
    const above = ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    const below = ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent;
    return cuts.scrollWidth > cuts.clientWidth + 1 || cuts.scrollHeight > cuts.clientHeight + 4
        || [...range.getClientRects()].some((box) => box.left < place.left - .5
            || box.right > place.right + .5
            || box.top + above < place.top - 1 || box.bottom - below > place.bottom + 1);
}).map((name) => name.textContent)"""


def scrolls(page: Page) -> list[int]:
    """By how many pixels the page is wider and higher than the screen."""
    return page.evaluate(
        """() => { const all = document.scrollingElement;
           return [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight] }"""
    )


def shared(page: Page, address: str) -> None:
    """Make the viewing link, whose code the wall shows."""
    press(page, address, "share/viewer/renew")


def wall_of(page: Page, address: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}wall/")
    expect(page.locator("#live")).to_be_visible()


def font_sizes(page: Page, selector: str) -> list[float]:
    """In hundredths of the screen's height."""
    return page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)]
             .map((each) => parseFloat(getComputedStyle(each).fontSize) / innerHeight * 100)""",
        selector,
    )


def ink(page: Page, at: int) -> tuple[float, float, bool]:
    """A total as it is seen: height and width in hundredths of the screen's height; whether it
    touches an edge.
    """
    spot = page.locator(".points").nth(at)
    picture = Image.open(io.BytesIO(spot.screenshot())).convert("L")
    width, height = picture.size
    paper = picture.getpixel((0, 0))
    box = picture.point(lambda shade: 255 if abs(shade - paper) > 60 else 0).getbbox()
    assert box
    screen = page.evaluate("innerHeight") / 100
    touches = box[0] == 0 or box[2] == width or box[1] == 0 or box[3] == height
    return (box[3] - box[1]) / screen, (box[2] - box[0]) / screen, touches


# Sizes
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", in_short(VARIANTS, {"nanking"}))
def test_every_game_fits_on_the_wall_and_is_read_from_ten_metres(
    new_phone: Callable[..., Page], records: Records, variant: str
) -> None:
    phone = new_phone(**LAPTOP)
    for rounds, names in ((5, ()), (3, ANYBODY[: NUMBER_OF[variant]])):
        address = played(phone, records, variant, rounds, names)
        shared(phone, address)
        for size in SCREENS:
            wall_of(phone, address, size)
            assert scrolls(phone) == [0, 0]
            assert phone.evaluate(OUTSIDE) == []
            assert phone.evaluate(CUT) == []
            assert phone.evaluate(OVERLAPPING) == []
            assert min(font_sizes(phone, ".name")) >= 6
            assert min(font_sizes(phone, ".story li, .told, .last h2, .round, .gap, .target")) >= 4


@pytest.mark.slow  # in short: every game fits on the wall
def test_twelve_people_fit_on_the_wall(new_phone: Callable[..., Page], records: Records) -> None:
    phone = new_phone(**LAPTOP)
    address = played(phone, records, "grand_seigneur", 20, ANYBODY[:12], table_name="W" * 40)
    shared(phone, address)
    for size in SCREENS:
        wall_of(phone, address, size)
        assert phone.locator(".order li").count() == 12
        assert scrolls(phone) == [0, 0]
        assert phone.evaluate(OUTSIDE) == []
        assert phone.evaluate(OVERLAPPING) == []
        assert min(font_sizes(phone, ".order .name")) >= 6


@pytest.mark.slow  # in short: every game fits on the wall
@pytest.mark.parametrize("size", [SCREENS[0], pytest.param(SCREENS[1], marks=pytest.mark.slow)])
def test_the_totals_of_two_sides_are_thirty_hundredths_of_the_screen_high(
    new_phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    table = Table(new_phone(**LAPTOP), rule_target_score="5000")
    for total in ("0", "−400", "−800", "−1200"):
        wall_of(table.page, table.address, size)
        expect(table.page.locator(".points strong").first).to_have_text(total)
        for side in range(2):
            height, width, touches = ink(table.page, side)
            assert height >= 30 or total == "0"
            assert height >= 29
            assert width <= 82
            assert not touches
        assert scrolls(table.page) == [0, 0]
        table.write(FAILED)


@pytest.mark.slow  # in short: every game fits
@pytest.mark.parametrize("variant", ["trichu", pytest.param("wu_wang", marks=pytest.mark.slow)])
def test_three_people_and_the_dummy_stand_side_by_side(
    new_phone: Callable[..., Page], records: Records, variant: str
) -> None:
    phone = new_phone(**LAPTOP)
    address = played(phone, records, variant, 6)
    for size in SCREENS:
        wall_of(phone, address, size)
        for column in range(4):
            height, _, touches = ink(phone, column)
            assert height >= 20
            assert not touches


@pytest.mark.parametrize("variant", in_short(VARIANTS, {"trichu"}))
def test_upright_nothing_lies_on_another_and_names_are_whole(
    new_phone: Callable[..., Page], records: Records, variant: str
) -> None:
    phone = new_phone()
    for names, rounds in (
        (ANYBODY[: NUMBER_OF[variant]], 3),
        ((), 30 if variant == "nanking" else 3),
    ):
        # Of thirty rounds as many as end the game
        address = played(phone, records, variant, rounds, names)
        shared(phone, address)
        for size in UPRIGHT:
            wall_of(phone, address, size)
            assert too_wide(phone) == 0, size
            assert phone.evaluate(OVERLAPPING) == [], size
            assert phone.evaluate(NOT_WHOLE) == [], size
            if not names:
                assert scrolls(phone)[1] <= 0, size


# What it does
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "scheme"),
    [
        (variant, scheme)
        if (variant, scheme) in {("nanking", "light"), ("wu_wang", "dark")}
        else pytest.param(variant, scheme, marks=pytest.mark.slow)
        for variant in VARIANTS
        for scheme in ("light", "dark")
    ],
)
def test_axe_finds_nothing_on_the_wall(
    new_phone: Callable[..., Page],
    records: Records,
    axe: Callable[[Page], list[str]],
    variant: str,
    scheme: str,
) -> None:
    phone = new_phone(color_scheme=scheme, **LAPTOP)
    address = played(phone, records, variant, 3)
    wall_of(phone, address, SCREENS[0])
    assert axe(phone) == []
    phone.locator("#age").evaluate(
        "(age) => { age.hidden = false; age.textContent = 'No connection. As of 20:31.' }"
    )
    assert axe(phone) == []


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_the_code_on_the_wall_leads_a_phone_to_the_sheet(
    new_phone: Callable[..., Page], scheme: str
) -> None:
    table = Table(new_phone(color_scheme=scheme, **LAPTOP))
    table.write()
    link = table.link()
    for wall, owner in (
        (table.page, f"{table.address}wall/"),
        (new_phone(color_scheme=scheme), f"{link}wall/"),
    ):
        wall.set_viewport_size({"width": 1280, "height": 720})
        wall.goto(owner)
        picture = Image.open(io.BytesIO(wall.screenshot()))
        assert [code.text for code in zxingcpp.read_barcodes(picture)] == [link]


@pytest.mark.slow  # in short: test_live.py
def test_a_long_evening_without_a_reload(new_phone: Callable[..., Page]) -> None:
    """The digits get longer, the game is paused, ends: all on the page that was opened at the
    beginning.
    """
    table = Table(new_phone(**LAPTOP), rule_target_score="1500")
    wall = table.page
    wall_of(wall, table.address, SCREENS[0])
    expect(wall.locator(".last h2")).to_have_text("Nothing entered yet.")
    wall.evaluate("window.opened = true")
    table.write(FAILED)
    hung(wall, 1)
    expect(wall.locator(".side .points strong")).to_have_text(["−400", "200"])
    table.post("pause/")
    expect(wall.locator(".state")).to_have_text("paused")
    table.post("resume/")
    expect(wall.locator(".state")).to_have_count(0)
    for _ in range(7):
        table.write(FAILED)
    expect(wall.locator(".won .gap")).to_have_text("✓ winner")
    expect(wall.locator(".state")).to_have_text("finished")
    expect(wall.locator(".side .points strong")).to_have_text(["−3200", "1600"])
    assert ink(wall, 0)[0] >= 30
    assert not ink(wall, 0)[2]
    assert wall.evaluate("window.opened")


LOCK = """
    window.asked = 0;
    Object.defineProperty(navigator, "wakeLock", {value: {request: async () => {
        window.asked += 1;
        if (window.refuses) throw new DOMException("no", "NotAllowedError");
        return new EventTarget();
    }}});
"""


def test_the_screen_is_kept_on_and_asked_for_again_on_waking(
    new_phone: Callable[..., Page],
) -> None:
    table = Table(new_phone(**LAPTOP))
    wall = table.page
    wall.add_init_script(LOCK)
    wall_of(wall, table.address, SCREENS[0])
    wall.wait_for_function("window.asked === 1")
    expect(wall.locator("#awake")).to_be_hidden()
    sleep(wall)
    wake(wall)
    wall.wait_for_function("window.asked === 2")


@pytest.mark.parametrize(
    "script",
    [
        LOCK + "window.refuses = true",
        pytest.param("delete Navigator.prototype.wakeLock", marks=pytest.mark.slow),
    ],
    ids=["refused", "missing"],
)
def test_where_the_screen_is_not_kept_on_a_small_line_says_so(
    new_phone: Callable[..., Page], script: str
) -> None:
    table = Table(new_phone(**LAPTOP))
    wall = table.page
    wall.add_init_script(script)
    wall_of(wall, table.address, SCREENS[0])
    expect(wall.locator("#awake")).to_contain_text("may go dark")
    assert max(font_sizes(wall, "#awake")) < 2.5
    expect(wall.locator("#awake")).to_be_in_viewport(ratio=1)
    assert scrolls(wall) == [0, 0]


@pytest.mark.slow  # in short: every game fits on the wall
def test_that_line_covers_neither_the_chart_nor_the_code(
    new_phone: Callable[..., Page], records: Records
) -> None:
    wall = new_phone(locale="de", **LAPTOP)
    wall.add_init_script("delete Navigator.prototype.wakeLock")
    for variant in ("nanking", "grand_seigneur"):
        address = played(wall, records, variant, 10)
        shared(wall, address)
        wall_of(wall, address, SCREENS[1])
        expect(wall.locator("#awake")).to_contain_text("dunkel")
        wall.evaluate("document.documentElement.style.letterSpacing = '0.16em'")  # other typefaces
        covered = wall.evaluate(
            """() => {
              const line = document.createRange();
              line.selectNodeContents(document.querySelector("#awake"));
              const a = line.getBoundingClientRect();
              return [...document.querySelectorAll(".race text, .follow p, .sealed")]
                .filter((each) => {
                  const b = each.getBoundingClientRect();
                  return a.left < b.right && b.left < a.right && a.top < b.bottom;
                }).map((each) => each.textContent);
            }"""
        )
        assert covered == [], variant


def test_the_pointer_goes_when_nobody_moves_it(new_phone: Callable[..., Page]) -> None:
    table = Table(new_phone(**LAPTOP))
    wall = table.page
    wall.clock.install()
    wall_of(wall, table.address, SCREENS[0])
    pointer = "() => getComputedStyle(document.querySelector('#live')).cursor"
    wall.mouse.move(100, 100)
    assert wall.evaluate(pointer) != "none"
    wall.clock.run_for(3_500)
    assert wall.evaluate(pointer) == "none"
    wall.mouse.move(200, 200)
    assert wall.evaluate(pointer) != "none"
