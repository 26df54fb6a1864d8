"""The database backend: each transaction, and each write outside one, waits for its turn before it
locks the file.

Transactions begin with BEGIN IMMEDIATE (`transaction_mode` in the settings): once begun, they can
write to the end. Reads take no turn; in WAL mode they wait for nothing.
"""

import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from django.db.backends.sqlite3 import base

from tichu_site.server import time_limits
from tichu_site.server.file_permissions import made_private


class Turns:
    """One holder at a time; the others queue in order of arrival."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._taken = False
        # each waiter blocks on its own lock until it is released
        self._line: deque[threading.Lock] = deque()

    @property
    def waiting(self) -> int:
        """Return the length of the queue."""
        return len(self._line)

    def take(self, seconds: float) -> float | None:
        """Wait for the turn. Returns how long that took, or None after a timeout."""
        with self._changing:
            if not self._taken:
                self._taken = True
                return 0.0
            mine = threading.Lock()
            mine.acquire()
            self._line.append(mine)
        began = monotonic()
        if mine.acquire(timeout=seconds):
            return monotonic() - began
        with self._changing:
            if mine in self._line:
                self._line.remove(mine)
                return None
        return monotonic() - began  # released at the very moment of the timeout

    def give_back(self) -> None:
        """Pass the turn to the next in the queue."""
        with self._changing:
            if self._line:
                self._line.popleft().release()
            else:
                self._taken = False


CHANGES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
LEAST = 0.05  # seconds for the file's own lock, however long waiting for the turn took

_turns: dict[str, Turns] = {}  # by the database's file


def waiting_writers() -> int:
    """Return how many threads of this process wait for their turn."""
    return sum(turns.waiting for turns in _turns.values())


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that takes a turn for writes outside a transaction."""

    def __init__(self, connection: sqlite3.Connection, owner: "DatabaseWrapper") -> None:
        super().__init__(connection)
        self.owner = owner

    def execute(self, query: str, params: Any = None) -> Any:
        if self.owner.has_turn or not query.lstrip()[:7].upper().startswith(CHANGES):
            return super().execute(query, params)
        with self.owner.turn():
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        if self.owner.has_turn:
            return super().executemany(query, param_list)
        with self.owner.turn():
            return super().executemany(query, param_list)


class DatabaseWrapper(base.DatabaseWrapper):
    has_turn = False
    turns = Turns()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.turns = _turns.setdefault(str(conn_params["database"]), Turns())
        if not str(conn_params["database"]).startswith(("file:", ":")):
            made_private(Path(conn_params["database"]))
        return super().get_new_connection(conn_params)

    def create_cursor(self, name: str | None = None) -> Any:  # noqa: ARG002  (Django's signature)
        return self.connection.cursor(factory=lambda connection: Cursor(connection, self))

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the turn for one write outside a transaction."""
        self._take_turn()
        try:
            yield
        finally:
            self._give_back()

    def _take_turn(self) -> float:
        """Wait for the turn and return how long it took. Raises OperationalError after too long, as
        the file's own lock does.
        """
        took = self.turns.take(time_limits.timeouts_of_thread().lock)
        if took is None:
            error = sqlite3.OperationalError(
                "database is locked: other writers stand before this one"
            )
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            with self.wrap_database_errors:
                raise error
        self.has_turn = True
        return took

    def _give_back(self) -> None:
        if self.has_turn:
            self.has_turn = False
            self.turns.give_back()

    def _start_transaction_under_autocommit(self) -> None:
        took = self._take_turn()
        try:
            if took < LEAST:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]  # the stubs leave it out
            else:
                self._begin_within(time_limits.timeouts_of_thread().lock - took)
        except BaseException:
            self._give_back()
            raise

    def _begin_within(self, seconds: float) -> None:
        """Begin a transaction, waiting for other programs no longer than the time that is left."""
        patience = time_limits.timeouts_of_thread().lock
        try:
            self.connection.execute(
                f"PRAGMA busy_timeout = {time_limits.milliseconds(max(seconds, LEAST))}"
            )
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {time_limits.milliseconds(patience)}")

    # Every transaction ends by one of these. If COMMIT or ROLLBACK fails, Django goes on to the
    # next.

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._give_back()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        self._give_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_back()
