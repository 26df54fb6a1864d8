"""Points by place where everybody plays alone."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from scoring.rules import Round, RuleSet, play
from tests.lengths import examples
from tests.rule_errors import codes_of
from tests.tournaments.standings.points.matches import (
    A,
    B,
    C,
    D,
    E,
    awards,
    game,
    points,
    random_rounds,
    ranked,
    sums_are_right,
)
from tournaments.standings.lines import Hand, Line, Played

THREE = ((A,), (B,), (C,))
DOPPELKOPF = [[3, 1, -1, -3], [4, 2, 0, -2, -4]]


@pytest.mark.parametrize(
    ("totals", "settings", "expected", "places"),
    [
        ((300, 200, 100), {}, (12, 6, 0), (1, 2, 3)),
        ((100, 300, 100), {}, (3, 12, 3), (Fraction(5, 2), 1, Fraction(5, 2))),
        ((100, 100, 100), {}, (6, 6, 6), (2, 2, 2)),
        ((-50, -100, 0), {"most": 1}, (Fraction(1, 2), 0, 1), (2, 3, 1)),
        ((300, 200, 100), {"table": [[4, 3, 2, 1]]}, (4, Fraction(5, 2), 1), (1, 2, 3)),
        ((300, 200, 100), {"table": [[9, 0]]}, (9, Fraction(9, 2), 0), (1, 2, 3)),
        (
            (300, 200, 100),
            {"table": [[8, 2, 1, 1]]},
            (Fraction(15, 2), 1, Fraction(1, 2)),
            (1, 2, 3),
        ),
        (
            (200, 200, 100),
            {"table": [[4, 3, 2, 1], [5, 2, 1]]},
            (Fraction(7, 2), Fraction(7, 2), 1),
            (1.5, 1.5, 3),
        ),
    ],
)
def test_the_totals_of_the_evening_make_the_places(
    totals: tuple[int, ...],
    settings: dict[str, Any],
    expected: tuple[object, ...],
    places: tuple[object, ...],
) -> None:
    found = awards("places", game(totals, sides=THREE), **settings)
    assert points(found) == dict(zip((A, B, C), expected, strict=True))
    assert [found[id_].line.places for id_ in (A, B, C)] == [(place,) for place in places]
    assert sums_are_right(found)


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        (4, (3, 1, -1, -3)),
        (5, (4, 2, 0, -2, -4)),
        (3, (3, 0, -3)),
        (6, (4, Fraction(12, 5), Fraction(4, 5), Fraction(-4, 5), Fraction(-12, 5), -4)),
    ],
)
def test_each_size_of_table_has_its_list_or_the_nearest_spread_over_its_places(
    people: int, expected: tuple[int, ...]
) -> None:
    ids = tuple(range(1, people + 1))
    assert points(awards("places", ranked(ids), table=DOPPELKOPF)) == dict(
        zip(ids, expected, strict=True)
    )


def test_the_mean_place_of_the_evening_counts_in_games_without_points() -> None:
    found = awards("places", ranked((A, B, C, D, E), (B, A, C, E, D), (A, C, B, D, E)))
    assert points(found) == {A: 12, B: 9, C: 6, D: 3, E: 0}
    assert found[A].line == Line(
        1,
        points=12,
        points_against=Fraction(9 + 6 + 3 + 0, 4),
        opponents=(B, C, D, E),
        hands=3,
        places=(1,),
    )


def test_places_stay_with_people_when_the_seats_change_between_games() -> None:
    moved = Played(((C,), (A,), (B,)), (Hand(order=(1, 2, 0)),))  # out: A, B, C
    assert points(awards("places", ranked((A, B, C)), moved)) == {A: 12, B: 6, C: 0}


def test_every_hand_can_have_places_of_its_own() -> None:
    found = awards("places", ranked((A, B, C), (B, A, C)), by="hand", most=1)
    assert points(found) == {A: Fraction(3, 2), B: Fraction(3, 2), C: 0}
    assert found[A].line.places == (1, 2)
    assert [text % params for text, params, _ in found[C].parts] == ["Place 3 of 3 in a hand"] * 2
    with_points = awards(
        "places", game((70, 70, 30), (0, 200, 200), sides=THREE), by="hand", most=2
    )
    assert points(with_points) == {A: Fraction(3, 2), B: 3, C: Fraction(3, 2)}


def test_a_table_at_which_nothing_was_played_gives_nothing() -> None:
    assert awards("places", Played(THREE))[A].line == Line(1, opponents=(B, C))


def test_people_who_play_together_are_refused_with_a_sentence() -> None:
    assert codes_of(awards, "places", game((60, 40), sides=((A, C), (B, D)))) == ["wrong_table"]


@examples(20, 200, st.integers(0, 10**9), st.sampled_from(["trichu", "wu_wang"]))
def test_random_games_with_a_dummy_give_their_table_always_the_same(
    seed: int, variant: str
) -> None:
    rules = RuleSet.of(variant)
    result = play(rules, 3, random_rounds(rules, 3, 9, Random(seed)))
    hands = tuple(Hand(one.scores[:3], one.sweep) for one in result.rounds)
    found = awards("places", Played(THREE, hands))
    assert sum(award.line.points for award in found.values()) == 18
    assert [award.line.score for award in found.values()] == list(result.totals[:3])
    assert {award.line.sweeps for award in found.values()} == {0}
    for id_, total in zip((A, B, C), result.totals, strict=False):
        better = sum(other > total for other in result.totals[:3])
        level = result.totals[:3].count(total)
        assert found[id_].line.points == Fraction(sum([12, 6, 0][better : better + level]), level)
    assert sums_are_right(found)


@examples(
    20,
    200,
    st.integers(0, 10**9),
    st.sampled_from(["evening", "hand"]),
    st.sampled_from([[], DOPPELKOPF, [[4, 3, 2, 1]]]),
)
def test_random_rank_games_share_out_the_whole_list(
    seed: int, by: str, table: list[list[int]]
) -> None:
    chance = Random(seed)
    people, hands = chance.randrange(5, 11), chance.randrange(1, 4)
    rounds = [Round(chance.sample(range(people), people)) for _ in range(hands)]
    result = play(RuleSet.of("always_last"), people, rounds)
    ids = tuple(range(1, people + 1))
    one = ranked(*(tuple(seat + 1 for seat in result_.next.seating) for result_ in result.rounds))
    found = awards("places", one, by=by, table=table)
    each = {
        "[]": Fraction(12 * people, 2),
        str(DOPPELKOPF): Fraction(0),
        "[[4, 3, 2, 1]]": Fraction(5 * people, 2),
    }[str(table)]
    assert sum(award.line.points for award in found.values()) == each * (
        hands if by == "hand" else 1
    )
    assert sums_are_right(found)
    best = min(ids, key=lambda id_: sum(played.out.index(id_ - 1) for played in rounds))
    if by == "evening":
        assert found[best].line.points == max(award.line.points for award in found.values())
