"""Sending a message: its signature, the delay after a failure, and waking the threads that send."""

import base64
import hashlib
import hmac
import threading
from collections.abc import Callable
from datetime import timedelta

PREFIX = "whsec_"  # prefix of a secret as shown
VERSION = "v1"


def as_text(secret: bytes) -> str:
    """Return a secret as shown to users."""
    return PREFIX + base64.b64encode(secret).decode("ascii")


def signature(secret: bytes, message: str, timestamp: int, body: bytes) -> str:
    """Return a message's `webhook-signature` header. `timestamp`: seconds since 1970."""
    signed = f"{message}.{timestamp}.".encode() + body
    digest = hmac.new(secret, signed, hashlib.sha256).digest()
    return f"{VERSION},{base64.b64encode(digest).decode('ascii')}"


def headers(secret: bytes, message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return a message's three headers."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, message, timestamp, body),
    }


# After the first attempt, the second ...: ten attempts in all, within a day.
PAUSES = (5, 30, 2 * 60, 10 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600, 16 * 3600)  # seconds
TRIES = len(PAUSES) + 1
# of a delay, longer or shorter: deliveries that failed together are not retried together
JITTER = 0.2
LONGEST_REST = 10 * 60  # seconds for which a whole webhook is suspended
OFF_AFTER = timedelta(days=5)  # of nothing but failures


def pause_after(tries: int, chance: Callable[[], float]) -> timedelta | None:
    """Return the time until the next attempt, None if there is none. `chance` returns random
    numbers in [0, 1).
    """
    if not 1 <= tries <= len(PAUSES):
        return None
    return timedelta(seconds=PAUSES[tries - 1] * (1 + JITTER * (2 * chance() - 1)))


def suspension_after(failures: int) -> timedelta:
    """Return how long to suspend a webhook after this many consecutive failures, so that others get
    a turn.
    """
    return timedelta(seconds=min(PAUSES[min(failures, len(PAUSES)) - 1], LONGEST_REST))


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
