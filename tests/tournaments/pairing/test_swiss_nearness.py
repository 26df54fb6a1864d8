"""Who meets whom by points and places, once nobody stands in the way: held against trying all."""

import random
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from tests.lengths import examples, in_short
from tests.tournaments.pairing.swiss_fields import (
    Played,
    field_of,
    pairs_of,
    reasons_of,
    round_of,
    texts,
)
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.values import Number

BEFORE = [round_of((90, 91))]  # a round was played, among others


def pairings(ids: list[int]) -> list[list[tuple[int, int]]]:
    """Every way to pair an even number."""
    if not ids:
        return [[]]
    first, *rest = ids
    return [
        [(first, other), *more]
        for other in rest
        for more in pairings([one for one in rest if one != other])
    ]


@examples(
    30,
    60,
    points=st.lists(
        st.sampled_from([0, 1, 2, 3, Fraction(1, 3), Fraction(7, 2), 10**6, 10**6 + 1]), max_size=8
    ),
    seed=st.integers(0, 999),
)
def test_the_squares_of_the_differences_of_points_are_least(
    points: list[Number], seed: int
) -> None:
    points = sorted(points[: len(points) // 2 * 2], reverse=True) or [0, 0]
    own = dict(enumerate(points))
    chance = random.Random(seed)
    past = [
        round_of((min(pair), max(pair)))
        for pair in (chance.sample(range(len(own)), 2) for _ in own)
    ]
    met = {frozenset(table.everybody) for drawn in past for table in drawn.tables}
    ways = [way for way in pairings(list(own)) if not any(frozenset(pair) in met for pair in way)]
    draw = Swiss().draw(field_of(own, past))
    if ways:
        apart = sum((own[a] - own[b]) ** 2 for a, b in pairs_of(draw))
        assert apart == min(sum((own[a] - own[b]) ** 2 for a, b in way) for way in ways)


@pytest.mark.parametrize("size", in_short([2, 8, 50, 200, 1000], [2, 8, 50, 200]))
def test_the_top_half_of_a_group_meets_its_bottom_half(size: int) -> None:
    draw = Swiss().draw(field_of(dict.fromkeys(range(size), 3), BEFORE))
    assert pairs_of(draw) == [(id_, id_ + size // 2) for id_ in range(size // 2)]


def test_each_group_is_slid_by_itself_and_the_odd_one_floats_from_its_foot() -> None:
    points = {
        **dict.fromkeys(range(1, 6), 2),
        **dict.fromkeys(range(6, 9), 1),
        **dict.fromkeys(range(9, 13), 0),
    }
    draw = Swiss().draw(field_of(points, BEFORE))
    assert pairs_of(draw) == [(1, 3), (2, 4), (5, 6), (7, 8), (9, 11), (10, 12)]
    assert reasons_of(draw) == {
        (1, 3): ["same_points"],
        (2, 4): ["same_points"],
        (5, 6): ["floated"],
        (7, 8): ["same_points"],
        (9, 11): ["same_points"],
        (10, 12): ["same_points"],
    }
    assert texts(draw.tables[2].reasons) == ["#5 floated down: an odd number had the same points."]


@pytest.mark.parametrize("seed", range(8))
def test_the_rest_of_a_group_is_slid_anew_where_somebody_in_its_middle_has_floated(
    seed: int,
) -> None:
    # all but 3 have met everybody below
    below = (6, 7, 8)
    past = [round_of((high, low)) for high in (1, 2, 4, 5) for low in below]
    points = {**dict.fromkeys(range(1, 6), 2), **dict.fromkeys(below, 1)}
    draw = Swiss().draw(field_of(points, past, seed=seed))
    assert pairs_of(draw) == [(1, 4), (2, 5), (3, 6), (7, 8)]


@pytest.mark.parametrize("seed", range(8))
def test_a_bye_out_of_the_middle_of_a_group_does_not_shift_the_slide(seed: int) -> None:
    past = [round_of((1, 90), (2, 91), (4, 92), (5, 93)), round_of((3, 94), byes=[1, 2, 4, 5])]
    draw = Swiss().draw(field_of(dict.fromkeys(range(1, 6), 2), past, seed=seed))
    assert (draw.byes, pairs_of(draw)) == ((3,), [(1, 4), (2, 5)])


@pytest.mark.parametrize("size", [8, 300])
@pytest.mark.parametrize(
    ("way", "reason"), [("slide", "first_slide"), ("adjacent", "first_adjacent")]
)
def test_the_first_round_goes_as_the_director_chose_and_says_so(
    size: int, way: str, reason: str
) -> None:
    half = size // 2
    draw = Swiss().draw(field_of(dict.fromkeys(range(size), 0), first_round=way))
    slide = [(id_, id_ + half) for id_ in range(half)]
    assert pairs_of(draw) == (
        slide if way == "slide" else [(id_, id_ + 1) for id_ in range(0, size, 2)]
    )
    assert reasons_of(draw) == {pair: [reason] for pair in pairs_of(draw)}


def test_the_first_round_is_drawn_by_lot_and_says_so() -> None:
    draw = Swiss().draw(field_of(dict.fromkeys(range(5), 0), seed=3))
    assert reasons_of(draw) == {pair: ["drawn_by_lot"] for pair in pairs_of(draw)}
    assert texts(draw.warnings) == [f"Bye for #{draw.byes[0]}, by lot."]


def test_every_pair_comes_out_of_the_lot_about_as_often_as_any_other() -> None:
    times: dict[tuple[int, ...], int] = {}
    for seed in range(600):
        for pair in pairs_of(Swiss().draw(field_of(dict.fromkeys(range(4), 0), seed=seed))):
            times[pair] = times.get(pair, 0) + 1
    assert len(times) == 6
    assert all(150 <= count <= 250 for count in times.values())


def test_where_a_group_cannot_stay_together_it_says_so_and_a_rematch_says_why() -> None:
    draw = Swiss().draw(field_of({1: 1, 2: 1, 3: 0, 4: 0}, [round_of((1, 2))]))
    assert pairs_of(draw) == [(1, 3), (2, 4)]
    assert texts(draw.tables[0].reasons) == [
        "#1 floated down: not all with the same points could meet each other."
    ]
    again = Swiss().draw(field_of({1: 1, 2: 0}, [round_of((1, 2))]))
    assert reasons_of(again) == {(1, 2): ["floated", "rematch_unavoidable"]}
    assert texts(again.tables[0].warnings) == [
        "#1 and #2 have met before (times: 1, last in round 1)."
    ]


def test_a_table_says_where_a_nearer_opponent_was_of_the_same_club() -> None:
    points = dict.fromkeys((1, 2, 3, 4), 0)
    draw = Swiss().draw(field_of(points, BEFORE, {1: "Bern", 3: "Bern"}))
    assert reasons_of(draw)[pairs_of(draw)[0]] == ["same_points", "club_avoided"]
    assert texts(draw.tables[0].reasons)[1] == (
        "#1 and #3 are closer in the standings but are kept apart: both are from the club Bern."
    )
    apart = Swiss().draw(field_of({1: 2, 2: 2, 3: 1, 4: 1}, BEFORE, {1: "Bern", 2: "Bern"}))
    assert list(reasons_of(apart).values()) == [["floated", "club_avoided"]] * 2
    free = Swiss().draw(field_of(points, BEFORE, {1: "Bern", 2: "Bern"}))
    assert reasons_of(free) == {(1, 3): ["same_points"], (2, 4): ["same_points"]}


def test_clubs_are_the_reason_only_where_those_two_would_meet_without_them() -> None:
    """Else it is a float of the round before, or somebody else."""
    said = spared = 0
    for seed in range(12):
        chance = random.Random(seed)
        played, here = Played(), range(1, 13)
        clubs = {id_: chance.choice(("Bern", "Basel", "Chur")) for id_ in here}
        for _ in range(4):
            draw, free = played.draw(here, clubs, seed), played.draw(here, None, seed)
            meeting = {frozenset(pair) for pair in pairs_of(free)}
            named = {
                frozenset((note.params["own"], note.params["nearer"]))
                for table in draw.tables
                for note in table.reasons
                if note.code == "club_avoided"
            }
            assert named <= meeting
            said += len(named)
            spared += sum(
                clubs[own] == clubs[other]
                and abs(played.points[own] - played.points[other])
                < abs(played.points[own] - played.points[met])
                and frozenset((own, other)) not in meeting | played.met
                for a, b in pairs_of(draw)
                for own, met in ((a, b), (b, a))
                for other in here
                if other != own
            )
            played.add(draw)
            played.win(draw, chance)
    assert said > 5
    assert spared > 5


def test_a_bye_says_why_and_who_came_first_but_was_needed() -> None:
    draw = Swiss().draw(field_of({1: 1, 2: 0, 3: 0}, [round_of((1, 9), (2, 8), (3, 7))]))
    assert texts(draw.warnings) == [
        "Bye for #3: fewest byes (0), then fewest rounds missed (0), then the lowest place."
    ]
    clubs = {1: "Bern", 2: "Bern"}
    passed = Swiss().draw(field_of({1: 1, 2: 0, 3: 0}, [round_of((1, 9), (2, 8), (3, 7))], clubs))
    assert (passed.byes, [note.code for note in passed.warnings]) == (
        (2,),
        ["bye", "bye_passed_on"],
    )
    assert passed.relaxed == ()


def test_tables_are_numbered_by_their_better_placed_side_and_fixed_ones_are_kept() -> None:
    played = Played()
    draw = played.draw([1, 2, 3, 4, 5, 6], first_round="adjacent")
    assert [(table.number, table.everybody) for table in draw.tables] == [
        (1, (1, 2)),
        (2, (3, 4)),
        (3, (5, 6)),
    ]
