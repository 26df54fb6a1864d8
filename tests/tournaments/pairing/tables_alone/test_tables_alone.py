"""Tables at which everybody plays alone: who sits where, how often people meet, who has a bye."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.rule_errors import codes_of
from tournaments.pairing.tables_alone import LargeTables, TablesOfThree
from tournaments.pairing.tables_alone.large_tables import blocks, table_sizes
from tournaments.pairing.tables_alone.seating import choose_byes, seat_evenly, times_met
from tournaments.pairing.values import Draw, Entrant, Field, Id, SessionRound, Table

THREE, LARGE = TablesOfThree(), LargeTables()
Alone = TablesOfThree | LargeTables


def people(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(10 * place, place) for place in range(1, count + 1))


def drawn(
    format_: Alone, there: Sequence[Entrant], past: Sequence[SessionRound] = (), **settings: Any
) -> Draw:
    return format_.draw(Field(tuple(there), tuple(past), len(past) + 1, 3, format_.read(settings)))


def evening(format_: Alone, count: int, rounds: int, **settings: Any) -> list[SessionRound]:
    past: list[SessionRound] = []
    for _ in range(rounds):
        draw = drawn(format_, people(count), past, **settings)
        assert sorted(
            [id_ for table in draw.tables for id_ in table.everybody] + list(draw.byes)
        ) == [entrant.id for entrant in people(count)]
        assert all(len(side) == 1 for table in draw.tables for side in table.sides)
        assert [table.games for table in draw.tables] == [()] * len(draw.tables)
        past.append(SessionRound(draw.tables, draw.byes))
    return past


def sizes(session_round: SessionRound) -> list[int]:
    return sorted(len(table.everybody) for table in session_round.tables)


def all_seatings(
    ids: tuple[int, ...], table_sizes_: Sequence[int]
) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat these people: the first of them sits at each size of table in turn."""
    if not ids:
        yield []
        return
    for size in sorted(set(table_sizes_)):
        left = list(table_sizes_)
        left.remove(size)
        for others in combinations(ids[1:], size - 1):
            table = (ids[0], *others)
            for rest in all_seatings(tuple(id_ for id_ in ids if id_ not in table), left):
                yield [table, *rest]


def squares(tables: Sequence[Sequence[int]], met: dict[frozenset[int], int]) -> int:
    """The sum of (times met)² after one more round with these tables."""
    after = Counter(met)
    for table in tables:
        for one, other in combinations(table, 2):
            after[frozenset((one, other))] += 1
    return sum(count * count for count in after.values())


