"""Which night a game belongs to: what was played after midnight is last night's still."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

ENDS_AT = timedelta(hours=5)  # of the morning, by the clock on the wall
# Whose nights can be asked for: what dates can be made of, days beside them too
FIRST_YEAR, LAST_YEAR = 1970, 9998


def night_of(at: datetime) -> date:
    """The day, in the server's time zone, on whose evening something at this time happened."""
    return (timezone.localtime(at).replace(tzinfo=None) - ENDS_AT).date()


def start_of(night: date) -> datetime:
    """The first moment of a night: five in the morning of its day. The one before ends with it."""
    return timezone.make_aware(datetime.combine(night, time()) + ENDS_AT)


def between(first: date, last: date) -> tuple[datetime, datetime]:
    """From the first moment of one night to the first after another: for `__gte` and `__lt`."""
    return start_of(first), start_of(last + timedelta(days=1))


def year_of(year: int) -> tuple[datetime, datetime]:
    """The same for all nights of a year."""
    return between(date(year, 1, 1), date(year, 12, 31))
