"""Seasons of a league: deadlines, who goes up and down, reminders."""

from datetime import date

from tournaments.pairing.league import (
    Dated,
    League,
    Move,
    Reminder,
    deal_divisions,
    due,
    movers,
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
