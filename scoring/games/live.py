"""Live updates: tickets to follow a game, and the notice of each new version.

A notice is a version number and nothing else; pages then request what they show, under their own
permissions. What can be followed is a channel: a UUID with a version, of a game or of what
`tournaments.channels` names.
"""

import base64
import uuid
from collections.abc import Callable, Collection

from django.core import signing
from django.db import connection, transaction

from scoring.games.host import host
from scoring.models import Game

# PostgreSQL's LISTEN and NOTIFY: "<channel> <version>", sent by a trigger of the first migration
NOTICES = "game_versions"
MOST_AT_ONCE = 500  # channels per query: SQLite limits the length of a list

Listener = Callable[[uuid.UUID, int], None]

_signer = signing.Signer(salt="scoring.live")
_listeners: set[Listener] = set()


def ticket_of(game: Game) -> str:
    """Return a signed ticket for following this game. It gives access to version numbers only."""
    return ticket_for(game.pk)


def ticket_for(channel: uuid.UUID) -> str:
    """Return a ticket for any channel: see `scoring.games.host`."""
    return _signer.sign(base64.urlsafe_b64encode(channel.bytes).decode().rstrip("="))


def channel_of_ticket(text: str) -> uuid.UUID | None:
    """Return the channel that a ticket of ours is for, or None."""
    try:
        return uuid.UUID(bytes=base64.urlsafe_b64decode(_signer.unsign(text) + "=="))
    except (signing.BadSignature, ValueError):
        return None


def announce(channel: uuid.UUID, version: int) -> None:
    """Notify all followers of a channel of its new version, once the transaction commits.

    With SQLite there is one process, and it notifies itself. With PostgreSQL a trigger (in the
    first migration) sends every new version to all processes of the server, within the transaction
    and without another query.
    """
    if connection.vendor != "postgresql":
        # Robust: the data is committed by then, and a failing listener must not make it look
        # refused.
        transaction.on_commit(lambda: _notify(channel, version), robust=True)


def _notify(channel: uuid.UUID, version: int) -> None:
    for listener in tuple(_listeners):
        listener(channel, version)


def listen(listener: Listener) -> Callable[[], None]:
    """Call a function with channel and version after each change that this process writes to
    SQLite.

    It is called in the writing thread. Call the returned function to stop.
    """
    _listeners.add(listener)
    return lambda: _listeners.discard(listener)


def versions_of(channels: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return the versions of those of these channels that exist: one query per 500 games."""
    ids = list(channels)
    found: dict[uuid.UUID, int] = {}
    for start in range(0, len(ids), MOST_AT_ONCE):
        found.update(
            Game.objects.filter(pk__in=ids[start : start + MOST_AT_ONCE]).values_list(
                "pk", "version"
            )
        )
    if left := [one for one in ids if one not in found]:
        found.update(host().versions_of(left))
    return found
