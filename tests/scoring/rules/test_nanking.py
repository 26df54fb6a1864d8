"""Nanking: every legal round, every near miss, and the examples of the rule book."""

from itertools import product

import pytest

from scoring.rules import Round, RuleError, RuleSet, advance, opening, play
from tests.lengths import in_short
from tests.scoring.rules import oracle
from tests.scoring.rules.oracle import ANNA, BEAT, CARLA, DINO, STRANGER

NANKING = opening(RuleSet.of("nanking"), 4)
ENDS = [(out, points) for out in oracle.NO_SWEEPS for points in oracle.CARD_POINTS]
ENDS += [(out, None) for out in oracle.SWEEPS]
CALLS = [
    {seat: call for seat, call in enumerate(calls) if call}
    for calls in product((None, "tichu", "grand"), repeat=4)
]


def codes_of(position, played):
    try:
        advance(position, played)
    except RuleError as error:
        return {mistake.code for mistake in error.mistakes}
    return set()


@pytest.mark.parametrize("whole", in_short((False, True), (False,)))
def test_every_legal_round_scores_as_in_the_table(whole):
    """In short every end with two of the calls, and every call with six of the ends."""
    count = 0
    both = list(product(ENDS, CALLS))
    assert len(both) == 500 * 81 == 40_500
    for (out, points), calls in both if whole else [*both[::41], *product(ENDS[::97], CALLS)]:
        result, after = advance(NANKING, Round(out, calls, points))
        count += 1
        assert result.scores == oracle.scores(out, points, calls), (out, points, calls)
        assert result.totals == result.side_scores == after.totals == result.scores
        assert result.sweep == (None if points else oracle.TEAM[out[0]])
        assert result.calls_made == tuple(seat for seat in calls if seat == out[0])
        assert result.calls_failed == tuple(seat for seat in calls if seat != out[0])
        assert result.next.leader == after.leader == out[0]
        assert (after.number, after.finished, after.winners) == (2, False, ())
    assert count == (len(both) if whole else 988 + 6 * 81)


def test_the_player_left_over_may_be_named_or_left_off():
    for out, points in ENDS[::3]:
        for longer in (order for order in oracle.FULL_ORDERS if order[: len(out)] == out):
            short, full = Round(out, {}, points), Round(longer, {}, points)
            assert advance(NANKING, short) == advance(NANKING, full)


@pytest.mark.parametrize("step", in_short((1, 7), (7,)))
def test_every_near_miss_of_an_order_is_refused_with_the_codes_of_the_table(step):
    points = [
        None,
        (50, 50),
        (-25, 125),
        (52, 48),
        (50, 55),
        (-30, 130),
        (130, -30),
        (51, 48),
        (131, -30),
        (0, 0),
    ]
    everybody = (ANNA, BEAT, CARLA, DINO, STRANGER)
    outs = [
        out
        for length in range(6)
        for out in product(everybody, repeat=length)
        if length < 5 or len(set(out)) > 3
    ]
    # Ten points: seven meets every order and all points
    for out, shares in list(product(outs, points))[::step]:
        found = codes_of(NANKING, Round(out, {}, shares))
        certain = oracle.codes(out, shares)
        if STRANGER in out or len(set(out)) < len(out):
            # After a wrong name nothing may be claimed that is not certain; names and sums are
            # always told.
            names = certain & {"unknown_player", "duplicate_out"}
            sums = oracle.point_codes(shares) if shares else set()
            assert names <= found <= certain | sums, (out, shares)
            assert sums <= found or "points_not_allowed" in found, (out, shares)
        else:
            assert found == certain, (out, shares)


@pytest.mark.parametrize("whole", in_short((False, True), (False,)))
def test_every_pair_of_card_points_is_judged_as_in_the_table(whole):
    """In short those that make a hundred, or nearly, and those at the ends of what there is."""
    ends = {-40, -26, -25, -24, 0, 5, 99, 100, 101, 124, 125, 126, 140}
    for pair in product(range(-40, 141), repeat=2):
        if not whole and abs(sum(pair) - 100) > 1 and not ends.issuperset(pair):
            continue
        assert codes_of(NANKING, Round((ANNA, BEAT, CARLA), {}, pair)) == oracle.point_codes(
            pair
        ), pair


def test_any_points_in_any_sweep_are_refused():
    for out, pair in product(oracle.SWEEPS, [*oracle.CARD_POINTS, (0, 0), (200, 0), (1, 2)]):
        assert codes_of(NANKING, Round(out, {}, pair)) == {"points_not_allowed"}


def test_every_call_that_is_not_allowed_is_told_and_every_other_is_not():
    rules = RuleSet.of("nanking", {"grand_allowed": False, "partners_may_both_call": False})
    position = opening(rules, 4)
    words = (None, "tichu", "grand", "blind")
    for calls in product(words, repeat=4):
        given = {seat: call for seat, call in enumerate(calls) if call}
        expected = set()
        if "blind" in calls:
            expected.add("unknown_call")
        if "grand" in calls or (calls[0] and calls[2]) or (calls[1] and calls[3]):
            expected.add("call_not_allowed")
        assert codes_of(position, Round((ANNA, BEAT, CARLA), given, (50, 50))) == expected, calls


