"""Which night a game belongs to: what was played after midnight is last night's still."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

ENDS_AT = timedelta(hours=5)  # of the morning, by the clock on the wall


def night_of(at: datetime) -> date:
    """The day, in the server's time zone, on whose evening something at this time happened."""
    return (timezone.localtime(at).replace(tzinfo=None) - ENDS_AT).date()


def begins(night: date) -> datetime:
    """The first moment of a night; the one after it begins when it is over."""
    return timezone.make_aware(datetime.combine(night, time()) + ENDS_AT)
