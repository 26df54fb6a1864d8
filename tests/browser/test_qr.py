"""The QR codes that the phone draws itself, against two programs that know the standard: zxing
reads, segno draws.
"""

import itertools
import random
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
MOST = 2520  # characters, as handover_show.js asks for them
Matrix = tuple[str, ...]

# The drawing's modules; what it draws is a square for each dark one, within the light round them.
DRAW = """async (texts) => {
  const { drawingOf } = await import("/static/scoring/qr.js");
  return texts.map((text) => {
    const drawing = drawingOf(text);
    const size = drawing.viewBox.baseVal.width - 8;
    const rows = Array.from({ length: size }, () => Array(size).fill("0"));
    for (const [, x, y] of drawing.querySelector("path").getAttribute("d")
      .matchAll(/M(\\d+) (\\d+)h1v1h-1z/g))
      rows[y - 4][x - 4] = "1";
    return rows.map((row) => row.join(""));
  });
}"""
# The encoder by itself, asked for a version and a mask.
ENCODE = """async ([text, version, level, mask]) => {
  const { correction, generate, mode } = await import("/static/vendor/lean-qr/index.mjs");
  const [minCorrectionLevel, maxCorrectionLevel] = [correction[level], correction[level]];
  const [minVersion, maxVersion] = [version, version];
  const asked = { minCorrectionLevel, maxCorrectionLevel, minVersion, maxVersion, mask };
  const code = generate(mode.alphaNumeric(text), asked);
  const all = [...Array(code.size).keys()];
  return all.map((y) => all.map((x) => Number(code.get(x, y))).join(""));
}"""


def drawn(page: Page, *texts: str) -> list[Matrix]:
    """The codes of texts as rows of 0 and 1, drawn in the browser."""
    return [tuple(rows) for rows in page.evaluate(DRAW, texts)]


def encoded(page: Page, text: str, version: int, level: str, mask: int | None = None) -> Matrix:
    return tuple(page.evaluate(ENCODE, [text, version, level, mask]))


def by_segno(text: str, **options: Any) -> Matrix:
    return rows_of(
        segno.make(text, micro=False, mode="alphanumeric", **{"boost_error": False} | options)
    )


def rows_of(code: segno.QRCode) -> Matrix:
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


def version_of(matrix: Matrix) -> int:
    return (len(matrix) - 17) // 4


def capacity(version: int, level: str) -> int:
    """How many characters fit, from the other program's table of the standard."""
    error = getattr(segno.consts, f"ERROR_LEVEL_{level}")
    bits = segno.consts.SYMBOL_CAPACITY[version][error] - 4 - length_bits(version)
    return 2 * (bits // 11) + (bits % 11 > 5)


def rounded(length: int, version: int) -> bool:
    """Whether a text ends with a whole byte: segno adds an empty one then before the padding, the
    standard does not.
    """
    return (4 + length_bits(version) + 11 * (length // 2) + 6 * (length % 2) + 4) % 8 == 0


def length_bits(version: int) -> int:
    return 9 if version < 10 else 11 if version < 27 else 13


def some_text(length: int) -> str:
    return "".join(random.Random(length).choices(ALPHANUMERIC, k=length))


@pytest.fixture
def page(scratch: Page) -> Page:
    return scratch


@pytest.mark.parametrize("level", ["L", "M", "Q", "H"])
def test_every_version_filled_to_the_last_character_is_read_back_and_drawn_as_by_another_program(
    page: Page, level: str
) -> None:
    for version in range(1, 41):
        text = some_text(capacity(version, level))
        matrix = encoded(page, text, version, level)
        assert matrix == by_segno(text, version=version, error=level, mask=mask_of(matrix)), (
            f"version {version}"
        )
        found = read(matrix)
        assert (found.text, found.ec_level) == (text, level)


def test_each_mask_is_drawn_as_by_another_program(page: Page) -> None:
    for version, mask in itertools.product((1, 2, 7, 14, 32), range(8)):
        text = some_text(20)
        assert encoded(page, text, version, "L", mask) == by_segno(
            text, version=version, error="L", mask=mask
        )


def test_the_smallest_version_is_taken_at_the_highest_level_that_it_has_room_for(
    page: Page,
) -> None:
    lengths = [*range(1, 60), *range(60, MOST, 83), MOST]
    for length, matrix in zip(lengths, drawn(page, *map(some_text, lengths)), strict=True):
        text, found = some_text(length), read(matrix)
        other = segno.make(
            text,
            error="L",
            boost_error=True,
            micro=False,
            mode="alphanumeric",
            mask=mask_of(matrix),
        )
        assert (found.text, version_of(matrix), found.ec_level) == (
            text,
            other.version,
            other.error,
        ), length
        if not rounded(length, other.version):
            assert matrix == rows_of(other), length


def test_of_a_game_as_much_is_put_into_one_code_as_version_30_holds(page: Page) -> None:
    assert (
        page.evaluate("async () => (await import('/static/scoring/qr.js')).MOST")
        == MOST
        == capacity(30, "L")
    )
    assert [version_of(matrix) for matrix in drawn(page, some_text(MOST), some_text(MOST + 1))] == [
        30,
        31,
    ]


def test_what_no_code_holds_is_refused(page: Page) -> None:
    script = """async (text) => {
      const { drawingOf } = await import("/static/scoring/qr.js");
      try { drawingOf(text); return ""; } catch (error) { return error.name; }
    }"""
    assert [page.evaluate(script, some_text(length)) for length in (4296, 4297)] == ["", "Error"]


# How well a code can be read
# -----------------------------------------------------------------------------------


# What looks like a finder, with four light modules on a side: on both it counts twice. The light
# round a code is not looked at. There are programs that read the standard otherwise.
FINDERS = ("10111010000", "00001011101")


def penalty(matrix: Matrix) -> int:
    """The four rules of the standard, written from it a second time."""
    size = len(matrix)
    points = 0
    for line in (*matrix, *("".join(column) for column in zip(*matrix, strict=True))):
        runs = [len(list(run)) for _, run in itertools.groupby(line)]
        points += sum(run - 2 for run in runs if run >= 5)
        points += 40 * sum(line.startswith(FINDERS, at) for at in range(size))
    for row, column in itertools.product(range(size - 1), repeat=2):
        block = {
            matrix[row][column],
            matrix[row][column + 1],
            matrix[row + 1][column],
            matrix[row + 1][column + 1],
        }
        points += 3 * (len(block) == 1)
    dark = sum(row.count("1") for row in matrix)
    return points + 10 * int(abs(100 * dark / size**2 - 50) / 5)


@pytest.mark.parametrize("version", [1, 6, 11, 19])
def test_the_mask_that_is_easiest_to_read_is_taken(page: Page, version: int) -> None:
    text = some_text(capacity(version, "L"))
    chosen, *masked = (encoded(page, text, version, "L", mask) for mask in (None, *range(8)))
    assert len(set(masked)) == 8
    assert penalty(chosen) == min(map(penalty, masked))


# The drawing
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_drawing_on_the_page_is_read_back_black_on_white(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    text = some_text(MOST)
    page.evaluate(
        """async (text) => {
          const { drawingOf } = await import("/static/scoring/qr.js");
          const drawing = drawingOf(text);
          drawing.setAttribute("width", "290");
          document.body.replaceChildren(drawing);
        }""",
        text,
    )
    with Image.open(BytesIO(page.locator("svg.qr").screenshot())) as picture:
        assert picture.convert("L").getpixel((1, 1)) == 255
        assert only(picture).text == text
    assert page.locator("svg [style], svg[style]").count() == 0
