"""Swiss draws: what must never happen while it can be avoided, held against matchings found without
the code.
"""

import random
from itertools import combinations

import pytest
from hypothesis import strategies as st

from scoring.rules import RuleError
from tests.lengths import examples
from tests.tournaments.pairing.swiss_fields import (
    Played,
    best,
    drawn_best,
    field_of,
    pairs_of,
    round_of,
    texts,
)
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.values import Draw, Entrant, Field, SessionRound

CLUBS = ("", "", "Bern", "Basel", "Chur")


def whole(draw: Draw, here: list[int]) -> bool:
    """Everybody is in it once, and at most one has a bye."""
    placed = [id_ for table in draw.tables for id_ in table.everybody] + list(draw.byes)
    return sorted(placed) == sorted(here) and len(draw.byes) == len(here) % 2


def reversed_field(field: Field) -> Field:
    return Field(field.entrants[::-1], field.past, field.number, field.seed, field.settings)


def pairings(ids: tuple[int, ...]) -> list[list[frozenset[int]]]:
    """Every way to pair an even number."""
    if not ids:
        return [[]]
    first, *rest = ids
    return [
        [frozenset((first, other)), *more]
        for other in rest
        for more in pairings(tuple(one for one in rest if one != other))
    ]


@examples(
    40,
    120,
    size=st.integers(1, 8),
    density=st.sampled_from([0.2, 0.5, 0.8, 0.95]),
    seed=st.integers(0, 10**6),
)
def test_trying_all_finds_no_draw_with_fewer_rematches_fewer_byes_or_fewer_tables_of_one_club(
    size: int, density: float, seed: int
) -> None:
    chance = random.Random(seed)
    ids = tuple(range(size))
    met = {frozenset(pair) for pair in combinations(ids, 2) if chance.random() < density}
    byes = {id_: chance.randrange(3) for id_ in ids}
    clubs = {id_: chance.choice(CLUBS) for id_ in ids}
    past = [round_of(*[(min(pair), max(pair))]) for pair in sorted(map(tuple, met))]
    past += [round_of(byes=[id_]) for id_ in ids for _ in range(byes[id_])]
    field = field_of({id_: size - id_ for id_ in ids}, past, clubs, seed)
    draw = Swiss().draw(field)
    assert whole(draw, list(ids))
    tried = [
        (
            sum(pair in met for pair in way),
            byes[bye] if bye is not None else 0,
            sum(
                len({clubs[id_] for id_ in pair}) == 1 and "" not in {clubs[id_] for id_ in pair}
                for pair in way
            ),
        )
        for bye in (ids if size % 2 else [None])
        for way in pairings(tuple(id_ for id_ in ids if id_ != bye))
    ]
    done = drawn_best(draw, met, byes, clubs)
    rematches, byes_before, _ = min(tried)
    assert (done.rematches, done.byes_before) == (rematches, byes_before)
    if not rematches:  # with rematches, those who met least often come before clubs
        assert done.same_club == min(tried)[2]
    assert [note.code for note in draw.relaxed] == [
        code
        for code, given_up in (
            ("same_club", done.same_club),
            ("bye_again", done.byes_before),
            ("rematch", done.rematches),
        )
        if given_up
    ]


@examples(
    12,
    40,
    size=st.integers(2, 60),
    density=st.sampled_from([0.1, 0.5, 0.85, 0.95]),
    seed=st.integers(0, 10**6),
    one_club=st.booleans(),
)
def test_no_matching_over_the_whole_field_does_better(
    size: int, density: float, seed: int, one_club: bool
) -> None:
    chance = random.Random(seed)
    ids = list(range(size))
    met = {frozenset(pair) for pair in combinations(ids, 2) if chance.random() < density}
    byes = {id_: chance.randrange(2) for id_ in ids}
    clubs = {id_: "Bern" if one_club else chance.choice(CLUBS) for id_ in ids}
    # one round for all meetings, so that all rematches are alike and clubs decide among them
    past = [
        round_of(
            *((min(pair), max(pair)) for pair in sorted(met, key=sorted)),
            byes=[i for i in ids if byes[i]],
        )
    ]
    draw = Swiss().draw(field_of({id_: chance.randrange(6) for id_ in ids}, past, clubs, seed))
    assert whole(draw, ids)
    assert drawn_best(draw, met, byes, clubs) == best(ids, met, byes, clubs)


