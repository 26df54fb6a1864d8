import random
from collections import Counter

import pytest

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.rule_errors import codes_of
from tests.tournaments.pairing.individual.events import (
    field_of,
    met,
    people,
    play,
    repeats,
    round_of,
    shuffled_places,
)
from tournaments.pairing.individual import Individual
from tournaments.pairing.individual.history import history
from tournaments.pairing.values import Draw, Entrant, SessionRound, Table

METHODS = ("random", "level")


def seats(draw: Draw) -> list[int]:
    return sorted([*(id_ for table in draw.tables for id_ in table.everybody), *draw.byes])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", in_short([16, 20, 28], [16, 20]))
def test_the_one_seating_that_repeats_no_partner_is_found(count: int, method: str) -> None:
    past = play([people(count)] * (count - 2), method="schedule")
    last = Individual().draw(field_of(people(count), past, method=method))
    partners, _ = met(past)
    assert repeats(last.tables, partners) == 0
    assert len(partners) + count // 2 == count * (count - 1) // 2


@pytest.mark.parametrize("seed", in_short([0, 1, 3, 5], [0]))
def test_a_small_field_gets_through_all_partners_without_a_repeat(seed: int) -> None:
    for count, rounds in ((4, 3), (5, 5), (8, 7), (9, 9), (12, 9)):
        past = play([people(count)] * rounds, seed, odd="byes", rounds=rounds)
        assert set(met(past)[0].values()) == {1}, count


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", in_short([20, 24, 48], [20, 24]))
def test_six_rounds_of_a_club_evening_repeat_nothing(count: int, method: str) -> None:
    partners, opponents = met(play(shuffled_places(count, 6, count), method=method))
    assert set(partners.values()) == {1}
    assert set(opponents.values()) == {1} or count == 20


@pytest.mark.parametrize("method", METHODS)
def test_as_few_tables_of_five_as_there_can_be(method: str) -> None:
    for count, odd, *expected in (
        (4, "fives", 1, 0, 0),
        (5, "fives", 0, 1, 0),
        (6, "fives", 1, 0, 2),
        (7, "fives", 1, 0, 3),
        (9, "fives", 1, 1, 0),
        (10, "fives", 0, 2, 0),
        (11, "fives", 2, 0, 3),
        (14, "fives", 1, 2, 0),
        (15, "fives", 0, 3, 0),
        (49, "fives", 11, 1, 0),
        (50, "fives", 10, 2, 0),
        (51, "fives", 9, 3, 0),
        (51, "byes", 12, 0, 3),
    ):
        draw = Individual().draw(field_of(people(count), method=method, odd=odd))
        found = Counter(len(table.everybody) for table in draw.tables)
        assert [found[4], found[5], len(draw.byes)] == expected, (count, odd)
        assert seats(draw) == list(range(1, count + 1))
        assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))
        assert [note.code for note in draw.relaxed] == (
            ["no_fives"] if odd == "fives" and draw.byes else []
        )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("case", in_short([(30, 5), (50, 9)], [(30, 5)]))
