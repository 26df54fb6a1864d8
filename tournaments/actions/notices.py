"""Notifies entrants on their own pages that one of their results was changed afterwards."""

from collections.abc import Iterable

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
