"""One server, or one who changes its records under it: a lock on the data folder, and one in a
shared database.

`serve` holds it for its life; `restore` takes it for itself, and is refused while a server runs. Of
several servers of one PostgreSQL database each holds its own folder, and all share the lock in the
database.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import DatabaseError, connection, connections

FILE = "lock"  # in the data folder
KEY = 0x7469636875  # "tichu", of PostgreSQL's advisory lock


class ServerRunsError(Exception):
    """Somebody else holds the records: its text is a sentence."""


@contextmanager
def holding(what: str, *, alone: bool = False) -> Iterator[None]:
    """Hold the data folder, and the database where it is shared. `what` stands in the file, for
    others to read.

    `alone`: also no server of another folder may run on the database. Raises ServerRunsError.
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
            said = file.read(200).strip() or "another program"
            raise ServerRunsError(f"{said} is using {path.parent}: stop it first.")
        # The file stays when it is let go: taken away, two could each hold a file of that name.
        file.truncate(0)
        file.write(f"{what} (process {os.getpid()})\n")
        file.flush()
        yield


def _locked(file: IO[str]) -> bool:
    """Whether the lock on this open file was free. It goes with the process, however that ends."""
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
    """The server would notice a closed connection a moment later: who asks for the lock next need
    not wait for that.
    """
    with suppress(DatabaseError), held.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock_all()")
    held.close()


def _in_database(*, alone: bool) -> Any:
    """A connection that holds the lock in PostgreSQL as long as it is open."""
    held = connections.create_connection("default")
    function = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    with held.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [KEY])
        taken = cursor.fetchone()[0]
    if not taken:
        held.close()
        text = "A server runs on this database, perhaps on another machine: stop it first."
        raise ServerRunsError(
            text if alone else "A copy is being brought back into this database: wait until it is."
        )
    return held
