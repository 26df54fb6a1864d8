"""Points alone: a round is refused where no order of going out explains it, held against all orders
there are.
"""

import json
import random
from itertools import permutations, product
from typing import Any

import pytest

from scoring.rules import Round, RuleSet, play
from scoring.rules.record import answer, read_record

CALLS = (None, "tichu", "grand")
# Calls by seat, made, sweep, wish violation
Case = tuple[tuple[str | None, ...], int | None, int | None, int | None]


def explained(variant: str, case: Case) -> bool:
    """Whether some order of going out, or a missed wish, is what this tells."""
    calls, made, sweep, wish = case
    if made is not None and calls[made] is None:
        return False
    if wish is not None:
        return sweep is None
    sides = {
        "nanking": ((0, 2), (1, 3)),
        "tientsin": ((0, 2, 4), (1, 3, 5)),
        "trichu": ((0, 3), (1, 2)),
    }[variant]
    callers = {seat for seat, call in enumerate(calls) if call is not None}
    for order in permutations(range(len(calls))):
        head = set(order[: len(sides[0])])
        swept = next((index for index, side in enumerate(sides) if head == set(side)), None)
        if swept == sweep and (order[0] == made if made is not None else order[0] not in callers):
            return True
    return False


def told(variant: str, case: Case) -> dict[str, Any]:
    """The case as a score record."""
    names = {"nanking": "ABCD", "tientsin": "ABCDEF", "trichu": "ABC"}[variant]
    seats = [*names, "dummy"]
    calls, made, sweep, wish = case
    row: dict[str, Any] = {"calls": {seats[seat]: call for seat, call in enumerate(calls) if call}}
    row |= {"made": seats[made]} if made is not None else {}
    row |= {"sweep": sweep} if sweep is not None else {}
    row |= {"wish_violation": seats[wish]} if wish is not None else {}
    row |= {"card_points": [60, 40]} if sweep is None and wish is None else {}
    return {
        "format": "tichu-score-record",
        "version": 1,
        "variant": variant,
        "players": list(names),
        "settings": {"recording": "points", "round_limit": 9},
        "rounds": [row],
    }


def codes(variant: str, case: Case) -> list[tuple[str, str]]:
    return [(one["code"], one["field"]) for one in answer(told(variant, case)).get("errors", [])]


def test_every_round_of_four_is_taken_where_an_order_explains_it_and_refused_where_none_does() -> (
    None
):
    who = (None, 0, 1, 2, 3)
    cases = list(product(product(CALLS, repeat=4), who, (None, 0, 1), (None, 3)))
    wrong = [case for case in cases if (codes("nanking", case) == []) != explained("nanking", case)]
    assert wrong == []


@pytest.mark.parametrize("variant", ["tientsin", "trichu"])
def test_so_are_those_of_six_and_those_of_three_with_the_table(variant: str) -> None:
    chance = random.Random(5)
    seats = 6 if variant == "tientsin" else 4
    dealer_side = {0, 3} if variant == "trichu" else set()
    for _ in range(300):
        share = chance.choice([0.5, 0.9])
        calls = tuple(
            ("tichu" if seat in dealer_side else chance.choice(CALLS[1:]))
            if chance.random() < share
            else None
            for seat in range(seats)
        )
        callers = [seat for seat in range(seats) if calls[seat]]
        case = (calls, chance.choice([None, None, *callers]), chance.choice([None, 0, 1]), None)
        assert (codes(variant, case) == []) == explained(variant, case), case


NOBODY_MADE: list[tuple[str, Case, tuple[str, str]]] = [
    ("nanking", (("tichu", None, "grand", None), None, 0, None), ("sweep_mismatch", "made")),
    (
        "nanking",
        (("tichu", "tichu", "grand", "tichu"), None, None, None),
        ("made_not_called", "made"),
    ),
    (
        "tientsin",
        ((None, "tichu", None, "tichu", None, "grand"), None, 1, None),
        ("sweep_mismatch", "made"),
    ),
    ("trichu", (("tichu", None, None, "tichu"), None, 0, None), ("sweep_mismatch", "made")),
]


@pytest.mark.parametrize(("variant", "case", "code"), NOBODY_MADE)
def test_where_one_of_the_callers_was_first_out_it_asks_who(
    variant: str, case: Case, code: tuple[str, str]
) -> None:
    assert codes(variant, case) == [code]


def test_nothing_is_claimed_that_rests_on_another_mistake() -> None:
    case = (("tichu", None, "grand", None), None, 0, None)
    one_call = told("nanking", case)
    one_call["settings"]["partners_may_both_call"] = False
    unknown = json.loads(json.dumps(told("nanking", case)).replace('"grand"', '"great"'))
    unreadable = told("nanking", case)
    unreadable["rounds"][0]["made"] = 7
    assert [
        [one["code"] for one in answer(record)["errors"]]
        for record in (one_call, unknown, unreadable)
    ] == [
        ["call_not_allowed"],
        ["unknown_call"],
        ["wrong_type"],
    ]


def test_a_game_that_was_kept_with_such_a_round_stays_readable() -> None:
    record = told("nanking", (("tichu", None, "grand", None), None, 0, None))
    assert read_record(record, kept=True).game.totals == (-100, 0)
    rules, round_ = (
        RuleSet.of("nanking", {"recording": "points"}),
        Round(calls={0: "tichu", 2: "grand"}, sweep=0),
    )
    assert play(rules, 4, [round_]).totals == (-100, 0)
