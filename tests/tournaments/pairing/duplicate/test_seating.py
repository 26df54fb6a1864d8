"""Duplicate: who sits where once pairs have left, are missing or have come late."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lengths import in_short
from tournaments.pairing.duplicate import movement
from tournaments.pairing.duplicate.event import Duplicate
from tournaments.pairing.duplicate.seating import extra_tables, holders_of, pair_numbers
from tournaments.pairing.values import Entrant, Field, SessionRound

FORMAT = Duplicate()


def field_of(
    here: set[int], past: list[SessionRound], left: set[int] | None = None, **settings: object
) -> Field:
    return Field(
        entrants=tuple(Entrant(one, place) for place, one in enumerate(sorted(here), start=1)),
        past=tuple(past),
        number=len(past) + 1,
        settings=FORMAT.read(settings),
        left=frozenset(left or ()),
    )


def drawn(
    here: set[int], past: list[SessionRound], left: set[int] | None = None, **settings: object
) -> SessionRound:
    draw = FORMAT.draw(field_of(here, past, left, **settings))
    return SessionRound(draw.tables, draw.byes)


def check_boards(past: list[SessionRound]) -> None:
    """Nobody plays a board twice or sits in two places, and no table is empty."""
    played: Counter[tuple[int, int]] = Counter()
    for one in past:
        seats = Counter(who for table in one.tables for who in table.everybody)
        assert not seats or max(seats.values()) == 1
        assert not seats.keys() & set(one.byes)
        for table in one.tables:
            assert 0 not in table.everybody
            assert table.boards
            played.update((who, board) for who in table.everybody for board in table.boards)
    assert max(played.values()) == 1


@pytest.mark.parametrize("pairs", in_short(range(5, 40, 2), {5, 9, 21}))
def test_one_pair_more_meets_whoever_sits_out_with_new_boards(pairs: int) -> None:
    for boards, levelled in product((1, 3), (False, True)):
        found = movement(pairs, boards, levelled=levelled)
        extra, seen = extra_tables(found), set[int]()
        plays = {
            pair: {board for one in tables for board in one.boards}
            for pair in range(1, pairs + 1)
            for tables in [[t for r in found.rounds for t in r if pair in t.numbers]]
        }
        for one, sit_out in zip(extra, found.sit_out, strict=True):
            assert one is not None
            assert (one.table, *one.numbers) == (pairs // 2 + 1, pairs + 1, sit_out[0])
            assert len(one.boards) == boards
            assert plays[one.numbers[1]].isdisjoint(one.boards)
            assert seen.isdisjoint(one.boards)
            seen.update(one.boards)
            plays[one.numbers[1]].update(one.boards)


def test_in_a_single_round_who_sits_out_plays_no_board_of_the_movement() -> None:
    first = drawn(set(range(101, 106)), [], rounds=1)
    (alone,) = first.byes
    assert len(first.tables) == 2
    assert alone not in {who for table in first.tables for who in table.everybody}


def test_an_even_number_of_pairs_has_no_place_for_one_more() -> None:
    assert set(extra_tables(movement(8))) == {None}


@given(st.data(), st.integers(4, 12), st.booleans())
def test_nobody_plays_a_board_twice_whoever_leaves_or_comes(
    data: st.DataObject, pairs: int, levelled: bool
) -> None:
    here, left, past = set(range(1, pairs + 1)), set[int](), list[SessionRound]()
    settings = {"boards_move": "levelled" if levelled else "sets"}
    rounds = len(FORMAT.movement(pairs, FORMAT.read(settings)).rounds)
    for number in range(1, rounds + 1):
        if number > 1:
            going = data.draw(st.sets(st.sampled_from(sorted(here)), max_size=2))
            left |= going
            here = (here - going) | set(
                range(100 * number, 100 * number + data.draw(st.integers(0, 1)))
            )
        away = (
            data.draw(st.sets(st.sampled_from(sorted(here)), max_size=1)) if number > 1 else set()
        )
        past.append(drawn(here - away, past, left, **settings))
        if len(here) < 3:
            break
    if any(one.tables for one in past):
        check_boards(past)


def test_a_pair_that_leaves_makes_its_opponents_sit_out_at_no_other_table() -> None:
    here = set(range(1, 7))
    past = [drawn(here, [])]
    numbers = pair_numbers(past)
    gone = holders_of(numbers)[6]
    whole = movement(6).rounds[1]
    second = drawn(here - {gone}, past, {gone})
    empty = next(one for one in whole if 6 in one.numbers)
    # The others keep the tables of their guide cards
    assert [one.number for one in second.tables] == [
        one.table for one in whole if one.table != empty.table
    ]
    assert [numbers[one] for one in second.byes] == [({*empty.numbers} - {6}).pop()]


def test_a_late_pair_takes_the_place_of_one_that_left() -> None:
    here = set(range(1, 7))
    past = [drawn(here, [])]
    gone = holders_of(pair_numbers(past))[6]
    second = drawn((here - {gone}) | {50}, past, {gone})
    assert pair_numbers([*past, second])[50] == 6
    assert not second.byes
    assert len(second.tables) == 3


def test_a_late_pair_plays_against_the_one_that_sits_out() -> None:
    here = set(range(1, 6))
    past = [drawn(here, [])]
    past += [drawn(here | {50}, past)]
    assert not past[1].byes
    assert pair_numbers(past)[50] == 6
    for _ in range(3):
        past.append(drawn(here | {50}, past))
    met = [table.everybody[1] for one in past for table in one.tables if 50 in table.everybody]
    assert len(met) == len(set(met)) == 4
    check_boards(past)


def test_a_late_pair_without_a_place_hears_why() -> None:
    here = set(range(1, 7))
    past = [drawn(here, [])]
    draw = FORMAT.draw(field_of(here | {50}, past))
    assert draw.byes == (50,)
    assert [note.code for note in draw.warnings] == ["not_in_movement"]
    assert "A late pair can take the place" in draw.warnings[0].text


def test_a_pair_that_is_missing_for_a_round_keeps_its_place() -> None:
    here = set(range(1, 6))
    past = [drawn(here, [])]
    (rests,) = movement(5).sit_out[1]
    away = holders_of(pair_numbers(past))[rests % 5 + 1]
    past.append(drawn((here - {away}) | {50}, past))  # takes the empty seat, not that of the absent
    assert pair_numbers(past)[50] == 6
    assert pair_numbers(past)[away] != 6


def test_who_would_sit_out_takes_the_place_of_a_pair_that_left() -> None:
    """In three rounds for nine pairs, some play none of the boards of a pair that left."""
    found = movement(9, 3, 3)
    taken = 0
    for gone in range(1, 10):
        here = set(range(1, 10))
        past = [drawn(here, [], rounds=3)]
        who = holders_of(pair_numbers(past))[gone]
        for _ in range(2):
            past.append(drawn(here - {who}, past, {who}, rounds=3))
        check_boards(past)
        notes = [note.code for one in past for table in one.tables for note in table.reasons]
        taken += notes.count("takes_place")
    assert found.sit_out
    assert taken
