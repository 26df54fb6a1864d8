import random

import pytest

from tests.tournaments.pairing.individual.events import field_of, people, play
from tournaments.pairing.individual.criteria import criteria
from tournaments.pairing.individual.exact import with_matching
from tournaments.pairing.individual.history import history


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
    assert {costs.ids[group[0]] for group in seating.groups if len(group) == 1} == set(range(1, 16)) - resting
