"""Movements for duplicate, for every number of pairs: legal, and as level as was promised."""

import json
import re
from io import StringIO
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import strategies as st

from scoring.rules import RuleError
from tests.lengths import examples, in_short
from tests.tournaments.pairing.duplicate.checking import (
    Answer,
    bound,
    check_legal,
    clashes,
    compared,
    competition,
    extremes,
    shared_boards,
)
from tournaments.pairing.duplicate import movement
from tournaments.pairing.duplicate.movement import movement_answer

DOCS = Path(__file__).resolve().parents[4] / "docs/duplicate_movements.md"
DUPLICATE = DOCS.with_name("duplicate.md")
OF_PAIRS, _heading, _individuals = DOCS.read_text(encoding="utf-8").partition("## Individuals")
ROWS = [line for line in OF_PAIRS.splitlines() if re.match(r"\| \d", line)]
PAIRS = range(4, 41)
ALL_MET = "After that, everybody has met everybody."
OPTIONS = ("movement", "boards_a_round", "rounds", "levelled")


def until_all_met(pairs: int) -> int:
    return pairs - 1 + pairs % 2


def answer(
    pairs: int, boards: int = 3, rounds: int | None = None, levelled: bool = False
) -> Answer:
    return movement(pairs, boards, rounds, levelled).answer()


@pytest.mark.parametrize("pairs", PAIRS)
def test_each_number_of_pairs_has_a_legal_movement_of_the_usual_length(pairs: int) -> None:
    rounds = until_all_met(pairs) if pairs <= 20 else 9
    for boards, levelled in product(range(1, 5), (False, True)):
        check_legal(answer(pairs, boards, levelled=levelled), pairs, boards, rounds)


@pytest.mark.parametrize("pairs", in_short(PAIRS, {4, 5, 6, 7, 8, 9, 10, 14, 21}))
def test_each_length_is_legal(pairs: int) -> None:
    for rounds, boards, levelled in product(
        range(1, until_all_met(pairs) + 1), range(1, 5), (False, True)
    ):
        check_legal(answer(pairs, boards, rounds, levelled), pairs, boards, rounds)


@examples(30, 1000, st.data())
def test_any_options_have_a_legal_movement(data: st.DataObject) -> None:
    pairs = data.draw(st.integers(4, 40))
    rounds = data.draw(st.integers(1, until_all_met(pairs)))
    boards = data.draw(st.integers(1, 4))
    check_legal(answer(pairs, boards, rounds, data.draw(st.booleans())), pairs, boards, rounds)


# Pairs, boards a round, levelled: how often two are compared at least and at most if all meet
PROMISED = {
    (4, 3, False): (3, 3),
    (7, 3, False): (6, 6),
    (8, 3, False): (9, 9),
    (9, 3, True): (8, 10),
    (10, 2, True): (8, 8),
    (10, 3, True): (11, 13),
    (11, 3, False): (12, 12),
    (12, 3, False): (15, 15),
    (13, 3, False): (15, 15),
    (14, 2, True): (12, 12),
    (14, 3, True): (17, 19),
    (15, 3, True): (18, 18),
    (16, 3, False): (21, 21),
    (17, 3, False): (21, 21),
    (18, 2, True): (16, 16),
    (18, 3, True): (23, 25),
    (19, 3, False): (24, 24),
    (20, 3, False): (27, 27),
    (21, 3, True): (26, 28),
    (22, 3, True): (29, 31),
    (23, 3, False): (30, 30),
    (24, 3, False): (33, 33),
    (32, 3, False): (45, 45),
}


@pytest.mark.parametrize("case", PROMISED, ids=str)
def test_comparisons_are_as_level_as_promised(case: tuple[int, int, bool]) -> None:
    pairs, boards, levelled = case
    whole = answer(pairs, boards, until_all_met(pairs), levelled)
    assert extremes(compared(whole)) == PROMISED[case]
    least, most = PROMISED[case]
    if least == most:  # and all meet, so competition is as level
        assert extremes(competition(whole)) == PROMISED[case]


def test_the_bound_is_above_nothing_that_was_found() -> None:
    """With 9 pairs and 7 rounds of 3, it is the pair that plays least that counts."""
    assert answer(9, 3, 7)["comparisons"]["bound"] == bound(9, 3, 7) == 6
    for pairs, rounds in product(PAIRS, (1, 2, 7, 9)):
        if rounds <= until_all_met(pairs):
            found = answer(pairs, 3, rounds)["comparisons"]
            assert found["least"] <= found["bound"]


# Pairs and rounds for which there is no movement with as many boards in play as tables or sets; and
# how many boards are missing over all rounds, with one board a round
SHARED_MORE = {(4, 2): 2, (4, 3): 3, (5, 2): 2, (5, 5): 1, (6, 2): 2, (6, 5): 2, (8, 5): 1}


