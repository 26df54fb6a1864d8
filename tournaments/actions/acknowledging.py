"""Marks a notice as read by its entrant."""

from django.utils import timezone

from tournaments.models import Entrant, Notice


def mark_notice_read(entrant: Entrant, notice_id: int) -> bool:
    """Mark a notice as read. Return whether the entrant has such a notice. Idempotent."""
    own = Notice.objects.filter(entrant=entrant, pk=notice_id)
    own.filter(seen_at__isnull=True).update(seen_at=timezone.now())
    return own.exists()
