"""Duplicate records for tests, and what their answers say."""

import json
from typing import Any

from tournaments.standings.duplicate.record import answer

Record = dict[str, Any]
SEATS = ("north", "east", "south", "west")

EXAMPLE: Record = {
    "format": "tichu-duplicate-record",
    "version": 1,
    "pairs": ["1", "2", "3", "4"],
    "rank_by": "percent",
    "grand_allowed": True,
    "results": [
        {
            "board": 1,
            "ns": "1",
            "ew": "2",
            "score": {"ns": 300, "ew": 0},
            "calls": {"north": "tichu"},
        },
        {
            "board": 1,
            "ns": "3",
            "ew": "4",
            "score": {"ns": 150, "ew": 50},
            "calls": {"north": "tichu"},
        },
        {"board": 2, "ns": "1", "ew": "3", "average": {"ns": "avg", "ew": "avg--"}},
    ],
}


def scored(board: int, ns: int, ew: int, margin: int, **more: Any) -> Record:
    """A result without calls, north and south so many points ahead."""
    score = {"ns": 50 + margin // 2, "ew": 50 - margin // 2}
    return {"board": board, "ns": str(ns), "ew": str(ew), "score": score, **more}


def ruled(board: int, ns: int, ew: int, for_ns: str, for_ew: str, **more: Any) -> Record:
    """A result on which the director gave averages."""
    average = {"ns": for_ns, "ew": for_ew}
    return {"board": board, "ns": str(ns), "ew": str(ew), "average": average, **more}


def record(*results: Record, **changes: Any) -> Record:
    """A record of these results; its pairs are those in them, by number."""
    names = {one[key] for one in results for key in ("ns", "ew")}
    return {
        "format": "tichu-duplicate-record",
        "version": 1,
        "pairs": sorted(names, key=int),
        "results": list(results),
        **changes,
    }


def answered(given: Record) -> Record:
    """The answer to a valid record, as it comes back out of JSON."""
    found = answer(given)
    assert found["ok"], found["errors"]
    back: Record = json.loads(json.dumps(found))
    return back


def values(given: Record, key: str, board: int = 1) -> list[tuple[float, float]]:
    """One value of each result of a board, for both directions."""
    boards = {one["board"]: one["results"] for one in answered(given)["boards"]}
    return [(one["ns_values"][key], one["ew_values"][key]) for one in boards[board]]


def totals(given: Record, key: str) -> dict[str, float]:
    """One value of each pair's total."""
    return {one["pair"]: one["values"][key] for one in answered(given)["standings"]}


def ranks(given: Record) -> list[tuple[int, str]]:
    """Ranks and pairs, in the order of the standings."""
    return [(one["rank"], one["pair"]) for one in answered(given)["standings"]]


def errors(given: object) -> list[tuple[int | None, str, str]]:
    """Number of the result, field and code of everything wrong."""
    found = answer(given)
    assert json.loads(json.dumps(found)) == found
    return [(one["round"], one["field"], one["code"]) for one in found.get("errors", [])]
