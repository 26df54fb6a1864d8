"""How far a round has travelled: stored on the server, seen by another phone, confirmed by one."""

from scoring.games.queries import Agreements
from scoring.models import Entry

SERVER, SEEN, AGREED = "server", "seen", "agreed"


def sync_state(entry: Entry, agreements: Agreements) -> str:
    """Return how far a round's counting entry has travelled. Expects `counts_as` to be loaded."""
    if entry.pk in agreements.agreed:
        return AGREED
    return SEEN if entry.counts_as.seen_at else SERVER
