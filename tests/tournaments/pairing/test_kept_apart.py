"""Pairs that the desk keeps apart: every draw against all the draws there are."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest

from tests.tournaments.pairing.individual.events import any_past, met, people
from tests.tournaments.pairing.individual.events import field_of as individuals
from tests.tournaments.pairing.swiss_fields import field_of, pairs_of, round_of
from tournaments.pairing.evening import EveningOfFour
from tournaments.pairing.groups import Groups
from tournaments.pairing.individual import Individual
from tournaments.pairing.kept_apart import broken, separated, with_notes
from tournaments.pairing.kept_apart import pairs_of as noted_pairs
from tournaments.pairing.knockout import Knockout
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.tables_alone import LargeTables, TablesOfThree
from tournaments.pairing.values import Draw, Entrant, Field

Pair = frozenset[int]


def some_pairs(ids: Sequence[int], count: int, lot: random.Random) -> frozenset[Pair]:
    return frozenset(frozenset(lot.sample(list(ids), 2)) for _ in range(count))


def matchings(ids: list[int]) -> Iterator[list[Pair]]:
    """All ways to pair these, one of an odd number left out."""
    if len(ids) < 2:
        yield []
        return
    if len(ids) % 2:
        for free in ids:
            yield from matchings([one for one in ids if one != free])
        return
    first, *rest = ids
    for other in rest:
        for more in matchings([one for one in rest if one != other]):
            yield [frozenset((first, other)), *more]


# Swiss
# --------------------------------------------------------------------------------------------------


def test_in_a_swiss_draw_no_way_to_pair_has_fewer_of_them_then_fewer_rematches() -> None:
    kept = 0
    for number in range(150):
        lot = random.Random(number)
        ids = list(range(lot.choice([5, 6, 7, 8])))
        points = dict(zip(ids, sorted((lot.randrange(3) for _ in ids), reverse=True), strict=True))
        mixed = lot.sample(ids, len(ids))
        past = [round_of(*zip(mixed[::2], mixed[1::2], strict=False))]
        before = {frozenset(table.everybody) for table in past[0].tables}
        apart = some_pairs(ids, lot.randrange(1, 12), lot)
        clubs = {id_: lot.choice(["", "Bern"]) for id_ in ids}
        field = replace(field_of(points, past, clubs), apart=apart)

        def cost(pairs: Iterable[Pair], apart: frozenset[Pair] = apart) -> tuple[int, int]:
            pairs = list(pairs)
            return len(apart.intersection(pairs)), len(before.intersection(pairs))  # noqa: B023

        found = cost(map(frozenset, pairs_of(Swiss().draw(field))))
        assert found == min(cost(way) for way in matchings(ids)), number
        kept += not found[0]
    assert 50 < kept < 150


@pytest.mark.parametrize("clubs_apart", ["never", "always"])
def test_in_a_large_swiss_field_they_never_meet_and_nobody_meets_again(clubs_apart: str) -> None:
    lot = random.Random(7)
    ids = list(range(301))
    entrants = tuple(
        Entrant(id_, id_ + 1, 10 - id_ // 30, lot.choice(["", "A", "B"])) for id_ in ids
    )
    mixed = lot.sample(ids, 300)
    past = (round_of(*zip(mixed[::2], mixed[1::2], strict=True)),)
    # Those next to each other in the standings, whom the draw would pair
    apart = frozenset(frozenset((one, one + 15)) for one in range(280)) | some_pairs(ids, 40, lot)
    settings = {"rounds": None, "clubs_apart": clubs_apart}
    draw = Swiss().draw(Field(entrants, past, 2, 1, settings, apart))
    pairs = {frozenset(table.everybody) for table in draw.tables}
    assert len(pairs) == 150
    assert not pairs & apart
    assert not pairs & {frozenset(table.everybody) for table in past[0].tables}


def test_without_such_pairs_the_draw_is_the_same() -> None:
    field = field_of({1: 3, 2: 2, 3: 2, 4: 1, 5: 1}, [round_of((1, 2), (3, 4))])
    apart = frozenset({frozenset((98, 99))})  # not here
    assert Swiss().draw(field).tables == Swiss().draw(replace(field, apart=apart)).tables


# Individuals
# --------------------------------------------------------------------------------------------------


def seatings(ids: Sequence[int]) -> Iterator[list[tuple[Pair, Pair]]]:
    """All seatings at tables of four, as the two sides of each."""
    if not ids:
        yield []
        return
    first = ids[0]
    for others in combinations(ids[1:], 3):
        left = [one for one in ids[1:] if one not in others]
        for partner in others:
            sides = (frozenset((first, partner)), frozenset(set(others) - {partner}))
            for more in seatings(left):
                yield [sides, *more]


def cost_of(
    tables: Sequence[tuple[Pair, Pair]], field: Field, partners: dict[Pair, int]
) -> tuple[int, int]:
    """Pairs together although they are kept apart, one for each way of being so; then partners
    again.
    """
    together = sum(
        frozenset(two) in field.apart
        for sides in tables
        for two in combinations(sorted(sides[0] | sides[1]), 2)
    )
    together += sum(side in field.not_partners for sides in tables for side in sides)
    return together, sum(partners.get(side, 0) ** 2 for sides in tables for side in sides)


@pytest.mark.parametrize("method", ["random", "level"])
@pytest.mark.parametrize("rounds", [0, 2, 4])
def test_of_individuals_no_seating_keeps_more_of_them_apart_or_repeats_fewer_partners(
    method: str, rounds: int
) -> None:
    for number in range(12):
        lot = random.Random(f"{method} {rounds} {number}")
        past = any_past(8, rounds, lot)
        partners, _ = met(past)
        field = replace(
            individuals(people(8), past, method=method, odd="byes"),
            apart=some_pairs(range(1, 9), lot.randrange(6), lot),
            not_partners=some_pairs(range(1, 9), lot.randrange(8), lot),
        )
        draw = Individual().draw(field)
        found = [(frozenset(one.sides[0]), frozenset(one.sides[1])) for one in draw.tables]
        best = min(cost_of(way, field, dict(partners)) for way in seatings(list(range(1, 9))))
        assert cost_of(found, field, dict(partners)) == best, number


def test_a_large_field_of_individuals_keeps_them_all_apart() -> None:
    lot = random.Random(3)
    field = replace(
        individuals(people(120), any_past(120, 3, lot), odd="byes", method="level"),
        apart=some_pairs(range(1, 121), 60, lot),
        not_partners=some_pairs(range(1, 121), 60, lot),
    )
    draw = with_notes(Individual().draw(field), field)
    codes = [note.code for table in draw.tables for note in table.warnings]
    assert "kept_apart_met" not in codes
    assert "partners_again" not in codes
    (note,) = [note for note in draw.warnings if note.code == "kept_apart"]
    assert note.params["count"] == len(field.apart | field.not_partners)


# The others
# --------------------------------------------------------------------------------------------------


def of_one_size(ids: Sequence[int], size: int) -> Iterator[list[set[int]]]:
    if not ids:
        yield []
        return
    for others in combinations(ids[1:], size - 1):
        group = {ids[0], *others}
        for more in of_one_size([one for one in ids if one not in group], size):
            yield [group, *more]


def together(groups: Iterable[Iterable[int]], apart: frozenset[Pair]) -> int:
    return sum(frozenset(two) in apart for group in groups for two in combinations(group, 2))


FORMATS = {
    "evening": (EveningOfFour(), {"odd": "byes", "method": "plan"}, 4),
    "evening by ranks": (EveningOfFour(), {"odd": "byes", "method": "level"}, 4),
    "threes": (TablesOfThree(), {}, 3),
    "large": (LargeTables(), {"prefer": 4, "least": 4, "most": 4}, 4),
    "large by ranks": (
        LargeTables(),
        {"prefer": 4, "least": 4, "most": 4, "method": "level"},
        4,
    ),
}


@pytest.mark.parametrize("kind", FORMATS)
def test_tables_of_people_keep_as_many_apart_as_any_tables_do(kind: str) -> None:
    format_, settings, size = FORMATS[kind]
    count = 12 if size == 4 else 9
    for number in range(25):
        lot = random.Random(number)
        apart = some_pairs(range(count), lot.randrange(1, 9), lot)
        entrants = tuple(Entrant(id_, id_ + 1) for id_ in range(count))
        field = Field(entrants, (), 1, number, format_.read(settings), apart)
        groups = [table.everybody for table in format_.draw(field).tables]
        best = min(together(way, apart) for way in of_one_size(range(count), size))
        assert together(groups, apart) == best, number


def test_groups_keep_as_many_apart_as_rows_of_equal_seeds_allow() -> None:
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    ways = list(product(*(permutations(row) for row in rows)))
    for number in range(40):
        lot = random.Random(number)
        apart = some_pairs(range(9), lot.randrange(1, 10), lot)
        entrants = tuple(Entrant(id_, id_ + 1) for id_ in range(9))
        settings = Groups().read({"groups": 3})
        groups = Groups().groups_of(Field(entrants, (), 1, number, settings, apart))
        found = [[id_ for id_, name in groups.items() if name == one] for one in "ABC"]
        assert {len(group) for group in found} == {3}
        assert together(found, apart) == min(
            together(zip(*way, strict=True), apart) for way in ways
        ), number


def test_the_first_round_of_a_knock_out_by_lot_keeps_them_apart_where_any_does() -> None:
    for number in range(60):
        lot = random.Random(number)
        count = lot.choice([6, 8])
        apart = some_pairs(range(1, count + 1), 3, lot)
        clubs = [lot.choice(["", "Bern"]) for _ in range(count)]
        entrants = tuple(Entrant(id_, id_, club=club) for id_, club in enumerate(clubs, 1))
        settings = Knockout().read({"first_round": "lot"})
        draw = Knockout().draw(Field(entrants, (), 1, number, settings, apart))
        assert together((table.everybody for table in draw.tables), apart) == 0, number
        everybody = {id_ for table in draw.tables for id_ in table.everybody} | set(draw.byes)
        assert everybody == set(range(1, count + 1))


# The parts
# --------------------------------------------------------------------------------------------------


def test_separating_moves_the_nearest_places() -> None:
    groups = [[1, 2, 3, 4], [5, 6, 7, 8]]
    apart = {frozenset((1, 4))}
    assert separated(groups, apart) == [[1, 2, 3, 5], [4, 6, 7, 8]]
    assert separated(groups, [frozenset((1, 8))]) == groups
    assert broken([[1, 2]], [frozenset((1, 2))]) == 1
    assert separated([[1, 2]], [frozenset((1, 2))]) == [[1, 2]]


def test_what_could_not_be_kept_is_a_warning_and_never_a_reason() -> None:
    field = replace(field_of({1: 0, 2: 0}), apart=frozenset({frozenset((1, 2))}))
    draw = with_notes(Swiss().draw(field), field)
    (table,) = draw.tables
    assert [note.code for note in table.warnings] == ["kept_apart_met"]
    assert "kept_apart_met" not in [note.code for note in table.reasons]
    assert draw.warnings == ()
    assert with_notes(Draw(), field_of({1: 0})) == Draw()


def test_pairs_are_noted_by_number_and_read_as_ids() -> None:
    noted = [[1, 2, "meet"], [2, 3, "partners"], [1, 9, "meet"]]
    assert noted_pairs(noted, {1: 10, 2: 20, 3: 30}) == (
        frozenset({frozenset((10, 20))}),
        frozenset({frozenset((20, 30))}),
    )
