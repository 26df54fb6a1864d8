"""Calls of which only the team is known, held against all orders and all callers there can be."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import (
    Position,
    Round,
    RuleError,
    RuleSet,
    advance,
    opening,
    play,
    recording_of,
)
from scoring.rules.breakdown import breakdown_of
from scoring.rules.record import answer, read_record, write_record
from tests.rule_errors import mistakes_of
from tests.scoring.rules.contract import untimed

POINTS = RuleSet.of("nanking", {"recording": "points"})
SIDES = ((0, 2), (1, 3))
VALUES = {"tichu": 100, "grand": 200}
SIDE_CALLS = [(side, "tichu", made) for side in (0, 1) for made in (False, True)]


def codes(position: Position, played: Round) -> list[tuple[str, str]]:
    try:
        advance(position, played)
    except RuleError as error:
        return [(one.code, one.field) for one in error.mistakes]
    return []


def rounds() -> Iterator[Round]:
    """Up to three calls of teams, with calls of players, a made one and a sweep."""
    callers = ((), (0,), (1,), (0, 1), (0, 2), (0, 1, 2))
    for many, seats, sweep in product(range(4), callers, (None, 0, 1)):
        for side_calls in combinations_with_replacement(SIDE_CALLS, many):
            for made in (None, *seats):
                yield Round(
                    calls=dict.fromkeys(seats, "tichu"),
                    made=made,
                    sweep=sweep,
                    card_points=None if sweep is not None else (60, 40),
                    side_calls=side_calls,
                )


def explained(played: Round) -> bool:
    """Whether some order of going out, with some callers, is what this tells."""
    callers = {seat for seat, _ in played.calls}
    unknown = Counter((one.side, one.made) for one in played.side_calls)
    free = [[seat for seat in side if seat not in callers] for side in SIDES]
    for order in permutations(range(4)):
        first, swept = order[0], next((at for at in (0, 1) if {*order[:2]} == {*SIDES[at]}), None)
        if swept != played.sweep or (first in callers) != (played.made is not None):
            continue
        if played.made not in {None, first}:
            continue
        if all(
            unknown[side, True] <= (first in free[side])
            and unknown[side, False] + unknown[side, True] <= len(free[side])
            # The first out has not failed: with all of a team's calls failed, somebody else was.
            and unknown[side, False] <= len([seat for seat in free[side] if seat != first])
            for side in (0, 1)
        ):
            return True
    return False


def test_a_round_is_taken_where_some_callers_and_some_order_explain_it() -> None:
    position = opening(POINTS, 4)
    every = list(rounds())
    assert len(every) > 1000
    assert [one for one in every if (codes(position, one) == []) != explained(one)] == []


@untimed
@given(
    st.lists(
        st.tuples(st.sampled_from([0, 1]), st.sampled_from(sorted(VALUES)), st.just(False)),
        max_size=3,
    ),
    st.sampled_from([None, (0, "tichu", True), (1, "grand", True)]),
    st.integers(-5, 25),
    st.booleans(),
)
def test_each_call_counts_for_its_team(
    failed: list[tuple[int, str, bool]],
    made: tuple[int, str, bool] | None,
    fives: int,
    pays: bool,
) -> None:
    given_calls = [*failed, *([made] if made else [])]
    if max(Counter(side for side, _, _ in given_calls).values(), default=0) > 2:
        return
    expected = [5 * fives, 100 - 5 * fives]
    for side, call, was_made in given_calls:
        if was_made:
            expected[side] += VALUES[call]
        elif pays:
            expected[1 - side] += VALUES[call]
        else:
            expected[side] -= VALUES[call]
    rules = RuleSet.of("nanking", {"recording": "points", "failed_call_pays_opponents": pays})
    played = Round(card_points=(5 * fives, 100 - 5 * fives), side_calls=given_calls)
    result = play(rules, 4, [played])
    assert (list(result.totals), result.rounds[0].calls_made, result.rounds[0].calls_failed) == (
        expected,
        (),
        (),
    )
    (parts,) = breakdown_of([played], result)
    assert [one.points for one in parts.scores] == expected
    assert sorted((one.seat, one.side, one.call, one.made) for one in parts.calls) == sorted(
        (None, *one) for one in given_calls
    )
    assert Round.from_data(json.loads(json.dumps(played.to_data()))) == played


def test_beside_a_sweep_and_a_missed_wish_a_failed_call_is_taken_off() -> None:
    swept = Round(sweep=0, side_calls=[(0, "grand", True), (1, "tichu", False)])
    stopped = Round(wish_violation=3, side_calls=[(1, "tichu", False)])
    assert play(POINTS, 4, [swept]).totals == (400, -100)
    assert play(POINTS, 4, [stopped]).totals == (200, -100)
    assert recording_of(stopped) == "points", "also where the game records more by now"


TICHU = [(0, "tichu", True)]


@pytest.mark.parametrize(
    ("variant", "settings", "played", "expected"),
    [
        ("nanking", {}, Round((0, 1, 2), card_points=(60, 40)), ("unknown_key", "side_calls")),
        (
            "nanking",
            {"recording": "first"},
            Round((0,), card_points=(60, 40)),
            ("unknown_key", "side_calls"),
        ),
        (
            "trichu",
            {"recording": "points"},
            Round(card_points=(60, 40)),
            ("unknown_key", "side_calls"),
        ),
        ("always_last", {}, Round((0, 1, 2, 3)), ("unknown_key", "side_calls")),
    ],
)
def test_elsewhere_a_call_needs_its_caller(
    variant: str, settings: dict[str, Any], played: Round, expected: tuple[str, str]
) -> None:
    data = played.to_data() | {"side_calls": TICHU}
    players = {"nanking": 4, "trichu": 3, "always_last": 5}[variant]
    position = opening(RuleSet.of(variant, settings), players)
    assert codes(position, Round.from_data(data)) == [expected]


@pytest.mark.parametrize(
    ("settings", "side_calls", "expected"),
    [
        ({}, [(0, "great", False)], ("unknown_call", "side_calls")),
        ({"grand_allowed": False}, [(0, "grand", False)], ("unknown_call", "side_calls")),
        ({}, [(0, "tichu", True), (1, "tichu", True)], ("made_not_called", "side_calls")),
        ({}, [(0, "tichu", False)] * 3, ("call_not_allowed", "side_calls")),
        (
            {"partners_may_both_call": False},
            [(0, "tichu", False)] * 2,
            ("call_not_allowed", "side_calls"),
        ),
    ],
)
def test_what_a_team_cannot_have_called_is_refused(
    settings: dict[str, Any], side_calls: list[Any], expected: tuple[str, str]
) -> None:
    position = opening(RuleSet.of("nanking", settings | {"recording": "points"}), 4)
    assert codes(position, Round(card_points=(60, 40), side_calls=side_calls)) == [expected]


@pytest.mark.parametrize(
    "given_calls",
    [
        *(7, "tichu", {}, None, [0], [None], [[0, "tichu"]], [[0, "tichu", True]] * 100),
        *([[2, "tichu", True]], [[True, "tichu", True]], [[0, 1, True]], [[0, "tichu", 1]]),
    ],
)
def test_a_call_of_a_team_of_the_wrong_form_is_told(given_calls: object) -> None:
    assert mistakes_of(Round.from_data, {"side_calls": given_calls}) == [
        ("wrong_type", "side_calls")
    ]


def test_a_score_record_has_no_key_for_them_but_a_kept_one_has() -> None:
    played = Round(card_points=(60, 40), side_calls=[(1, "tichu", True)])
    people = ["Al", "Jo", "Mo", "Ed"]
    with pytest.raises(RuleError, match="a score record needs the caller"):
        write_record(people, POINTS, [played])
    record = write_record(people, POINTS, [played], kept=True)
    assert read_record(record, kept=True).rounds == (played,)
    assert [(one["code"], one["field"]) for one in answer(record)["errors"]] == [
        ("unknown_key", "side_calls")
    ]
    assert "side_calls" not in answer(record)["errors"][0]["message"].partition("keys are")[2]
