"""Turns: who asked first is next.

SQLite itself has no queue. A writer that finds the file locked sleeps, looks again, sleeps longer:
with eight tables that write without a pause the last of them waited eleven times as long as the one
in the middle. These turns spare the waiting and guard nothing: what guards the data is the lock of
the database, which other programs take as well.
"""

import threading
from collections import deque
from time import monotonic


class Turns:
    """One has the turn; the others stand in line, in the order in which they came."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._taken = False
        self._line: deque[threading.Lock] = deque()  # each waits for its own lock to be let go

    @property
    def waiting(self) -> int:
        """How many stand in line."""
        return len(self._line)

    def take(self, seconds: float) -> float | None:
        """Wait for the turn: how long that took, None where it did not come in time."""
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
        return monotonic() - began  # it came in this very moment

    def give_back(self) -> None:
        """The next in line has it now."""
        with self._changing:
            if self._line:
                self._line.popleft().release()
            else:
                self._taken = False
