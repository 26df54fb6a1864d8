"""A session that was published with its results: seven pairs, 21 boards, each played three times.

The facts are those of the example tournament in the tests of the project aragos/tichu-tournament
(https://github.com/aragos/tichu-tournament, api/test): matchpoints of each result and total, and
the logarithm of the difference, for which that program rounds the mean of a board down.
"""

from collections.abc import Iterator
from math import copysign, floor, log1p
from typing import Any

import pytest

from tournaments.standings.duplicate.record import answer

# By board: north-south, east-west, calls (T: Tichu, G: Grand Tichu), both scores, and the published
# matchpoints of north-south
BOARDS = {
    1: "7 1 sG 250 50 1, 6 5 eTsG -140 140 0, 4 2 eT 200 -100 2",
    2: "7 1 wT 30 170 1, 6 5 - 40 60 2, 4 2 wG 20 280 0",
    3: "7 1 sT 185 15 2, 6 5 eTsG -200 300 0, 4 2 - 0 200 1",
    4: "7 2 nG -130 30 1, 5 3 sT 130 70 2, 1 4 nG -200 200 0",
    5: "7 2 nT 200 0 2, 5 3 nT 180 20 1, 1 4 nT 160 40 0",
    6: "7 2 sTwT 155 -55 2, 5 3 sT -15 15 0, 1 4 sT 100 100 1",
    7: "7 3 nGwG -200 400 0, 6 4 wG 65 235 2, 2 5 wG 10 290 1",
    8: "7 3 nT 300 0 1, 6 4 nG 300 0 1, 2 5 sT 300 0 1",
    9: "7 3 sT 165 35 2, 6 4 sT -120 120 0, 2 5 eT -5 205 1",
    10: "3 6 wT 80 -80 1, 7 4 nG 215 85 0, 2 1 nG 300 0 2",
    11: "3 6 eGsT 170 -170 1, 7 4 eGsG 255 -155 2, 2 1 sG -125 25 0",
    12: "3 6 nT 170 30 1, 7 4 nG 280 20 2, 2 1 nGwT -215 15 0",
    13: "7 5 sT 145 55 1, 3 2 sT 125 75 0, 1 6 sT 300 0 2",
    14: "7 5 sT -100 200 0.5, 3 2 sT -100 200 0.5, 1 6 eT 50 150 2",
    15: "7 5 eGsT 105 -105 2, 3 2 eG 0 300 1, 1 6 eG 0 400 0",
    16: "5 1 eT 0 200 1, 7 6 eT 0 300 0, 4 3 eT 45 155 2",
    17: "5 1 nG 300 0 1, 7 6 nG 275 25 0, 4 3 nG 400 0 2",
    18: "5 1 sT 200 0 1, 7 6 nT 300 0 2, 4 3 - 90 10 0",
    19: "5 4 eG 100 -200 2, 3 1 eG 65 -165 0, 6 2 eG 95 -195 1",
    20: "5 4 wG 0 400 0.5, 3 1 wG 65 235 2, 6 2 wG 0 400 0.5",
    21: "5 4 - -10 110 0, 3 1 - 30 70 1, 6 2 sG 240 60 2",
}
MATCHPOINTS = {"7": 21.5, "4": 20.5, "5": 18, "6": 17.5, "1": 17, "2": 16, "3": 15.5}
LOGARITHMS = {
    "7": 21.513429184631132,
    "4": 14.080553272540083,
    "5": 5.475143001042765,
    "2": -5.525781595620363,
    "6": -9.006100959725131,
    "1": -10.901805937987554,
    "3": -15.635436964880924,
}
SEATS = {"n": "north", "e": "east", "s": "south", "w": "west"}
CALLS = {"T": "tichu", "G": "grand"}


def played() -> Iterator[tuple[dict[str, Any], float]]:
    """Each result as one of a record, with its matchpoints as they were published."""
    for board, lines in BOARDS.items():
        for line in lines.split(", "):
            ns, ew, calls, own, other, matchpoints = line.split()
            called = zip(calls[::2], calls[1::2], strict=False)
            result = {
                "board": board,
                "ns": ns,
                "ew": ew,
                "score": {"ns": int(own), "ew": int(other)},
                "calls": {SEATS[seat]: CALLS[call] for seat, call in called},
            }
            yield result, float(matchpoints)


@pytest.fixture(scope="module")
def answered() -> dict[str, Any]:
    return answer(
        {
            "format": "tichu-duplicate-record",
            "version": 1,
            "pairs": sorted(MATCHPOINTS),
            "rank_by": "matchpoints",
            "results": [result for result, _matchpoints in played()],
        }
    )


def test_every_result_has_its_published_matchpoints(answered: dict[str, Any]) -> None:
    published = iter(played())
    for board in answered["boards"]:
        for one in board["results"]:
            _result, matchpoints = next(published)
            assert one["ns_values"]["matchpoints"] == matchpoints
            assert one["ew_values"]["matchpoints"] == 2 - matchpoints


def test_the_totals_and_the_ranks_are_those_published(answered: dict[str, Any]) -> None:
    totals = {one["pair"]: one["values"]["matchpoints"] for one in answered["standings"]}
    assert list(totals.items()) == list(MATCHPOINTS.items())
    assert [one["rank"] for one in answered["standings"]] == list(range(1, 8))
    # Each played 18 boards against two other results
    assert [one["values"]["percent"] for one in answered["standings"]] == [
        pytest.approx(100 * matchpoints / 36) for matchpoints in MATCHPOINTS.values()
    ]


def test_the_logarithms_differ_by_a_mean_rounded_down_alone(answered: dict[str, Any]) -> None:
    rounded = dict.fromkeys(LOGARITHMS, 0.0)
    published = iter(played())
    for board in answered["boards"]:
        for one in board["results"]:
            score = next(published)[0]["score"]
            margin = score["ns"] - score["ew"]
            mean = floor(margin - one["ns_values"]["difference"] + 1e-9)
            worth = copysign(log1p(abs(margin - mean)), margin - mean)
            rounded[one["ns"]] += worth
            rounded[one["ew"]] -= worth
    assert rounded == pytest.approx(LOGARITHMS)
