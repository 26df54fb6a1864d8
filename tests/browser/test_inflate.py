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
  const { inflated } = await import("/static/scoring/handover.js");
  const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const text = (bytes) =>
    btoa(bytes.reduce((so_far, each) => so_far + String.fromCharCode(each), ""));
  return Promise.all(all.map((each) => inflated(bytes(each)).then(text, (error) => [error.name])));
}"""
# How many bytes come out of it until it is given up.
READ = """async (text) => {
  const { inflated } = await import("/static/scoring/handover.js");
  const { read } = ReadableStreamDefaultReader.prototype;
  let bytes = 0;
  ReadableStreamDefaultReader.prototype.read = async function () {
    const found = await read.call(this);
    bytes += found.value?.length ?? 0;
    return found;
  };
  await inflated(Uint8Array.from(atob(text), (each) => each.charCodeAt(0))).catch(() => {});
  ReadableStreamDefaultReader.prototype.read = read;
  return bytes;
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
    bomb = pressed(bytes(10_000_000))
    torn, more = pressed(b"Anna" * 3_000)[:-3], pressed(b"Anna") + b"Beat"
    chance = Random(3)
    answers = inflated(
        scratch, [bomb, torn, more, bytes([7]), *(chance.randbytes(40) for _ in range(500))]
    )
    assert answers[:4] == ["RangeError", *["TypeError"] * 3]
    assert {each for each in answers[4:] if isinstance(each, str)} <= {"TypeError"}


def test_what_is_too_much_is_not_read_to_its_end(scratch: Page) -> None:
    bomb = b64encode(pressed(bytes(100_000_000))).decode()
    assert 1_000_000 < scratch.evaluate(READ, bomb) < 2_000_000


def pressed(plain: bytes) -> bytes:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return compressor.compress(plain) + compressor.flush()
