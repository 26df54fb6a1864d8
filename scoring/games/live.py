"""Who follows a game hears of every change: tickets to follow by, and the word that goes round.

The word is a version number and nothing else; pages then ask for what they show, with their own
permission. What can be followed is a channel: a UUID with a version, that of a game or of what
`tournaments.channels` names.
"""

import base64
import uuid
from collections.abc import Callable, Collection

from django.core import signing
from django.db import connection, transaction

from scoring.games.host import host
from scoring.models import Game

# Of PostgreSQL's LISTEN and NOTIFY: "<channel> <version>", sent by a trigger of the first migration
NOTICES = "game_versions"
MOST_AT_ONCE = 500  # channels in one query: SQLite takes no list of any length

Listener = Callable[[uuid.UUID, int], None]

_signer = signing.Signer(salt="scoring.live")
_listeners: set[Listener] = set()


def ticket_of(game: Game) -> str:
    """A signed text by which a page follows this game. It opens nothing but the numbers of its
    versions.
    """
    return ticket_for(game.pk)


def ticket_for(channel: uuid.UUID) -> str:
    """The same for any channel: see `scoring.games.host`."""
    return _signer.sign(base64.urlsafe_b64encode(channel.bytes).decode().rstrip("="))


def channel_of_ticket(text: str) -> uuid.UUID | None:
    """The channel that a ticket of ours is for, or None."""
    try:
        return uuid.UUID(bytes=base64.urlsafe_b64decode(_signer.unsign(text) + "=="))
    except (signing.BadSignature, ValueError):
        return None


def announce(channel: uuid.UUID, version: int) -> None:
    """Tell everybody who follows a channel that it has this version, once the transaction stands;
    never if it does not.

    With SQLite there is one process, and it tells itself. PostgreSQL needs no telling: a trigger
    (in the first migration) carries every new version to all processes of the server, within the
    transaction and without another query.
    """
    if connection.vendor != "postgresql":
        # Robust: what was written stands by then, and a listener that fails must not make it look
        # refused.
        transaction.on_commit(lambda: _tell(channel, version), robust=True)


def _tell(channel: uuid.UUID, version: int) -> None:
    for listener in tuple(_listeners):
        listener(channel, version)


def listen(listener: Listener) -> Callable[[], None]:
    """Have a function called with channel and version after each change that this process writes to
    SQLite.

    It is called in the thread that wrote. What comes back ends it.
    """
    _listeners.add(listener)
    return lambda: _listeners.discard(listener)


def versions_of(channels: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """The version of each of these channels that is there: for games a query for every 500."""
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
