"""Trichu and Wu Wang: three players and a dummy that scores for itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import DUMMY_NAME, VARIANTS, Round, RuleError, RuleSet, advance, opening, play
from tests.scoring.rules.contract import codes_of, untimed

ANNA, BEAT, CARLA, DUMMY = range(4)
TRICHU = opening(RuleSet.of("trichu"), 3)
WU_WANG = opening(RuleSet.of("wu_wang"), 3)


def rounds_of(position):
    """A legal round under this position, of any kind."""

    def build(out, share, calls, wish):
        swept = any(set(out[:2]) == set(side) for side in position.sides)
        legal = {seat: call for seat, call in calls.items() if call in position.allowed_calls(seat)}
        if wish is not None:
            return Round(out[: wish[1]], legal, wish_violation=wish[0])
        return Round(out, legal, None if swept else (share, 100 - share))

    return st.builds(
        build,
        st.permutations(range(4)),
        st.integers(-5, 25).map(lambda step: 5 * step),
        st.dictionaries(st.integers(0, 3), st.sampled_from(["tichu", "grand"])),
        st.none() | st.none() | st.tuples(st.integers(0, 2), st.integers(0, 2)),
    )


def test_the_first_dealer_and_the_first_king_are_the_first_in_the_list():
    assert TRICHU.sides == WU_WANG.sides == ((ANNA, DUMMY), (BEAT, CARLA))
    assert TRICHU.columns == WU_WANG.columns == ((ANNA,), (BEAT,), (CARLA,), (DUMMY,))
    assert (TRICHU.dealer, TRICHU.king, WU_WANG.dealer, WU_WANG.king) == (ANNA, None, None, ANNA)


def test_the_dummy_has_a_name_of_its_own_in_each_game():
    assert DUMMY_NAME == "dummy"
    assert {key: one.dummy_name for key, one in VARIANTS.items() if one.has_dummy} == {
        "trichu": "the Table",
        "wu_wang": "the Minister",
    }


def test_each_member_of_a_side_writes_down_the_whole_score_of_the_side():
    result, after = advance(
        TRICHU, Round((BEAT, ANNA, CARLA), {BEAT: "grand", DUMMY: "tichu"}, (40, 60))
    )
    assert result.side_scores == (-60, 260)
    assert result.scores == (-60, 260, 260, -60)
    assert after.totals == (-60, 260, 260, -60)


def test_dealer_and_table_sweep_for_200():
    result, _ = advance(TRICHU, Round((DUMMY, ANNA), {DUMMY: "tichu"}))
    assert (result.scores, result.sweep, result.calls_made) == ((300, 0, 0, 300), 0, (DUMMY,))


def test_the_deal_passes_to_the_left_through_all_three():
    mixed = Round((ANNA, CARLA, BEAT), {}, (50, 50))
    played = play(RuleSet.of("trichu"), 3, [mixed, mixed, Round((BEAT, DUMMY))])
    assert [one.next.dealer for one in played.rounds] == [CARLA, BEAT, ANNA]
    assert [one.sides[0] for one in played.rounds] == [(ANNA, DUMMY), (CARLA, DUMMY), (BEAT, DUMMY)]


def test_the_deal_passes_to_the_right_where_the_table_says_so():
    rules = RuleSet.of("trichu", {"deal_passes": "right"})
    mixed = Round((ANNA, BEAT, CARLA), {}, (50, 50))
    played = play(rules, 3, [mixed, mixed, Round((CARLA, DUMMY))])
    assert [one.next.dealer for one in played.rounds] == [BEAT, CARLA, ANNA]


def test_the_first_out_is_the_next_king_and_the_minister_leaves_the_king():
    game = play(
        RuleSet.of("wu_wang"),
        3,
        [
            Round((CARLA, BEAT)),
            Round((DUMMY, CARLA)),
            Round((BEAT, ANNA)),
            Round(wish_violation=BEAT),
        ],
    )
    assert [one.next.king for one in game.rounds] == [CARLA, CARLA, BEAT, BEAT]
    assert [one.scores for one in game.rounds] == [
        (0, 200, 200, 0),
        (0, 0, 200, 200),
        (200, 200, 0, 0),
        (200, 0, 200, 0),
    ]


@pytest.mark.parametrize("position", [TRICHU, WU_WANG])
def test_the_dummy_and_its_partner_call_tichu_alone(position):
    assert [position.allowed_calls(seat) for seat in range(4)] == [
        ("tichu",),
        ("tichu", "grand"),
        ("tichu", "grand"),
        ("tichu",),
    ]
    everybody_grand = Round((BEAT, ANNA, CARLA), dict.fromkeys(range(4), "grand"), (50, 50))
    assert codes_of(position, everybody_grand) == ["call_not_allowed"] * 2


def test_own_calls_are_for_those_who_may_call_grand():
    position = opening(RuleSet.of("trichu", {"extra_calls": {"blind": 400}}), 3)
    assert codes_of(position, Round((BEAT, ANNA, CARLA), {ANNA: "blind"}, (50, 50))) == [
        "call_not_allowed"
    ]
    assert advance(position, Round((BEAT, ANNA, CARLA), {BEAT: "blind"}, (50, 50)))[0].scores == (
        50,
        450,
        450,
        50,
    )


def test_dealer_and_dummy_are_partners_where_one_call_a_side_is_the_rule():
    position = opening(RuleSet.of("trichu", {"partners_may_both_call": False}), 3)
    both = Round((BEAT, ANNA, CARLA), {ANNA: "tichu", DUMMY: "tichu"}, (50, 50))
    assert codes_of(position, both) == ["call_not_allowed"]
    assert advance(TRICHU, both)[0].scores == (-150, 50, 50, -150)


def test_who_may_call_grand_moves_with_the_deal():
    rounds = [Round((BEAT, CARLA)), Round((BEAT, ANNA), {ANNA: "grand", CARLA: "grand"})]
    with pytest.raises(RuleError) as caught:
        play(RuleSet.of("trichu"), 3, rounds)
    assert [(one.round, one.code, one.params["player"]) for one in caught.value.mistakes] == [
        (2, "call_not_allowed", CARLA)
    ]


def test_the_dummy_need_not_fulfil_a_wish():
    assert codes_of(TRICHU, Round(wish_violation=DUMMY)) == ["unknown_player"]


def test_nine_rounds_and_the_dummy_can_win():
    game = play(RuleSet.of("trichu"), 3, [Round((DUMMY, seat)) for seat in (0, 2, 1) * 3])
    assert (game.finished, game.totals, game.winners) == (True, (600, 600, 600, 1800), (DUMMY,))


def test_mistakes_of_a_broken_round_are_not_held_against_the_next_king():
    # Nobody knows who was first in round 1, so neither who may call in round 2, nor whether it was
    # a sweep.
    unknown = [Round((9, ANNA, BEAT), {}, (50, 50)), Round((ANNA, BEAT), {CARLA: "grand"}, None)]
    with pytest.raises(RuleError) as caught:
        play(RuleSet.of("wu_wang"), 3, unknown)
    assert [(one.round, one.code) for one in caught.value.mistakes] == [(1, "unknown_player")]
    # Beat stands first, but also third: one of the two is wrong.
    twice = [
        Round((BEAT, ANNA, BEAT), {}, (50, 50)),
        Round((ANNA, CARLA, BEAT), {BEAT: "grand"}, (50, 50)),
    ]
    with pytest.raises(RuleError) as caught:
        play(RuleSet.of("wu_wang"), 3, twice)
    assert [(one.round, one.code) for one in caught.value.mistakes] == [(1, "duplicate_out")]
    # The first out is clear although the points are wrong, so Beat is king and may not call Grand
    # Tichu.
    known = [
        Round((BEAT, ANNA, DUMMY), {}, (50, 55)),
        Round((ANNA, BEAT, CARLA), {BEAT: "grand"}, (50, 50)),
    ]
    with pytest.raises(RuleError) as caught:
        play(RuleSet.of("wu_wang"), 3, known)
    assert [(one.round, one.code) for one in caught.value.mistakes] == [
        (1, "points_sum"),
        (2, "call_not_allowed"),
    ]


@pytest.mark.parametrize("variant", ["trichu", "wu_wang"])
@settings(untimed, max_examples=25)  # other ones with every run
@given(data=st.data())
def test_columns_carry_the_sides_and_the_partner_moves_on(variant, data):
    rules = RuleSet.of(variant, {"round_limit": None})
    position = opening(rules, 3)
    rounds, results = [], []
    for _ in range(data.draw(st.integers(1, 4))):
        played = data.draw(rounds_of(position))
        before = position
        result, position = advance(position, played)
        rounds.append(played)
        results.append(result)
        side_of = {seat: index for index, side in enumerate(before.sides) for seat in side}
        assert result.scores == tuple(result.side_scores[side_of[seat]] for seat in range(4))
        partner = position.dealer if variant == "trichu" else position.king
        assert position.sides == (
            (partner, DUMMY),
            tuple(seat for seat in range(3) if seat != partner),
        )
        if variant == "trichu":
            assert position.dealer == (before.dealer + 2) % 3
        else:
            first = played.out[0] if played.out else DUMMY
            assert position.king == (before.king if first == DUMMY else first)
    game = play(rules, 3, rounds)
    assert (game.rounds, game.position) == (tuple(results), position)
    assert game.totals == tuple(sum(one.scores[seat] for one in results) for seat in range(4))
