"""Learn which requests wait for the same lock: all tables of a tournament write under its one row.

The server's scheduler sees a game's address but not the lock behind it. The action that takes such
a lock reports it here, and later requests for that game are grouped with the tournament. This is
only a hint; it is lost with the process and learned again with the next hand.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

MOST = 20_000  # games that are remembered: a season's

_of_thread = threading.local()
_groups: dict[str, str] = {}


def with_target(target: str, work: Callable[[], T]) -> Callable[[], T]:
    """Wrap `work` so that its thread knows the target it is for."""

    def run() -> T:
        _of_thread.target = target
        try:
            return work()
        finally:
            _of_thread.target = ""

    return run


def note_lock(key: object) -> None:
    """Record that this thread's target waits for this lock."""
    target = getattr(_of_thread, "target", "")
    if target:
        if len(_groups) >= MOST:
            _groups.clear()
        _groups[target] = str(key)


def group_of(target: str) -> str:
    """Return the lock that requests for this target wait for, or the target itself if none is
    known.
    """
    return _groups.get(target, target)