@pytest.mark.parametrize("count", [6, 9])
def test_every_round_of_threes_is_as_even_as_any_seating_could_make_it(count: int) -> None:
    past = evening(THREE, count, 4)
    for number, session_round in enumerate(past):
        met = times_met(past[:number])
        ids = tuple(entrant.id for entrant in people(count))
        best = min(squares(seating, met) for seating in all_seatings(ids, [3] * (count // 3)))
        assert squares([table.everybody for table in session_round.tables], met) == best


def test_nine_people_meet_everybody_once_in_four_rounds() -> None:
    assert Counter(times_met(evening(THREE, 9, 4)).values()) == {1: 36}


@pytest.mark.parametrize(
    ("count", "table_sizes_"), [(7, [4, 3]), (8, [4, 4]), (9, [5, 4]), (10, [5, 5])]
)
def test_every_round_of_large_tables_is_as_even_as_any_seating_could_make_it(
    count: int, table_sizes_: list[int]
) -> None:
    past = evening(LARGE, count, 4, least=3, prefer=table_sizes_[0])
    assert sizes(past[0]) == sorted(table_sizes_)
    for number, session_round in enumerate(past):
        met = times_met(past[:number])
        ids = tuple(entrant.id for entrant in people(count))
        best = min(squares(seating, met) for seating in all_seatings(ids, table_sizes_))
        assert squares([table.everybody for table in session_round.tables], met) == best


@pytest.mark.parametrize(
    "counts", in_short([(*range(3, 12), 17), range(12, 32)], [(*range(3, 12), 17)])
)
def test_byes_at_tables_of_three_go_round(counts: Iterable[int]) -> None:
    for count in counts:
        past = evening(THREE, count, 5)
        assert {size for session_round in past for size in sizes(session_round)} == {3}, count
        assert {len(session_round.byes) for session_round in past} == {count % 3}, count
        byes = Counter(id_ for session_round in past for id_ in session_round.byes)
        had = [byes[entrant.id] for entrant in people(count)]
        assert max(had) - min(had) <= 1, count


def test_of_those_with_as_few_byes_who_played_most_sits_out() -> None:
    whole = SessionRound((Table(((10,), (20,), (30,))),))
    past = [
        SessionRound(whole.tables, byes=(40,)),
        SessionRound((Table(((10,), (50,), (60,))),)),
        whole,
    ]
    for seed in range(10):
        assert choose_byes([10, 20, 30, 40, 50, 60], 1, past, seed) == [10]
        assert set(choose_byes([20, 30, 40, 50, 60], 2, past, seed)) == {20, 30}


def test_large_tables_are_level_and_nobody_is_left_over_where_that_can_be() -> None:
    for count in range(5, 61):
        for session_round in evening(LARGE, count, 2 if count % 10 == 1 else 1):
            found = sizes(session_round)
            assert found[-1] - found[0] <= 1, count
            assert (found[0] >= 5, found[-1] <= 10, sum(found)) == (True, True, count)


@pytest.mark.parametrize(
    ("count", "limits", "expected"),
    [
        (12, (5, 10, 6), [6, 6]),
        (13, (5, 10, 6), [7, 6]),
        (15, (5, 10, 6), [5, 5, 5]),
        (9, (5, 10, 6), [9]),
        (7, (5, 7, 6), [7]),
        (7, (5, 6, 6), [6]),
        (9, (5, 6, 5), [6]),
        (23, (5, 12, 12), [12, 11]),
    ],
)
def test_the_sizes_of_tables_come_as_near_to_the_best_one_as_they_can(
    count: int, limits: tuple[int, int, int], expected: list[int]
) -> None:
    assert table_sizes(count, *limits) == expected


def test_people_that_cannot_be_shared_out_have_byes_and_the_draw_says_so() -> None:
    draw = drawn(LARGE, people(9), most=6)
    assert len(draw.byes) == 3
    assert [(note.code, note.params) for note in draw.relaxed] == [
        ("byes", {"all": 9, "least": 5, "most": 6, "count": 3})
    ]
    assert [note.params["entrant"] for note in draw.warnings] == [Id(id_) for id_ in draw.byes]


def test_who_sat_at_the_bigger_table_goes_to_the_smaller_if_that_costs_no_meeting() -> None:
    met = {frozenset(pair): 1 for pair in combinations(range(1, 8), 2)}
    tables = seat_evenly(range(1, 8), [4, 3], met, {1: 1, 2: 1, 5: 2}, seed=1)
    assert sorted(tables[1]) == [1, 2, 5]


@pytest.mark.parametrize(("format_", "count", "least"), [(THREE, 2, 3), (LARGE, 4, 5)])
def test_too_few_people_for_one_table_are_told_how_many_it_needs(
    format_: Alone, count: int, least: int
) -> None:
    with pytest.raises(RuleError) as error:
        drawn(format_, people(count))
    assert [(mistake.code, mistake.params) for mistake in error.value.mistakes] == [
        ("too_few", {"least": least, "count": count})
    ]


@pytest.mark.parametrize(
    "settings", [{"least": 7}, {"most": 5}, {"prefer": 11}, {"least": 2}, {"most": "many"}]
)
def test_sizes_that_contradict_each_other_are_refused(settings: dict[str, object]) -> None:
    assert set(codes_of(LARGE.read, settings)) == {"bad_setting"}


@pytest.mark.parametrize(
    ("format_", "settings"), [(THREE, {}), (LARGE, {}), (LARGE, {"method": "level"})]
)
def test_the_same_people_in_another_order_give_the_same_tables(
    format_: Alone, settings: dict[str, str]
) -> None:
    past = evening(format_, 23, 2, **settings)
    draw = drawn(format_, people(23), past, **settings)
    assert drawn(format_, people(23)[::-1], past, **settings) == draw
    turned = [
        SessionRound(session_round.tables[::-1], tuple(sorted(session_round.byes)))
        for session_round in past
    ]
    assert drawn(format_, people(23), turned, **settings) == draw


def test_by_the_standings_neighbours_sit_together() -> None:
    draw = drawn(LARGE, people(13), method="level")
    assert [table.everybody for table in draw.tables] == [
        (10, 20, 30, 40, 50, 60),
        (70, 80, 90, 100, 110, 120, 130),
    ]
    assert [table.reasons[0].params for table in draw.tables] == [
        {"first": 1, "last": 6},
        {"first": 7, "last": 13},
    ]


def test_by_the_standings_the_bigger_table_moves_to_those_who_were_not_at_one() -> None:
    assert blocks(range(1, 14), [7, 6], {7: 1, 13: 1}) == [
        [1, 2, 3, 4, 5, 6, 7],
        [8, 9, 10, 11, 12, 13],
    ]
    assert blocks(range(1, 14), [7, 6], {1: 1}) == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12, 13]]


def test_a_table_says_how_many_of_its_pairs_met_before() -> None:
    past = evening(THREE, 3, 1)
    (table,) = drawn(THREE, people(3), past).tables
    assert [(note.code, note.params) for note in table.warnings] == [("met_before", {"count": 3})]


def test_somebody_who_needs_a_table_has_it() -> None:
    there = [
        replace(entrant, fixed_table=3) if entrant.place == 1 else entrant for entrant in people(12)
    ]
    numbers = {id_: table.number for table in drawn(THREE, there).tables for id_ in table.everybody}
    assert numbers[10] == 3


@pytest.mark.parametrize("format_", [THREE, LARGE])
def test_a_hundred_and_twenty_people_hardly_meet_again_in_three_rounds(format_: Alone) -> None:
    assert max(Counter(times_met(evening(format_, 120, 3)).values())) == 1


def test_the_stage_has_as_many_rounds_as_its_settings_say() -> None:
    assert (THREE.rounds(9, {"rounds": 4}), LARGE.rounds(9, {})) == (4, 3)
