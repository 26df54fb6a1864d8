"""Log format: times with their zone, one line for external causes, no flood of repeats.

No Django imports here: the settings use it before the apps are ready.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime

SELDOM = 60  # seconds between two identical lines
MOST_KINDS = 1000  # of lines that are remembered
LONGEST = 300  # characters of a line with text from a client


class ZonedFormatter(logging.Formatter):
    """A formatter with time zone offsets, so times are unambiguous when the clock goes back."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802, ARG002  (logging's)
        return (
            datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")
        )


class RepeatLimiter:
    """Rate-limit repeated messages to one a minute, and count the suppressed ones."""

    def __init__(self, every: float = SELDOM, clock: Callable[[], float] = time.monotonic) -> None:
        self.every, self.clock = every, clock
        self._changing = threading.Lock()
        # when it was logged, and how often suppressed since
        self._logged: dict[str, tuple[float, int]] = {}

    def is_due(self, what: str) -> tuple[bool, int]:
        """Return whether to log the message, and how often it was suppressed since the
        last time.
        """
        now = self.clock()
        with self._changing:
            before, since = self._logged.get(what, (None, 0))
            if before is not None and now - before < self.every:
                self._logged[what] = before, since + 1
                return False, since + 1
            if len(self._logged) >= MOST_KINDS:
                self._logged.clear()
            self._logged[what] = now, 0
            return True, since


def and_more(since: int) -> str:
    """Return the suffix that counts suppressed lines."""
    return f" ({since} more of these before)" if since else ""


class OneLineFilter(logging.Filter):
    """Log a rejected request as one line, without a traceback: the code did what it should.

    Requests that only probing clients send (wrong host, a thousand fields) are also rate-limited.
    """

    SUSPICIOUS = "django.security."
    REFUSED = "django.request"

    def __init__(self, seldom: RepeatLimiter | None = None) -> None:
        super().__init__()
        self.seldom = seldom or RepeatLimiter()

    def filter(self, record: logging.LogRecord) -> bool:
        suspicious = record.name.startswith(self.SUSPICIOUS)
        if not suspicious and (record.name != self.REFUSED or record.levelno >= logging.ERROR):
            return True
        due, since = self.seldom.is_due(record.name) if suspicious else (True, 0)
        if due:
            # The request is text from a client.
            text = " ".join(record.getMessage().split())[:LONGEST]
            record.msg, record.args = f"{text}{and_more(since)}", ()
            record.exc_info = record.exc_text = None
        return due
