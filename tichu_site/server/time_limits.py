"""How long anything waits for the database: all limits in one place, as values, each with why it is
what it is.

A phone counts an answer as lost after 10 seconds (`sender.js`), and sends again. So a request that
cannot be answered is told so before that: it waits for a thread, for a lock, for its statement, and
all of it together has to be less.
"""

import threading
from dataclasses import dataclass
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


@dataclass(frozen=True)
class Patience:
    """Seconds, of which 0 is for ever: for somebody else's lock, for one statement, between two of
    a transaction.
    """

    lock: float
    statement: float
    idle: float


# Whatever a page or a phone asks for. A lock of ours is held for milliseconds, by the largest
# change of a director for one or two seconds; who waits longer waits for something that will not
# come soon. A statement of ours takes less than half a second. Between two of them a draw or a
# preview is computed: the longest takes a few seconds.
OF_REQUESTS = Patience(lock=4, statement=5, idle=20)
# Commands, back-ups, migrations, restore: a person or a service waits for them, and some look at
# every row. A migration that waits for a table keeps all others from it meanwhile: that must not be
# for ever.
OF_COMMANDS = Patience(lock=20, statement=0, idle=0)
# Whoever asks whether the site can serve (/readyz) asks again in a few seconds.
OF_PROBES = Patience(lock=1, statement=1, idle=5)

QUEUE_SECONDS = 4  # for a free thread: the rest of what a phone waits
PROBE_SECONDS = 2  # for all of /readyz

# What is said to PostgreSQL with each connection. A server that is switched off answers nothing at
# all: without these the kernel waits two minutes for it to come up, and a quarter of an hour for an
# answer.
CONNECT_SECONDS = 3
TO_POSTGRESQL: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": 10,  # seconds without a word until it is asked whether it is still there
    "keepalives_interval": 3,
    "keepalives_count": 3,
    # Milliseconds until what was sent and never confirmed breaks the connection
    "tcp_user_timeout": 10_000,
}

_of_thread = threading.local()


def be(patience: Patience) -> None:
    """From now on this thread waits so long. Connections that are open keep what they were told."""
    _of_thread.patience = patience


def of_this_thread() -> Patience:
    """How long this thread waits; where nothing was said, as commands do."""
    found: Patience = getattr(_of_thread, "patience", OF_COMMANDS)
    return found


def tell(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Tell a connection that was just opened how long it waits: Django's `connection_created`."""
    patience = of_this_thread()
    if connection.vendor == "sqlite":
        connection.connection.execute(f"PRAGMA busy_timeout = {milliseconds(patience.lock)}")
        return
    settings = {
        "lock_timeout": patience.lock,
        "statement_timeout": patience.statement,
        "idle_in_transaction_session_timeout": patience.idle,
    }
    with connection.cursor() as cursor:
        for name, seconds in settings.items():
            # A statement each: within one, a `statement_timeout` of the server's own would hold for
            # all.
            cursor.execute("SELECT set_config(%s, %s, false)", [name, str(milliseconds(seconds))])


def milliseconds(seconds: float) -> int:
    return round(1000 * seconds)
