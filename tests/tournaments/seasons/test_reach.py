"""Where somebody can still come, against trying out everything that can happen."""

from collections.abc import Iterator, Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tournaments.seasons.formula import FIXED, PLACES, Formula
from tournaments.seasons.reach import Reach, coming_events, reach_of
from tournaments.seasons.table import Event, Result, Row, table_of

PEOPLE = 4
formulas = st.builds(
    Formula,
    kind=st.sampled_from((PLACES, FIXED)),
    behind=st.integers(0, 3),
    win=st.integers(0, 3),
    fixed=st.lists(st.integers(0, 6), min_size=1, max_size=4).map(
        lambda found: tuple(sorted(found, reverse=True))
    ),
    there=st.integers(0, 2),
    best=st.sampled_from((None, 1, 2, 3)),
    final=st.integers(1, 2),
)


@st.composite
def an_event(draw: st.DrawFn) -> Event:
    """Some of the people on places of their own."""
    there = draw(st.lists(st.integers(1, PEOPLE), min_size=1, unique=True))
    return Event(len(there), {person: Result(place) for place, person in enumerate(there, start=1)})


seasons = st.tuples(formulas, st.lists(an_event(), min_size=1, max_size=3))


def outcomes(people: Sequence[int], size: int) -> Iterator[dict[int, Result]]:
    """All that can happen in an event of so many places: each of these on a place that is theirs
    alone, or away.
    """
    for places in product(range(size + 1), repeat=len(people)):
        taken = [place for place in places if place]
        if len(set(taken)) == len(taken):
            yield {who: Result(place) for who, place in zip(people, places, strict=True) if place}


def tried_out(formula: Formula, events: Sequence[Event], count: int) -> dict[int, Reach]:
    """The best and the worst rank of everybody over all that can happen to those in the table."""
    size = max(event.size for event in events)
    people = [row.person for row in table_of(formula, events)]
    found: dict[int, list[int]] = {who: [] for who in people}
    for each in product(list(outcomes(people, size)), repeat=count):
        coming = [Event(size, results, final=at == count - 1) for at, results in enumerate(each)]
        for row in table_of(formula, [*events, *coming]):
            found[row.person].append(row.rank)
    return {who: Reach(min(ranks), max(ranks)) for who, ranks in found.items()}


def reckoned(formula: Formula, events: Sequence[Event], count: int) -> dict[int, Reach]:
    rows: list[Row] = table_of(formula, events)
    coming = coming_events(formula, events, count, final=True)
    assert coming is not None
    return dict(zip((row.person for row in rows), reach_of(rows, coming), strict=True))


@given(seasons)
def test_with_one_event_to_come_both_ends_are_exact(season: tuple[Formula, list[Event]]) -> None:
    assert reckoned(*season, 1) == tried_out(*season, 1)


@given(formulas, st.lists(an_event().filter(lambda event: event.size < 3), min_size=1, max_size=2))
def test_with_two_to_come_the_best_is_exact_and_nothing_worse_happens_than_the_worst(
    formula: Formula, events: list[Event]
) -> None:
    found, real = reckoned(formula, events, 2), tried_out(formula, events, 2)
    assert {who: reach.best for who, reach in found.items()} == {
        who: reach.best for who, reach in real.items()
    }
    assert all(found[who].worst >= real[who].worst for who in real)
