"""How long to wait after a message that was not taken, and when to give up."""

from collections.abc import Callable
from datetime import timedelta

# After the first try, the second ...: ten tries in all, within a day.
PAUSES = (5, 30, 2 * 60, 10 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600, 16 * 3600)  # seconds
TRIES = len(PAUSES) + 1
JITTER = 0.2  # of a pause, longer or shorter: what failed together does not come back together
LONGEST_REST = 10 * 60  # seconds for which a webhook rests as a whole
OFF_AFTER = timedelta(days=5)  # of nothing but failures


def pause_after(tries: int, chance: Callable[[], float]) -> timedelta | None:
    """The time until the next try, None where there is none.
    `chance` gives numbers from 0 up to 1.
    """
    if not 1 <= tries <= len(PAUSES):
        return None
    return timedelta(seconds=PAUSES[tries - 1] * (1 + JITTER * (2 * chance() - 1)))


def rest_after(failures: int) -> timedelta:
    """For how long nothing is sent to a webhook that has failed so many times running: others wait
    behind it.
    """
    return timedelta(seconds=min(PAUSES[min(failures, len(PAUSES)) - 1], LONGEST_REST))
