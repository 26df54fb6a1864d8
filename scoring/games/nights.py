"""Assign games to nights: what is played after midnight belongs to the evening before."""

from datetime import date, datetime, time, timedelta

from django.db.models import Q
from django.utils import timezone

ENDS_AT = timedelta(hours=5)  # five in the morning, local time
# Years that may be requested: those for which dates, and the days next to them, can be built
FIRST_YEAR, LAST_YEAR = 1970, 9998


def night_of(at: datetime) -> date:
    """Return the day on whose evening this moment falls, in the server's time zone."""
    return (timezone.localtime(at).replace(tzinfo=None) - ENDS_AT).date()


def start_of(night: date) -> datetime:
    """Return the first moment of a night, five in the morning of its day; the night before ends
    with it.
    """
    return timezone.make_aware(datetime.combine(night, time()) + ENDS_AT)


def between(first: date, last: date) -> tuple[datetime, datetime]:
    """Return the start of the first night and the end of the last, for `__gte` and `__lt`."""
    return start_of(first), start_of(last + timedelta(days=1))


# The longest night: of an event that lasts a day and a night
LONGEST = timedelta(days=2)


def counted_in(since: datetime, until: datetime, way: str = "") -> Q:
    """Match games that count to the nights from `since` to `until`, as `between` returns them.

    `way` is the lookup from the rows to their game: "round__game__".
    """
    moved = {"of_night__gte": night_of(since), "of_night__lt": night_of(until)}
    own = {"of_night__isnull": True, "started_at__lt": until}
    # The third is for the index: a night never begins after the games that count to it.
    near = {"started_at__gte": since, "started_at__lt": until + LONGEST}
    found, *others = (
        Q(**{f"{way}{key}": value for key, value in one.items()}) for one in (near, own, moved)
    )
    return found & (others[0] | others[1])


def year_of(year: int) -> tuple[datetime, datetime]:
    """Return the same for all nights of a year."""
    return between(date(year, 1, 1), date(year, 12, 31))
