"""The steps of a podium."""

from itertools import combinations_with_replacement

from scoring.pages.podium import MOST, podium


def test_the_first_stands_highest_and_in_the_middle() -> None:
    steps = podium([1, 2, 3])
    assert [(step.rank, step.order) for step in steps] == [(1, 2), (2, 1), (3, 3)]
    assert [step.first for step in steps] == [True, False, False]


def test_whoever_is_level_stands_as_high_and_shares_the_stamp() -> None:
    for count in range(1, MOST + 1):
        for ranks in combinations_with_replacement((1, 2, 3), count):
            steps = podium(ranks)
            assert [step.index for step in steps] == list(range(count))
            assert sorted(step.order for step in steps) == list(range(1, count + 1))
            for one in steps:
                for other in steps:
                    assert (one.height > other.height) == (one.rank < other.rank)
                    assert one.first == (one.rank == 1)
                assert 0 < one.figure < one.foot < one.height


def test_there_are_no_steps_for_nobody_and_none_for_a_crowd() -> None:
    assert podium([]) == podium([1] * (MOST + 1)) == []
