"""Which match plays at which table, and when, in a room with too few tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.room import QUEUED, RoomMatch, Spot, in_queue, in_shifts, next_turn, shifts_needed


def some(count: int, **about: str | int | None) -> list[RoomMatch]:
    return [RoomMatch(id=number, **about) for number in range(1, count + 1)]  # type: ignore[arg-type]


def grouped(*sizes: int) -> list[RoomMatch]:
    names = [name for name, size in zip("ABCDEFGH", sizes, strict=False) for _ in range(size)]
    return [RoomMatch(id=number, group=name) for number, name in enumerate(names, start=1)]


def shown(spots: dict[int, Spot]) -> list[tuple[int, int]]:
    return [(spot.turn, spot.table) for _, spot in sorted(spots.items())]


@pytest.mark.parametrize(
    ("matches", "tables", "expected"),
    [
        (some(3), 4, [(1, 1), (1, 2), (1, 3)]),
        (some(5), 4, [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1)]),
        (some(3), 1, [(1, 1), (2, 1), (3, 1)]),
        # 12 pairs in three groups of four
        (grouped(2, 2, 2), 4, [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2)]),
        # A whole group in the second shift where that fits
        (grouped(1, 2, 1), 2, [(2, 1), (1, 1), (1, 2), (2, 2)]),
        # It would take three shifts: one group is divided
        (grouped(2, 2, 2), 3, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]),
    ],
)
def test_shifts(matches: list[RoomMatch], tables: int, expected: list[tuple[int, int]]) -> None:
    assert shown(in_shifts(matches, tables)) == expected


def test_who_needs_a_table_has_it_in_their_shift() -> None:
    matches = [RoomMatch(1), RoomMatch(2, wish=1), RoomMatch(3), RoomMatch(4, wish=9)]
    assert shown(in_shifts(matches, 2)) == [(1, 2), (1, 1), (2, 1), (2, 2)]


def test_a_match_added_late_takes_a_free_table_of_the_shift_that_plays() -> None:
    begun = [
        RoomMatch(1, kept=Spot(1), over=True),
        RoomMatch(2, kept=Spot(2), over=True),
        RoomMatch(3, kept=Spot(1, 2)),
    ]
    assert in_shifts([*begun, RoomMatch(4)], 2)[4] == Spot(2, 2)
    assert in_shifts([*begun, RoomMatch(4), RoomMatch(5)], 2)[5] == Spot(1, 3)


def test_nobody_is_placed_where_somebody_still_plays() -> None:
    """A queue has become shifts: table 1 is at its second match, table 2 at its first."""
    kept = [
        RoomMatch(1, kept=Spot(1), over=True),
        RoomMatch(2, kept=Spot(2)),
        RoomMatch(3, kept=Spot(1, 2)),
    ]
    assert in_shifts([*kept, RoomMatch(4)], 2)[4] == Spot(1, 3)


def test_a_queue_calls_the_next_to_tables_that_are_free() -> None:
    assert shown(in_queue(some(6), 4)) == [
        *((1, 1), (1, 2), (1, 3), (1, 4)),
        *((QUEUED, 5), (QUEUED, 6)),
    ]
    kept = [
        RoomMatch(1, kept=Spot(1)),
        RoomMatch(2, kept=Spot(2), over=True),
        RoomMatch(3, kept=Spot(2, 2), over=True),
    ]
    assert in_queue([*kept, RoomMatch(4), RoomMatch(5)], 2) == {
        1: Spot(1),
        2: Spot(2),
        3: Spot(2, 2),
        4: Spot(2, 3),
        5: Spot(3, QUEUED),
    }


def test_the_next_turn_at_a_table() -> None:
    assert next_turn([Spot(1), Spot(2, 3)], 2) == 4
    assert next_turn([Spot(1)], 2) == 1


@pytest.mark.parametrize(
    ("matches", "tables", "shifts"), [(6, 4, 2), (4, 4, 1), (9, 4, 3), (6, None, 1), (0, 4, 1)]
)
def test_how_many_shifts(matches: int, tables: int | None, shifts: int) -> None:
    assert shifts_needed(matches, tables) == shifts


GROUPS = st.lists(st.integers(1, 4), min_size=1, max_size=6)


@given(GROUPS, st.integers(1, 6))
def test_every_match_once_in_the_fewest_shifts_with_groups_whole_if_they_can_be(
    sizes: list[int], tables: int
) -> None:
    matches = grouped(*sizes)
    spots = in_shifts(matches, tables)
    assert sorted(spots) == [match.id for match in matches]
    assert len({(spot.turn, spot.table) for spot in spots.values()}) == len(matches)
    assert all(1 <= spot.table <= tables for spot in spots.values())
    fewest = (len(matches) + tables - 1) // tables
    turns = [spots[match.id].turn for match in matches]
    assert set(turns) == set(range(1, fewest + 1))
    # All ways to fill the shifts group by group; which shift is which does not matter.
    ways = {(0,) * fewest}
    for size in sizes:
        ways = {
            tuple(sorted((*way[:at], way[at] + size, *way[at + 1 :])))
            for way in ways
            for at in range(fewest)
            if way[at] + size <= tables
        }
    if ways:
        of_groups: dict[str, set[int]] = {}
        for match, turn in zip(matches, turns, strict=True):
            of_groups.setdefault(match.group, set()).add(turn)
        assert all(len(own) == 1 for own in of_groups.values())


@given(st.integers(1, 5), st.integers(1, 14), st.randoms(use_true_random=False))
def test_a_queue_played_to_its_end_has_one_match_at_a_table_and_every_match_once(
    tables: int, count: int, rng: object
) -> None:
    matches = {number: RoomMatch(number) for number in range(1, count + 1)}
    order: list[int] = []
    while not all(match.over for match in matches.values()):
        spots = in_queue(list(matches.values()), tables)
        playing = {pk: spot for pk, spot in spots.items() if spot.turn and not matches[pk].over}
        assert len({spot.table for spot in playing.values()}) == len(playing)
        # No table is left empty while a match waits
        waiting = [pk for pk, spot in spots.items() if not spot.turn]
        assert len(playing) == min(tables, len(playing) + len(waiting))
        for pk, spot in playing.items():
            assert matches[pk].kept in (None, spot)
            if matches[pk].kept is None:
                order.append(pk)
            matches[pk] = RoomMatch(pk, kept=spot)
        done = rng.choice(sorted(playing))  # type: ignore[attr-defined]
        matches[done] = RoomMatch(done, kept=playing[done], over=True)
    assert order == sorted(order)
    assert len(order) == count
