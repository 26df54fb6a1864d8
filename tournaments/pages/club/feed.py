"""A club's evenings as calendar entries."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.urls import reverse

from scoring.games.nights import night_of
from scoring.models import Club, Evening
from tournaments.clubs.evenings.feed import Entry

BACK = timedelta(days=90)  # how long past evenings stay in the calendar
MOST = 500


def entries_of(club: Club, now: datetime, absolute: Callable[[str], str]) -> Iterator[Entry]:
    """Yield the planned evenings from three months ago onwards: one query."""
    since = night_of(now) - BACK
    for one in Evening.objects.filter(club=club, night__gte=since).order_by("starts_at", "pk")[
        :MOST
    ]:
        yield Entry(
            uid=str(one.uid),
            sequence=one.sequence,
            starts_at=one.starts_at,
            changed_at=one.changed_at,
            title=one.title or club.name,
            place=one.place,
            words=one.words,
            address=absolute(reverse("club_evening", args=[club.pk, one.night.isoformat()])),
            called_off=one.called_off,
        )
