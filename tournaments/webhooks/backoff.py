"""The delay after a failed delivery, and when to give up."""

from collections.abc import Callable
from datetime import timedelta

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
