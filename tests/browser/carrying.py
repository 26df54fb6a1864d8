"""Games that one phone hands to another: packed and unpacked in the browser, and read a second way
here.
"""

import json
import re
import uuid
import zlib
from random import Random
from typing import Any

from playwright.sync_api import APIRequestContext, Page

from scoring.rules import VARIANTS, Round, RuleSet, advance, opening
from tests.browser.playing import NUMBER_OF, PEOPLE, begin
from tests.scoring.games import believable

CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$%+./"
Game = dict[str, Any]

CODES = {key: variant.code for key, variant in VARIANTS.items()}

PACK = """async ([games, codes, most]) => {
  const { pack } = await import("/static/scoring/handover.js");
  return Promise.all(games.map((game) => (most ? pack(game, codes, most) : pack(game, codes))));
}"""
UNPACK = """async ([texts, codes]) => {
  const { unpack } = await import("/static/scoring/handover.js");
  const why = ({ code, missing, count }) => ({ code, missing, count });
  return Promise.all(texts.map((text) => unpack(text, codes).catch(why)));
}"""


def packed(page: Page, *games: Game, most: int | None = None) -> list[str]:
    return list(page.evaluate(PACK, [games, CODES, most]))


def unpacked(page: Page, *texts: str | list[str]) -> list[Any]:
    """The game of each text, or why it holds none: code, missing, count."""
    return list(page.evaluate(UNPACK, [texts, CODES]))


def why(page: Page, *texts: str | list[str]) -> list[str]:
    return [answer.get("code", "a game") for answer in unpacked(page, *texts)]


# Games
# --------------------------------------------------------------------------------------------------


