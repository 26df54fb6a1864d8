"""A whole game as a text: what one phone packs another unpacks, and nothing else is taken for a
game.
"""

import json
import zlib
from random import Random
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from playwright.sync_api import Page

from tests.browser.carrying import (
    CODES,
    an_evening,
    an_id,
    anything,
    content,
    packed,
    said,
    unpacked,
    why,
)
from tests.browser.conftest import Troubles
from tests.browser.playing import NUMBER_OF
from tests.browser.servers import Site


@pytest.fixture
def page(scratch: Page) -> Page:
    return scratch


# There and back
# ------------------------------------------------------------------------------------------------


def test_a_believable_game_comes_back_as_it_was(page: Page) -> None:
    for variant in NUMBER_OF:
        games = [
            an_evening(variant, rounds, seed=seed) for seed, rounds in enumerate((0, 1, 9, 30))
        ]
        assert unpacked(page, *packed(page, *games)) == games, variant


def test_the_shallower_recordings_come_back_as_they_were(page: Page) -> None:
    for variant, recording in (("nanking", "first"), ("nanking", "points"), ("wu_wang", "first")):
        game = json.loads(json.dumps(an_evening(variant, 12)))  # no two entries share a round
        for entry in game["entries"]:
            if played := entry.get("round"):
                first = played.pop("out")[:1]
                played |= {"out": first} if recording == "first" else {"made": first[0]}
                if "card_points" not in played:
                    played["sweep"] = 1
        assert unpacked(page, *packed(page, game)) == [game], (variant, recording)


