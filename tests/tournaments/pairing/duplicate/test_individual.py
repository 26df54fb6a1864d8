"""Individual duplicate: each movement is legal, and as level as the documents say."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest
from hypothesis import strategies as st

from scoring.rules import RuleError
from tests.lengths import examples
from tournaments.pairing.duplicate import Movement
from tournaments.pairing.duplicate.individual import (
    SIZES,
    IndividualDuplicate,
    individual_movement,
)

DOCS = Path(__file__).resolve().parents[4] / "docs/duplicate_movements.md"
ALONE = DOCS.read_text(encoding="utf-8").partition("## Individuals")[2]
ROWS = [
    [int(number) for number in re.findall(r"\d+", line)]
    for line in ALONE.splitlines()
    if re.match(r"\| \d", line)
]
EVERY = [(people, rounds) for people in SIZES for rounds in range(1, people)]

Sitting = tuple[int, int, tuple[int, ...], tuple[int, ...], int]  # round, table, sides, board


def sittings(found: Movement) -> Iterator[Sitting]:
    """Each board at each table, one after the other."""
    for number, tables in enumerate(found.rounds, start=1):
        for one in tables:
            north, south, east, west = one.numbers
            for board in one.boards:
                yield number, one.table, (north, south), (east, west), board


def twos(sides: Iterable[tuple[int, ...]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(two) for side in sides for two in combinations(side, 2))


def spread(counted: Counter[frozenset[int]], people: int) -> tuple[int, int]:
    each = [counted[frozenset(two)] for two in combinations(range(1, people + 1), 2)]
    return min(each), max(each)


def compared(found: Movement) -> Counter[frozenset[int]]:
    """How often two sit in the same direction with the same board, at two tables."""
    every = list(sittings(found))
    count: Counter[frozenset[int]] = Counter()
    for one, other in combinations(every, 2):
        if one[4] == other[4]:
            for mine, theirs in zip(one[2:4], other[2:4], strict=True):
                count.update(frozenset(two) for two in product(mine, theirs))
    return count


def opponents(found: Movement) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(two)
        for tables in found.rounds
        for one in tables
        for two in product(one.numbers[:2], one.numbers[2:])
    )


def shared(found: Movement) -> int:
    """Boards that several tables need in the same round, over all rounds."""
    at = Counter((number, board) for number, _table, _ns, _ew, board in sittings(found))
    return sum(count > 1 for count in at.values())


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_each_movement_is_legal(case: tuple[int, int]) -> None:
    people, rounds = case
    for boards in (1, 3):
        found = individual_movement(people, boards, rounds)
        assert (found.size, len(found.rounds)) == (people, rounds)
        for tables in found.rounds:
            seated = sorted(number for one in tables for number in one.numbers)
            assert seated == list(range(1, people + 1))
            assert all(len(one.boards) == boards for one in tables)
        played = Counter(
            (who, board) for _round, _table, ns, ew, board in sittings(found) for who in ns + ew
        )
        assert set(played.values()) == {1}
        partners = twos(side for tables in found.rounds for one in tables for side in one.sides)
        assert set(partners.values()) == {1}
        used = {board for *_where, board in sittings(found)}
        assert used == set(range(1, found.boards + 1))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_movements_are_as_level_as_the_documents_say(row: list[int]) -> None:
    people, rounds, bound, least, most, fewest, often, together = row
    found = individual_movement(people, 1, rounds)
    assert spread(compared(found), people) == (least, most)
    assert spread(opponents(found), people) == (fewest, often)
    assert shared(found) == together
    told = found.comparisons
    assert (told.least, told.most, told.bound) == (least, most, bound)
    assert least <= bound


def test_the_documents_have_every_whole_movement() -> None:
    assert {(people, people - 1) for people in SIZES} <= {(row[0], row[1]) for row in ROWS}


@pytest.mark.parametrize("people", SIZES)
def test_in_a_whole_movement_everybody_partners_everybody_and_all_boards_have_all_results(
    people: int,
) -> None:
    found = individual_movement(people, 2, people - 1)
    partners = twos(side for tables in found.rounds for one in tables for side in one.sides)
    assert spread(partners, people) == (1, 1)
    results = Counter(board for *_where, board in sittings(found))
    assert results == dict.fromkeys(range(1, 2 * (people - 1) + 1), people // 4)


@examples(30, 500, st.sampled_from(EVERY), st.integers(2, 4))
def test_tables_that_share_boards_start_with_different_ones(
    case: tuple[int, int], boards: int
) -> None:
    people, rounds = case
    for tables in individual_movement(people, boards, rounds).rounds:
        for one, other in pairwise(tables):
            if set(one.boards) & set(other.boards):
                assert one.boards[0] != other.boards[0]


@pytest.mark.parametrize("people", [4, 7, 9, 11, 19, 21, 24])
def test_other_numbers_of_people_are_refused(people: int) -> None:
    with pytest.raises(RuleError) as refused:
        IndividualDuplicate().movement(people, {})
    (mistake,) = refused.value.mistakes
    assert mistake.code == ("too_few" if people < 20 else "too_many")
    assert mistake.message == (
        f"Individual duplicate is for 8, 12, 16 or 20 players; there are {people}."
    )
