"""Wake the sending threads when there is something to send, without the writer knowing them."""

import threading


class Bell:
    """A bell for all waiting threads. A ring while a thread is busy is noticed at its next wait."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._rung = 0

    @property
    def rung(self) -> int:
        return self._rung

    def ring(self) -> None:
        with self._changed:
            self._rung += 1
            self._changed.notify_all()

    def wait(self, seen: int, seconds: float) -> None:
        """Wait until it has rung more often than `seen`, or this many seconds have passed."""
        with self._changed:
            self._changed.wait_for(lambda: self._rung > seen, seconds)


bell = Bell()
