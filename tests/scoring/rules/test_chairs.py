"""Chairs in a game whose first may stay: held against people who really walk round a table."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import all_chairs

PLAYERS = st.integers(5, 10)


@st.composite
def evenings(draw: st.DrawFn) -> tuple[int, list[list[int]], dict[int, int], bool, bool]:
    n = draw(PLAYERS)
    orders = draw(st.lists(st.permutations(range(n)), max_size=5))
    chosen = draw(st.dictionaries(st.integers(0, 4), st.integers(0, n - 1)))
    return n, [list(order) for order in orders], chosen, draw(st.booleans()), draw(st.booleans())


def walked(
    n: int, orders: list[list[int]], chosen: dict[int, int], clockwise: bool, left: bool
) -> list[list[int]]:
    """Who sits on each chair, clockwise from the first one on: everybody gets up, and sits down
    beside the last.
    """
    ring = list(range(n)) if clockwise else [0, *range(n - 1, 0, -1)]
    evening = [ring]
    for index, order in enumerate(orders):
        at = chosen.get(index, ring.index(order[0]))
        after: list[int | None] = [None] * n
        for seat in order:
            assert after[at] is None, "nobody sits on anybody's lap"
            after[at] = seat
            at = (at + 1 if left else at - 1) % n
        ring = [seat for seat in after if seat is not None]
        evening.append(ring)
    return evening


@given(evenings())
def test_the_others_sit_down_one_beside_the_other_from_the_first_on(
    evening: tuple[int, list[list[int]], dict[int, int], bool, bool],
) -> None:
    n, orders, chosen, clockwise, left = evening
    found = all_chairs(orders, n, clockwise=clockwise, to_the_left=left, chosen=chosen)
    rings = [sorted(range(n), key=chairs.__getitem__) for chairs in found]
    assert rings == walked(n, orders, chosen, clockwise, left)


def test_who_is_first_stays_and_the_second_sits_at_the_right() -> None:
    """Played to the left, seats run clockwise; the right hand of somebody who faces the table is
    anticlockwise.
    """
    start, after = all_chairs([[2, 0, 1, 4, 3]], 5, clockwise=True, to_the_left=False)
    assert start == (0, 1, 2, 3, 4)
    assert after == (1, 0, 2, 3, 4)
