"""Tientsin: six players, and the triple victory."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Round, RuleSet, advance, opening
from tests.scoring.rules.contract import codes_of, untimed

ANNA, BEAT, CARLA, DINO, EVA, FELIX = range(6)
TIENTSIN = opening(RuleSet.of("tientsin"), 6)


def test_three_of_one_team_first_score_300_and_nothing_is_counted():
    for out in permutations((BEAT, DINO, FELIX)):
        result, after = advance(TIENTSIN, Round(out, {out[1]: "tichu"}))
        assert (result.scores, result.sweep, after.leader) == ((0, 200), 1, out[0])


def test_two_of_one_team_first_are_no_sweep():
    result, _ = advance(TIENTSIN, Round((ANNA, CARLA, BEAT, EVA, DINO), {}, (70, 30)))
    assert (result.scores, result.sweep) == ((70, 30), None)


def test_the_round_goes_on_until_the_fifth_is_out():
    assert codes_of(TIENTSIN, Round((ANNA, CARLA, BEAT, EVA), {}, (70, 30))) == ["order_incomplete"]
    assert codes_of(TIENTSIN, Round((ANNA, CARLA), {}, (70, 30))) == ["order_incomplete"]
    assert codes_of(TIENTSIN, Round((ANNA, CARLA))) == ["order_incomplete"]


def test_card_points_are_missing_after_a_mixed_start():
    assert codes_of(TIENTSIN, Round((ANNA, BEAT))) == ["order_incomplete", "points_missing"]


def test_three_partners_may_call_unless_the_table_says_otherwise():
    calls = {ANNA: "tichu", CARLA: "tichu", EVA: "grand"}
    played = Round((EVA, BEAT, ANNA, CARLA, DINO), calls, (50, 50))
    assert advance(TIENTSIN, played)[0].scores == (50, 50)
    strict = opening(RuleSet.of("tientsin", {"partners_may_both_call": False}), 6)
    assert codes_of(strict, played) == ["call_not_allowed", "call_not_allowed"]


@untimed
@given(
    out=st.permutations(range(6)),
    share=st.integers(-5, 25).map(lambda step: 5 * step),
    calls=st.dictionaries(st.integers(0, 5), st.sampled_from(["tichu", "grand"])),
)
def test_both_sides_together_get_the_cards_or_the_sweep_and_the_calls(out, share, calls):
    swept = len({seat % 2 for seat in out[:3]}) == 1
    result, after = advance(TIENTSIN, Round(out, calls, None if swept else (share, 100 - share)))
    worth = {"tichu": 100, "grand": 200}
    settled = sum(worth[call] if seat == out[0] else -worth[call] for seat, call in calls.items())
    assert sum(result.scores) == (300 if swept else 100) + settled
    assert after.totals == result.totals == result.scores
