"""In a small field no seating is better than the draw, and it says no more than is so."""

import random
from functools import cache
from itertools import combinations, product

import pytest
import rustworkx as rx

from tests.lengths import in_short
from tests.tournaments.pairing.individual.events import (
    Pairs,
    any_past,
    field_of,
    least_repeats,
    met,
    people,
    play,
    repeats,
)
from tournaments.pairing.individual import Individual
from tournaments.pairing.individual.criteria import Criteria, criteria
from tournaments.pairing.individual.fives import Sizes, sizes
from tournaments.pairing.individual.history import history
from tournaments.pairing.individual.proof import GIVEN, PROVEN, TEXTS
from tournaments.pairing.individual.seating import Seating
from tournaments.pairing.values import Draw, Entrant, SessionRound, Table


def least_cost(costs: Criteria, size: Sizes) -> int:
    """What the best of all seatings costs, by subsets: whoever is first of those who are left sits
    with any others.
    """
    price = cache(Seating(costs, []).price)

    @cache
    def least(left: tuple[int, ...], fives: int, byes: int) -> int:
        if not left:
            return 0
        first, others = left[0], left[1:]
        found = []
        fours = len(left) - 5 * fives - byes
        for members, room, rest in (
            (4, fours, (fives, byes)),
            (5, fives, (fives - 1, byes)),
            (1, byes, (fives, byes - 1)),
        ):
            for more in combinations(others, members - 1) if room else ():
                after = tuple(one for one in others if one not in more)
                found.append(price((first, *more)) + least(after, *rest))
        return min(found)

    return least(tuple(range(len(costs.ids))), size.fives, size.byes)


def cost_of(draw: Draw, costs: Criteria) -> int:
    """What these tables cost with the partners that they have."""
    index = {id_: number for number, id_ in enumerate(costs.ids)}
    total = sum(costs.rest[index[id_]] for id_ in draw.byes)
    for table in draw.tables:
        sides = [[index[id_] for id_ in side] for side in table.sides]
        if len(sides) == 2:
            one, other = sides
            total += costs.partner[one[0]][one[1]] + costs.partner[other[0]][other[1]]
            total += sum(costs.opponent[a][b] for a in one for b in other)
        else:
            members = [side[0] for side in sides]
            total += sum(costs.both[a][b] for a, b in combinations(members, 2)) + sum(
                costs.rest[a] for a in members
            )
    return total


@pytest.mark.parametrize("count", in_short(range(8, 15), (8, 9, 10)))
@pytest.mark.parametrize("odd", ["fives", "byes"])
def test_by_ranks_no_seating_of_all_there_are_is_better(count: int, odd: str) -> None:
    for rounds in range(6):
        rng = random.Random(f"{count} {odd} {rounds}")
        clubs = [rng.choice(["", "Bern", "Chur"]) for _ in range(count)]
        entrants = [Entrant(id_, id_, club=club) for id_, club in enumerate(clubs, 1)]
        past = any_past(count, rounds, rng)
        field = field_of(
            entrants, past, method="level", odd=odd, clubs_apart=rng.choice(["never", "always"])
        )
        size = sizes(count, odd)
        costs = criteria(field, history(past), level=True, fives=size.fives, byes=size.byes)
        assert cost_of(Individual().draw(field), costs) == least_cost(costs, size)


@pytest.mark.parametrize("method", ["random", "level"])
def test_two_pairs_come_a_second_time_rather_than_one_a_third(method: str) -> None:
    partners = [(1, 2), (1, 2), (1, 3), (2, 4), (1, 4), (1, 4), (2, 3)]
    sides = [(pair, (10 * at, 10 * at + 1)) for at, pair in enumerate(partners, 1)]
    sides.append(((1, 80), (2, 81)))  # what opponents weigh would say otherwise
    draw = Individual().draw(
        field_of(people(4), [SessionRound((Table(two),)) for two in sides], method=method)
    )
    assert {frozenset(side) for side in draw.tables[0].sides} == {
        frozenset({1, 3}),
        frozenset({2, 4}),
    }


