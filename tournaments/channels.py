"""Channels of scoring.games.live that pages follow: a tournament, its hall, a match.

Channels are UUIDs, like games: a tournament's own; for the hall the same with version digit 5
instead of 4; for a match one that spells its number. The triggers of the first migration build them
the same way.
"""

import uuid
from collections.abc import Collection
from typing import Any

from django.db import connection, transaction
from django.db.models import F

from scoring.games.live import announce
from scoring.models import Game
from tournaments.models import Match, Tournament

MATCH = uuid.UUID("00000000-0000-8000-8000-000000000000")
VERSION_AT = 14  # index of the version digit in a UUID's text
MOST_AT_ONCE = 500  # per query


def hall_of(tournament: uuid.UUID) -> uuid.UUID:
    """Return the channel of what everyone in the hall waits for."""
    text = str(tournament)
    return uuid.UUID(f"{text[:VERSION_AT]}5{text[VERSION_AT + 1 :]}")


def match_channel(match_id: int) -> uuid.UUID:
    """Return the channel of a match."""
    return uuid.UUID(int=MATCH.int + match_id)


def versions_of(channels: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return the versions of those channels that are ours: three queries per 500."""
    found: dict[uuid.UUID, int] = {}
    ids = list(channels)
    for start in range(0, len(ids), MOST_AT_ONCE):
        found |= _versions_of(ids[start : start + MOST_AT_ONCE])
    return found


def _versions_of(ids: list[uuid.UUID]) -> dict[uuid.UUID, int]:
    matches = {one.int - MATCH.int: one for one in ids if one.int >> 48 == MATCH.int >> 48}
    halls = {_tournament_of(one): one for one in ids if str(one)[VERSION_AT] == "5"}
    found: dict[uuid.UUID, int] = {}
    rest = set(ids).difference(matches.values(), halls.values())
    if rest:
        found |= dict(Tournament.objects.filter(pk__in=rest).values_list("pk", "version"))
    if halls:
        rows = Tournament.objects.filter(pk__in=halls).values_list("pk", "hall_version")
        found |= {halls[pk]: version for pk, version in rows}
    if matches:
        found |= {
            matches[pk]: version
            for pk, version in Match.objects.filter(pk__in=matches).values_list("pk", "version")
        }
    return found


def _tournament_of(hall: uuid.UUID) -> uuid.UUID:
    text = str(hall)
    return uuid.UUID(f"{text[:VERSION_AT]}4{text[VERSION_AT + 1 :]}")


def bump_tournament(tournament_id: uuid.UUID, *, hall: bool = False, **columns: Any) -> None:
    """Bump a tournament's version. `hall`: also the hall's, for changes everyone there waits for.

    `columns` are saved with it.
    """
    more = columns | ({"hall_version": F("hall_version") + 1} if hall else {})
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1, **more)
    _announce([tournament_id, hall_of(tournament_id)] if hall else [tournament_id])


def bump_tournaments(ids: Collection[uuid.UUID]) -> None:
    """Bump the versions of many tournaments and their halls."""
    rest = list(ids)
    for start in range(0, len(rest), MOST_AT_ONCE):
        some = rest[start : start + MOST_AT_ONCE]
        Tournament.objects.filter(pk__in=some).update(
            version=F("version") + 1, hall_version=F("hall_version") + 1
        )
        _announce([*some, *map(hall_of, some)])


def bump_match(match_id: int) -> None:
    """Bump a match's version: what its phones show has changed."""
    Match.objects.filter(pk=match_id).update(version=F("version") + 1)
    announce_match(match_id)


def bump_screens(match_id: int) -> None:
    """Bump the versions of a match's games, which the screens at its tables follow.

    On commit: a game's row is locked before its tournament's, never after it.
    """

    _games_moved(match_game__match=match_id)


def bump_round_screens(round_id: int) -> None:
    """Do the same for all matches of a session round, whose clock has changed."""
    _games_moved(match_game__match__session_round=round_id)


def _games_moved(**of: Any) -> None:
    def move() -> None:
        games = Game.objects.filter(**of)
        games.update(version=F("version") + 1)
        for channel, version in games.values_list("pk", "version"):
            announce(channel, version)

    # Robust: the result has already been saved.
    transaction.on_commit(move, robust=True)


def bump_matches(round_id: int) -> None:
    """Bump the versions of all matches of a session round, whose clock has changed."""
    matches = Match.objects.filter(session_round=round_id)
    matches.update(version=F("version") + 1)
    _announce([match_channel(pk) for pk in matches.values_list("pk", flat=True)])


def announce_match(match_id: int, version: int | None = None) -> None:
    """Notify a match's phones of a version that was saved with the row; None if it is not known."""
    if version is None:
        _announce([match_channel(match_id)])
    else:
        announce(match_channel(match_id), version)


def _announce(channels: list[uuid.UUID]) -> None:
    """PostgreSQL notifies by itself. Elsewhere the versions are read after the commit."""
    if connection.vendor == "postgresql":
        return

    def notify() -> None:
        for channel, version in versions_of(channels).items():
            announce(channel, version)

    # Robust: the data is already saved, and a failed notification must not look like a failed
    # write.
    transaction.on_commit(notify, robust=True)
