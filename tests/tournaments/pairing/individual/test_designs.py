import pytest

from tests.lengths import in_short
from tournaments.pairing.individual import LARGEST, SMALLEST, Quality, quality
from tournaments.pairing.individual.fives import five_games
from tournaments.pairing.individual.schedule import plan, scheduled
from tournaments.pairing.values import Table, pairs_met

NUMBERS = range(SMALLEST, LARGEST + 1)


def of_kind(*kinds: int) -> list[int]:
    return [persons for persons in NUMBERS if persons % 4 in kinds]


def test_every_round_of_every_schedule_fills_as_many_tables_as_there_can_be() -> None:
    for persons in NUMBERS:
        for tables in plan(persons):
            seated = [number for table in tables for number in table]
            assert len(seated) == len(set(seated)) == persons // 4 * 4, persons
            assert set(seated) <= set(range(persons))


def test_where_four_divides_everyone_partners_everyone_once_and_opposes_everyone_twice() -> None:
    for persons in of_kind(0):
        assert len(plan(persons)) == persons - 1
        assert quality(persons, persons - 1) == Quality((1, 1), (2, 2), (0, 0), 0), persons


def test_with_one_too_many_the_same_holds_and_each_has_one_bye() -> None:
    for persons in of_kind(1):
        assert len(plan(persons)) == persons
        assert quality(persons, persons) == Quality((1, 1), (2, 2), (1, 1), 0), persons


def test_with_two_too_many_each_misses_one_partner_and_has_two_byes() -> None:
    for persons in of_kind(2):
        opponents = {6: (1, 2), 14: (0, 3)}.get(persons, (0, 2))
        assert len(plan(persons)) == persons
        assert quality(persons, persons) == Quality((0, 1), opponents, (2, 2), persons // 2), (
            persons
        )


def test_with_one_too_few_each_misses_two_partners_and_has_three_byes() -> None:
    for persons in of_kind(3):
        found = quality(persons, persons)
        assert len(plan(persons)) == persons
        assert found == Quality((0, 1), (found.opponents[0], 2), (3, 3), persons), persons
        assert found.opponents[0] <= 1


@pytest.mark.parametrize("numbers", in_short([NUMBERS[:20], NUMBERS[20:]], [NUMBERS[:20]]))
def test_part_of_a_schedule_repeats_no_partner_and_gives_nobody_many_byes(numbers: range) -> None:
    for persons in numbers:
        for rounds in range(1, len(plan(persons))):
            found = quality(persons, rounds)
            assert found.partners[1] == 1, (persons, rounds)
            assert found.byes[1] <= found.byes[0] + 2, (persons, rounds)


def test_after_its_last_round_a_schedule_begins_again() -> None:
    assert [scheduled(4, number) for number in (4, 5, 6)] == list(plan(4))
    assert quality(4, 6) == Quality((2, 2), (4, 4), (0, 0), 0)


def test_only_a_whole_schedule_without_gaps_is_perfect() -> None:
    assert [quality(12, 11).perfect, quality(12, 10).perfect, quality(10, 10).perfect] == [
        True,
        False,
        False,
    ]


def test_at_a_table_of_five_each_sits_out_one_game_and_meets_everybody_in_both_ways() -> None:
    games = five_games((1, 2, 3, 4, 5))
    assert [set(range(1, 6)) - {id_ for side in game for id_ in side} for game in games] == [
        {1},
        {2},
        {3},
        {4},
        {5},
    ]
    partners: dict[frozenset[int], int] = {}
    opponents: dict[frozenset[int], int] = {}
    for game in games:
        together, against = pairs_met([Table(game)])
        for pair in together:
            partners[pair] = partners.get(pair, 0) + 1
        for pair in against:
            opponents[pair] = opponents.get(pair, 0) + 1
    assert (len(partners), set(partners.values())) == (10, {1})
    assert (len(opponents), set(opponents.values())) == (10, {2})
