"""Which refusals are conflicts: what others did meanwhile stands in the way, nothing was wrong in
itself.
"""

import pytest

from scoring.rules import Conflict, Round, RuleError, RuleSet, advance, opening, play

RULES = RuleSet.of("nanking", {"target_score": 200})
OVER = Round.from_data({"out": [0, 2]})
PLAYED = Round.from_data({"out": [0, 1, 2], "card_points": [50, 50]})
WRONG = Round.from_data({"out": [0, 1, 2], "card_points": [50, 51]})


def refused(rounds, new=None):
    with pytest.raises(RuleError) as caught:
        play(RULES, 4, rounds, new=new)
    return caught.value


def test_a_round_that_is_wrong_in_itself_is_no_conflict():
    assert not isinstance(refused([WRONG], new=1), Conflict)
    assert not isinstance(refused([PLAYED, WRONG]), Conflict)


@pytest.mark.parametrize("late", [PLAYED, WRONG])
def test_a_round_after_the_end_is_a_conflict_whatever_else_is_wrong_with_it(late):
    error = refused([OVER, late], new=2)
    assert isinstance(error, Conflict)
    assert "game_over" in {mistake.code for mistake in error.mistakes}
    position = advance(opening(RULES, 4), OVER)[1]
    with pytest.raises(Conflict):
        advance(position, late)


def test_what_is_wrong_in_another_round_does_not_hide_the_conflict():
    assert isinstance(refused([OVER, WRONG, PLAYED]), Conflict)
