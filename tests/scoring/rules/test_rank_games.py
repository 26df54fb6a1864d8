"""Grand Seigneur and Always Last: ranks, seats, pushes and cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import (
    RANK_NAMES,
    VARIANTS,
    Deck,
    Push,
    Round,
    RuleError,
    RuleSet,
    advance,
    opening,
    play,
    rank_name,
)
from tests.scoring.rules.contract import codes_of, untimed

LORDS, LAST = RuleSet.of("grand_seigneur"), RuleSet.of("always_last")
SIZES = [(LORDS, players) for players in range(5, 13)] + [
    (LAST, players) for players in range(5, 11)
]


def after_one_round(rules, players):
    return advance(opening(rules, players), Round(range(players)))[0].next


def test_five_six_seven_and_eight_players_have_the_ranks_of_the_book():
    top = ("great_lord", "lord", "squire")
    assert after_one_round(LORDS, 5).ranks == (*top, "pauper", "wretch")
    assert after_one_round(LORDS, 6).ranks == (*top, "burgher", "pauper", "wretch")
    assert after_one_round(LORDS, 7).ranks == (*top, "grand_burgher", "burgher", "pauper", "wretch")
    assert after_one_round(LORDS, 8).ranks == (
        *top, "grand_burgher", "burgher", "pauper", "petty_pauper", "wretch",
    )  # fmt: skip


def test_each_further_player_adds_one_rank_and_takes_no_name_away():
    smaller = after_one_round(LORDS, 5).ranks
    for players in range(6, 13):
        larger = after_one_round(LORDS, players).ranks
        assert len(set(larger)) == len(larger) == players
        assert [key for key in larger if key in smaller] == list(smaller)
        assert larger[:2] == ("great_lord", "lord")
        assert larger[-1] == "wretch"
        smaller = larger


def test_always_last_numbers_the_ranks_between_the_first_and_the_last():
    assert after_one_round(LAST, 5).ranks == ("first", "2", "3", "4", "last")
    assert after_one_round(LAST, 10).ranks[-2:] == ("9", "last")


def test_every_rank_has_a_name():
    for rules, players in SIZES:
        names = [rank_name(key) for key in after_one_round(rules, players).ranks]
        assert len(set(names)) == players
    assert rank_name("petty_pauper") == RANK_NAMES["petty_pauper"] == "Petty Pauper"
    assert rank_name("7") == "7"


@pytest.mark.parametrize(
    ("players", "deck", "hands"),
    [
        (5, Deck(1, 55), (11,) * 5),
        (6, Deck(1, 55), (10,) + (9,) * 5),
        (7, Deck(2, 109), (16,) * 4 + (15,) * 3),
        (12, Deck(2, 109), (10,) + (9,) * 11),
    ],
)
def test_the_lords_deal_out_one_or_two_packs(players, deck, hands):
    settled = after_one_round(LORDS, players)
    assert (settled.deck, settled.hands) == (deck, hands)


@pytest.mark.parametrize(
    ("players", "hands"),
    [(5, (12,) * 5), (8, (12,) * 8), (9, (12,) * 9), (10, (11,) * 8 + (10,) * 2)],
)
def test_always_last_deals_twelve_cards_or_shares_out_108(players, hands):
    settled = after_one_round(LAST, players)
    assert (settled.deck, settled.hands) == (Deck(2, 108), hands)


def test_six_players_push_three_two_and_one():
    order = (3, 0, 5, 1, 4, 2)
    result, after = advance(opening(LORDS, 6), Round(order))
    assert after.pushes == result.next.pushes == (
        Push(2, 3, 3, "best"), Push(3, 2, 3, "any"),
        Push(4, 0, 2, "best"), Push(0, 4, 2, "any"),
        Push(1, 5, 1, "best"), Push(5, 1, 1, "any"),
    )  # fmt: skip


def test_five_players_push_one_card_less_and_the_middle_one_nothing():
    result, _ = advance(opening(LAST, 5), Round((4, 3, 2, 1, 0)))
    assert result.next.pushes == (
        Push(0, 4, 2, "best"),
        Push(4, 0, 2, "worst"),
        Push(1, 3, 1, "best"),
        Push(3, 1, 1, "worst"),
    )


def test_nobody_pushes_in_the_first_round():
    assert opening(LORDS, 7).pushes == ()
    assert opening(LORDS, 7).seating == tuple(range(7))


def test_nothing_is_scored_called_or_counted():
    position = opening(LORDS, 5)
    assert (position.columns, position.sides, position.totals, position.allowed_calls(0)) == (
        (),
        (),
        (),
        (),
    )
    result, after = advance(position, Round((1, 2, 3, 4)))
    assert (result.scores, result.totals, result.sweep, after.winners) == ((), (), None, ())
    everything = Round(
        (0, 1, 2, 3), {0: "tichu", 1: "blind"}, (50, 50), sweep=0, made=0, wish_violation=1
    )
    assert codes_of(position, everything) == [
        "points_not_allowed",
        "sweep_mismatch",
        "sweep_mismatch",
        "unknown_key",
        "call_not_allowed",
        "unknown_call",
    ]


def test_all_but_the_last_must_be_named():
    assert codes_of(opening(LAST, 6), Round((0, 1, 2, 3))) == ["order_incomplete"]
    assert codes_of(opening(LAST, 6), Round((0, 1, 2, 3, 3))) == ["duplicate_out"]


def test_the_company_may_agree_on_a_number_of_rounds():
    rules = RuleSet.of("always_last", {"round_limit": 2})
    game = play(rules, 5, [Round((0, 1, 2, 3)), Round((4, 3, 2, 1, 0))])
    assert (game.finished, game.winners) == (True, ())
    with pytest.raises(RuleError) as caught:
        play(rules, 5, [Round((0, 1, 2, 3))] * 3)
    assert [(one.round, one.code) for one in caught.value.mistakes] == [(3, "game_over")]


@untimed
@given(size=st.sampled_from(SIZES), data=st.data())
def test_everybody_sits_somewhere_and_pushes_balance(size, data):
    rules, players = size
    orders = data.draw(st.lists(st.permutations(range(players)), min_size=1, max_size=5))
    game = play(
        rules, players, [Round(order[: players - data.draw(st.booleans())]) for order in orders]
    )
    assert [one.next.seating for one in game.rounds] == [tuple(order) for order in orders]
    for one in game.rounds:
        settled = one.next
        assert sorted(settled.seating) == list(range(players))
        for seat in range(players):
            given_away = sum(push.cards for push in settled.pushes if push.giver == seat)
            assert given_away == sum(push.cards for push in settled.pushes if push.taker == seat)
        up = [push for push in settled.pushes if push.kind == "best"]
        assert all(
            settled.seating.index(push.giver) > settled.seating.index(push.taker) for push in up
        )
        assert sum(settled.hands) <= settled.deck.cards
        assert list(settled.hands) == sorted(settled.hands, reverse=True)
        assert max(settled.hands) - min(settled.hands) <= 1
    assert VARIANTS[rules.variant].is_rank_game
