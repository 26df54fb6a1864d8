"""Wait for a database that starts after the program, and serialise programs that start together.

After a power cut everything starts at once: the database recovers for a while, and two servers find
the same empty one.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

Report = Callable[[str], object]

EVERY = 0.5  # seconds between two attempts
# Seconds in which a running server may still accept us: its connections may all have been taken
SOON = 5
KEY = 0x7469636D6967  # of PostgreSQL's advisory lock around migrations; not the one of `one_server`


def wait_for(alias: str, report: Report) -> None:
    """Wait until the database answers. Raises OperationalError if it does not in time, or rejects
    us.
    """
    connection = connections[alias]
    if connection.vendor != "postgresql":  # SQLite's is a file, created if missing
        return
    began = time.monotonic()
    reported = False
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            patience = SOON if is_up(connection) else settings.DATABASE_WAIT
            if time.monotonic() + EVERY > began + min(patience, settings.DATABASE_WAIT):
                raise
            if not reported and patience > SOON:
                words = " ".join(str(error).split())
                report(
                    f"The database does not answer yet; waiting up to {settings.DATABASE_WAIT} s: "
                    f"{words}"
                )
                reported = True
            time.sleep(EVERY)
        else:
            return


def is_up(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the server accepts connections, so it rejected ours for good: wrong password,
    no such database.

    libpq decides by SQLSTATE, so the server's language does not matter. A server that is starting,
    stopping or recovering is not up.
    """
    # A site on SQLite does not need psycopg.
    from psycopg import conninfo, pq  # noqa: PLC0415

    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    given = {
        name: value for name, value in connection.get_connection_params().items() if name in known
    }
    return pq.PGconn.ping(conninfo.make_conninfo(**given).encode()) == pq.Ping.OK


@contextmanager
def migrating_alone(alias: str, report: Report) -> Iterator[None]:
    """Prevent concurrent migrations of the same database: a second process waits.

    On SQLite the data folder's lock and the file's own already do.
    """
    if connections[alias].vendor != "postgresql":
        yield
        return
    # A separate connection: it owns the lock, which ends with it however this program ends.
    held: BaseDatabaseWrapper = connections.create_connection(alias)
    try:
        if not _takes(held, "pg_try_advisory_lock"):
            report("Another server is migrating the records; waiting for it.")
            _takes(held, "pg_advisory_lock")
        yield
        # A server that has to notice a closed connection by itself keeps the lock a moment longer.
        _takes(held, "pg_advisory_unlock")
    finally:
        held.close()


def _takes(held: BaseDatabaseWrapper, function: str) -> bool:
    with held.cursor() as cursor:
        # The other process may take its time; it reports its progress.
        cursor.execute("SELECT set_config('lock_timeout', '0', false)")
        cursor.execute(f"SELECT {function}(%s)", [KEY])
        row: Any = cursor.fetchone()
        return bool(row[0])
