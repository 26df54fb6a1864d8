"""Swiss draws: no rematch that could be avoided, one bye, the same draw for the same field."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.swiss import Swiss
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Entrant, Field, SessionRound, Table


def avoidable(ids: tuple[int, ...], met: frozenset[frozenset[int]]) -> bool:
    """By trying all: whether there are pairs (and one bye) without a rematch."""

    @cache
    def possible(left: tuple[int, ...], bye: bool) -> bool:
        if not left:
            return not bye
        if bye and possible(left[1:], False):
            return True
        return any(
            frozenset((left[0], other)) not in met and possible(tuple(x for x in left[1:] if x != other), bye)
            for other in left[1:]
        )

    return possible(tuple(sorted(ids)), len(ids) % 2 == 1)


@settings(max_examples=60, deadline=None)
@given(size=st.integers(1, 8), rounds=st.integers(1, 8), seed=st.integers(0, 999), club=st.booleans())
def test_a_rematch_is_drawn_only_where_trying_all_finds_no_way_around(
    size: int, rounds: int, seed: int, club: bool
) -> None:
    chance = random.Random(seed)
    points = [0] * size
    past: list[SessionRound] = []
    met: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        order = sorted(range(size), key=lambda id_: (-points[id_], id_))
        entrants = [Entrant(id_, n, points[id_], "Bern" if club else "") for n, id_ in enumerate(order, 1)]
        chosen = {"rounds": None, "clubs_apart": True}
        draw = Swiss().draw(Field(tuple(entrants), tuple(past), number, seed, chosen))
        assert draw == Swiss().draw(Field(tuple(entrants[::-1]), tuple(past), number, seed, chosen))
        assert sorted([id_ for t in draw.tables for id_ in t.everybody] + list(draw.byes)) == list(range(size))
        assert len(draw.byes) == size % 2
        pairs = {frozenset(table.everybody) for table in draw.tables}
        assert bool(pairs & met) == (not avoidable(tuple(range(size)), frozenset(met)))
        met |= pairs
        past.append(SessionRound(draw.tables, draw.byes))
        for table in draw.tables:
            points[chance.choice(table.everybody)] += 1


def test_a_fixed_table_is_kept_and_the_others_fill_the_lowest_numbers() -> None:
    tables = [Table(((1,), (2,))), Table(((3,), (4,))), Table(((5,), (6,)))]
    numbered = number_tables(tables, {1: 9, 6: 1, 5: 4})
    assert [(t.number, t.sides) for t in numbered] == [(1, ((3,), (4,))), (4, ((5,), (6,))), (9, ((1,), (2,)))]
    assert [[note.code for note in table.warnings] for table in numbered] == [[], ["fixed_table_missed"], []]
