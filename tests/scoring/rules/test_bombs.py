"""Bombs that a table noted: which there can be, that they score nothing, and who keeps them."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Round, RuleError, RuleSet, advance, opening, play
from scoring.rules.bombs import MOST, Bomb, is_bomb
from scoring.rules.record import answer, read_record, write_record
from tests.rule_errors import mistakes_of
from tests.scoring.rules.contract import untimed

PEOPLE = ("Anna", "Beat", "Carla", "Dino", "Elif", "Fritz")
# One round of each game with points, and its number of hands
PLAYED = {
    "nanking": (4, Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35))),
    "tientsin": (6, Round(out=(0, 2, 4))),
    "trichu": (4, Round(out=(3, 1, 0), card_points=(70, 30))),
    "wu_wang": (4, Round(out=(1, 2), calls={0: "tichu"})),
}
PLAYERS = {"nanking": 4, "tientsin": 6, "trichu": 3, "wu_wang": 3}


def with_bombs(played: Round, bombs: object) -> Round:
    return Round.from_data({**played.to_data(), "bombs": bombs})


def codes(variant: str, bombs: object) -> list[tuple[str, str]]:
    played = with_bombs(PLAYED[variant][1], bombs)
    try:
        advance(opening(RuleSet.of(variant, {}), PLAYERS[variant]), played)
    except RuleError as error:
        return [(one.code, one.field) for one in error.mistakes]
    return []


def possible() -> set[tuple[int, int]]:
    """All bombs of a pack, laid out card by card: how many cards, and the highest rank."""
    ranks = range(2, 15)
    fours = {(4, rank) for rank in ranks}
    straights = {
        (high - low + 1, high) for low, high in product(ranks, ranks) if high - low + 1 >= 5
    }
    return fours | straights | {(length, 0) for length, _ in fours | straights} | {(0, 0)}


def test_only_bombs_that_a_pack_has_are_possible():
    tried = set(product(range(-2, 16), range(-2, 17)))
    assert {one for one in tried if is_bomb(Bomb(0, *one))} == possible()


@pytest.mark.parametrize("variant", PLAYED)
def test_every_hand_may_have_some_and_no_other(variant: str):
    hands = PLAYED[variant][0]
    assert codes(variant, [[seat] for seat in range(hands)] * MOST) == []
    assert codes(variant, [[hands]]) == [("unknown_player", "bombs")]
    assert codes(variant, [[-1]]) == [("unknown_player", "bombs")]
    assert codes(variant, [[0]] * (MOST + 1)) == [("wrong_type", "bombs")]
    assert codes(variant, [[0, 4, 14], [1, 14]]) == [("wrong_type", "bombs")]


@pytest.mark.parametrize(("variant", "turns"), [("nanking_five", 5), ("nanking_pairs", 3)])
def test_only_those_who_play_the_round_have_bombs(variant: str, turns: int):
    players = 5 if turns == 5 else 6
    position = opening(RuleSet.of(variant, {}), players)
    for number in range(turns):  # everybody has sat out once
        playing = sorted(seat for side in position.sides for seat in side)
        for seat in range(players):
            played = Round(out=playing, card_points=(65, 35), bombs=[(seat, 4, 9)])
            if seat in playing:
                advance(position, played)
                continue
            found = mistakes_of(advance, position, played)
            assert found == [("unknown_player", "bombs")], (number, seat)
        _, position = advance(position, Round(out=playing, card_points=(65, 35)))


@pytest.mark.parametrize(
    "given_bombs", [[0], [[]], [[0, 4, 14, 1]], [[0, "4"]], [[0, True]], {}, 3]
)
def test_what_is_no_list_of_bombs_is_refused(given_bombs: object):
    data = {"out": [0, 2], "bombs": given_bombs}
    assert mistakes_of(Round.from_data, data) == [("wrong_type", "bombs")]


def test_too_many_entries_are_not_read():
    with pytest.raises(RuleError) as error:
        Round.from_data({"out": [0, 2], "bombs": [[0]] * 10_000})
    assert [one.code for one in error.value.mistakes] == ["wrong_type"]


@pytest.mark.parametrize("variant", ["grand_seigneur", "always_last"])
def test_a_game_without_points_has_none(variant: str):
    played = Round(out=range(6), bombs=[])
    with pytest.raises(RuleError) as error:
        advance(opening(RuleSet.of(variant, {}), 6), played)
    assert [(one.code, one.field) for one in error.value.mistakes] == [("unknown_key", "bombs")]


bombs = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(sorted(possible()))).map(
        lambda one: (one[0], *one[1])
    ),
    max_size=MOST,
)


@given(bombs)
def test_bombs_change_no_score_and_come_back_from_data(noted: list[tuple[int, ...]]):
    hands, played = PLAYED["nanking"]
    with_them = Round.from_data(json.loads(json.dumps({**played.to_data(), "bombs": noted})))
    assert Round.from_data(with_them.to_data()) == with_them
    assert sorted(with_them.bombs or ()) == sorted(noted)
    rules = RuleSet.of("nanking", {})
    assert play(rules, hands, [with_them]) == play(rules, hands, [played])


@untimed
@given(st.none() | bombs)
def test_a_record_that_is_kept_has_them_and_one_for_others_has_not(
    noted: list[tuple[int, ...]] | None,
):
    rules = RuleSet.of("nanking", {})
    played = Round(out=(0, 1, 2, 3), card_points=(65, 35), bombs=noted)
    kept = json.loads(json.dumps(write_record(PEOPLE[:4], rules, [played], kept=True)))
    assert read_record(kept, kept=True).rounds == (played,)
    told = write_record(PEOPLE[:4], rules, [played])
    assert told == write_record(PEOPLE[:4], rules, [Round(out=played.out, card_points=(65, 35))])
    assert answer(told)["ok"]


def test_none_noted_is_not_the_same_as_not_noted():
    plain, none = Round(out=(0, 2)), Round(out=(0, 2), bombs=())
    assert plain != none
    assert (plain.to_data(), none.to_data()) == ({"out": [0, 2]}, {"out": [0, 2], "bombs": []})


def test_a_score_record_of_others_may_not_have_them():
    record = write_record(PEOPLE[:4], RuleSet.of("nanking", {}), [Round(out=(0, 2))])
    record["rounds"][0]["bombs"] = [["Anna"]]
    (mistake,) = answer(record)["errors"]
    assert (mistake["code"], mistake["round"]) == ("unknown_key", 1)