@examples(
    8,
    25,
    size=st.integers(1, 14),
    rounds=st.integers(1, 16),
    seed=st.integers(0, 10**6),
    clubs=st.sampled_from([0, 1, 3]),
)
def test_a_whole_tournament_gives_up_only_what_it_must_and_no_order_of_inputs_changes_it(
    size: int, rounds: int, seed: int, clubs: int
) -> None:
    chance = random.Random(seed)
    played = Played()
    names = {id_: f"Club {chance.randrange(clubs)}" for id_ in range(size)} if clubs else {}
    for _ in range(rounds):
        here = [id_ for id_ in range(size) if chance.random() < 0.9] or [0]
        draw = played.draw(here, names, seed)
        fields = Field(
            played.entrants(here, names),
            tuple(played.past),
            len(played.past) + 1,
            seed,
            {"rounds": None, "clubs_apart": True},
        )
        assert draw == Swiss().draw(reversed_field(fields))
        assert whole(draw, here)
        could, done = (
            best(here, played.met, played.byes, names),
            drawn_best(draw, played.met, played.byes, names),
        )
        assert (done.rematches, done.byes_before) == (could.rematches, could.byes_before)
        if not could.rematches:
            assert done == could
        played.add(draw, [id_ for id_ in range(size) if id_ not in here])
        played.win(draw, chance)