@pytest.mark.slow
def test_whatever_a_game_holds_comes_back(page: Page) -> None:
    chance = Random(45)
    games = [anything(chance) for _ in range(1_000)]
    texts = packed(page, *games)
    assert unpacked(page, *texts) == [said(game) for game in games]
    forms = {content(text)[0] // 2 for text in texts}
    assert forms == {0, 1}, "both the compact form and JSON occur"


def test_what_starts_a_game_comes_along_and_a_whole_evening_fits_one_code(page: Page) -> None:
    settings = {"target_score": 1000, "round_limit": None, "extra_calls": {"blind": 400}}
    key = an_id(Random(3))
    begun = {
        "settings": settings,
        "players": ["Anna", "Beat", "", "Dino"],
        "table_name": "",
        "handover_key": key,
    }
    game = an_evening("nanking", 15) | {
        "pass": "",
        "start": json.dumps(begun, separators=(",", ":")),
    }
    (text,) = packed(page, game, most=2520)
    assert (content(text)[0], unpacked(page, text)) == (5, [game])
    assert json.loads(unpacked(page, text)[0]["start"]) == begun


def test_a_depth_that_was_set_comes_along_in_a_form_of_its_own_and_is_short(page: Page) -> None:
    known = an_evening("nanking", 9)
    begun = known | {"pass": "", "start": json.dumps({"players": known["names"]})}
    depth = {"id": an_id(Random(3)), "recording": "first"}
    page.evaluate("() => { delete window.CompressionStream; }")
    for game, form in ((known, 2), (begun, 4)):
        usual, told = packed(page, game, game | {"depth": depth})
        assert unpacked(page, usual, told) == [game, game | {"depth": depth}]
        assert [content(usual)[0], content(told)[0]] == [form, form + 4]
        assert len(content(told)) == len(content(usual)) + 17
    (strange,) = packed(page, known | {"depth": depth | {"recording": "of a later site"}})
    assert (content(strange)[0], unpacked(page, strange)[0]["depth"]["recording"]) == (
        0,
        "of a later site",
    )


def test_several_games_in_one_text_come_back_each(page: Page) -> None:
    games = [an_evening("nanking", 5, seed=seed) for seed in (1, 2)] + [an_evening("trichu", 3)]
    unpack_all = """async ([text, codes]) =>
      (await import("/static/scoring/handover.js")).unpackAll(text, codes)"""
    assert page.evaluate(unpack_all, ["\n".join(packed(page, *games)), CODES]) == games
    assert page.evaluate(unpack_all, [packed(page, games[0], most=500)[0], CODES]) == games[:1]


def test_a_game_in_parts_comes_back_in_any_order_and_with_parts_read_twice(page: Page) -> None:
    game = an_evening("nanking", 60)
    for most in (60, 400, 2520):
        (text,) = packed(page, game, most=most)
        parts = text.split("\n")
        assert len(parts) > 1 or most == 2520
        assert max(map(len, parts)) <= most
        shuffled = Random(1).sample(parts, len(parts)) + parts[:1]
        assert unpacked(page, text, parts, shuffled) == [game, game, game], most


def test_an_unknown_key_is_not_lost(page: Page) -> None:
    game = an_evening("nanking", 3)
    game["entries"][1]["round"]["mood"] = "cheerful"
    assert unpacked(page, *packed(page, game)) == [game]


def test_a_browser_that_cannot_compress_hands_over_all_the_same(page: Page) -> None:
    game = an_evening("nanking", 40)
    games = [game, game | {"club": "of a later site"}]
    usual = packed(page, *games)
    page.evaluate("() => { delete window.CompressionStream; }")
    texts = packed(page, *games)
    assert [content(text)[0] for text in usual] == [3, 1]
    assert [content(text)[0] for text in texts] == [2, 0]
    assert unpacked(page, *usual, *texts) == [*games, *games]


@pytest.mark.parametrize(
    "too_old",
    [
        "() => { delete window.DecompressionStream; }",
        (
            "() => { window.DecompressionStream = class { constructor() { throw new "
            "TypeError('deflate-raw'); } }; }"
        ),
    ],
)
def test_a_browser_of_before_2023_is_told_so_and_reads_what_is_not_compressed(
    page: Page, too_old: str
) -> None:
    game = an_evening("nanking", 40)
    (usual,) = packed(page, game)
    page.evaluate("() => { delete window.CompressionStream; }")
    (plain,) = packed(page, game)
    page.evaluate(too_old)
    assert (why(page, usual), unpacked(page, plain)) == (["old_browser"], [game])


def test_plain_http_on_a_local_address_is_enough(
    phone: Page, site: Site, troubles: Troubles
) -> None:
    """A browser counts that as no secure context, and keeps much from its pages."""
    troubles.expect("request to another host: http://hall.example/")
    troubles.expect("Cross-Origin-Opener-Policy header has been ignored")
    phone.route(
        "http://hall.example/**",
        lambda route: route.fulfill(
            response=route.fetch(url=site.url + urlsplit(route.request.url).path)
        ),
    )
    phone.goto("http://hall.example/")
    game = an_evening("nanking", 40)
    (text,) = packed(phone, game)
    assert not phone.evaluate("() => window.isSecureContext")
    assert (content(text)[0], unpacked(phone, text)) == (3, [game])


# The text as it is described
# -------------------------------------------------------------------------------------


def test_the_text_is_what_its_description_says(page: Page) -> None:
    game = an_evening("tientsin", 60)
    strange = game | {"club": "of a later site"}
    compact, in_json, in_parts = (*packed(page, game, strange), *packed(page, strange, most=500))
    form, *rest = content(compact)
    assert form == 3
    plain = zlib.decompress(bytes(rest), -15)
    assert plain[:17] == UUID(game["game"]).bytes + bytes([1])
    assert f"{len(game['pass']):c}{game['pass']}".encode() == plain[17 : 18 + len(game["pass"])]
    assert content(in_json)[0] == 1
    assert json.loads(zlib.decompress(content(in_json)[1:], -15)) == strange
    assert content(in_parts) == content(in_json)


# How much room it takes
# ----------------------------------------------------------------------------------------


def test_a_game_fits_one_code(page: Page) -> None:
    size = """async (text) => {
      const { drawingOf } = await import("/static/scoring/qr.js");
      return (drawingOf(text).viewBox.baseVal.width - 8 - 17) / 4;
    }"""
    most = {12: 16, 30: 25, 60: 30}  # the version of the code by the number of rounds
    games = [an_evening("nanking", rounds) for rounds in most]
    pressed = packed(page, *games)
    page.evaluate("() => { delete window.CompressionStream; }")
    for rounds, text, stored in zip(most, pressed, packed(page, *games), strict=True):
        assert page.evaluate(size, text) <= page.evaluate(size, stored) <= most[rounds], rounds
