"""A game that starts from a score ends as the whole one; a score that cannot be is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.carried import read_carried
from scoring.rules import NOTHING_CARRIED, Carried, RuleError, RuleSet, play
from scoring.rules.breakdown import breakdown_of
from tests.scoring.games import believable

NANKING = RuleSet.of("nanking")
ENDLESS = RuleSet.of("nanking", {"target_score": None, "round_limit": 12})


@given(st.integers(0, 200), st.integers(1, 11))
def test_a_game_cut_in_two_ends_as_the_whole_one(seed: int, at: int) -> None:
    """The second half, started from the score of the first, has the same numbers, totals and
    parts.
    """
    for rules in (NANKING, ENDLESS, RuleSet.of("tientsin", {"mercy_lead": 700})):
        players = 6 if rules.variant == "tientsin" else 4
        rounds = believable(rules, players, 12, seed)
        cut = min(at, len(rounds) - 1)
        whole, first = play(rules, players, rounds), play(rules, players, rounds[:cut])
        carried = Carried(cut, first.totals)
        rest = play(rules, players, rounds[cut:], carried=carried, new=cut + 1)
        assert [(one.number, one.scores, one.totals) for one in rest.rounds] == [
            (one.number, one.scores, one.totals) for one in whole.rounds[cut:]
        ]
        assert (rest.totals, rest.finished, rest.winners) == (
            whole.totals,
            whole.finished,
            whole.winners,
        )
        parts = breakdown_of(rounds, whole)[cut:]
        assert breakdown_of(rounds[cut:], rest) == parts
        data = carried.to_data()
        assert read_carried(rules, players, data) == carried == Carried.from_data(data)


@pytest.mark.parametrize("variant", ["trichu", "wu_wang"])
def test_three_players_and_the_dummy_each_carry_a_total(variant: str) -> None:
    rules = RuleSet.of(variant)
    carried = read_carried(rules, 3, {"rounds": 3, "totals": [100, -50, 205, 300]})
    played = believable(rules, 3, 2)
    whole, result = play(rules, 3, played), play(rules, 3, played, carried=carried)
    gained = [now - then for now, then in zip(result.totals, carried.totals, strict=True)]
    assert (gained, result.position.number) == (list(whole.totals), 6)


@pytest.mark.parametrize("variant", ["grand_seigneur", "always_last"])
def test_ranks_are_carried_by_the_seats(variant: str) -> None:
    """The seats are in order of rank, and the cards are pushed before the first round."""
    rules = RuleSet.of(variant, {"round_limit": 6})
    first = play(rules, 6, [believable(rules, 6, 1)[0]]).position
    carried = read_carried(rules, 6, {"rounds": 4})
    result = play(rules, 6, [], carried=carried)
    assert (result.position.number, result.position.seating) == (5, (0, 1, 2, 3, 4, 5))
    by_rank = {seat: rank for rank, seat in enumerate(first.seating)}
    assert [(push.giver, push.taker, push.cards) for push in result.position.pushes] == [
        (by_rank[push.giver], by_rank[push.taker], push.cards) for push in first.pushes
    ]
    rounds = believable(rules, 6, 9, after=result.position)
    assert len(rounds) == 2


BOTH_TOTALS = [("bad_points", "carried_0"), ("bad_points", "carried_1")]


@pytest.mark.parametrize(
    ("data", "mistakes"),
    [
        ({"rounds": 3, "totals": [416, 185]}, [("bad_points", "carried_0")]),
        ({"rounds": 3, "totals": [None, 10_005]}, BOTH_TOTALS),
        ({"rounds": 3, "totals": [415.0, True]}, BOTH_TOTALS),
        ({"rounds": 100, "totals": [415, 185]}, [("bad_rounds", "carried_rounds")]),
        ({"rounds": -1, "totals": [5, 0]}, [("bad_rounds", "carried_rounds")]),
        ({"rounds": 3, "totals": [1000, 185]}, [("carried_over", "carried")]),
        ({"rounds": 3, "totals": [415]}, [("wrong_type", "carried")]),
        ({"rounds": 3}, [("wrong_type", "carried")]),
        ({"rounds": 3, "totals": [415, 185], "x": 1}, [("wrong_type", "carried")]),
        ([3, 415, 185], [("wrong_type", "carried")]),
    ],
)  # fmt: skip
def test_a_score_that_cannot_be_is_refused(data: object, mistakes: list[tuple[str, str]]) -> None:
    with pytest.raises(RuleError) as caught:
        read_carried(NANKING, 4, data)
    assert [(one.code, one.field) for one in caught.value.mistakes] == mistakes


@pytest.mark.parametrize(
    ("settings", "score", "over"),
    [
        ({}, (1000, 1000), False),  # one more round decides
        ({"tie_at_target": "draw"}, (1000, 1000), True),
        ({"target_score": None}, (5000, 0), False),
        ({"mercy_lead": 400}, (500, 100), True),
        ({"mercy_lead": 400}, (495, 100), False),
        ({"round_limit": 3}, (300, 100), True),
        ({"round_limit": 4}, (300, 100), False),
    ],
)
def test_a_score_is_refused_if_it_ended_the_game(
    settings: dict[str, Any], score: tuple[int, int], over: bool
) -> None:
    rules, data = RuleSet.of("nanking", settings), {"rounds": 3, "totals": list(score)}
    if over:
        with pytest.raises(RuleError, match="already have ended"):
            read_carried(rules, 4, data)
    else:
        assert read_carried(rules, 4, data) == Carried(3, score)


def test_no_score_and_nil_nil_before_the_first_round_are_the_same() -> None:
    for data in (None, {}, {"rounds": 0, "totals": [0, 0]}):
        assert read_carried(NANKING, 4, data) == NOTHING_CARRIED
    assert read_carried(RuleSet.of("always_last"), 5, {"rounds": 0}) == NOTHING_CARRIED
    with pytest.raises(RuleError, match="no points"):
        read_carried(RuleSet.of("always_last"), 5, {"rounds": 2, "totals": [5]})
