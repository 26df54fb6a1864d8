"""A season's table as the regulations say it, from results in and ranks out."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.seasons.seasons import an_event, events_of_the_picture
from tournaments.seasons.formula import FIXED, VICTORY, Formula
from tournaments.seasons.presets import PRESETS
from tournaments.seasons.reach import coming_events, reach_of
from tournaments.seasons.reasons import reasons_of
from tournaments.seasons.table import Event, Result, table_of, without

OLEG, LUCJA, BEAT, ZOE, ANNA = range(1, 6)
BEST_OF = PRESETS["best_of"].formula


def test_a_place_gives_a_point_for_each_behind_it_and_being_there_and_winning_more() -> None:
    (first, second, *_, last) = table_of(BEST_OF, [an_event(*range(1, 17))])
    assert [first.total, second.total, last.total] == [19, 15, 1]
    assert first.cells[0] is not None
    assert first.cells[0].won


def test_the_best_eight_count_and_the_sum_is_that_of_the_example() -> None:
    rows = {row.person: row for row in table_of(BEST_OF, events_of_the_picture())}
    assert [rows[who].total for who in (OLEG, LUCJA, BEAT, ZOE, ANNA)] == [110, 109, 108, 99, 94]
    lucja = rows[LUCJA]
    assert [cell and (cell.worth.total, cell.counts) for cell in lucja.cells] == [
        *((9, True), (8, True), (19, True), (7, False), (14, True), (5, False), (15, True), None),
        *((15, True), (14, True), (15, True)),
    ]
    assert lucja.moved == 1


def test_who_is_level_shares_a_rank_and_the_next_rank_is_left_out() -> None:
    rows = table_of(
        Formula(FIXED, fixed=(10, 5)), [an_event(1, 2, 3), an_event(2, 1, 3), an_event(4, 5, 6)]
    )
    assert [(row.person, row.rank, row.total) for row in rows] == [
        *((1, 1, 15), (2, 1, 15), (4, 3, 10), (5, 4, 5), (3, 5, 0), (6, 5, 0)),
    ]


def test_of_equal_results_the_earlier_counts() -> None:
    (row,) = table_of(Formula(FIXED, fixed=(5,), best=1), [an_event(1), an_event(1)])
    assert [cell and cell.counts for cell in row.cells] == [True, False]


def test_the_last_event_counts_as_often_as_the_formula_says() -> None:
    formula = Formula(FIXED, fixed=(5, 3), there=1, final=2)
    rows = table_of(formula, [an_event(1, 2), Event(2, an_event(2, 1).results, final=True)])
    assert {row.person: row.total for row in rows} == {1: 6 + 8, 2: 4 + 12}


def test_victory_points_are_added_up_as_they_are() -> None:
    first = Event(2, {1: Result(1, 5), 2: Result(2, 3)})
    second = Event(2, {1: Result(2, 2), 2: Result(1, 7)})
    assert [(row.person, row.total) for row in table_of(Formula(VICTORY), [first, second])] == [
        (2, 10),
        (1, 7),
    ]


# Who can still come where, and why
# ------------------------------------------------------------------------------------


def test_who_can_still_win_is_what_the_example_says() -> None:
    events = events_of_the_picture()
    rows = table_of(BEST_OF, events)
    coming = coming_events(BEST_OF, events, 1, final=True)
    assert coming is not None
    assert [(reach.best, reach.worst) for reach in reach_of(rows, coming)][:5] == [
        *((1, 3), (1, 3), (1, 4), (2, 5), (4, 5)),
    ]


def test_the_reasons_of_a_number_are_its_parts_and_what_would_change_it() -> None:
    events = events_of_the_picture()
    rows = table_of(BEST_OF, events)
    reasons = reasons_of(rows, 1, coming_events(BEST_OF, events, 1, final=True), BEST_OF.best)
    assert (reasons.left_out, reasons.above) == ([3, 5], 8)
    assert reasons.passing is not None
    assert (
        reasons.passing.person,
        reasons.passing.points,
        reasons.passing.place,
        reasons.passing.size,
    ) == (*(OLEG, 10, 7, 16),)
    first = reasons_of(rows, 0, None, BEST_OF.best)
    assert first.lead is not None
    assert (first.lead.person, first.lead.points) == (LUCJA, 1)


def test_where_pairs_play_two_people_take_a_place() -> None:
    formula = Formula(FIXED, fixed=(5,))
    rows = table_of(formula, [an_event(1, 2, 3), an_event(1, 2, 3)])
    alone = coming_events(formula, [an_event(1, 2, 3)] * 2, 3, final=False)
    in_pairs = coming_events(
        formula, [Event(3, an_event(1, 2, 3).results, together=2)] * 2, 3, final=False
    )
    assert alone is not None
    assert in_pairs is not None
    assert [reach_of(rows, one)[0].worst for one in (alone, in_pairs)] == [2, 3]


def test_nothing_is_foretold_where_a_place_says_nothing_and_before_anything_was_played() -> None:
    assert coming_events(Formula(VICTORY), [an_event(1, 2)], 3, final=True) is None
    assert coming_events(Formula(), [], 3, final=True) is None
    assert coming_events(Formula(), [an_event(1, 2)], 0, final=False) is None


def test_without_guests_everybody_moves_up_and_the_field_is_smaller() -> None:
    event = without(an_event(1, 2, 3, 4), {1, 3})
    assert event.size == 2
    assert {who: result.place for who, result in event.results.items()} == {2: 1, 4: 2}
    assert table_of(Formula(), [event])[0].total == 1


def test_a_pair_with_one_guest_keeps_its_place_in_the_field() -> None:
    pairs = Event(
        3,
        {1: Result(1), 2: Result(1), 3: Result(2), 4: Result(2), 5: Result(3), 6: Result(3)},
        2,
        sides={1: 10, 2: 10, 3: 11, 4: 11, 5: 12, 6: 12},
    )
    left = without(pairs, {1, 2, 3})  # a pair of guests, and half of another
    assert (left.size, left.together) == (2, 2)
    assert {who: result.place for who, result in left.results.items()} == {4: 1, 5: 2, 6: 2}


@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=6),
    st.sets(st.integers(0, 17)),
    st.integers(0, 1000),
)
def test_without_is_a_new_ranking_of_those_who_stay(
    sizes: list[int], out: set[int], seed: int
) -> None:
    """Sides of one to three people, some level, one of which may have nobody any more."""
    chance = Random(seed)
    strength = {side: chance.randrange(4) for side in range(len(sizes))}
    members = {side: [3 * side + at for at in range(size)] for side, size in enumerate(sizes)}

    def places(sides: dict[int, list[int]]) -> dict[int, int]:
        return {
            person: 1 + sum(strength[other] > strength[side] for other in sides)
            for side, people in sides.items()
            for person in people
        }

    before = {who: Result(place) for who, place in places(members).items()}
    of = {person: side for side, people in members.items() for person in people}
    left = without(Event(len(members), before, sides=of), out)
    stay = {side: [one for one in people if one not in out] for side, people in members.items()}
    stay = {side: people for side, people in stay.items() if people}
    assert left.size == len(stay)
    assert {who: result.place for who, result in left.results.items()} == places(stay)
