"""What is locked together with what: the writers of all tables of a tournament wait for the
tournament's one row.

Whoever shares out the server's threads sees a game's address and not the lock behind it. So the
action that takes a lock says so here, and later requests about that game count for the tournament.
It is a hint about waiting; forgotten with the process, it is learned again with the next hand.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

MOST = 20_000  # things that are remembered: a season of games

_of_thread = threading.local()
_groups: dict[str, str] = {}


def about(target: str, work: Callable[[], T]) -> Callable[[], T]:
    """`work`, with its thread knowing what it is about."""

    def run() -> T:
        _of_thread.target = target
        try:
            return work()
        finally:
            _of_thread.target = ""

    return run


def locks(key: object) -> None:
    """What this thread is about waits for the lock of this as well."""
    target = getattr(_of_thread, "target", "")
    if target:
        if len(_groups) >= MOST:
            _groups.clear()
        _groups[target] = str(key)


def group_of(target: str) -> str:
    """What a request about this waits with: itself, where nothing else is known."""
    return _groups.get(target, target)
