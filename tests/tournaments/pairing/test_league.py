"""Seasons of a league: deadlines, who goes up and down, reminders."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.league import (
    Dated,
    League,
    Move,
    Reminder,
    deal_divisions,
    division_sizes,
    due,
    movers,
    next_divisions,
    reminders,
)
from tournaments.pairing.values import Entrant

STANDINGS = {"A": [1, 2, 3, 4], "B": [5, 6, 7, 8], "C": [9, 10, 11]}


def test_the_last_day_of_a_round_is_the_day_before_the_next_begins() -> None:
    start = date(2026, 9, 7)
    assert [due(number, start, 2) for number in (1, 2, 3)] == [
        date(2026, 9, 20),
        date(2026, 10, 4),
        date(2026, 10, 18),
    ]
    assert due(1, start, 0) is None


def test_the_last_of_a_division_change_with_the_first_of_the_next() -> None:
    assert movers(STANDINGS, 1, 2) == (
        Move(3, "A", "B"),
        Move(4, "A", "B"),
        Move(5, "B", "A"),
        Move(7, "B", "C"),
        Move(8, "B", "C"),
        Move(9, "C", "B"),
    )


def test_in_a_small_division_nobody_goes_both_ways() -> None:
    assert movers({"A": [1], "B": [2], "C": [3]}, 1, 1) == (
        Move(1, "A", "B"),
        Move(2, "B", "A"),
        Move(3, "C", "B"),
    )


def test_one_division_has_nowhere_to_go() -> None:
    assert movers({"": [1, 2, 3]}, 1, 1) == ()


def test_the_best_seeds_play_in_the_first_division() -> None:
    dealt = deal_divisions([Entrant(n, n) for n in range(1, 8)], 2)
    assert "".join(dealt[n] for n in range(1, 8)) == "AAAABBB"


def test_reminders_are_for_matches_due_within_a_week_or_overdue() -> None:
    today = date(2026, 10, 1)
    late, last, seventh, eighth, done, free = (
        Dated("1-2:1", (1, 2), date(2026, 9, 30)),
        Dated("1-3:1", (1, 3), today),
        Dated("1-4:1", (1, 4), date(2026, 10, 8)),
        Dated("1-5:1", (1, 5), date(2026, 10, 9)),
        Dated("1-6:1", (1, 6), date(2026, 9, 1), done=True),
        Dated("1-7:1", (1, 7), None),
    )
    assert reminders([free, done, eighth, seventh, last, late], today) == (
        Reminder(late, "overdue", -1),
        Reminder(last, "soon", 0),
        Reminder(seventh, "soon", 7),
    )


def test_a_league_says_how_long_there_is_for_a_match() -> None:
    texts = [text % params for text, params in League().describe({"weeks": 3, "groups": 2})]
    assert texts[:3] == [
        "The two sides of a match agree on a date.",
        "Weeks for the match of each round: 3.",
        "There are 2 divisions. After the season, promoted from each: 2, relegated: 2.",
    ]


def following(standings: dict[str, list[int]], up: int, down: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for move in next_divisions(standings, up, down):
        assert move.id in standings[move.before]
        found.setdefault(move.after, []).append(move.id)
    return found


@pytest.mark.parametrize(
    ("standings", "up", "down", "expected"),
    [
        # Two up, two down: who comes down is put before those who stay, who comes up after them
        (
            {"A": [1, 2, 3, 4], "B": [5, 6, 7, 8]},
            2,
            2,
            {"A": [1, 2, 5, 6], "B": [3, 4, 7, 8]},
        ),
        (STANDINGS, 1, 1, {"A": [1, 2, 3, 5], "B": [4, 6, 7, 9], "C": [8, 10, 11]}),
        # One has left the first division: the best of those who would go down stays
        ({"A": [1, 2, 3], "B": [5, 6, 7, 8]}, 1, 1, {"A": [1, 2, 5, 3], "B": [6, 7, 8]}),
        # Two have, and nobody goes down: one more goes up
        ({"A": [1, 2], "B": [5, 6, 7, 8]}, 1, 0, {"A": [1, 2, 5], "B": [6, 7, 8]}),
        # One has left the second
        ({"A": [1, 2, 3, 4], "B": [5, 6, 7]}, 1, 1, {"A": [1, 2, 3, 5], "B": [4, 6, 7]}),
        ({"A": [1, 2], "B": [3]}, 0, 0, {"A": [1, 2, 3]}),
    ],
)
def test_the_divisions_of_the_next_season(
    standings: dict[str, list[int]], up: int, down: int, expected: dict[str, list[int]]
) -> None:
    assert following(standings, up, down) == expected


@given(st.integers(2, 4), st.integers(4, 9), st.integers(0, 2), st.integers(0, 30))
def test_in_whole_divisions_with_as_many_up_as_down_exactly_these_move(
    divisions: int, size: int, moving: int, larger: int
) -> None:
    sizes = [size + (at < larger % divisions) for at in range(divisions)]
    numbers = iter(range(100))
    standings = {"ABCD"[at]: [next(numbers) for _ in range(n)] for at, n in enumerate(sizes)}
    found = following(standings, moving, moving)
    assert (
        [len(found[name]) for name in sorted(found)]
        == sizes
        == division_sizes(sum(sizes), divisions)
    )
    for at, name in enumerate(sorted(standings)):
        own = standings[name]
        up = own[:moving] if at else []
        down = own[size + (at < larger % divisions) - moving :] if at < divisions - 1 else []
        assert set(own) - set(found[name]) == {*up, *down}
        if at:
            assert set(up) <= set(found["ABCD"[at - 1]])
