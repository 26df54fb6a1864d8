"""A database that comes up later than the program, and programs that come up at the same moment.

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

Say = Callable[[str], object]

EVERY = 0.5  # seconds between two tries
# Seconds in which a server that is up may let us in after all: all its connections may have been
# taken
SOON = 5
KEY = 0x7469636D6967  # of PostgreSQL's advisory lock around migrations; another than `one_server`'s


def wait_for(alias: str, say: Say) -> None:
    """Wait until the database answers. Raises OperationalError where it does not in time, or
    refuses us.
    """
    connection = connections[alias]
    if connection.vendor != "postgresql":  # SQLite's is a file: it is made where there is none
        return
    began = time.monotonic()
    said = False
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            patience = SOON if is_up(connection) else settings.DATABASE_WAIT
            if time.monotonic() + EVERY > began + min(patience, settings.DATABASE_WAIT):
                raise
            if not said and patience > SOON:
                words = " ".join(str(error).split())
                say(
                    f"The database does not answer yet, waiting up to {settings.DATABASE_WAIT} s: "
                    f"{words}"
                )
                said = True
            time.sleep(EVERY)
        else:
            return


def is_up(connection: BaseDatabaseWrapper) -> bool:
    """Whether the server takes connections, and so refused ours for good: a wrong password, no such
    database.

    libpq asks by SQLSTATE, so the server may speak any language. While it starts, stops or recovers
    it is not up.
    """
    # Here, because a site on SQLite does not need it.
    from psycopg import conninfo, pq  # noqa: PLC0415

    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    given = {
        name: value for name, value in connection.get_connection_params().items() if name in known
    }
    return pq.PGconn.ping(conninfo.make_conninfo(**given).encode()) == pq.Ping.OK


@contextmanager
def migrating_alone(alias: str, say: Say) -> Iterator[None]:
    """While this is held nobody else brings the same database up to date: whoever comes second
    waits.

    On SQLite the lock on the data folder sees to that, and the file's own.
    """
    if connections[alias].vendor != "postgresql":
        yield
        return
    # A connection of its own: the lock belongs to it, and goes with it, however this program ends.
    held: BaseDatabaseWrapper = connections.create_connection(alias)
    try:
        if not _takes(held, "pg_try_advisory_lock"):
            say("Another server is bringing the records up to date: waiting for it.")
            _takes(held, "pg_advisory_lock")
        yield
        # A server that is left to notice the end of a connection by itself keeps the lock a moment
        # longer.
        _takes(held, "pg_advisory_unlock")
    finally:
        held.close()


def _takes(held: BaseDatabaseWrapper, function: str) -> bool:
    with held.cursor() as cursor:
        # The other may take its time, and it says how far it is.
        cursor.execute("SELECT set_config('lock_timeout', '0', false)")
        cursor.execute(f"SELECT {function}(%s)", [KEY])
        row: Any = cursor.fetchone()
        return bool(row[0])
