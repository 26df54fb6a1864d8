"""Somebody says that they have read what they were told."""

from django.utils import timezone

from tournaments.models import Entrant, Notice


def understand(entrant: Entrant, notice_id: int) -> bool:
    """Note that an entrant has read a notice; whether there was one of theirs. Doing it twice
    changes nothing.
    """
    own = Notice.objects.filter(entrant=entrant, pk=notice_id)
    own.filter(seen_at__isnull=True).update(seen_at=timezone.now())
    return own.exists()
