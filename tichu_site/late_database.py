"""A database that comes up later than the program, and programs that come up at the same moment.

After a power cut everything starts at once: the database recovers for a while, and two servers find the same empty one.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

Say = Callable[[str], object]

EVERY = 0.5  # seconds between two tries
KEY = 0x7469636D6967  # of PostgreSQL's advisory lock around migrations; another than `one_server`'s
# What a server says itself comes no better by waiting: a wrong password, no such database. But while it starts, stops
# or recovers, and while all its connections are taken, in English or German.
SAID_ITSELF = re.compile(r"\bFATAL:")
PASSES = re.compile(
    r"starting up|shutting down|recovery|too many|remaining connection|startet|fährt|Wiederherstellung|zu viele|"
    r"verbleibende",
    re.IGNORECASE,
)


def wait_for(alias: str, say: Say) -> None:
    """Wait until the database answers. Raises OperationalError where it does not in time, or says why it never will."""
    connection = connections[alias]
    if connection.vendor != "postgresql":  # SQLite's is a file: it is made where there is none
        return
    until = time.monotonic() + settings.DATABASE_WAIT
    said = False
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            words = " ".join(str(error).split())
            if time.monotonic() + EVERY > until or not may_pass(words):
                raise
            if not said:
                say(f"The database does not answer yet, waiting up to {settings.DATABASE_WAIT} s: {words}")
                said = True
            time.sleep(EVERY)
        else:
            return


def may_pass(words: str) -> bool:
    """Whether the reason why there is no connection may be gone in a moment."""
    return not SAID_ITSELF.search(words) or bool(PASSES.search(words))


@contextmanager
def migrating_alone(alias: str, say: Say) -> Iterator[None]:
    """While this is held nobody else brings the same database up to date: whoever comes second waits.

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
        # A server that is left to notice the end of a connection by itself keeps the lock a moment longer.
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
