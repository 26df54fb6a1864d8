"""The QR codes that the phone draws itself, against two programs that know the standard: zxing reads, segno draws."""

import itertools
import random
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import segno
import zxingcpp
from PIL import Image
from playwright.sync_api import Page

# The codes in short are in test_handover.py and test_handover_page.py.
pytestmark = pytest.mark.slow

ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
VERSIONS = range(1, 41)
Matrix = tuple[str, ...]

DRAW = """async (wanted) => {
  const { encode } = await import("/static/scoring/qr.js");
  return wanted.map(([text, options]) => encode(text, options).map((row) => row.map(Number).join("")));
}"""


def drawn(page: Page, *wanted: tuple[str, dict[str, Any]]) -> list[Matrix]:
    """The codes of texts as rows of 0 and 1, drawn in the browser."""
    return [tuple(rows) for rows in page.evaluate(DRAW, wanted)]


def by_segno(text: str, **options: Any) -> Matrix:
    code = segno.make(text, boost_error=False, micro=False, **options)
    return tuple("".join(str(int(dark)) for dark in row) for row in code.matrix)


def read(matrix: Matrix, scale: int = 3, border: int = 4) -> Any:
    """What a reader makes of a code in a picture."""
    size = len(matrix) + 2 * border
    picture = Image.new("L", (size, size), 255)
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            picture.putpixel((x + border, y + border), 255 * (dark == "0"))
    return only(picture.resize((size * scale, size * scale), Image.Resampling.NEAREST))


def only(picture: Image.Image) -> Any:
    """The one QR code in a picture."""
    (found,) = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return found


def mask_of(matrix: Matrix) -> int:
    """The mask that a code says it has: three bits beside the upper left finder."""
    return int(matrix[8][2:5], 2) ^ 0b101


def capacity(page: Page, version: int, level: str) -> int:
    script = """async ([version, level]) => (await import("/static/scoring/qr.js")).capacity(version, level)"""
    return int(page.evaluate(script, [version, level]))


def some_text(length: int) -> str:
    return "".join(random.Random(length).choices(ALPHANUMERIC, k=length))


@pytest.fixture
def page(scratch: Page) -> Page:
    return scratch


@pytest.mark.parametrize("level", ["L", pytest.param("M", marks=pytest.mark.slow)])
def test_every_version_filled_to_the_last_character_is_read_back_and_drawn_as_by_another_program(
    page: Page, level: str
) -> None:
    for version in VERSIONS:
        text = some_text(capacity(page, version, level))
        (matrix,) = drawn(page, (text, {"level": level}))
        options = {"version": version, "error": level, "mode": "alphanumeric", "mask": mask_of(matrix)}
        assert matrix == by_segno(text, **options), f"version {version}"
        found = read(matrix)
        assert (found.text, found.ec_level) == (text, level)


@pytest.mark.parametrize("level", ["L", "M"])
def test_each_mask_is_drawn_as_by_another_program(page: Page, level: str) -> None:
    asked = [
        (some_text(20), {"level": level, "version": version, "mask": mask})
        for version, mask in itertools.product((1, 2, 7, 14, 32), range(8))
    ]
    for (text, options), matrix in zip(asked, drawn(page, *asked), strict=True):
        settings = {"version": options["version"], "mask": options["mask"], "mode": "alphanumeric"}
        assert matrix == by_segno(text, error=level, **settings), options


# Bytes that a version holds, from the standard's table. Only where they fill it does segno draw what the standard
# says: it adds an empty byte before the padding where there is nothing to round up.
FILLED = {(1, "M"): 14, (5, "L"): 106, (9, "M"): 180, (10, "M"): 213, (40, "L"): 2953}


def test_a_text_with_small_letters_and_umlauts_takes_the_byte_mode(page: Page) -> None:
    for (version, level), size in FILLED.items():
        text = "Jürg 大貴".ljust(size - 5, "z")
        assert len(text.encode()) == size
        (matrix,) = drawn(page, (text, {"level": level}))
        options = {"version": version, "error": level, "mode": "byte", "mask": mask_of(matrix)}
        assert matrix == by_segno(text, encoding="utf-8", **options)
        assert read(matrix).text == text


