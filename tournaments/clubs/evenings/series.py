"""Dates of a series of evenings: every Friday, every other, the third of each month. Pure, no
Django.
"""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count, islice, takewhile

ONCE, WEEKLY, FORTNIGHTLY, MONTHLY = "once", "weekly", "fortnightly", "monthly"
WAYS = (ONCE, WEEKLY, FORTNIGHTLY, MONTHLY)
MOST = 60  # evenings planned at once


def days_of(first: date, every: str, until: date) -> list[date]:
    """Return the dates of a series from `first` to `until`, or `MOST` + 1 if there are more."""
    if every == ONCE:
        return [first]
    days = (
        _monthly(first) if every == MONTHLY else _weekly(first, 14 if every == FORTNIGHTLY else 7)
    )
    return list(islice(takewhile(lambda day: day <= until, days), MOST + 1))


def _weekly(first: date, step: int) -> Iterator[date]:
    return (first + timedelta(days=step * number) for number in count())


def _monthly(first: date) -> Iterator[date]:
    """Yield the same weekday of each month: the third if the first date is a third, the last if it
    is a fifth.
    """
    which = (first.day - 1) // 7
    for month in count(first.year * 12 + first.month - 1):
        year, number = divmod(month, 12)
        begins, days = monthrange(year, number + 1)
        day = 1 + (first.weekday() - begins) % 7 + 7 * which
        yield date(year, number + 1, day if day <= days else day - 7)
