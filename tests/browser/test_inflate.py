"""What was compressed is read back on the phone, whatever wrote it."""

import json
import zlib
from base64 import b64decode, b64encode
from random import Random

from playwright.sync_api import Page

from tests.browser.carrying import an_evening

STRATEGIES = (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_FIXED, zlib.Z_RLE)
# Bytes go to and fro as texts: as lists of numbers they take Playwright a hundred times as long.
INFLATE = """async (all) => {
  const { inflate } = await import("/static/scoring/inflate.js");
  const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const text = (bytes) => btoa(bytes.reduce((so_far, each) => so_far + String.fromCharCode(each), ""));
  return all.map((each) => { try { return text(inflate(bytes(each))); } catch (error) { return [error.name]; } });
}"""


def inflated(page: Page, pressed: list[bytes]) -> list[bytes | str]:
    """What each becomes, or the name of the error."""
    answers = page.evaluate(INFLATE, [b64encode(each).decode() for each in pressed])
    return [each[0] if isinstance(each, list) else b64decode(each) for each in answers]


def test_what_another_program_compressed_is_read(scratch: Page) -> None:
    evening = json.dumps(an_evening("nanking", 60)).encode()
    for strategy in STRATEGIES:
        plain = [b"", b"a", b"Anna" * 3_000, Random(strategy).randbytes(70_000), evening]
        pressed = []
        for level in (0, 1, 9):
            for each in plain:
                compressor = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
                pressed.append(compressor.compress(each) + compressor.flush())
        assert inflated(scratch, pressed) == plain * 3, strategy


def test_what_is_not_compressed_or_too_much_is_refused_by_name(scratch: Page) -> None:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = compressor.compress(bytes(10_000_000)) + compressor.flush()
    torn = bomb[: len(bomb) // 2]
    chance = Random(3)
    answers = inflated(scratch, [bomb, torn, bytes([7]), *(chance.randbytes(40) for _ in range(500))])
    assert answers[:3] == ["RangeError"] * 3
    assert {each for each in answers[3:] if isinstance(each, str)} <= {"RangeError"}
