"""The comparison once more, from the contract alone: slow, plain, and sharing nothing with the code
it checks.
"""

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import log, sqrt
from typing import Any

Record = dict[str, Any]

TEAM = {"north": "ns", "south": "ns", "east": "ew", "west": "ew"}
WORTH = {"tichu": 100, "grand": 200}
OTHER = {"ns": "ew", "ew": "ns"}
# The contract's table, line by line: so many Tichu points or more are so many IMPs.
IMPS = {
    0: 0,
    1: 10,
    2: 25,
    3: 45,
    4: 65,
    5: 85,
    6: 110,
    7: 135,
    8: 160,
    9: 185,
    10: 215,
    11: 250,
    12: 300,
    13: 375,
    14: 450,
    15: 550,
    16: 650,
    17: 750,
    18: 875,
    19: 1000,
    20: 1125,
    21: 1250,
    22: 1500,
    23: 1750,
    24: 2000,
}
MATCHPOINT_FACTORS = {"avg++": "1.6", "avg+": "1.2", "avg": "1", "avg-": "0.8", "avg--": "0.4"}
SHARES = {"avg++": "0.6", "avg+": "0.2", "avg": "0", "avg-": "-0.2", "avg--": "-0.6"}
KEYS = ("matchpoints", "percent", "difference", "log_difference", "imps", "boldness")


# Which scores are possible


@cache
def explained(calls: frozenset[tuple[str, str]], wish: str | None) -> frozenset[tuple[int, int]]:
    """Every score that these calls can end with, over all orders of going out."""
    found = set()
    for out, bases in endings(wish):
        for base in bases:
            score = dict(base)
            for seat, call in calls:
                made = bool(out) and out[0] == seat
                score[TEAM[seat]] += WORTH[call] if made else -WORTH[call]
            found.add((score["ns"], score["ew"]))
    return frozenset(found)


def endings(wish: str | None) -> list[tuple[tuple[str, ...], list[dict[str, int]]]]:
    """Every order in which people can be out at the end, and what the cards or a double victory can
    bring.
    """
    if wish:
        paid = {TEAM[wish]: 0, OTHER[TEAM[wish]]: 200}
        return [(out, [paid]) for length in range(5) for out in permutations(TEAM, length)]
    cards = [{"ns": points, "ew": 100 - points} for points in range(-25, 130, 5)]
    found: list[tuple[tuple[str, ...], list[dict[str, int]]]] = []
    for out in permutations(TEAM):
        first, second = TEAM[out[0]], TEAM[out[1]]
        found.append((out, [{first: 200, OTHER[first]: 0}] if first == second else cards))
    return found


@cache
def explained_by_any_calls(wish: str | None, grand_allowed: bool) -> frozenset[tuple[int, int]]:
    words = ["", "tichu", "grand"] if grand_allowed else ["", "tichu"]
    found: frozenset[tuple[int, int]] = frozenset()
    for chosen in product(words, repeat=4):
        calls = frozenset((seat, call) for seat, call in zip(TEAM, chosen, strict=True) if call)
        found |= explained(calls, wish)
    return found


# What the results are worth


def margin(result: Record) -> int | None:
    """The points of north and south less those of east and west."""
    return result["score"]["ns"] - result["score"]["ew"] if "score" in result else None


def worth(result: Record, direction: str, deal: list[Record]) -> Record:
    """The values of one result for one direction, `deal` being all with the same cards."""
    sign = 1 if direction == "ns" else -1
    n = len(deal)
    played = [one for one in deal if "score" in one]
    ds = [sign * (margin(one) or 0) for one in played]
    middle = Fraction(sum(ds), len(ds)) if ds else Fraction(0)
    offs = [abs(d - middle) for d in ds] or [Fraction(0)]
    if "average" in result:
        word = result["average"][direction]
        share = Fraction(SHARES[word])
        points = Fraction(n - 1, 2) * Fraction(MATCHPOINT_FACTORS[word])
        return {
            "matchpoints": points,
            "percent": points * 100 / (n - 1) if n > 1 else None,
            "difference": share * max(offs),
            "log_difference": float(share) * log(1 + max(offs)),
            "imps": Fraction(0),
            "boldness": 0,
        }
    own = sign * (margin(result) or 0)
    points = ns_matchpoints(result, deal)
    if direction == "ew":
        points = n - 1 - points
    off = own - middle
    return {
        "matchpoints": points,
        "percent": points * 100 / (n - 1) if n > 1 else None,
        "difference": off,
        "log_difference": (log(1 + off) if off > 0 else -log(1 - off)),
        "imps": mean_imps(own, [d for one, d in zip(played, ds, strict=True) if one is not result]),
        "boldness": boldness(result, direction, deal),
    }


