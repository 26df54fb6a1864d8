"""Recompute all ratings in memory and compare them with the stored ones."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from scoring.games.verifying.games import Difference
from scoring.models import Rating, RatingChange, RatingList
from scoring.people.rated.lists import (
    COLUMNS,
    Ended,
    ended_in,
    games_after,
    is_up_to_date,
    mark_rated_up_to,
    played_in,
    raw_column,
    seats_of,
    values_of,
)
from scoring.people.ratings import MODEL, Replay

CHUNK = 2000  # games per batch


def differences_in_ratings() -> Iterator[Difference]:
    """Yield the first difference of each list that has one. Games still to be rated are
    left out.
    """
    for row in RatingList.objects.order_by("pk"):
        if is_up_to_date(row):
            found = _difference(row)
            if found:
                yield Difference(f"ratings, {row}", found)


def _difference(row: RatingList) -> str:
    """Return what in a list does not follow from its games, "" if nothing. Five queries per 2,000
    games.
    """
    rated, changes = Replay(MODEL), 0
    so_far = RatingList(pk=row.pk, device_id=row.device_id, club_id=row.club_id, family=row.family)
    while games := ended_in(games_after(so_far)[:CHUNK]):
        since, seats = so_far.at, seats_of(games)
        mark_rated_up_to(so_far, games[-1])
        there = _stored_changes(so_far, since, games)
        if there != {values for one in played_in(games, seats) for values in values_of(one, rated)}:
            return (
                f"what games changed that began up to {so_far.at:%Y-%m-%d %H:%M} is not what "
                "follows from them"
            )
        changes += len(there)
    if RatingChange.objects.filter(in_list=row).count() != changes:
        return "games changed something that do not count"
    ratings = Rating.objects.filter(in_list=row).values_list("player", "mu", "sigma", "games")
    if set(ratings) != {(player, *skill, count) for player, (skill, count) in rated.skills.items()}:
        return "they are not those after the last game"
    return ""


def _stored_changes(
    up_to: RatingList, since: datetime | None, games: Sequence[Ended]
) -> set[tuple[Any, ...]]:
    """Return what is stored of these games, all those of a list from `since` on."""
    kept = RatingChange.objects.filter(in_list=up_to.pk, at__lte=up_to.at)
    if since:
        kept = kept.filter(at__gte=since)
    keys = {key for key, _at, _variant in games}
    # Other games may have begun at the same moment
    rows = kept.values_list(*map(raw_column, COLUMNS[1:]))
    return {values for values in rows if values[1] in keys}
