"""When a game is over, who has won, and what comes after."""

import pytest

from scoring.rules import Round, RuleError, RuleSet, advance, opening, play

ANNA, BEAT, CARLA, DINO = range(4)
SWEEP, THEIR_SWEEP = Round((ANNA, CARLA)), Round((BEAT, DINO))


def shares(first, second):
    return Round((ANNA, BEAT, CARLA), {}, (first, second))


def nanking(**settings):
    return RuleSet.of("nanking", settings)


def ends(rules, *rounds):
    game = play(rules, 4, rounds)
    return game.totals, game.finished, game.winners


def test_the_first_team_at_a_thousand_wins():
    assert ends(nanking(), *[SWEEP] * 4) == ((800, 0), False, ())
    assert ends(nanking(), *[SWEEP] * 5) == ((1000, 0), True, (0,))


def test_the_higher_total_wins_where_both_get_there_in_one_round():
    rounds = [SWEEP, THEIR_SWEEP] * 4 + [shares(50, 50)] * 3
    assert ends(nanking(), *rounds, shares(40, 60)) == ((990, 1010), True, (1,))
    assert ends(nanking(), *rounds, shares(50, 50), SWEEP) == ((1200, 1000), True, (0,))


def test_equal_totals_at_the_target_are_played_on():
    level = [SWEEP, THEIR_SWEEP] * 4 + [shares(50, 50)] * 4
    assert ends(nanking(), *level) == ((1000, 1000), False, ())
    assert ends(nanking(), *level, shares(50, 50)) == ((1050, 1050), False, ())
    assert ends(nanking(), *level, shares(45, 55)) == ((1045, 1055), True, (1,))


def test_equal_totals_at_the_target_are_a_draw_where_the_house_says_so():
    level = [SWEEP, THEIR_SWEEP] * 4 + [shares(50, 50)] * 4
    assert ends(nanking(tie_at_target="draw"), *level) == ((1000, 1000), True, (0, 1))


def test_equal_totals_below_the_target_are_no_draw():
    assert ends(nanking(tie_at_target="draw"), SWEEP, THEIR_SWEEP) == ((200, 200), False, ())


def test_the_last_round_of_a_number_of_rounds_ends_the_game():
    rules = nanking(target_score=None, round_limit=2)
    assert ends(rules, SWEEP) == ((200, 0), False, ())
    assert ends(rules, SWEEP, THEIR_SWEEP) == ((200, 200), True, (0, 1))
    assert ends(rules, SWEEP, shares(40, 60)) == ((240, 60), True, (0,))


def test_whichever_comes_first_ends_a_game_with_a_target_and_a_number_of_rounds():
    rules = nanking(target_score=300, round_limit=3)
    assert ends(rules, SWEEP, SWEEP) == ((400, 0), True, (0,))
    assert ends(rules, SWEEP, THEIR_SWEEP, shares(50, 50)) == ((250, 250), True, (0, 1))


def test_a_lead_ends_the_game_for_the_leader_where_the_house_says_so():
    rules = nanking(mercy_lead=400)
    assert ends(rules, SWEEP, shares(100, 0), shares(95, 5)) == ((395, 5), False, ())
    assert ends(rules, SWEEP, THEIR_SWEEP, THEIR_SWEEP, THEIR_SWEEP) == ((200, 600), True, (1,))


def test_in_columns_by_the_head_the_lead_is_over_the_next_column():
    # The dealer and the Table have the same 200, so neither leads, however far behind the others
    # are.
    rules = RuleSet.of("trichu", {"mercy_lead": 100, "round_limit": None})
    game = play(rules, 3, [Round((0, 3))])
    assert (game.totals, game.finished) == ((200, 0, 0, 200), False)
    game = play(rules, 3, [Round((0, 3)), Round((2, 3))])
    assert (game.totals, game.finished, game.winners) == ((200, 0, 200, 400), True, (3,))


def test_a_game_without_target_and_number_of_rounds_never_ends():
    assert ends(nanking(target_score=None), *[SWEEP] * 50) == ((10_000, 0), False, ())


def test_no_round_comes_after_the_end():
    with pytest.raises(RuleError) as caught:
        play(nanking(target_score=200), 4, [SWEEP, SWEEP, shares(50, 55)])
    assert [(one.round, one.code) for one in caught.value.mistakes] == [
        (2, "game_over"),
        (3, "points_sum"),
        (3, "game_over"),
    ]
    with pytest.raises(RuleError) as caught:  # what comes after the end does not undo it
        play(nanking(target_score=200), 4, [SWEEP, THEIR_SWEEP, SWEEP])
    assert [(one.round, one.code) for one in caught.value.mistakes] == [
        (2, "game_over"),
        (3, "game_over"),
    ]
    _, after = advance(opening(nanking(target_score=200), 4), SWEEP)
    with pytest.raises(RuleError) as caught:
        advance(after, SWEEP)
    assert [(one.round, one.code) for one in caught.value.mistakes] == [(2, "game_over")]


def test_the_end_is_not_concluded_from_the_score_of_a_broken_round():
    with pytest.raises(RuleError) as caught:
        play(
            nanking(target_score=200),
            4,
            [shares(50, 55), SWEEP, SWEEP, Round((9, 1, 2), {}, (50, 50))],
        )
    assert [(one.round, one.code) for one in caught.value.mistakes] == [
        (1, "points_sum"),
        (4, "unknown_player"),
    ]


def test_a_number_of_rounds_ends_the_game_also_when_one_of_them_is_broken():
    with pytest.raises(RuleError) as caught:
        play(nanking(round_limit=2), 4, [shares(50, 55), SWEEP, SWEEP])
    assert [(one.round, one.code) for one in caught.value.mistakes] == [
        (1, "points_sum"),
        (3, "game_over"),
    ]


def test_playing_a_game_is_advancing_round_by_round():
    rounds = [SWEEP, shares(50, 50), Round((BEAT, CARLA, ANNA), {DINO: "tichu"}, (30, 70)), SWEEP]
    position, results = opening(nanking(), 4), []
    for played in rounds:
        assert (position.number, position.leader) == (
            len(results) + 1,
            results[-1].next.leader if results else None,
        )
        result, position = advance(position, played)
        results.append(result)
    game = play(nanking(), 4, rounds)
    assert (game.rounds, game.position, game.columns) == (
        tuple(results),
        position,
        ((0, 2), (1, 3)),
    )
