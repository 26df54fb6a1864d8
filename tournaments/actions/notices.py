"""Notices on entrants' pages that one of their results was changed, and marking them read."""

from collections.abc import Iterable

from django.utils import timezone

from tournaments.models import Entrant, LogLine, Match, Notice, Place


def notify_entrants(line: LogLine, entrants: Iterable[Entrant | int]) -> None:
    """Create a notice of this log line for each of them, at most once."""
    ids = {one if isinstance(one, int) else one.pk for one in entrants}
    Notice.objects.bulk_create(
        [Notice(entrant_id=who, line=line) for who in sorted(ids)], ignore_conflicts=True
    )


def entrants_at(match: Match) -> list[int]:
    """Return the ids of the entrants at a match: one query."""
    return list(
        Place.objects.filter(match=match).order_by("entrant").values_list("entrant_id", flat=True)
    )


def mark_notice_read(entrant: Entrant, notice_id: int) -> bool:
    """Mark a notice as read. Return whether the entrant has such a notice. Idempotent."""
    own = Notice.objects.filter(entrant=entrant, pk=notice_id)
    own.filter(seen_at__isnull=True).update(seen_at=timezone.now())
    return own.exists()