@pytest.mark.parametrize("rounds", in_short(range(1, 8), (1, 3, 6)))
def test_no_partner_comes_again_while_any_seating_avoids_it_and_where_it_says_so_none_does(
    rounds: int,
) -> None:
    found = set()
    for count, odd, method in product(range(4, 10), ("fives", "byes"), ("random", "level")):
        past = any_past(count, rounds, random.Random(f"{count} {odd} {method} {rounds}"))
        draw = Individual().draw(field_of(people(count), past, rounds, method=method, odd=odd))
        partners, _ = met(past)
        fives = sum(len(table.sides) == 5 for table in draw.tables)
        assert fives == (1 if odd == "fives" and count in {5, 9} else 0)
        least = least_repeats(range(1, count + 1), fives, partners)
        assert repeats(draw.tables, partners) == least, (count, odd, method)
        notes = [note for note in draw.relaxed if note.code == "partners_again"]
        found |= {note.text for note in notes}
        assert bool(notes) == bool(least)
    assert found == {TEXTS["partners_again"][PROVEN]}


def test_beside_a_wish_of_more_weight_it_could_have_been_avoided() -> None:
    past = play([people(4)] * 2)
    partners, _ = met(past)
    fresh = next(pair for pair in combinations(range(1, 5), 2) if frozenset(pair) not in partners)
    field = [Entrant(id_, id_, fixed_table=1 if id_ in fresh else None) for id_ in range(1, 5)]
    again = Individual().draw(field_of(field, [*past, *play([people(4)], 3)], method="level"))
    texts = {note.text for note in again.relaxed if note.code == "partners_again"}
    assert texts <= {TEXTS["partners_again"][GIVEN]}


@pytest.mark.parametrize("persons", in_short((21, 25, 33, 37, 50), (21, 50)))
def test_in_a_larger_field_nobody_comes_again_in_the_first_rounds(persons: int) -> None:
    """Twenty-one who have had up to three partners each need none of them again, and more persons
    still less.

    Five who were no partners are found one by one, as each bars three others at most; and of the
    sixteen who are left each may sit with twelve at least, more than the half that makes them pairs
    for certain (Dirac).
    """
    rng = random.Random(persons)
    for method, rounds in (("level", 1), ("random", 3)):
        past = any_past(persons, rounds, rng)
        draw = Individual().draw(field_of(people(persons), past, method=method, odd="fives"))
        partners, _ = met(past)
        assert repeats(draw.tables, partners) == 0
        assert [note for note in draw.relaxed if note.code == "partners_again"] == []


def nobody_need_come_again(persons: int, partners: Pairs) -> bool:
    """Whether one table of five and pairs of all others can be had out of those who were no
    partners, by trying all.
    """
    fresh = rx.PyGraph()
    fresh.add_nodes_from(range(1, persons + 1))
    for one, other in combinations(range(1, persons + 1), 2):
        if frozenset((one, other)) not in partners:
            fresh.add_edge(one - 1, other - 1, None)
    beside = [set(fresh.neighbors(node)) for node in range(persons)]
    fives = [(node,) for node in range(persons)]
    for _ in range(4):
        fives = [
            (*five, more)
            for five in fives
            for more in beside[five[-1]]
            if more > five[-1] and all(more in beside[one] for one in five)
        ]
    rest = ([node for node in range(persons) if node not in five] for five in fives)
    return any(
        2 * len(rx.max_weight_matching(fresh.subgraph(left), max_cardinality=True)) == len(left)
        for left in rest
    )


def test_twenty_one_hear_that_it_could_not_be_avoided_only_where_no_draw_without_exists() -> None:
    """It was said of round 2, where a draw without a repeat always exists; so it does for long (see
    above).
    """
    told = []
    for rounds in range(1, 19):
        past = any_past(21, rounds, random.Random(rounds))
        draw = Individual().draw(field_of(people(21), past, method="random", odd="fives"))
        partners, _ = met(past)
        texts = {note.text for note in draw.relaxed if note.code == "partners_again"}
        avoidable = nobody_need_come_again(21, partners) if rounds > 12 else True
        assert bool(repeats(draw.tables, partners)) == (not avoidable), rounds
        assert texts == (set() if avoidable else {TEXTS["partners_again"][PROVEN]}), rounds
        told.append(avoidable)
    assert set(told) == {True, False}
