"""A first-come, first-served queue of writers.

SQLite has no queue. A writer that finds the file locked sleeps, retries, and sleeps longer: with
eight tables writing non-stop, the last waited eleven times as long as the median. The queue only
shortens waits; data is protected by the database's lock, which other programs take too.
"""

import threading
from collections import deque
from time import monotonic


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
