"""How the threads that send hear that there is something to send, without whoever writes it knowing
them.
"""

import threading


class Bell:
    """Rings for all who wait. What rang while somebody was busy is heard when they wait the next
    time.
    """

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

    def wait(self, heard: int, seconds: float) -> None:
        """Until it has rung more often than that, or so many seconds are over."""
        with self._changed:
            self._changed.wait_for(lambda: self._rung > heard, seconds)


bell = Bell()
