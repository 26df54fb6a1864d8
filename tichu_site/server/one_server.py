"""Ensure that only one server, or one program that changes its records, runs: a lock on the data
folder, and one in a shared database.

`serve` holds it for its life. `restore` needs it exclusively and fails while a server runs. Several
servers of one PostgreSQL database each lock their own folder and share the lock in the database.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import DatabaseError, connection, connections

FILE = "lock"  # in the data folder
KEY = 0x7469636875  # "tichu", key of PostgreSQL's advisory lock


class ServerRunsError(Exception):
    """Another process holds the records. The message is a sentence."""


@contextmanager
def holding(what: str, *, alone: bool = False) -> Iterator[None]:
    """Lock the data folder and, if shared, the database. `what` is written into the lock file for
    others to read.

    `alone`: fail also if a server of another folder uses the database. Raises ServerRunsError.
    """
    with _folder(Path(settings.DATA_DIR) / FILE, what):
        shared = _in_database(alone=alone) if connection.vendor == "postgresql" else None
        try:
            yield
        finally:
            if shared is not None:
                _let_go(shared)


@contextmanager
def _folder(path: Path, what: str) -> Iterator[None]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+", encoding="utf-8") as file:
        if not _locked(file):
            holder = file.read(200).strip() or "another program"
            raise ServerRunsError(f"{holder} is using {path.parent}: stop it first.")
        # Keep the file on release: if it were deleted, two processes could each lock a file of that
        # name.
        file.truncate(0)
        file.write(f"{what} (process {os.getpid()})\n")
        file.flush()
        yield


def _locked(file: IO[str]) -> bool:
    """Try to lock this open file. The lock ends with the process, however that ends."""
    try:
        import fcntl  # noqa: PLC0415  (Windows has none)
    except ImportError:
        import msvcrt  # noqa: PLC0415

        lock: Any = getattr(msvcrt, "locking")  # noqa: B009  (of Windows alone, which the type checker is not told)
        try:
            lock(file.fileno(), getattr(msvcrt, "LK_NBLCK"), 1)  # noqa: B009
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _let_go(held: Any) -> None:
    """Release explicitly: the server notices a closed connection only a moment later, and the next
    process should not have to wait.
    """
    with suppress(DatabaseError), held.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock_all()")
    held.close()


def _in_database(*, alone: bool) -> Any:
    """Return a connection that holds the lock in PostgreSQL while it is open."""
    held = connections.create_connection("default")
    function = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    with held.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [KEY])
        taken = cursor.fetchone()[0]
    if not taken:
        held.close()
        text = "A server runs on this database, perhaps on another machine: stop it first."
        raise ServerRunsError(
            text
            if alone
            else "A copy is being restored into this database: wait until that is done."
        )
    return held
