"""JSON bodies as large as are let in: entries of a table, and games to start."""

import uuid
from collections.abc import Callable
from typing import Any

from tests.scoring.tables import PLAIN

Body = dict[str, Any]
# What may stand in an entry in any number; `n` of each are about three bytes each.
ENTRIES: dict[str, Callable[[int], Body]] = {
    "an order of zeros": lambda n: an_entry(round={"out": [0] * n}),
    "calls": lambda n: an_entry(round={"calls": dict.fromkeys(map(str, range(n // 6)), "tichu")}),
    "keys of a round": lambda n: an_entry(round=many(n // 6)),
    "keys": lambda n: an_entry() | many(n // 6),
    "sides": lambda n: an_entry(sides=[[0] * (n // 2)] * 2),
    "a long number": lambda n: an_entry(round={"card_points": [int("9" * min(3 * n, 4000)), 0]}),
    "a long kind": lambda n: an_entry(kind="x" * (3 * n)),
    "a long word": lambda n: an_entry(round={"x" * (3 * n): 1}),
}
GAMES: dict[str, Callable[[int], Body]] = {
    "players": lambda n: {"variant": "nanking", "players": ["a"] * (n // 2)},
    "a long name": lambda n: {"variant": "nanking", "players": ["a" * (3 * n), "b", "c", "d"]},
    "settings": lambda n: {"variant": "nanking", "players": list("abcd"), "settings": many(n // 6)},
    "own calls": lambda n: {
        "variant": "nanking",
        "players": list("abcd"),
        "settings": {"extra_calls": many(n // 6)},
    },
}


def many(count: int) -> dict[str, int]:
    return {f"k{number}": number for number in range(count)}


def an_entry(**more: Any) -> Body:
    return {"id": str(uuid.uuid4()), "kind": "round", "number": 1, "round": PLAIN, **more}
