"""What was compressed is read back on the phone, whatever wrote it."""

import json
import zlib
from random import Random

import pytest
from playwright.sync_api import Page

from tests.browser.carrying import an_evening

pytestmark = pytest.mark.any_database


@pytest.fixture
def page(phone: Page) -> Page:
    phone.goto("/")
    return phone


@pytest.mark.parametrize(
    "strategy",
    [
        zlib.Z_DEFAULT_STRATEGY,
        *(pytest.param(each, marks=pytest.mark.slow) for each in (zlib.Z_HUFFMAN_ONLY, zlib.Z_FIXED, zlib.Z_RLE)),
    ],
)
def test_what_another_program_compressed_is_read(page: Page, strategy: int) -> None:
    chance = Random(strategy)
    plain = [b"", b"a", b"Anna" * 3_000, chance.randbytes(70_000), json.dumps(an_evening("nanking", 60)).encode()]
    pressed = []
    for level in (0, 1, 9):
        for each in plain:
            compressor = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
            pressed.append(list(compressor.compress(each) + compressor.flush()))
    script = """async (all) => {
      const { inflate } = await import("/static/scoring/inflate.js");
      return all.map((bytes) => [...inflate(Uint8Array.from(bytes))]);
    }"""
    assert [bytes(each) for each in page.evaluate(script, pressed)] == plain * 3


def test_what_is_not_compressed_or_too_much_is_refused_by_name(page: Page) -> None:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = compressor.compress(bytes(10_000_000)) + compressor.flush()
    torn = bomb[: len(bomb) // 2]
    script = """async (all) => {
      const { inflate } = await import("/static/scoring/inflate.js");
      return all.map((bytes) => {
        try { inflate(Uint8Array.from(bytes)); return ""; } catch (error) { return error.name; }
      });
    }"""
    chance = Random(3)
    noise = [list(chance.randbytes(40)) for _ in range(500)]
    answers = page.evaluate(script, [list(bomb), list(torn), [7], *noise])
    assert answers[:3] == ["RangeError"] * 3
    assert set(answers[3:]) <= {"RangeError", ""}
