"""Tables of five over a whole event: how many partners come again, known before, kept, and as few
as can be.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

import pytest

from tests.lengths import in_short
from tests.tournaments.pairing.individual.events import met, people, play
from tournaments.pairing.individual.designs_fives import FIVES
from tournaments.pairing.individual.fives import sizes
from tournaments.pairing.individual.precomputed import repeats, schedule_for
from tournaments.pairing.individual.repeats import (
    TRIED,
    fewest_with_byes,
    fewest_with_fives,
    forecast,
)

# Persons and rounds for which nobody knows whether there is a schedule with fewer: what it has
# above the bound.
OPEN = {
    (13, 5): 1, (14, 3): 2, (14, 4): 3, (14, 5): 3, (15, 4): 5, (18, 4): 1, (18, 5): 1, (18, 6): 4,
    (18, 7): 2, (19, 4): 2, (19, 5): 5, (22, 8): 1, (23, 6): 1, (23, 7): 8, (23, 8): 5,
}  # fmt: skip
Groups = list[tuple[int, ...]]


def again(past: Sequence[Sequence[tuple[int, ...]]]) -> int:
    """How often two are partners again, by counting each round."""
    seen: set[tuple[int, int]] = set()
    found = 0
    for groups in past:
        now = {pair for group in groups for pair in combinations(sorted(group), 2)}
        found += sum(pair in seen for pair in now)
        seen |= now
    return found


def test_every_schedule_seats_everybody_once_a_round_at_as_few_tables_of_five_as_there_can_be() -> (
    None
):
    for persons, text in FIVES.items():
        assert text.strip()
        for rounds in range(2, 9):
            schedule = schedule_for(persons, rounds)
            assert schedule is not None
            assert len(schedule) >= rounds
            for one in schedule:
                assert sorted(
                    number for group in [*one.fives, *one.pairs] for number in group
                ) == list(range(persons))
                size = sizes(persons, "fives")
                assert (len(one.fives), len(one.pairs)) == (size.fives, 2 * size.fours)
            assert repeats(schedule[:rounds]) == again(
                [[*one.fives, *one.pairs] for one in schedule[:rounds]]
            )


def test_they_come_to_the_bound_but_where_nobody_knows() -> None:
    above = {}
    for persons in range(5, 36):
        for rounds in range(1, 9):
            if found := forecast(persons, rounds):
                assert found.fives is not None
                above[persons, rounds] = found.fives - found.at_least
    assert {case: more for case, more in above.items() if more} == OPEN


def test_no_rounds_by_lot_go_below_the_bound() -> None:
    rng = random.Random(1)
    for persons in (5, 9, 10, 13, 14, 15, 18, 23):
        for rounds in range(1, 8):
            fives = persons % 4
            past = []
            for _ in range(rounds):
                order = rng.sample(range(persons), persons)
                left = order[5 * fives :]
                past.append(
                    [tuple(order[5 * k : 5 * k + 5]) for k in range(fives)]
                    + [tuple(left[k : k + 2]) for k in range(0, len(left), 2)]
                )
            assert again(past) >= fewest_with_fives(persons, rounds)


def every_round(persons: int) -> list[Groups]:
    """Every way to seat nine or ten persons in one round."""
    everybody = range(persons)
    found: list[Groups] = []
    for five in combinations(everybody, 5):
        left = tuple(one for one in everybody if one not in five)
        if len(left) == 5:
            found += [[five, left]] if 0 in five else []
        else:
            a, b, c, d = left
            found += [[five, (a, b), (c, d)], [five, (a, c), (b, d)], [five, (a, d), (b, c)]]
    return found


def least_of_all(persons: int, rounds: int) -> int:
    """The fewest repeats of all schedules. The first round is any; of the second one of each kind
    will do.

    Two second rounds are of a kind where a renaming that leaves the first round as it is makes one
    of the other.
    """
    number = {frozenset(pair): at for at, pair in enumerate(combinations(range(persons), 2))}

    def bits(groups: Groups) -> int:
        return sum(
            1 << number[frozenset(pair)] for group in groups for pair in combinations(group, 2)
        )

    def key(groups: Groups) -> frozenset[frozenset[int]]:
        return frozenset(map(frozenset, groups))

    first, *_ = rounds_there = every_round(persons)
    left = tuple(one for group in first[1:] for one in group)
    renamings = [
        dict(zip([*first[0], *left], [*five, *other], strict=True))
        for other in permutations(left)
        if key([other[:2], other[2:]] if len(left) == 4 else [other]) == key(first[1:])
        for five in permutations(first[0])
    ]
    seconds, known = [], set()
    for groups in rounds_there:
        if key(groups) not in known:
            seconds.append(groups)
            known |= {
                key([tuple(name[one] for one in group) for group in groups]) for name in renamings
            }
    all_bits = [bits(groups) for groups in rounds_there]
    most = 0
    for second in seconds:
        begun = bits(first) | bits(second)
        reached = {begun}
        for _ in range(rounds - 3):
            reached = {one | more for one in reached for more in all_bits}
        for one in reached if rounds > 2 else ():
            most = max([most, *((one | more).bit_count() for more in all_bits)])
        most = max(most, begun.bit_count()) if rounds == 2 else most
    return rounds * bits(first).bit_count() - most


@pytest.mark.parametrize("case", in_short([*TRIED, (10, 2)], [(9, 2), (9, 3), (10, 2)]))
def test_of_all_schedules_of_nine_or_ten_persons_none_has_fewer(case: tuple[int, int]) -> None:
    persons, rounds = case
    found = forecast(persons, rounds)
    assert found is not None
    assert least_of_all(persons, rounds) == found.fives == found.at_least


@pytest.mark.parametrize(
    "case",
    in_short(
        [(9, 6), (10, 4), (13, 6), (14, 6), (15, 5), (17, 7), (18, 6), (21, 8), (33, 8)],
        [(9, 6), (13, 6), (14, 6)],
    ),
)
def test_an_event_by_lot_comes_to_what_was_foretold(case: tuple[int, int]) -> None:
    persons, rounds = case
    foretold = forecast(persons, rounds)
    assert foretold is not None
    for seed in (1, 2):
        for odd, least in (("fives", foretold.fives), ("byes", foretold.byes)):
            past = play([people(persons)] * rounds, seed, odd=odd, rounds=rounds)
            partners, _ = met(past)
            assert sum(times - 1 for times in partners.values()) == least


def test_with_byes_nobody_comes_again_before_all_partners_are_used_up() -> None:
    assert [fewest_with_byes(persons, 6) for persons in (5, 9, 13, 14, 15, 21)] == [
        2,
        0,
        0,
        0,
        0,
        0,
    ]
    assert forecast(12, 6) is forecast(11, 6) is forecast(7, 6) is None


def test_somebody_who_comes_later_ends_the_schedule_and_nobody_is_lost() -> None:
    past = play([people(13)] * 2, odd="fives", rounds=6)
    later = play([people(13)] * 2 + [people(14)] * 2, odd="fives", rounds=6)
    assert later[:2] == past
    assert [sum(len(table.everybody) for table in one.tables) + len(one.byes) for one in later] == [
        13,
        13,
        14,
        14,
    ]


# Persons and rounds for which no better schedule is known: how many are partners again, and how
# much oftener somebody sits at a table of five than somebody else. With 27 persons ten rounds bring
# 15 together again in any schedule.
UNEVEN = {(27, 8): (0, 2), (27, 9): (5, 3), (27, 10): (20, 4)}


@pytest.mark.parametrize("persons", [persons for persons in range(25, 36) if persons % 4])
def test_from_twenty_five_on_no_partners_come_again_and_tables_of_five_go_round(
    persons: int,
) -> None:
    """Counted here: nobody has a second table of five before everybody has had one, nor a third
    before a second.
    """
    for rounds in range(2, 11):
        schedule = schedule_for(persons, rounds)
        assert schedule is not None
        had = Counter(dict.fromkeys(range(persons), 0))
        most = 0
        for one in schedule[:rounds]:
            had.update(person for five in one.fives for person in five)
            most = max(most, max(had.values()) - min(had.values()))
        found = again([[*one.fives, *one.pairs] for one in schedule[:rounds]]), most
        assert found == UNEVEN.get((persons, rounds), (0, min(most, 1))), (rounds, found)
