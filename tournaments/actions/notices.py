"""Telling entrants on their own pages that a result of theirs was changed afterwards."""

from collections.abc import Iterable

from tournaments.models import Entrant, LogLine, Match, Notice, Place


def tell_concerned(line: LogLine, entrants: Iterable[Entrant | int]) -> None:
    """A notice of this line of the log for each of them; once, however often it is told."""
    ids = {one if isinstance(one, int) else one.pk for one in entrants}
    Notice.objects.bulk_create(
        [Notice(entrant_id=who, line=line) for who in sorted(ids)], ignore_conflicts=True
    )


def those_at(match: Match) -> list[int]:
    """The entrants who have a place at a match, by id: one query."""
    return list(
        Place.objects.filter(match=match).order_by("entrant").values_list("entrant_id", flat=True)
    )
