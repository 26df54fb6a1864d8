"""All database time-outs in one place, as values, each with its reason.

A phone counts a request as lost after 10 seconds (`sender.js`) and sends it again. So a request
that cannot be served must fail before that: waiting for a thread, a lock and its statement must
take less than that in total.
"""

import threading
from dataclasses import dataclass
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


@dataclass(frozen=True)
class Timeouts:
    """Time-outs in seconds, 0 for none: for another's lock, for one statement, and between two
    statements of a transaction.
    """

    lock: float
    statement: float
    idle: float


# Requests from pages and phones. Our locks are held for milliseconds, by a director's largest
# change for one or two seconds; a longer wait is hopeless. Our statements take less than half a
# second. Between two of them a draw or preview is computed, which takes a few seconds at most.
OF_REQUESTS = Timeouts(lock=4, statement=5, idle=20)
# Commands, back-ups, migrations, restore: a person or a service waits for them, and some read every
# row. A migration that waits for a table blocks all others meanwhile, so it must not wait forever.
OF_COMMANDS = Timeouts(lock=20, statement=0, idle=0)
# Readiness probes (/readyz) are repeated every few seconds.
OF_PROBES = Timeouts(lock=1, statement=1, idle=5)

QUEUE_SECONDS = 4  # for a free thread: the rest of a phone's patience
PROBE_SECONDS = 2  # for all of /readyz

# Connection settings for PostgreSQL. A server that is switched off does not answer at all: without
# these the kernel waits two minutes to connect and a quarter of an hour for a reply.
CONNECT_SECONDS = 3
TO_POSTGRESQL: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": 10,  # seconds of silence before a keepalive probe
    "keepalives_interval": 3,
    "keepalives_count": 3,
    # Milliseconds after which unacknowledged data breaks the connection
    "tcp_user_timeout": 10_000,
}

_of_thread = threading.local()


def set_timeouts(patience: Timeouts) -> None:
    """Set this thread's time-outs. Connections that are already open keep theirs."""
    _of_thread.patience = patience


def timeouts_of_thread() -> Timeouts:
    """Return this thread's time-outs, by default those of commands."""
    found: Timeouts = getattr(_of_thread, "patience", OF_COMMANDS)
    return found


def apply_timeouts(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Apply the time-outs to a new connection: a receiver of Django's `connection_created`."""
    patience = timeouts_of_thread()
    if connection.vendor == "sqlite":
        connection.connection.execute(f"PRAGMA busy_timeout = {milliseconds(patience.lock)}")
        return
    if getattr(connection, "is_pooled", False):
        return  # its next user would inherit them: each transaction sets its own
    with connection.cursor() as cursor:
        for name, limit in of_postgresql(patience).items():
            # One statement each: within a single one, the server's own `statement_timeout` would
            # apply to all.
            cursor.execute("SELECT set_config(%s, %s, false)", [name, str(limit)])


def of_postgresql(patience: Timeouts) -> dict[str, int]:
    """Return PostgreSQL's settings for these time-outs, in milliseconds."""
    return {
        "lock_timeout": milliseconds(patience.lock),
        "statement_timeout": milliseconds(patience.statement),
        "idle_in_transaction_session_timeout": milliseconds(patience.idle),
    }


def milliseconds(seconds: float) -> int:
    return round(1000 * seconds)
