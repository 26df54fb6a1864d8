import random
from itertools import combinations

import pytest

from tests.tournaments.pairing.individual.events import any_past, field_of, people, play
from tournaments.pairing.individual.criteria import criteria
from tournaments.pairing.individual.exact import with_matching
from tournaments.pairing.individual.history import history
from tournaments.pairing.individual.prices import price, prices_of_all
from tournaments.pairing.values import Entrant, SessionRound, Table


@pytest.mark.parametrize("count", [16, 20, 28, 40])
def test_the_matching_alone_finds_the_last_partners_that_are_left(count: int) -> None:
    past = play([people(count)] * (count - 2), method="schedule")
    costs = criteria(field_of(people(count), past), history(past), level=False, fives=0, byes=0)
    assert with_matching(costs, (), 0, random.Random(1)).total < costs.weights.partner


def test_the_matching_gives_byes_to_those_whose_turn_it_is() -> None:
    past = play([people(15)] * 4, odd="byes")
    resting = {id_ for one in past for id_ in one.byes}
    costs = criteria(field_of(people(15), past), history(past), level=False, fives=0, byes=3)
    seating = with_matching(costs, (), 3, random.Random(1))
    assert {costs.ids[group[0]] for group in seating.groups if len(group) == 1} == set(
        range(1, 16)
    ) - resting


@pytest.mark.parametrize("level", [False, True])
def test_tables_priced_together_cost_what_their_pairs_add_up_to(level: bool) -> None:
    rng = random.Random(4)
    entrants = [Entrant(id_, id_, club=rng.choice(["", "Bern"])) for id_ in range(1, 12)]
    fives_before = [
        SessionRound((Table(tuple((id_,) for id_ in rng.sample(range(1, 12), 5))),))
        for _ in range(3)
    ]
    field = field_of(entrants, [*any_past(11, 5, rng), *fives_before], clubs_apart="always")
    past = history(field.past)
    of_fives, of_byes = (
        criteria(field, past, level=level, fives=fives, byes=byes)
        for fives, byes in ((1, 0), (0, 3))
    )
    persons = rng.sample(range(11), 8)

    def four(a: int, b: int, c: int, d: int) -> int:
        partners, others = of_byes.partner, [(a, c), (a, d), (b, c), (b, d)]
        return (
            partners[a][b]
            + partners[c][d]
            + sum(of_byes.opponent[one][other] for one, other in others)
        )

    fours = [
        min(four(a, b, c, d), four(a, c, b, d), four(a, d, b, c))
        for a, b, c, d in combinations(persons, 4)
    ]
    fives = [
        sum(
            of_fives.partner[one][other] + of_fives.opponent[one][other]
            for one, other in combinations(group, 2)
        )
        + sum(of_fives.rest[one] for one in group)
        for group in combinations(persons, 5)
    ]
    assert prices_of_all(of_byes, persons, 4) == fours
    assert prices_of_all(of_fives, persons, 5) == fives
    assert prices_of_all(of_byes, persons, 1) == [of_byes.rest[person] for person in persons]
    assert [price(of_byes, group) for group in combinations(persons, 4)] == fours
    assert min(len(set(fours)), len(set(fives))) > 9
