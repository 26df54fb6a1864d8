"""Whole records against the second count, on whatever evening."""

from math import isclose
from typing import Any

from hypothesis import event
from hypothesis import strategies as st

from tests.lengths import examples
from tests.tournaments.standings.duplicate.records import SEATS, Record, errors
from tests.tournaments.standings.duplicate.second_count import (
    KEYS,
    SHARES,
    expected,
    explained,
    explained_by_any_calls,
)
from tournaments.standings.duplicate.record import answer

CALLS = st.none() | st.dictionaries(
    st.sampled_from(SEATS), st.sampled_from(["tichu", "grand"]), max_size=4
)
AVERAGES = st.sampled_from(sorted(SHARES))


@st.composite
def results(draw: st.DrawFn, board: int, ns: str, ew: str, grand_allowed: bool) -> Record:
    """A possible result, or an average."""
    found: Record = {"board": board, "ns": ns, "ew": ew}
    if deal := draw(st.sampled_from([0, 0, 0, 1, 2])):
        found["deal"] = deal
    if draw(st.integers(0, 4)) == 0:
        return found | {"average": {"ns": draw(AVERAGES), "ew": draw(AVERAGES)}}
    if draw(st.booleans()):
        found["calls"] = draw(CALLS)
        if not grand_allowed and found["calls"]:
            found["calls"] = dict.fromkeys(found["calls"], "tichu")
    if draw(st.integers(0, 9)) == 0:
        found["wish"] = draw(st.sampled_from(SEATS))
    ns_points, ew_points = draw(st.sampled_from(sorted(possible(found, grand_allowed))))
    return found | {"score": {"ns": ns_points, "ew": ew_points}}


def possible(result: Record, grand_allowed: bool) -> frozenset[tuple[int, int]]:
    calls, wish = result.get("calls", {}), result.get("wish")
    if calls is None:
        return explained_by_any_calls(wish, grand_allowed)
    return explained(frozenset(calls.items()), wish)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """An evening of up to nine pairs, on each board at most once each."""
    pairs = draw(st.permutations([str(number) for number in range(1, draw(st.integers(2, 9)) + 1)]))
    grand_allowed = draw(st.booleans())
    found: list[Record] = []
    for board in range(1, draw(st.integers(0, 4)) + 1):
        seated = draw(st.permutations(pairs))[: 2 * draw(st.integers(1, len(pairs) // 2))]
        for ns, ew in zip(seated[::2], seated[1::2], strict=True):
            found.append(draw(results(board, ns, ew, grand_allowed)))
    return {
        "format": "tichu-duplicate-record",
        "version": 1,
        "pairs": pairs,
        "rank_by": draw(st.sampled_from(KEYS)),
        "grand_allowed": grand_allowed,
        "results": draw(st.permutations(found)),
    }


def assert_alike(found: Any, wanted: Any, where: str = "") -> None:
    """Compare answers; of numbers, all but the last digits."""
    if isinstance(wanted, dict):
        assert found.keys() == wanted.keys(), where
        for key in wanted:
            assert_alike(found[key], wanted[key], f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), where
        for at, (one, other) in enumerate(zip(found, wanted, strict=True)):
            assert_alike(one, other, f"{where}.{at}")
    elif wanted is None or isinstance(wanted, str):
        assert found == wanted, where
    else:
        assert isclose(found, wanted, rel_tol=1e-12, abs_tol=1e-9), where


@examples(100, 1_000, records())
def test_a_record_is_answered_as_by_the_second_count(record: Record) -> None:
    event(f"{len(record['results'])} results")
    assert_alike(answer(record), expected(record))


SCORES = st.integers(-90, 90).map(lambda step: 5 * step) | st.integers(-500, 500)


@examples(200, 2_000, CALLS, st.none() | st.sampled_from(SEATS), SCORES, SCORES, st.booleans())
def test_a_score_is_accepted_if_and_only_if_an_order_of_going_out_explains_it(
    calls: dict[str, str] | None, wish: str | None, ns: int, ew: int, grand_allowed: bool
) -> None:
    result: Record = {"board": 1, "ns": "1", "ew": "2", "score": {"ns": ns, "ew": ew}}
    result |= {"calls": calls} | ({} if wish is None else {"wish": wish})
    given = {
        "format": "tichu-duplicate-record",
        "version": 1,
        "pairs": ["1", "2"],
        "grand_allowed": grand_allowed,
        "results": [result],
    }
    if not grand_allowed and "grand" in (calls or {}).values():
        assert {code for _, _, code in errors(given)} == {"bad_call"}
        return
    fits = (ns, ew) in possible(result, grand_allowed)
    event("possible" if fits else "impossible")
    assert errors(given) == ([] if fits else [(1, "score", "impossible_score")])
