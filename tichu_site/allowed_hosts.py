"""The host names and addresses this machine currently has. A laptop in a hall gets a new address
when the router restarts or a hotspot replaces the wifi.

Only addresses of its interfaces and its own names are allowed, so an invented Host header is
rejected. They are looked up at most once every few seconds.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import SupportsIndex

from tichu_site import environment

KNOWN_FOR = 5.0  # seconds for which a lookup is cached
EVERY = 10.0  # seconds between two checks for a changed address
ALL_ADDRESSES = frozenset({"0.0.0.0", "::"})  # noqa: S104


class OwnHosts(list[str]):
    """`ALLOWED_HOSTS` if none is configured: the machine's names, `HOST`, and its current
    addresses.
    """

    def __init__(
        self,
        names: Iterable[str],
        look: Callable[[], list[str]] = environment.interface_hosts,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(names)
        self._look, self._clock = look, clock
        self._until = 0.0
        self._found: list[str] = []

    def _all(self) -> list[str]:
        if not self._until or self._clock() >= self._until:
            self._found = self._look()
            self._until = self._clock() + KNOWN_FOR
        return [*super().__iter__(), *self._found]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(self._all()))

    def __contains__(self, host: object) -> bool:
        return host in self._all()

    def __getitem__(self, at: SupportsIndex | slice) -> str | list[str]:  # type: ignore[override]
        return list(self)[at]


def hosts(host: str) -> OwnHosts:
    """Return the allowed hosts of a server that listens on `host`."""
    own = [] if host in ALL_ADDRESSES else [f"[{host}]" if ":" in host else host]
    return OwnHosts([*environment.own_hosts(), *own])


def network_host() -> str:
    """Return the address other phones can reach this machine at, or "" if there is none or it is
    unknown.
    """
    if (
        environment.names("ALLOWED_HOSTS")
        or environment.text("HOST", "0.0.0.0") not in ALL_ADDRESSES  # noqa: S104
    ):
        return ""
    return next(iter(environment.own_addresses()), "")


@dataclass(frozen=True)
class AddressChange:
    """A change of the machine's address: the old one, the new one ("" if unreachable), and when."""

    was: str
    now: str
    at: datetime


class AddressWatch(threading.Thread):
    """A thread that notices a changed address while the server runs and prints it once."""

    address_change: AddressChange | None = None  # of the server in this process

    def __init__(
        self,
        write: Callable[[str], object],
        port: int,
        every: float = EVERY,
        cover: Callable[[Sequence[str]], str] | None = None,
    ) -> None:
        """`cover` makes https valid for all these addresses and returns a message about it."""
        super().__init__(name="address", daemon=True)
        self.write, self.port, self.every, self.cover = write, port, every, cover
        self.addresses = tuple(environment.own_addresses())
        self.first = self.last = network_host()
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(self.every):
            self.run_once()

    def run_once(self) -> None:
        """Check the address and report a change since the last check."""
        self._look_at_address()
        addresses = tuple(environment.own_addresses())
        if self.cover and addresses != self.addresses and (message := self.cover(addresses)):
            self.write(message)
        self.addresses = addresses

    def _look_at_address(self) -> None:
        now = network_host()
        if now == self.last or (self.last and self.last in environment.own_addresses()):
            return
        self.last = now
        if now == self.first:
            AddressWatch.address_change = None
            self.write(
                f"  The address is http://{now}:{self.port}/ again: printed cards lead here as "
                "before."
            )
            return
        self.first = self.first or now  # the first network seen
        if now == self.first:
            return
        AddressWatch.address_change = AddressChange(self.first, now, datetime.now(UTC))
        self.write(change_message(self.first, now, self.port))

    def stop(self) -> None:
        """Stop checking."""
        self.stopped.set()


def change_message(was: str, now: str, port: int) -> str:
    """Return the message for the terminal."""
    if not now:
        return (
            f"  No network: phones cannot reach http://{was}:{port}/. What they write waits "
            "on them."
        )
    return (
        f"  The address changed: phones reach this machine at http://{now}:{port}/, no longer at "
        f"http://{was}:{port}/.\n"
        "  Printed cards and codes lead to the old address: print them again, or give the laptop "
        "its old address."
    )


def address_change(_request: object) -> dict[str, AddressChange | None]:
    """Context processor: `address_moved` is None while the address has not changed
    since the start.
    """
    return {"address_moved": AddressWatch.address_change}
