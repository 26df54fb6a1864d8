"""The connections of this process and the streams among them: what goes when there is no room for
an entry.

A process has only so many descriptors. When all of them were streams, every further connection was
reset by the system, an entry's too. So streams are refused before that (their pages then ask by
themselves), and of connections that wait without having asked anything the oldest make room for
those that come.
"""

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from scoring.games.access.limits import KEPT_FROM_CONNECTIONS, KEPT_FROM_STREAMS, LIMITS

WITHOUT_A_LIMIT = 1024  # descriptors that are counted on where the system does not say


class Closable(Protocol):
    def leave(self) -> None:
        """Close, since others need the room."""


def most_connections() -> int:
    """How many connections this process may have."""
    try:
        import resource  # noqa: PLC0415  (other systems than Unix have none)

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    except (ImportError, ValueError, OSError):
        most = WITHOUT_A_LIMIT
    if most < 0:  # unlimited
        most = 1_000_000
    return max(1, most - KEPT_FROM_CONNECTIONS)


class Room:
    """Who is connected, and who of them waits: for a request, or in the middle of sending one."""

    def __init__(self, most: Callable[[], int] = most_connections) -> None:
        self._most = most
        self.most = 0  # asked when the first comes: the process has raised its limit by then
        self.count = 0
        self.waiting: dict[Closable, None] = {}  # the one that has waited longest comes first

    def come(self, one: Closable) -> None:
        """Let a connection in. Where there is no room the one that has waited longest goes, or it
        itself.
        """
        self.most = self.most or self._most()
        self.count += 1
        if self.count > self.most:
            longest = next(iter(self.waiting), one)
            self.waiting.pop(longest, None)
            longest.leave()
            if longest is one:
                return
        self.waiting[one] = None

    def busy(self, one: Closable) -> None:
        """It has asked, and waits for an answer: it stays."""
        self.waiting.pop(one, None)

    def rest(self, one: Closable) -> None:
        """It was answered, and waits for what to ask next."""
        self.waiting.pop(one, None)
        self.waiting[one] = None

    def go(self, one: Closable) -> None:
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
        """Whether one more may be opened; it is counted then, until `close`. `phone`: empty without
        a cookie.
        """
        if not self.most:
            most = self._most()
            self.most = max(1, most - max(KEPT_FROM_STREAMS, most // 4))
        if self.count >= self.most:
            return False
        names = {_address(address): "streams of an address"} | (
            {_phone(phone): "streams of a phone"} if phone else {}
        )
        if any(self.of[who] >= LIMITS[name].many for who, name in names.items()):
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
