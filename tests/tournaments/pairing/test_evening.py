"""Evenings of four: partners at the table, meetings over the season, byes, fives, who organises."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from tests.lengths import in_short
from tests.rule_errors import codes_of
from tournaments.pairing.evening import EveningOfFour, times_together
from tournaments.pairing.values import Draw, Entrant, Field, SessionRound

EVENING = EveningOfFour()


def people(count: int) -> list[Entrant]:
    return [Entrant(n, n) for n in range(1, count + 1)]


def drawn(
    there: Sequence[Entrant], past: Sequence[SessionRound] = (), seed: int = 7, **settings: Any
) -> Draw:
    return EVENING.draw(
        Field(tuple(there), tuple(past), len(past) + 1, seed, EVENING.read(settings))
    )


def season(there: Sequence[Entrant], evenings: int, **settings: Any) -> list[SessionRound]:
    past: list[SessionRound] = []
    for _ in range(evenings):
        draw = drawn(there, past, **settings)
        past.append(SessionRound(draw.tables, draw.byes))
    return past


@pytest.mark.parametrize(
    "counts", in_short([(*range(4, 15), 25), range(15, 25)], [(*range(4, 15), 25)])
)
def test_each_is_the_partner_of_each_once_and_nobody_is_missing(counts: Iterable[int]) -> None:
    for count, odd, method in product(counts, ("fives", "byes"), ("plan", "level")):
        for one in season(people(count), 3, odd=odd, method=method):
            case = count, odd, method
            seated = sorted([*(id_ for table in one.tables for id_ in table.everybody), *one.byes])
            assert seated == [*range(1, count + 1)], case
            for table in one.tables:
                assert Counter(frozenset(side) for sides in table.games for side in sides) == {
                    frozenset(pair): 1 for pair in combinations(table.everybody, 2)
                }, case
                assert all(len(side) == 1 for side in table.sides)
                assert len(table.games) == {4: 3, 5: 5}[len(table.everybody)]
            fives = sum(len(table.everybody) == 5 for table in one.tables)
            even = odd == "fives" and count not in (6, 7, 11)
            assert (fives, len(one.byes)) == ((count % 4, 0) if even else (0, count % 4)), case


def test_the_three_games_of_a_table_are_in_a_fixed_order() -> None:
    (table,) = drawn(people(4)).tables
    assert table.sides == ((1,), (2,), (3,), (4,))
    assert table.games == (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))


def test_three_people_are_too_few() -> None:
    assert codes_of(drawn, people(3)) == ["too_few"]


@pytest.mark.parametrize(
    "case",
    in_short(
        [
            (8, 7),
            (12, 5),
            (12, 10),
            (16, 5),
            (16, 10),
            (20, 5),
            (20, 10),
            (24, 10),
            (28, 7),
            (40, 8),
        ],
        [(8, 7), (12, 10), (16, 5), (28, 7)],
    ),
)
def test_meetings_spread_over_the_season_nearly_as_evenly_as_numbers_allow(
    case: tuple[int, int],
) -> None:
    count, evenings = case
    met = times_together(season(people(count), evenings))
    pairs = count * (count - 1) // 2
    low, more = divmod(6 * (count // 4) * evenings, pairs)
    ideal = (pairs - more) * low**2 + more * (low + 1) ** 2
    squares = sum(times**2 for times in met.values())
    assert ideal <= squares <= ideal * 1.15
    assert max(met.values()) <= low + 2


def test_by_level_neighbours_in_the_standings_sit_together() -> None:
    tables = drawn(people(12), method="level").tables
    assert [set(table.everybody) for table in tables] == [
        {1, 2, 3, 4},
        {5, 6, 7, 8},
        {9, 10, 11, 12},
    ]


@pytest.mark.parametrize("method", ["plan", "level"])
def test_byes_and_tables_of_five_go_round(method: str) -> None:
    byes = Counter(
        id_ for one in season(people(10), 5, odd="byes", method=method) for id_ in one.byes
    )
    assert byes == dict.fromkeys(range(1, 11), 1)
    rounds = season(people(13), 2, odd="fives", method=method)
    fives = Counter(
        id_
        for one in rounds
        for table in one.tables
        if len(table.games) == 5
        for id_ in table.everybody
    )
    assert max(fives.values()) == 1


@pytest.mark.parametrize("method", ["plan", "level"])
def test_the_director_who_plays_along_sits_at_a_table_of_five_each_time(method: str) -> None:
    there = [replace(one, five=one.id == 9) for one in people(17)]
    for one in season(there, 5, method=method):
        assert [9 in table.everybody for table in one.tables if len(table.games) == 5] == [True]


def test_who_organised_least_is_named_first() -> None:
    rounds = season(people(8), 8)
    organised: Counter[int] = Counter()
    for one in rounds:
        for table in one.tables:
            first = table.sides[0][0]
            assert organised[first] == min(organised[id_] for id_ in table.everybody)
        organised.update(table.sides[0][0] for table in one.tables)
    assert set(organised) == set(range(1, 9))


def test_who_comes_late_or_goes_in_mid_season_is_simply_in_or_out() -> None:
    past = season(people(12), 3)
    draw = drawn([*people(12)[1:], Entrant(99, 12)], past)
    assert sorted(id_ for table in draw.tables for id_ in table.everybody) == [*range(2, 13), 99]


@pytest.mark.parametrize("method", ["plan", "level"])
def test_the_order_of_the_entrants_changes_nothing_and_the_draw_is_repeatable(method: str) -> None:
    there = people(15)
    past = season(there, 2, odd="byes")
    first = drawn(there, past, method=method, odd="byes")
    for seed in range(4):
        mixed = list(there)
        random.Random(seed).shuffle(mixed)
        assert drawn(mixed, past, method=method, odd="byes") == first


def test_another_seed_seats_otherwise() -> None:
    assert drawn(people(16), seed=1).tables != drawn(people(16), seed=2).tables
