"""How far a round has come: on the server, seen by another phone, agreed to by another phone."""

from scoring.games.queries import Standing
from scoring.models import Entry

SERVER, SEEN, AGREED = "server", "seen", "agreed"


def sync_state(entry: Entry, standing: Standing) -> str:
    """Where the entry that counts for a round has come to. Expects the entry's `counts_as` to be
    read with it.
    """
    if entry.pk in standing.agreed:
        return AGREED
    return SEEN if entry.counts_as.seen_at else SERVER