def test_where_grand_is_not_played_the_message_says_so():
    position = opening(RuleSet.of("nanking", {"grand_allowed": False}), 4)
    with pytest.raises(RuleError, match="Grand Tichu: this table plays Tichu only"):
        advance(position, Round((ANNA, BEAT, CARLA), {ANNA: "grand"}, (50, 50)))


def test_anna_makes_tichu_and_dino_fails_his_at_65_to_35():
    result, after = advance(
        NANKING, Round((ANNA, BEAT, CARLA), {ANNA: "tichu", DINO: "tichu"}, (65, 35))
    )
    assert result.scores == (165, -65)
    assert result.calls_made == (ANNA,)
    assert result.calls_failed == (DINO,)
    assert after.leader == ANNA


def test_a_call_is_lost_when_the_partner_is_first_also_in_a_sweep():
    result, _ = advance(NANKING, Round((CARLA, ANNA), {ANNA: "grand"}))
    assert result.scores == (0, 0)
    assert result.sweep == 0
    assert result.calls_failed == (ANNA,)


def test_both_partners_may_call_and_one_of_the_calls_fails():
    result, _ = advance(
        NANKING, Round((BEAT, ANNA, DINO), {BEAT: "grand", DINO: "tichu"}, (-25, 125))
    )
    assert result.scores == (-25, 225)


def test_a_missed_wish_gives_the_opponents_200_and_settles_the_calls():
    result, after = advance(
        NANKING, Round((ANNA,), {ANNA: "tichu", BEAT: "tichu"}, wish_violation=CARLA)
    )
    assert result.scores == (100, 100)
    assert result.sweep is None
    assert after.leader == ANNA


def test_a_missed_wish_before_anybody_is_out_fails_every_call():
    result, after = advance(
        NANKING, Round(calls={ANNA: "tichu", BEAT: "grand"}, wish_violation=DINO)
    )
    assert result.scores == (100, -200)
    assert result.calls_failed == (ANNA, BEAT)
    assert after.leader is None


def test_a_missed_wish_undoes_a_double_victory():
    result, _ = advance(NANKING, Round((ANNA, CARLA), wish_violation=CARLA))
    assert result.scores == (0, 200)
    assert result.sweep is None


@pytest.mark.parametrize(
    ("settings", "played", "fits"),
    [
        ({}, Round((ANNA,), wish_violation=BEAT), True),
        ({}, Round((ANNA,), wish_violation=ANNA), False),
        ({}, Round((ANNA, BEAT), wish_violation=CARLA), True),
        ({}, Round((ANNA, CARLA), wish_violation=BEAT), False),
        ({}, Round((ANNA, BEAT, CARLA), wish_violation=DINO), False),
        ({"recording": "first"}, Round((ANNA,), wish_violation=ANNA), False),
        ({"recording": "first"}, Round((ANNA,), wish_violation=CARLA), True),
        (
            {"recording": "points"},
            Round((), {ANNA: "tichu"}, made=ANNA, wish_violation=ANNA),
            False,
        ),
        ({"recording": "points"}, Round((), {ANNA: "tichu"}, wish_violation=ANNA), True),
    ],
)
def test_in_a_round_that_is_written_only_who_holds_cards_can_miss_a_wish(settings, played, fits):
    """A record of such a round, written elsewhere, is read and scored as it is."""
    rules = RuleSet.of("nanking", settings)
    assert play(rules, 4, [played]).rounds
    try:
        play(rules, 4, [played], new=1)
        found = []
    except RuleError as error:
        found = [(mistake.field, mistake.round) for mistake in error.mistakes]
    assert found == ([] if fits else [("wish_violation", 1)])


def test_no_card_points_in_a_round_that_a_missed_wish_stopped():
    assert codes_of(NANKING, Round((ANNA, BEAT, CARLA), {}, (50, 50), wish_violation=DINO)) == {
        "points_not_allowed"
    }


@pytest.mark.parametrize("offender", [-1, 4, 5])
def test_somebody_who_does_not_play_cannot_miss_a_wish(offender):
    assert codes_of(NANKING, Round(wish_violation=offender)) == {"unknown_player"}


def test_a_failed_call_pays_the_opponents_where_the_house_says_so():
    position = opening(RuleSet.of("nanking", {"failed_call_pays_opponents": True}), 4)
    result, _ = advance(
        position, Round((ANNA, BEAT, CARLA), {ANNA: "tichu", DINO: "grand"}, (65, 35))
    )
    assert result.scores == (365, 35)


def test_every_value_of_the_house_is_used():
    settings = {
        "tichu_value": 50,
        "grand_value": 150,
        "sweep_value": 100,
        "wish_penalty": 80,
        "extra_calls": {"blind": 400},
    }
    position = opening(RuleSet.of("nanking", settings), 4)
    calls = {ANNA: "blind", BEAT: "tichu", CARLA: "grand"}
    assert advance(position, Round((ANNA, CARLA), calls))[0].scores == (100 + 400 - 150, -50)
    assert advance(position, Round((), {}, wish_violation=ANNA))[0].scores == (0, 80)


def test_own_calls_stay_allowed_where_grand_is_not():
    position = opening(
        RuleSet.of("nanking", {"grand_allowed": False, "extra_calls": {"blind": 400}}), 4
    )
    assert position.allowed_calls(ANNA) == ("tichu", "blind")
    assert NANKING.allowed_calls(ANNA) == ("tichu", "grand")