@examples(6, 20, size=st.integers(5, 25), seed=st.integers(0, 10**6))
def test_with_absent_late_and_withdrawn_ones_the_bye_goes_by_byes_then_missed_rounds_then_place(
    size: int, seed: int
) -> None:
    chance = random.Random(seed)
    played = Played()
    late, gone = {0: 3, 1: 2}, {2: 3}
    missed = dict.fromkeys(range(size), 0)
    for number in range(1, min(size // 2, 7)):  # few enough that rematches never stand in the way
        here = [
            id_
            for id_ in range(size)
            if late.get(id_, 0) <= number and gone.get(id_, 99) > number and chance.random() < 0.85
        ]
        if len(here) < 2 * number + 3:
            continue
        draw = played.draw(here, seed=seed, first_round="slide")
        places = {one.id: one.place for one in played.entrants(here)}
        if len(here) % 2:
            first = min(here, key=lambda id_: (played.byes[id_], missed[id_], -places[id_]))
            assert draw.byes == (first,)
        for id_ in set(range(size)) - set(here):
            missed[id_] += 1
        played.add(draw)
        played.win(draw, chance)


def test_nobody_has_a_second_bye_while_rematches_can_be_avoided_without_one() -> None:
    played = Played()
    for _ in range(10):
        draw = played.draw(list(range(21)))
        assert (draw.relaxed, [played.byes[bye] for bye in draw.byes]) == ((), [0])
        played.add(draw)


def test_the_entrant_with_the_id_0_can_have_the_bye_and_a_second_one() -> None:
    past = [round_of((1, 2), byes=[0]), round_of((0, 2), byes=[1]), round_of((0, 1), byes=[2])]
    draw = Swiss().draw(field_of({1: 2, 2: 2, 0: 2}, past))
    assert (draw.byes, pairs_of(draw)) == ((0,), [(1, 2)])
    assert texts(draw.relaxed) == [
        "Another bye for #0 (byes before: 1): it could not be avoided.",
        "Some meet again: unavoidable (tables: 1).",
    ]


def test_a_bye_passes_on_where_the_others_could_not_be_matched_without_a_rematch() -> None:
    # 1 has met all but 5, who comes first for the bye
    past = [
        round_of((1, 2), (3, 8), (4, 9), (5, 7)),
        round_of((1, 3), (2, 8), (4, 7), (5, 9)),
        round_of((1, 4), (2, 7), (3, 9), (5, 8)),
    ]
    draw = Swiss().draw(field_of({1: 3, 2: 2, 3: 1, 4: 0, 5: 0}, past))
    assert (draw.byes, pairs_of(draw), draw.relaxed) == ((4,), [(1, 5), (2, 3)], ())


def test_a_second_bye_is_given_rather_than_a_rematch_drawn() -> None:
    # 1 and 5 have had no bye, but only they can meet each other
    past = [
        round_of((1, 2), (3, 5), byes=[4]),
        round_of((1, 3), (4, 5), byes=[2]),
        round_of((1, 4), (2, 5), byes=[3]),
    ]
    draw = Swiss().draw(field_of({1: 3, 2: 2, 3: 1, 4: 0, 5: 0}, past))
    assert (draw.byes, pairs_of(draw)) == ((4,), [(1, 5), (2, 3)])
    assert [note.code for note in draw.relaxed] == ["bye_again"]


def test_a_rematch_is_drawn_where_trying_a_second_bye_does_not_help() -> None:
    past = [round_of((1, 2), (3, 4)), round_of((1, 3), (2, 4)), round_of((1, 4), (2, 3))]
    draw = Swiss().draw(field_of({1: 3, 2: 2, 3: 1, 4: 0, 5: 0}, past))
    assert (draw.byes, [note.code for note in draw.relaxed]) == ((4,), ["rematch"])


def test_who_has_met_least_often_meets_again_then_who_met_longest_ago() -> None:
    twice, once, last = round_of((1, 2), (3, 4)), round_of((1, 3), (2, 4)), round_of((1, 4), (2, 3))
    points = {1: 4, 2: 4, 3: 0, 4: 0}
    assert pairs_of(Swiss().draw(field_of(points, [twice, twice, once, last]))) == [(1, 3), (2, 4)]
    assert pairs_of(Swiss().draw(field_of(points, [once, last, twice]))) == [(1, 3), (2, 4)]
    assert pairs_of(Swiss().draw(field_of(points, [last, once, twice]))) == [(1, 4), (2, 3)]


def test_clubs_are_not_kept_apart_at_the_price_of_a_rematch() -> None:
    past = [round_of((1, 3), (2, 4)), round_of((1, 4), (2, 3))]
    draw = Swiss().draw(
        field_of({1: 2, 2: 1, 3: 1, 4: 0}, past, {1: "Bern", 2: "Bern", 3: "Chur", 4: "Chur"})
    )
    assert pairs_of(draw) == [(1, 2), (3, 4)]
    assert texts(draw.relaxed) == ["Clubs could not be kept apart (tables: 2)."]
    assert [texts(table.warnings) for table in draw.tables] == [
        ["Both are from Bern."],
        ["Both are from Chur."],
    ]


def test_one_table_of_a_club_is_one_and_not_all() -> None:
    clubs = dict.fromkeys(range(1, 8), "Bern")
    draw = Swiss().draw(field_of(dict.fromkeys(range(1, 11), 0), [], clubs))
    assert drawn_best(draw, set(), {}, clubs).same_club == 2


def test_clubs_do_not_matter_where_the_setting_is_off() -> None:
    entrants = tuple(Entrant(id_, id_, club="Bern") for id_ in (1, 2, 3, 4))
    draw = Swiss().draw(Field(entrants))
    assert (draw.relaxed, [table.warnings for table in draw.tables]) == ((), [(), ()])


def test_the_lot_of_round_1_comes_from_the_seed_alone() -> None:
    points = dict.fromkeys(range(1, 21), 0)
    draws = {seed: Swiss().draw(field_of(points, seed=seed)) for seed in (1, 2, 3)}
    assert draws[1] == Swiss().draw(reversed_field(field_of(points, seed=1)))
    assert len({str(sorted(pairs_of(draw))) for draw in draws.values()}) == 3


def test_who_is_not_here_does_not_weigh() -> None:
    past = [SessionRound(round_of((1, 9), (2, 8)).tables, byes=(7,))]
    assert pairs_of(Swiss().draw(field_of({1: 1, 2: 1}, past))) == [(1, 2)]


def test_one_entrant_alone_has_the_bye() -> None:
    draw = Swiss().draw(field_of({0: 0}))
    assert (draw.tables, draw.byes) == ((), (0,))


@pytest.mark.parametrize(
    ("field", "code"),
    [
        (Field((), settings={"rounds": 3}), "too_few"),
        (Field((Entrant(1, 1), Entrant(2, 2)), number=4, settings={"rounds": 3}), "stage_over"),
        (Field((Entrant(1, 1), Entrant(2, 2)), settings={"first_round": "up"}), None),
    ],
)
def test_there_is_no_draw_without_anybody_or_after_the_last_round(
    field: Field, code: str | None
) -> None:
    with pytest.raises(RuleError) as refused:
        Swiss().draw(field)
    assert code is None or [mistake.code for mistake in refused.value.mistakes] == [code]
