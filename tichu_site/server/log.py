"""Log format: times with their zone, the request that a line is about, no values of exceptions,
one line for external causes, no flood of repeats.

No Django imports here: the settings use it before the apps are ready.
"""

import json
import logging
import threading
import time
import traceback
from collections.abc import Callable
from datetime import datetime

from scoring.games.log import about_request

SELDOM = 60  # seconds between two identical lines
MOST_KINDS = 1000  # of lines that are remembered
MOST_CAUSES = 5  # of an exception that are logged
LONGEST = 300  # characters of a line with text from a client


class ZonedFormatter(logging.Formatter):
    """A formatter with time zone offsets, so times are unambiguous when the clock goes back."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802, ARG002  (logging's)
        return (
            datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")
        )


class JsonFormatter(ZonedFormatter):
    """One JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "ids", {}),
        }
        if record.exc_text:
            fields["traceback"] = record.exc_text
        return json.dumps(fields, ensure_ascii=False)


class AboutFilter(logging.Filter):
    """Add to each record which request, game and tournament it is about, and leave out of
    exceptions what they say: that may be a name. `values` keeps it.
    """

    def __init__(self, *, values: bool = False) -> None:
        super().__init__()
        self.values = values

    def filter(self, record: logging.LogRecord) -> bool:
        # Django logs some answers when their request is over, and attaches it.
        of_record = getattr(getattr(record, "request", None), "about", None)
        ids = dict(of_record or about_request.get() or {})
        words = [one if name == "request" else f"{name}={one}" for name, one in ids.items()]
        vars(record).update(ids=ids, about=f" [{' '.join(words)}]" if words else "")
        if record.exc_info and record.exc_info[1] and not self.values:
            record.exc_text = frames_of(record.exc_info[1])
        return True


def frames_of(error: BaseException) -> str:
    """Return where an exception and its causes were raised: files, lines and classes, no values."""
    parts: list[str] = []
    found: BaseException | None = error
    while found is not None and len(parts) < MOST_CAUSES:
        frames = "".join(traceback.format_tb(found.__traceback__))
        name = f"{type(found).__module__}.{type(found).__qualname__}"
        parts.append(f"Traceback (most recent call last):\n{frames}{name}")
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return "\n\nwhich led to\n\n".join(reversed(parts))


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
