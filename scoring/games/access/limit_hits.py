"""Note the limits that were reached, for the server's owners: how often today, and when last.

A hit is counted in memory first, since the action that met it is rolled back, and since a flood of
refused requests must not become a flood of writes. After a request `write_hits` stores the counts,
at most every ten seconds in each process; a process that dies loses those of the last ten.
"""

import logging
import threading
import time
from collections import Counter
from typing import Any

from django.apps import apps
from django.db import DatabaseError, transaction
from django.db.models import Case, F, Value, When
from django.utils import timezone

EVERY = 10  # seconds

logger = logging.getLogger(__name__)
_lock = threading.Lock()
_waiting: Counter[tuple[str, int | None]] = Counter()
_written_at = float("-inf")


def note_hit(name: str, club: int | None = None) -> None:
    """Count a hit of a limit; of a quota, in its club."""
    with _lock:
        _waiting[name, club] += 1


def write_hits(*, now: bool = False) -> None:
    """Store what was counted: outside of the transaction that was refused. With `now`, do not wait
    for more.
    """
    global _written_at  # noqa: PLW0603
    if not _waiting or (not now and time.monotonic() - _written_at < EVERY):
        return
    with _lock:
        counts = dict(_waiting)
        _waiting.clear()
        _written_at = time.monotonic()
    for (name, club), times in counts.items():
        try:
            with transaction.atomic():
                _add(name, club, times)
        except DatabaseError:  # a club that is gone, or a database that is busy
            logger.warning("A reached limit could not be noted: %s.", name)


def _add(name: str, club: int | None, times: int) -> None:
    at = timezone.now()
    today = timezone.localdate(at)
    # Not imported above: the server's own modules count hits, and are read before Django's models
    model: Any = apps.get_model("scoring", "LimitHit")
    row, _new = model.objects.get_or_create(
        what=name,
        club_id=club,
        defaults={"last_at": at, "day": today},
    )
    model.objects.filter(pk=row.pk).update(
        times=Case(When(day=today, then=F("times") + times), default=Value(times)),
        last_at=at,
        day=today,
    )
