"""Victory points hand by hand, by table and against a recount from the rounds themselves."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import strategies as st

from scoring.rules import Round, preset
from tests.lengths import examples
from tests.tournaments.standings.points.matches import (
    A,
    B,
    C,
    D,
    E,
    awards,
    game,
    played_game,
    points,
    random_rounds,
    sums_are_right,
)
from tournaments.standings.lines import Hand, Played

CHAMPIONSHIP = preset("german_championship").rules
SEATS = (A, B, C, D)


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (Round((0, 1, 2), {}, (65, 35)), (2, 0)),
        (Round((0, 1, 2), {}, (50, 50)), (1, 1)),
        (Round((0, 1, 2), {0: "tichu"}, (30, 70)), (2, 0)),  # 130 : 70
        (Round((0, 1, 2), {0: "tichu"}, (0, 100)), (1, 1)),  # 100 : 100
        (Round((0, 1, 2), {2: "tichu"}, (100, 0)), (1, 1)),  # 0 : 0
        (Round((0, 2), {}), (3, 0)),
        (Round((1, 3), {}), (0, 3)),
        (Round((0, 2), {2: "tichu"}), (3, 0)),  # level, 0 : 0
        (Round((0, 2), {2: "tichu", 1: "tichu"}), (3, 0)),
        (Round((1, 3), {0: "tichu"}), (0, 3)),
        (Round((), {}, wish_violation=0), (0, 2)),
    ],
)
def test_a_hand_gives_its_victory_points_calls_included(
    played: Round, expected: tuple[int, int]
) -> None:
    found = points(awards("hands", played_game(CHAMPIONSHIP, [played], SEATS)))
    assert (found[A], found[B]) == (found[C], found[D])
    assert (found[A], found[B]) == expected


def test_the_four_numbers_are_settings() -> None:
    hands = Played(
        ((A,), (B,)), (Hand((60, 40)), Hand((50, 50)), Hand((200, 0), 0), Hand((0, 100)))
    )
    found = awards("hands", hands, win=1, draw=0.5, sweep=2, loss=0.5)
    assert points(found) == {A: 1 + Fraction(1, 2) + 2 + Fraction(1, 2), B: Fraction(1, 2) * 3 + 1}
    assert found[A].parts == (
        ("Hands won with both out first: %(hands)s", {"hands": 1}, 2),
        ("Hands won: %(hands)s", {"hands": 1}, 1),
        ("Hands drawn: %(hands)s", {"hands": 1}, Fraction(1, 2)),
        ("Hands lost: %(hands)s", {"hands": 1}, Fraction(1, 2)),
    )


def test_a_sweep_stays_with_its_side_when_the_seats_change_between_games() -> None:
    games = [game((60, 40)), Played(((B,), (A,)), (Hand((200, 0), 0), Hand((0, 200), 1)))]
    found = awards("hands", *games)
    assert points(found) == {A: 2 + 3, B: 3}
    assert [found[id_].line.sweeps for id_ in (A, B)] == [1, 1]
    uneven = [game((60, 40)), Played(((B,), (A,)), (Hand((200, 0), 0),))]
    assert points(awards("hands", *uneven)) == {A: 2, B: 3}


def recount(rounds: list[Round], side: int) -> int:
    """Victory points straight from what the table wrote: no Grand Tichu, a sweep is 100."""
    made = 0
    for one in rounds:
        score = list(one.card_points or (0, 0))
        sweeper = None
        if one.wish_violation is not None:
            score[1 - one.wish_violation % 2] = 200
        elif one.card_points is None:
            sweeper = one.out[0] % 2
            score[sweeper] = 100
        for seat, _ in one.calls:
            score[seat % 2] += 100 if one.out[:1] == (seat,) else -100
        if sweeper is not None:
            made += 3 if sweeper == side else 0
        else:
            made += 1 + (score[side] > score[1 - side]) - (score[side] < score[1 - side])
    return made


@examples(20, 200, st.integers(0, 10**9))
def test_random_tables_agree_with_a_recount_and_give_two_or_three_a_hand(seed: int) -> None:
    rounds = random_rounds(CHAMPIONSHIP, 4, 4, Random(seed))
    found = awards("hands", played_game(CHAMPIONSHIP, rounds, SEATS))
    assert points(found) == {
        A: recount(rounds, 0),
        B: recount(rounds, 1),
        C: recount(rounds, 0),
        D: recount(rounds, 1),
    }
    sweeps = sum(one.card_points is None and one.wish_violation is None for one in rounds)
    assert sum(recount(rounds, side) for side in (0, 1)) == 2 * len(rounds) + sweeps
    assert found[A].line.sweeps + found[B].line.sweeps == sweeps
    assert found[A].line.points_against == found[B].line.points
    assert sums_are_right(found)
    calls = [seat for one in rounds for seat, _ in one.calls]
    made = [seat for one in rounds for seat, _ in one.calls if one.out[:1] == (seat,)]
    for seat, id_ in enumerate(SEATS):
        assert found[id_].line.calls_made == made.count(seat)
        assert found[id_].line.calls_failed == calls.count(seat) - made.count(seat)
        assert found[id_].line.penalties == sum(one.wish_violation == seat for one in rounds)


@examples(20, 200, st.integers(0, 10**9))
def test_at_a_table_of_five_everybody_has_the_hands_they_played(seed: int) -> None:
    chance = Random(seed)
    games, expected, hands = (
        [],
        dict.fromkeys((A, B, C, D, E), 0),
        dict.fromkeys((A, B, C, D, E), 0),
    )
    for sits_out in (A, B, C, D, E):
        four = chance.sample([id_ for id_ in (A, B, C, D, E) if id_ != sits_out], 4)
        rounds = random_rounds(CHAMPIONSHIP, 4, 1, chance)
        games.append(played_game(CHAMPIONSHIP, rounds, four))
        for seat, id_ in enumerate(four):
            expected[id_] += recount(rounds, seat % 2)
            hands[id_] += 1
    found = awards("hands", *games)
    assert points(found) == expected
    assert (
        {id_: award.line.hands for id_, award in found.items()} == hands == dict.fromkeys(hands, 4)
    )
    assert points(awards("hands", *reversed(games))) == expected
    assert sums_are_right(found)
    for id_, award in found.items():
        mates = {m for one in games for side in one.sides if id_ in side for m in side} - {id_}
        foes = {
            f
            for one in games
            for side in one.sides
            if any(id_ in s for s in one.sides) and id_ not in side
            for f in side
        }
        assert (award.line.partners, award.line.opponents) == (
            tuple(sorted(mates)),
            tuple(sorted(foes)),
        )


def test_somebody_at_the_table_who_never_played_has_an_empty_line() -> None:
    found = awards("hands", game((60, 40), sides=((A, C), (B, D))), everybody=(A, B, C, D, E))
    assert (found[E].line.hands, found[E].line.points, found[E].parts) == (0, 0, ())