@pytest.mark.parametrize("pairs", in_short(PAIRS, {*range(4, 13), 17, 20, 23, 32}))
def test_tables_share_no_more_boards_than_they_must(pairs: int) -> None:
    for rounds, levelled in product(range(1, until_all_met(pairs) + 1), (False, True)):
        found = answer(pairs, 1, rounds, levelled)
        spared = min(pairs // 2, rounds)  # different boards in a round, if all can be in play
        waste = sum(
            spared - len({one["boards"][0] for one in tables}) for tables in found["rounds"]
        )
        assert waste == SHARED_MORE.get((pairs, rounds), 0), rounds


def test_no_board_is_shared_from_seven_pairs_on_if_all_meet() -> None:
    shared = {
        (pairs, levelled): shared_boards(answer(pairs, 3, until_all_met(pairs), levelled))
        for pairs, levelled in product(PAIRS, (False, True))
    }
    some = {4: 9, 5: 3, 6: 3}
    assert shared == {(pairs, levelled): some.get(pairs, 0) for pairs, levelled in shared}


def test_boards_of_a_round_stay_together_or_take_their_own_ways() -> None:
    sets = {tuple(sorted(one["boards"])) for tables in answer(9)["rounds"] for one in tables}
    assert sets == {(first, first + 1, first + 2) for first in range(1, 28, 3)}
    levelled = answer(9, levelled=True)
    assert len({tuple(sorted(one["boards"])) for one in levelled["rounds"][0]} - sets) > 0


@pytest.mark.parametrize("pairs", in_short(PAIRS, {7, 12, 16}))
def test_levelled_boards_are_never_less_level_than_sets(pairs: int) -> None:
    for rounds, boards in product(range(1, until_all_met(pairs) + 1), range(1, 5)):
        together, own_ways = (
            answer(pairs, boards, rounds, levelled)["comparisons"] for levelled in (False, True)
        )
        assert own_ways["most"] - own_ways["least"] <= together["most"] - together["least"]


def test_tables_that_share_boards_play_them_in_different_orders() -> None:
    for pairs, boards, rounds in ((6, 3, 5), (4, 2, 3), (8, 4, 2), (20, 3, 8)):
        found = answer(pairs, boards, rounds)
        assert shared_boards(found) > 0
        assert clashes(found) == 0, pairs
    orders = [tuple(one["boards"]) for one in answer(12, 3, 1)["rounds"][0]]
    assert sorted(orders) == sorted(permutations((1, 2, 3)))


@pytest.mark.parametrize(
    ("options", "field", "message"),
    [
        ({"movement": "3"}, "pairs", "The number of pairs must be from 4 to 40, not 3."),
        ({"movement": "41"}, "pairs", "The number of pairs must be from 4 to 40, not 41."),
        ({"movement": "a few"}, "pairs", "The number of pairs must be from 4 to 40, not a few."),
        (
            {"movement": "8", "boards_a_round": "5"},
            "boards_a_round",
            "The number of boards a round must be from 1 to 4, not 5.",
        ),
        (
            {"movement": "8", "boards_a_round": "0"},
            "boards_a_round",
            "The number of boards a round must be from 1 to 4, not 0.",
        ),
        (
            {"movement": "8", "rounds": "8"},
            "rounds",
            "The number of rounds must be from 1 to 7, not 8. " + ALL_MET,
        ),
        (
            {"movement": "9", "rounds": "-1"},
            "rounds",
            "The number of rounds must be from 1 to 9, not -1. " + ALL_MET,
        ),
    ],
    ids=str,
)
def test_what_is_impossible_is_refused_with_what_is_possible(
    options: dict[str, str], field: str, message: str
) -> None:
    error = {"code": "bad_movement", "field": field, "message": message}
    assert movement_answer(options) == {"ok": False, "errors": [error]}


@examples(
    50, 2000, st.fixed_dictionaries({}, optional=dict.fromkeys(OPTIONS, st.text() | st.integers()))
)
def test_any_options_get_a_movement_or_an_error(options: dict[str, str | int]) -> None:
    found = movement_answer(options)
    assert found["ok"] or {one["code"] for one in found["errors"]} == {"bad_movement"}


def test_code_that_asks_for_what_is_impossible_gets_a_rule_error() -> None:
    with pytest.raises(RuleError, match="from 4 to 40"):
        movement(True)


def written(*arguments: str) -> Any:
    out = StringIO()
    call_command("duplicate", *arguments, stdout=out)
    return json.loads(out.getvalue())


def test_the_command_writes_one_object() -> None:
    assert written("--movement", "7") == answer(7)
    options = ("--boards-a-round", "2", "--rounds", "5", "--levelled")
    assert written("--movement", "22", *options) == answer(22, 2, 5, levelled=True)
    assert written("--movement", "-4")["errors"][0]["field"] == "pairs"


@pytest.mark.parametrize("line", ROWS, ids=lambda line: line[:12].strip("| "))
def test_the_table_in_the_docs_is_true(line: str) -> None:
    pairs, rounds, most_fair, *cells = (cell.strip() for cell in line.strip("|").split("|"))
    both = [answer(int(pairs), 3, int(rounds), levelled) for levelled in (False, True)]
    for one in both:
        check_legal(one, int(pairs), 3, int(rounds))
    counted = [extremes(count(one)) for one in both for count in (compared, competition)]
    assert int(most_fair) == both[0]["comparisons"]["bound"]
    assert cells == [
        *(f"{least} to {most}" for least, most in counted),
        str(shared_boards(both[0])),
    ]


def test_the_table_in_the_docs_has_every_number_of_pairs() -> None:
    usual = {(pairs, until_all_met(pairs) if pairs <= 20 else 9) for pairs in PAIRS}
    rows = {tuple(int(cell) for cell in line.split("|")[1:3]) for line in ROWS}
    assert {*usual, *((pairs, until_all_met(pairs)) for pairs in PAIRS)} <= rows


def test_the_short_table_is_part_of_the_long_one() -> None:
    short = re.findall(
        r"^\| (\d+ \| \d+ \| \d.*) \|$", DUPLICATE.read_text(encoding="utf-8"), re.MULTILINE
    )
    long = [[cell.strip() for cell in line.strip("|").split("|")] for line in ROWS]
    assert [row.split(" | ") for row in short] == [
        [*row[:4], row[5], row[7]]
        for row in long
        if int(row[0]) <= 20 and int(row[1]) == until_all_met(int(row[0]))
    ]
