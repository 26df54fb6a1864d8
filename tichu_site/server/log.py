"""How the log looks: times with their zone, one line for what is nobody's fault, and no flood of
the same.

No Django in here: the settings name it before the apps are ready.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime

SELDOM = 60  # seconds between two lines that say the same
MOST_KINDS = 1000  # of lines that are remembered
LONGEST = 300  # characters of a line about what a stranger sent


class Line(logging.Formatter):
    """A line whose time can be told from another zone's, also in the night when the clock goes
    back.
    """

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802, ARG002  (logging's)
        return (
            datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")
        )


class Seldom:
    """Says the same once a minute, and then how often it would have been said."""

    def __init__(self, every: float = SELDOM, clock: Callable[[], float] = time.monotonic) -> None:
        self.every, self.clock = every, clock
        self._changing = threading.Lock()
        self._said: dict[str, tuple[float, int]] = {}  # when, and how often since

    def is_due(self, what: str) -> tuple[bool, int]:
        """Whether it may be said, and how often it was not said since the last time."""
        now = self.clock()
        with self._changing:
            before, since = self._said.get(what, (None, 0))
            if before is not None and now - before < self.every:
                self._said[what] = before, since + 1
                return False, since + 1
            if len(self._said) >= MOST_KINDS:
                self._said.clear()
            self._said[what] = now, 0
            return True, since


def and_more(since: int) -> str:
    """What is added to a line about what was not said."""
    return f" ({since} more of these before)" if since else ""


class OneLine(logging.Filter):
    """A request that was refused is one line, without a traceback: the code did what it should.

    What only somebody sends who tries something (a name that is not ours, a thousand fields) is
    also said seldom.
    """

    SUSPICIOUS = "django.security."
    REFUSED = "django.request"

    def __init__(self, seldom: Seldom | None = None) -> None:
        super().__init__()
        self.seldom = seldom or Seldom()

    def filter(self, record: logging.LogRecord) -> bool:
        suspicious = record.name.startswith(self.SUSPICIOUS)
        if not suspicious and (record.name != self.REFUSED or record.levelno >= logging.ERROR):
            return True
        due, since = self.seldom.is_due(record.name) if suspicious else (True, 0)
        if due:
            # What was asked for is a stranger's text.
            text = " ".join(record.getMessage().split())[:LONGEST]
            record.msg, record.args = f"{text}{and_more(since)}", ()
            record.exc_info = record.exc_text = None
        return due