def test_a_short_text_in_the_byte_mode_is_read_back(page: Page) -> None:
    texts = ("Anna & Jürg", "https://tichu.example/handover/", "z" * 700)
    codes = drawn(page, *((text, {"level": "M"}) for text in texts))
    assert tuple(read(matrix).text for matrix in codes) == texts


def test_the_smallest_version_that_holds_a_text_is_taken(page: Page) -> None:
    for version in (1, 9, 10, 26, 27, 39):
        most = capacity(page, version, "L")
        fits, grows = drawn(page, (some_text(most), {}), (some_text(most + 1), {}))
        assert [(len(matrix) - 17) // 4 for matrix in (fits, grows)] == [version, version + 1]


def test_what_no_code_holds_is_refused(page: Page) -> None:
    script = """async ([text, options]) => {
      const { encode } = await import("/static/scoring/qr.js");
      try { encode(text, options); return ""; } catch (error) { return error.name; }
    }"""
    assert page.evaluate(script, [some_text(4297), {}]) == "RangeError"
    assert page.evaluate(script, [some_text(4296), {}]) == ""
    assert page.evaluate(script, [some_text(26), {"version": 1}]) == "RangeError"


# How well a code can be read -----------------------------------------------------------------------------------


def penalty(matrix: Matrix) -> int:
    """The four rules of the standard, written from it a second time."""
    size = len(matrix)
    points = 0
    for line in (*matrix, *("".join(column) for column in zip(*matrix, strict=True))):
        runs = [len(list(run)) for _, run in itertools.groupby(line)]
        points += sum(run - 2 for run in runs if run >= 5)
        points += 40 * sum(1 for _ in finders(f"0000{line}0000"))
    for row, column in itertools.product(range(size - 1), repeat=2):
        block = {matrix[row][column], matrix[row][column + 1], matrix[row + 1][column], matrix[row + 1][column + 1]}
        points += 3 * (len(block) == 1)
    dark = sum(row.count("1") for row in matrix)
    return points + 10 * int(abs(100 * dark / size**2 - 50) / 5)


def finders(line: str) -> Iterator[int]:
    for at in range(4, len(line) - 10):
        if line[at : at + 7] == "1011101" and "0000" in (line[at - 4 : at], line[at + 7 : at + 11]):
            yield at


@pytest.mark.parametrize("version", [1, 6, 11, 19])
def test_the_mask_that_is_easiest_to_read_is_taken(page: Page, version: int) -> None:
    text = some_text(capacity(page, version, "L"))
    chosen, *masked = drawn(page, (text, {}), *((text, {"mask": mask}) for mask in range(8)))
    points = [penalty(matrix) for matrix in masked]
    script = """async (matrix) => {
      const { penalty } = await import("/static/scoring/qr.js");
      return penalty(matrix.map((row) => [...row].map((dark) => dark === "1")));
    }"""
    assert [page.evaluate(script, matrix) for matrix in masked] == points
    assert penalty(chosen) == min(points)
    assert len(set(masked)) == 8


# The drawing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_drawing_on_the_page_is_read_back_black_on_white(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    text = some_text(2520)
    page.evaluate(
        """async (text) => {
          const { encode, svgOf } = await import("/static/scoring/qr.js");
          const drawing = svgOf(encode(text));
          drawing.setAttribute("width", "290");
          document.body.replaceChildren(drawing);
        }""",
        text,
    )
    with Image.open(BytesIO(page.locator("svg.qr").screenshot())) as picture:
        assert picture.convert("L").getpixel((1, 1)) == 255
        assert only(picture).text == text
    assert page.locator("svg [style], svg[style]").count() == 0


def test_the_quiet_zone_is_as_wide_as_asked(page: Page) -> None:
    script = """async (border) => {
      const { encode, svgOf } = await import("/static/scoring/qr.js");
      const drawing = border === null ? svgOf(encode("A")) : svgOf(encode("A"), border);
      return [drawing.getAttribute("viewBox"), drawing.querySelector("path").getAttribute("d").slice(0, 6)];
    }"""
    assert page.evaluate(script, None) == ["0 0 29 29", "M4 4h1"]
    assert page.evaluate(script, 2) == ["0 0 25 25", "M2 2h1"]