def ns_matchpoints(result: Record, deal: list[Record]) -> Fraction:
    """What a played result gives north and south."""
    mine, found = margin(result), Fraction(0)
    assert mine is not None
    for other in deal:
        if other is result:
            continue
        theirs = margin(other)
        if theirs is None or theirs == mine:
            found += Fraction(1, 2)
        elif theirs < mine:
            found += 1
    return found


def mean_imps(own: int, others: list[int]) -> Fraction:
    return sum((Fraction(imps_by_hand(own - other), len(others)) for other in others), Fraction(0))


def imps_by_hand(difference: int) -> int:
    found = max(count for count, least in IMPS.items() if abs(difference) >= least)
    return found if difference > 0 else -found


def points_by_hand(ahead: int, boards: int) -> float:
    """The victory points of teams of four, by the formula of the WBF's scale."""
    ratio = sqrt(5) - 2
    share = min(1.0, abs(ahead) / (15 * sqrt(boards)))
    won = 10 + 10 * (1 - ratio**share) / (1 - ratio)
    return won if ahead >= 0 else 20 - won


def boldness(result: Record, direction: str, deal: list[Record]) -> int:
    known = [one for one in deal if "score" in one and one.get("calls", {}) is not None]
    if result not in known:
        return 0
    called = [higher_call(one, direction) for one in known]
    m, g, t = len(called), called.count("grand"), called.count("tichu")
    return {"grand": 2 * (m - g) - t, "tichu": m - g - t, "": 0}[higher_call(result, direction)]


def higher_call(result: Record, direction: str) -> str:
    own = {call for seat, call in result.get("calls", {}).items() if TEAM[seat] == direction}
    return min(own, default="")  # "grand" comes before "tichu"


# Totals and standings


def expected(record: Record) -> Record:
    """The whole answer to a valid record, in exact numbers."""
    results = record["results"]
    numbers = list(dict.fromkeys(one["board"] for one in results))
    boards = [
        {
            "board": number,
            "results": [
                {
                    "ns": one["ns"],
                    "ew": one["ew"],
                    "ns_values": worth(one, "ns", same_cards(one, results)),
                    "ew_values": worth(one, "ew", same_cards(one, results)),
                }
                for one in results
                if one["board"] == number
            ],
        }
        for number in numbers
    ]
    return {"ok": True, "boards": boards, "standings": standings(record)}


def same_cards(result: Record, results: list[Record]) -> list[Record]:
    return [
        one
        for one in results
        if (one["board"], one.get("deal", 1)) == (result["board"], result.get("deal", 1))
    ]


def standings(record: Record) -> list[Record]:
    rows = [total(pair, record) for pair in record["pairs"]]
    by = record.get("rank_by", "percent")

    def better(one: Record, other: Record) -> bool:
        for key in (by, "log_difference"):
            a, b = (None if x is None else round(float(x), 6) for x in (one[key], other[key]))
            if a != b:
                return b is None or (a is not None and a > b)
        return False

    for row in rows:
        row["rank"] = 1 + sum(better(other["values"], row["values"]) for other in rows)
    return sorted(rows, key=lambda row: row["rank"])  # level pairs stay in the order of the record


def total(pair: str, record: Record) -> Record:
    own = boards_of(pair, record)
    most = max(len(boards_of(other, record)) for other in record["pairs"])
    factor = Fraction(most, len(own)) if own else Fraction(1)
    values: Record = {
        key: sum(one[key] for one, _ in own) * (float(factor) if key[0] == "l" else factor)
        for key in KEYS
        if key != "percent"
    }
    of = sum(n - 1 for _, n in own)
    points = sum(one["matchpoints"] for one, _ in own)
    values["percent"] = 100 * points / of if of else None
    return {"pair": pair, "boards": len(own), "values": values}


def boards_of(pair: str, record: Record) -> list[tuple[Record, int]]:
    """A pair's values on each board that somebody else played too, and n."""
    return [
        (worth(one, direction, deal), len(deal))
        for one in record["results"]
        for deal in [same_cards(one, record["results"])]
        for direction in ("ns", "ew")
        if one[direction] == pair and len(deal) > 1
    ]