def an_id(chance: Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def a_pass(chance: Random) -> str:
    """As long as a signed text is, of the same characters."""
    return "".join(chance.choices("ABCDEFGHabcdefgh0123456789-_:", k=105))


def an_evening(variant: str, most: int, *, seed: int = 1, **settings: Any) -> Game:
    """A believable game as a phone hands it over: rounds, a correction and an undo among them."""
    chance = Random(seed)
    if variant in {"nanking", "tientsin"}:
        settings = {"target_score": None, "round_limit": 500} | settings
    elif variant in {"trichu", "wu_wang", "nanking_five"}:
        settings = {"round_limit": 500} | settings
    rules = RuleSet.of(variant, settings)
    names = list(PEOPLE[: NUMBER_OF[variant]])
    position = opening(rules, len(names))
    entries: list[dict[str, Any]] = []
    for number, played in enumerate(believable(rules, len(names), most, seed), start=1):
        sides = [list(side) for side in position.sides]
        entry = {
            "id": an_id(chance),
            "kind": "round",
            "number": number,
            "round": played.to_data(),
            "sides": sides,
        }
        entries.append(entry)
        if number == 4:
            entries.append(
                entry | {"id": an_id(chance), "kind": "correction", "replaces": entry["id"]}
            )
        if number == 7:
            undo = {"id": an_id(chance), "kind": "undo", "number": number, "about": entry["id"]}
            entries += [undo, entry | {"id": an_id(chance)}]
        position = advance(position, played)[1]
    seats = len(names) + (variant in {"trichu", "wu_wang"})
    return {
        "game": an_id(chance),
        "pass": a_pass(chance),
        "variant": variant,
        "names": names,
        "seats": seats,
        "entries": entries,
    }


def anything(chance: Random) -> Game:
    """A game such as no table plays it, with everything that its form has room for, and with what
    it has not.
    """
    ids = [an_id(chance) for _ in range(5)]

    def maybe(value: Any, share: float = 0.5) -> Any:
        return value if chance.random() < share else None

    def a_seat() -> int:
        return chance.choice((0, 1, 3, 7, 12, 12, 15, 16))

    def a_round() -> dict[str, Any]:
        points = chance.choice((-25, 0, 5, 65, 125, 65, 63, 1000))
        calls = {
            str(a_seat()): chance.choice(("tichu", "grand", "blind", "ü 大"))
            for _ in range(chance.randrange(4))
        }
        found = {
            "out": maybe([a_seat() for _ in range(chance.randrange(17))]),
            "calls": maybe(calls),
            "card_points": maybe([points, 100 - points + chance.choice((0, 0, 0, 5))]),
            "sweep": maybe(chance.randrange(3), 0.2),
            "made": maybe(a_seat(), 0.2),
            "wish_violation": maybe(a_seat(), 0.2),
            "unheard_of": maybe("of a later site", 0.05),
        }
        return {key: value for key, value in found.items() if value is not None}

    def an_entry() -> dict[str, Any]:
        return {
            "id": chance.choice((an_id(chance), chance.choice(ids))),
            "kind": chance.choice(
                ("round", "correction", "undo", "choice", "agreement", "round", "later")
            ),
            "number": chance.choice((1, 2, 3, 127, 128, 9999, 2**31)),
            "round": maybe(a_round(), 0.8),
            "sides": maybe(
                [
                    [a_seat() for _ in range(chance.randrange(4))]
                    for _ in range(chance.randrange(3))
                ],
                0.8,
            ),
            "replaces": maybe(chance.choice((an_id(chance), chance.choice(ids)))),
            "about": maybe(
                chance.choice((an_id(chance), chance.choice(ids), "no id", ids[0].upper()))
            ),
        }

    names = [
        "".join(chance.choices('AÄz 大🀄\n"\\', k=chance.randrange(50)))
        for _ in range(chance.randrange(13))
    ]
    entries = [an_entry() for _ in range(chance.randrange(8))]
    variant = chance.choice(("nanking", "always_last", "a later one"))
    return {
        "game": ids[0],
        "pass": a_pass(chance),
        "variant": variant,
        "names": names,
        "seats": a_seat(),
        "entries": entries,
    }


def said(value: Any) -> Any:
    """The value without the keys that say nothing: null is the same as absent."""
    if isinstance(value, dict):
        return {key: said(each) for key, each in value.items() if each is not None}
    return [said(each) for each in value] if isinstance(value, list) else value


# The text, read by the description in handover.js and no other way
# ----------------------------------------------


def content(text: str) -> bytes:
    """What a text holds before its checksum, read by the description in handover.js and no other
    way.
    """
    codes = [
        re.fullmatch(r"TICHU1:(?:\d+/\d+:([0-9A-F]{8}):)?(.+)", line) for line in text.split("\n")
    ]
    body = "".join(code[2] for code in codes if code)
    if codes[0] and codes[0][1]:
        assert int(codes[0][1], 16) == zlib.crc32(body.encode())
    found = bytearray()
    for at in range(0, len(body), 3):
        group = body[at : at + 3]
        value = sum(
            CHARACTERS.index(character) * 41**place for place, character in enumerate(group)
        )
        found += value.to_bytes(len(group) - 1, "big")
    assert int.from_bytes(found[-4:], "big") == zlib.crc32(found[:-4])
    return bytes(found[:-4])


def in_characters(data: bytes) -> str:
    text = ""
    for at in range(0, len(data), 2):
        pair = data[at : at + 2]
        value = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            value, digit = divmod(value, 41)
            text += CHARACTERS[digit]
    return text


# Anna's phone writes, Beat's reads in and sends
# ----------------------------------------------------------------

ROUNDS = (
    Round(out=(0, 3, 2, 1), calls={0: "tichu"}, card_points=(65, 35)),
    Round(out=(1, 3), calls={2: "grand"}),
    Round(out=(2, 1, 0, 3), card_points=(40, 60)),
)


def written(anna: APIRequestContext, *rounds: Round, **settings: str) -> Game:
    """A new game as Anna's phone hands it over,
    with these rounds written on it and on no server.
    """
    table = re.search(
        r'<script id="screen"[^>]*>(.*?)</script>',
        anna.get(f"{begin(anna, **settings)}score/").text(),
    )
    assert table
    told = json.loads(table[1])
    entries = [
        {
            "id": str(uuid.uuid4()),
            "kind": "round",
            "number": number,
            "round": each,
            "sides": [[0, 2], [1, 3]],
        }
        for number, each in enumerate(data(*rounds), start=1)
    ]
    names = [seat["name"] for seat in told["seats"]]
    game = {
        "game": told["game"],
        "pass": told["pass"],
        "variant": told["variant"],
        "names": names,
        "seats": 4,
    }
    return game | {"entries": entries}


def on_the_server(anna: APIRequestContext, game: Game) -> list[dict[str, Any]]:
    """The rounds of the game as Anna's phone is told them."""
    answer = anna.get(f"/api/v1/games/{game['game']}/")
    return [line["round"] for line in answer.json()["rounds"]]


def paste(beat: Page, text: str) -> None:
    beat.locator("#text").fill(text)
    beat.get_by_role("button", name="Read the text").tap()


def data(*rounds: Round) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(played.to_data())) for played in rounds]
