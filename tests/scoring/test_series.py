"""On which days a series falls: pure."""

from datetime import date

import pytest

from tournaments.clubs.evenings import FORTNIGHTLY, MONTHLY, MOST, ONCE, WEEKLY, days_of

FRIDAY = date(2026, 11, 20)  # the third of its month


@pytest.mark.parametrize(
    ("first", "every", "until", "days"),
    [
        (FRIDAY, ONCE, date(2027, 1, 1), ["2026-11-20"]),
        (FRIDAY, WEEKLY, FRIDAY, ["2026-11-20"]),
        (FRIDAY, WEEKLY, date(2026, 12, 4), ["2026-11-20", "2026-11-27", "2026-12-04"]),
        (FRIDAY, WEEKLY, date(2026, 12, 3), ["2026-11-20", "2026-11-27"]),
        (FRIDAY, FORTNIGHTLY, date(2026, 12, 18), ["2026-11-20", "2026-12-04", "2026-12-18"]),
        (
            FRIDAY,
            MONTHLY,
            date(2027, 2, 28),
            ["2026-11-20", "2026-12-18", "2027-01-15", "2027-02-19"],
        ),
        # A fifth Friday is the last one of months that have four
        (
            date(2027, 1, 29),
            MONTHLY,
            date(2027, 4, 30),
            ["2027-01-29", "2027-02-26", "2027-03-26", "2027-04-30"],
        ),
        (FRIDAY, WEEKLY, date(2026, 11, 1), []),
    ],
)
def test_a_series_falls_on_its_days(first: date, every: str, until: date, days: list[str]) -> None:
    assert [day.isoformat() for day in days_of(first, every, until)] == days


def test_an_endless_series_is_cut_where_it_is_too_long() -> None:
    assert len(days_of(FRIDAY, WEEKLY, date(2199, 1, 1))) == MOST + 1
