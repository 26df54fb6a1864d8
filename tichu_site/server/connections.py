"""Count this process's connections and streams, and decide what to close when there is no room for
an entry.

A process has a limited number of file descriptors. When streams had taken all of them, the system
reset every further connection, including entries. So streams are refused before that point (their
pages then poll), and the oldest idle connections are closed to make room for new ones.
"""

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from scoring.games.access.limit_hits import note_hit
from scoring.games.access.limits import KEPT_FROM_CONNECTIONS, KEPT_FROM_STREAMS, LIMITS

WITHOUT_A_LIMIT = 1024  # descriptors assumed if the system reports no limit


class Closable(Protocol):
    def close_idle(self) -> None:
        """Close, to make room for others."""


def most_connections() -> int:
    """Return how many connections this process may have."""
    try:
        import resource  # noqa: PLC0415  (other systems than Unix have none)

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    except (ImportError, ValueError, OSError):
        most = WITHOUT_A_LIMIT
    if most < 0:  # unlimited
        most = 1_000_000
    return max(1, most - KEPT_FROM_CONNECTIONS)


class Room:
    """The open connections, and which of them are idle: between requests or in the middle of
    sending one.
    """

    def __init__(self, most: Callable[[], int] = most_connections) -> None:
        self._most = most
        self.most = 0  # set with the first connection: by then the process has raised its limit
        self.count = 0
        self.waiting: dict[Closable, None] = {}  # ordered: the longest idle first

    def admit(self, one: Closable) -> None:
        """Admit a connection. If there is no room, close the longest idle one, or this one."""
        self.most = self.most or self._most()
        self.count += 1
        if self.count > self.most:
            longest = next(iter(self.waiting), one)
            self.waiting.pop(longest, None)
            longest.close_idle()
            if longest is one:
                return
        self.waiting[one] = None

    def mark_busy(self, one: Closable) -> None:
        """Mark as busy: its request is being answered, so it must not be closed."""
        self.waiting.pop(one, None)

    def mark_idle(self, one: Closable) -> None:
        """Mark as idle: answered, waiting for the next request."""
        self.waiting.pop(one, None)
        self.waiting[one] = None

    def remove(self, one: Closable) -> None:
        self.count -= 1
        self.waiting.pop(one, None)


class Streams:
    """The open streams of this process, by phone and by address."""

    def __init__(self, most: Callable[[], int] = most_connections) -> None:
        self._most = most
        self.most = 0
        self.count = 0
        self.of: Counter[str] = Counter()

    def open(self, address: str, phone: str) -> bool:
        """Return whether another stream may be opened, and count it until `close`. `phone`: ""
        without a cookie.
        """
        if not self.most:
            most = self._most()
            self.most = max(1, most - max(KEPT_FROM_STREAMS, most // 4))
        if self.count >= self.most:
            return False
        names = {_address(address): "streams of an address"} | (
            {_phone(phone): "streams of a phone"} if phone else {}
        )
        for who, name in names.items():
            if self.of[who] >= LIMITS[name].many:
                note_hit(name)
                return False
        self.count += 1
        self.of.update(names.keys())
        return True

    def close(self, address: str, phone: str) -> None:
        self.count -= 1
        for who in (_address(address), *([_phone(phone)] if phone else [])):
            self.of[who] -= 1
            if not self.of[who]:
                del self.of[who]


def _address(address: str) -> str:
    return f"address {address}"


def _phone(phone: str) -> str:
    return f"phone {phone}"
