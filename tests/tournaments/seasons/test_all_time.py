"""A club's all-time table: who has how many titles, and what ranks people with equally many."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.seasons.all_time import AllTimeRow, all_time

ANNA, BEAT, CARLA, DINO = range(1, 5)


def test_titles_come_first_then_second_and_third_places_then_the_best_rank() -> None:
    events = [
        {ANNA: 1, BEAT: 1, CARLA: 3, DINO: 4},  # a pair that won
        {ANNA: 2, BEAT: 3, CARLA: 3},
        {DINO: 0},  # a season by rating, too few games for a rank
    ]
    assert all_time(events) == [
        AllTimeRow(ANNA, 1, 1, 1, 0, 1, 2),
        AllTimeRow(BEAT, 2, 1, 0, 1, 1, 2),
        AllTimeRow(CARLA, 3, 0, 0, 2, 3, 2),
        AllTimeRow(DINO, 4, 0, 0, 0, 4, 2),
    ]


def test_equals_share_a_rank_whoever_took_part_more_often_is_listed_first() -> None:
    rows = all_time([{ANNA: 5, BEAT: 5, CARLA: 6}, {BEAT: 7}])
    assert [(row.person, row.rank) for row in rows] == [(BEAT, 1), (ANNA, 1), (CARLA, 3)]


def test_without_a_rank_is_behind_all_ranks() -> None:
    assert [row.person for row in all_time([{ANNA: 0, BEAT: 99}])] == [BEAT, ANNA]


PLACES = st.dictionaries(st.integers(1, 9), st.integers(0, 6), max_size=9)


@given(st.lists(PLACES, max_size=8))
def test_each_row_is_a_recount(events: list[dict[int, int]]) -> None:
    rows = {row.person: row for row in all_time(events)}
    people = {person for places in events for person in places}
    assert rows.keys() == people

    def of(person: int) -> list[int]:
        return sorted(places[person] for places in events if person in places)

    def better(one: int, other: int) -> bool:
        """Whether one is ranked before the other, each rule in turn."""
        for place in (1, 2, 3):
            own, others = of(one).count(place), of(other).count(place)
            if own != others:
                return own > others
        best = [min((rank for rank in of(who) if rank), default=1000) for who in (one, other)]
        return best[0] < best[1]

    for person, row in rows.items():
        assert row.times == len(of(person))
        assert (row.titles, row.seconds, row.thirds) == tuple(
            of(person).count(n) for n in (1, 2, 3)
        )
        assert row.best == next((rank for rank in of(person) if rank), 0)
        assert row.rank == 1 + sum(better(other, person) for other in people)