def test_nobody_is_at_a_table_of_five_twice_before_everybody_was_once(
    case: tuple[int, int], method: str
) -> None:
    count, rounds = case
    past = play(shuffled_places(count, rounds, 1), method=method)
    for until in range(1, rounds + 1):
        fives = Counter(
            id_
            for one in past[:until]
            for table in one.tables
            if len(table.sides) == 5
            for id_ in table.everybody
        )
        assert max(fives.values()) == -(-until * 10 // count)


@pytest.mark.parametrize("method", METHODS)
def test_nobody_has_a_bye_twice_before_everybody_had_one(method: str) -> None:
    past = play(shuffled_places(15, 9, 1), method=method, odd="byes")
    for until in range(1, 10):
        byes = Counter(id_ for one in past[:until] for id_ in one.byes)
        assert max(byes.values()) == -(-until * 3 // 15)


def test_a_table_of_five_names_its_five_games_and_says_so() -> None:
    (table,) = Individual().draw(field_of(people(5))).tables
    assert table.sides == ((1,), (2,), (3,), (4,), (5,))
    assert len(table.games) == 5
    assert [note.code for note in table.reasons] == ["by_lot", "five"]


def test_by_ranks_neighbours_meet_and_the_sides_are_level() -> None:
    draw = Individual().draw(field_of(people(12), method="level"))
    assert [table.sides for table in draw.tables] == [
        ((1, 4), (2, 3)),
        ((5, 8), (6, 7)),
        ((9, 12), (10, 11)),
    ]
    assert [note.text % note.params for note in draw.tables[1].reasons] == [
        "By ranks: places 5 8 play against places 6 7."
    ]


def test_by_ranks_a_bye_goes_to_the_lowest_who_had_none() -> None:
    past = [SessionRound((), (13,))]
    draw = Individual().draw(field_of(people(13), past, method="level", odd="byes"))
    assert draw.byes == (12,)


def test_by_ranks_near_people_meet_in_later_rounds_too() -> None:
    past = play(shuffled_places(48, 5, 2), method="level")
    draw = Individual().draw(field_of(people(48), past, method="level"))
    far = [max(table.everybody) - min(table.everybody) for table in draw.tables]
    assert max(far) <= 12
    assert not draw.relaxed


@pytest.mark.parametrize("method", ["random", "level", "schedule"])
@pytest.mark.parametrize("count", in_short([9, 14, 22, 24], [9, 14, 24]))
def test_the_same_seed_draws_the_same_and_the_order_of_the_field_changes_nothing(
    count: int, method: str
) -> None:
    past = play(shuffled_places(count, 2, 1), method=method)
    field = people(count)
    draws = [
        Individual().draw(field_of(entrants, past, 7, method=method))
        for entrants in (field, field, random.Random(3).sample(field, count))
    ]
    assert draws[1:] == draws[:1] * 2


def test_another_seed_and_another_round_draw_otherwise() -> None:
    draws = [Individual().draw(field_of(people(24), (), seed)).tables for seed in (1, 2)]
    later = Individual().draw(field_of(people(24), [SessionRound()], 1)).tables
    assert len({draws[0], draws[1], later}) == 3


@pytest.mark.parametrize("method", METHODS)
def test_two_of_a_club_are_kept_apart_where_the_event_wants_it(method: str) -> None:
    field = [Entrant(id_, id_, club=f"club {id_ % 6}" if id_ % 7 else "") for id_ in range(1, 25)]
    clubs = {entrant.id: entrant.club for entrant in field}
    draw = Individual().draw(field_of(field, method=method, clubs_apart=True))
    assert not draw.relaxed
    for table in draw.tables:
        named = [clubs[id_] for id_ in table.everybody if clubs[id_]]
        assert len(named) == len(set(named))


def test_clubs_that_cannot_be_kept_apart_are_named_at_the_table_and_for_the_round() -> None:
    field = [Entrant(id_, id_, club="us") for id_ in (1, 2)] + [Entrant(3, 3), Entrant(4, 4)]
    draw = Individual().draw(field_of(field, clubs_apart=True))
    assert [(note.code, note.params) for note in draw.relaxed] == [("same_club", {"count": 1})]
    assert [note.text % note.params for note in draw.tables[0].warnings] == [
        "#1 and #2 are of the same club."
    ]
    assert not Individual().draw(field_of(field)).relaxed


def test_partners_who_must_come_again_are_named_most_important_last() -> None:
    past = play([people(4)] * 3)
    draw = Individual().draw(field_of(people(4), past))
    assert [note.code for note in draw.relaxed] == ["opponents_again", "partners_again"]


def test_a_table_is_not_warned_of_those_who_meet_again_like_everybody() -> None:
    past = play([people(4)] * 3)  # each has been the partner of each
    assert not Individual().draw(field_of(people(4), past)).tables[0].warnings
    # The fifth comes now, and has been nobody's partner.
    once_more = [Entrant(id_, id_) for id_ in range(1, 9)]
    draw = Individual().draw(field_of(once_more, past))
    again = {
        frozenset(note.params.values())
        for table in draw.tables
        for note in table.warnings
        if note.code == "partners_again"
    }
    partners = {pair for table in draw.tables for pair in table.partners}
    assert again == {pair for pair in partners if pair <= {1, 2, 3, 4}}
    met = {
        frozenset(note.params.values())
        for table in draw.tables
        for note in table.warnings
        if note.code == "opponents_again"
    }
    opponents = {pair for table in draw.tables for pair in table.opponents}
    assert met == {pair for pair in opponents if pair <= {1, 2, 3, 4}}


@pytest.mark.parametrize("method", in_short(METHODS, METHODS[:1]))
def test_the_director_sits_at_a_table_of_five_wherever_there_is_one(method: str) -> None:
    fields = [
        tuple(Entrant(one.id, one.place, five=one.id in {3, 30}) for one in field)
        for field in shuffled_places(50, 6, 4)
    ]
    past = play(fields, method=method)
    assert set(met(past)[0].values()) == {1}
    for session_round in past:
        fives = [table.everybody for table in session_round.tables if len(table.sides) == 5]
        assert sorted(len({3, 30} & set(five)) for five in fives) == [1, 1]


@pytest.mark.parametrize("method", METHODS)
def test_two_who_need_different_tables_never_sit_together(method: str) -> None:
    field = tuple(Entrant(id_, id_, fixed_table=id_ if id_ <= 3 else None) for id_ in range(1, 13))
    for session_round in play([field] * 6, method=method):
        at = {id_: table.number for table in session_round.tables for id_ in table.everybody}
        assert [at[1], at[2], at[3]] == [1, 2, 3]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "case",
    in_short(
        [("fives", 30, 5), ("byes", 30, 6), ("fives", 44, 7), ("byes", 30, 12)],
        [("fives", 30, 5), ("byes", 30, 6)],
    ),
)
def test_a_day_of_coming_and_going_seats_everybody_and_repeats_no_partner(
    case: tuple[str, int, int], method: str
) -> None:
    odd, count, rounds = case
    rng = random.Random(f"{odd} {method}")
    here = set(range(1, count + 1))
    past: list[SessionRound] = []
    for number in range(1, rounds + 1):
        order = rng.sample(sorted(here), len(here))
        field = [Entrant(id_, place) for place, id_ in enumerate(order, 1)]
        draw = Individual().draw(field_of(field, past, 1, method=method, odd=odd))
        assert seats(draw) == sorted(here)
        past.append(round_of(draw))
        here -= set(rng.sample(sorted(here), 2))
        here |= {100 * number + k for k in range(rng.randrange(4))}
    assert set(met(past)[0].values()) == {1}
    assert set(Counter(id_ for one in past for id_ in one.byes).values()) <= {1}


def test_nobody_who_came_late_has_a_second_bye_before_those_present_all_day_have_theirs() -> None:
    past = []
    for out in range(1, 10):
        a, b, c, d, e, f, g, h = (id_ for id_ in range(1, 10) if id_ != out)
        past.append(SessionRound((Table(((a, b), (c, d))), Table(((e, f), (g, h)))), (out,)))
    past.append(SessionRound(past[0].tables, (10,)))
    late = Individual().draw(
        field_of([*people(10), Entrant(11, 11)], past, odd="byes", method="level")
    )
    assert 11 in late.byes
    assert 10 not in late.byes
    known = history(past)
    assert sorted(range(1, 12), key=lambda id_: (known.turn(id_, known.byes), id_)) == [
        11,
        *range(2, 10),
        1,
        10,
    ]


def test_below_four_nobody_can_play_and_after_the_last_round_nobody_may() -> None:
    with pytest.raises(RuleError) as too_few:
        Individual().draw(field_of(people(3)))
    assert [mistake.message for mistake in too_few.value.mistakes] == [
        "3 players are here; a table needs at least 4."
    ]
    assert codes_of(Individual().draw, field_of(people(8), [SessionRound()] * 6, rounds=6)) == [
        "stage_over"
    ]


def test_the_settings_are_described_in_plain_words() -> None:
    event = Individual()
    said = [text % params for text, params in event.describe(event.read({"clubs_apart": True}))]
    assert said == [
        "Rounds: 6.",
        ("Each round draws partners and opponents by lot, avoiding repeated partners."),
        (
            "If the field does not divide by four, there are tables of five, where each sits out "
            "one game in turn."
        ),
        "Members of the same club are kept apart where possible.",
    ]
    assert event.rounds(48, event.read({})) == 6
    assert event.rounds(48, event.read({"rounds": None})) is None


@pytest.mark.parametrize("method", ["random", "level", "schedule"])
@pytest.mark.parametrize("odd", ["fives", "byes"])
def test_every_choice_has_its_words(method: str, odd: str) -> None:
    event = Individual()
    assert {method, odd} <= set(event.choices)
    assert all(
        text % params for text, params in event.describe(event.read({"method": method, "odd": odd}))
    )
