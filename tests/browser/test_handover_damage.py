"""What is no whole game of ours is never taken for one, and the phone says why."""

import re
import zlib

import pytest
from playwright.sync_api import Page

from tests.browser.carrying import an_evening, in_characters, packed, unpacked, why

# The codes in short are in test_handover.py and test_handover_page.py.
pytestmark = pytest.mark.slow

HEAD = len("TICHU1:")


@pytest.fixture
def page(scratch: Page) -> Page:
    return scratch


def damaged(text: str, others: str) -> list[tuple[int, str]]:
    """The text with one character taken for another, for every character: where, and what became of
    it.
    """
    return [
        (at, text[:at] + other + text[at + 1 :])
        for at, character in enumerate(text)
        for other in others
        if character not in {other, "\n"}
    ]


def test_every_single_damaged_character_is_found(page: Page) -> None:
    (text,) = packed(page, an_evening("nanking", 12))
    texts = damaged(text, "0ZA/:a")
    found = list(zip(texts, why(page, *(each for _, each in texts)), strict=True))
    assert {code for (at, _), code in found if at < HEAD} == {"not_ours"}
    assert {code for (at, _), code in found if at >= HEAD} == {"damaged"}


def test_every_single_damaged_character_of_parts_is_found(page: Page) -> None:
    (text,) = packed(page, an_evening("nanking", 12), most=300)
    assert text.count("\n") == 2
    texts = damaged(text, "124A/:")
    found = list(zip(texts, why(page, *(each for _, each in texts)), strict=True))
    # What does not begin as a part of ours is no part: then the first one is missing.
    assert {code for (at, _), code in found if at < HEAD} == {"incomplete", "newer_version"}
    assert {code for (at, _), code in found if at >= HEAD} <= {"damaged", "newer_version"}


def test_a_text_cut_off_or_with_a_character_too_many_is_damaged(page: Page) -> None:
    (text,) = packed(page, an_evening("nanking", 3))
    cut = [text[:length] for length in range(8, len(text))]
    longer = [text[:at] + "A" + text[at:] for at in range(7, len(text) + 1)]
    assert set(why(page, *cut, *longer)) == {"damaged"}


def test_two_characters_in_each_other_s_place_are_found(page: Page) -> None:
    (text,) = packed(page, an_evening("nanking", 3))
    swapped = [
        text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(7, len(text) - 1)
    ]
    assert set(why(page, *(each for each in swapped if each != text))) == {"damaged"}


def test_a_newer_version_says_that_it_is_newer(page: Page) -> None:
    (text,) = packed(page, an_evening("nanking", 3))
    form = bytes([255])
    newer_form = "TICHU1:" + in_characters(form + zlib.crc32(form).to_bytes(4, "big"))
    assert (
        why(page, text.replace("TICHU1", "TICHU2"), "TICHU12:whatever it looks like", newer_form)
        == ["newer_version"] * 3
    )


def test_whole_texts_that_hold_no_game_are_damaged(page: Page) -> None:
    contents = [
        b"\x00",
        b"\x00[]",
        b"\x00null",
        b"\x00{}",
        b"\x00{",
        b"\x01\x03",
        b"\x02",
        b"\x02" + bytes(16),
    ]
    contents.append(b'\x00{"game": "x", "pass": "y", "names": [], "entries": [1]}')
    texts = [
        "TICHU1:" + in_characters(each + zlib.crc32(each).to_bytes(4, "big")) for each in contents
    ]
    assert why(page, *texts) == ["damaged"] * len(texts)


def test_foreign_text_is_not_ours(page: Page) -> None:
    foreign = [
        "",
        " ",
        "Hello Anna",
        "https://tichu.example/look/abc/",
        "TICHU",
        "TICHU:ABC",
        "TICHU0:ABC",
        "HC1:6BF",
        "1",
    ]
    assert why(page, *foreign) == ["not_ours"] * len(foreign)
    assert why(page, [], ["Anna", "Beat"]) == ["not_ours"] * 2


def test_a_missing_part_is_named(page: Page) -> None:
    (text,) = packed(page, an_evening("nanking", 60), most=400)
    parts = text.split("\n")
    count = len(parts)
    assert count > 4
    without_second, only_third = parts[:1] + parts[2:], parts[2]
    others = [each for each in range(1, count + 1) if each != 3]
    assert unpacked(page, without_second, only_third) == [
        {"code": "incomplete", "missing": [2], "count": count},
        {"code": "incomplete", "missing": others, "count": count},
    ]


def test_parts_of_two_games_do_not_make_one(page: Page) -> None:
    one, other = (
        text.split("\n")
        for text in packed(
            page, an_evening("nanking", 20), an_evening("nanking", 20, seed=2), most=400
        )
    )
    assert len(one) == len(other)
    (whole,) = packed(page, an_evening("nanking", 3))
    mixed = (
        [one[0], *other[1:]],
        [*one, other[0]],
        [one[0], other[1]],
        [whole, one[0]],
        [*one, whole],
    )
    assert len(one) > 2
    assert why(page, *mixed) == ["damaged"] * 5


def test_blanks_and_line_breaks_round_it_and_in_it_do_not_matter(page: Page) -> None:
    game = an_evening("nanking", 60)
    for most in (None, 400):
        (text,) = packed(page, game, most=most)
        wrapped = re.sub(r"(.{40})", "\\1\r\n  ", text.replace("\n", "\n\n"))
        zero_width = re.sub(r"(.{50})", "\\1\u200b", text)
        around = f"\ufeff \t\r\n{text}\n\u00a0 "
        greeted = f"Anna's game:\n{text}"
        assert unpacked(page, wrapped, zero_width, around, greeted) == [game] * 4
