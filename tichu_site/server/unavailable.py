"""Answer 503 with Retry-After and one log line when the database or the disk cannot serve.

The database is locked or unreachable, or its disk is full. Nothing of the request has been saved;
phones keep what they wrote and send it again. The next request is tried as usual, so nothing needs
a restart.
"""

import errno
import logging
import sqlite3
from collections.abc import Iterator
from enum import Enum
from typing import Any

import psycopg
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.games.content_negotiation import asks_for_json
from tichu_site.server.headers import PERMISSIONS
from tichu_site.server.log import RepeatLimiter, and_more
from tichu_site.server.threads import Answer

RETRY_SECONDS = 3
LONGEST_WORDS = 200  # characters of the database's message in the log

# Headers that middleware would set on other pages.
BARE_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self' data:; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Tichu-Desk": "1",
}

logger = logging.getLogger(__name__)
_seldom = RepeatLimiter()


class Trouble(Enum):
    """Why nothing can be read or written, as worded in the log."""

    LOCKED = "The database is held by somebody else for too long"
    AWAY = "The database is away"
    FULL = "The disk is full"
    DISK = "The disk does not take what is written to it"
    BUSY = "More is asked for than can be answered"

    @property
    def is_of_the_disk(self) -> bool:
        return self in {Trouble.FULL, Trouble.DISK}


# PostgreSQL's error classes, and single codes that differ from their class.
BY_CLASS = {"08": Trouble.AWAY, "53": Trouble.AWAY, "57": Trouble.AWAY, "58": Trouble.DISK}
BY_STATE = {
    "25006": Trouble.AWAY,  # read-only, after a failover
    "25P03": Trouble.LOCKED,  # idle in transaction for too long
    "40001": Trouble.LOCKED,
    "40P01": Trouble.LOCKED,
    "53100": Trouble.FULL,
    "55P03": Trouble.LOCKED,
    "57014": Trouble.LOCKED,  # statement time-out
}
BY_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_PROTOCOL: Trouble.LOCKED,
    sqlite3.SQLITE_CANTOPEN: Trouble.AWAY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.DISK,
    sqlite3.SQLITE_READONLY: Trouble.DISK,
}
BY_ERRNO = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
    errno.EIO: Trouble.DISK,
    errno.EROFS: Trouble.DISK,
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Classify an error as a problem of database or disk. None for a bug, or for anything else."""
    for one in _with_causes(error):
        if isinstance(one, psycopg.Error):
            return _of_postgresql(one)
        if isinstance(one, sqlite3.Error):
            # The low byte is the primary code; the higher ones are more specific
            return BY_SQLITE.get(getattr(one, "sqlite_errorcode", 0) & 0xFF)
        if isinstance(one, OSError) and not isinstance(one, ConnectionError):
            return BY_ERRNO.get(one.errno or 0)
    return None


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    for _step in range(5):
        if error is None:
            return
        yield error
        error = error.__cause__


def _of_postgresql(error: psycopg.Error) -> Trouble | None:
    state = error.sqlstate
    if state is None:  # no reply from the server: no connection, or a lost one
        return (
            Trouble.AWAY
            if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
            else None
        )
    return BY_STATE.get(state) or BY_CLASS.get(state[:2])


def unavailable_response(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Return 503 in the caller's language: a page for people, the API's error format for programs.
    No query.
    """
    if asks_for_json(request):
        text = _(
            "The server cannot read or write its records right now. Send it again in a moment."
        )
        error = {"code": "unavailable", "field": "", "message": text}
        response: HttpResponse = JsonResponse({"errors": [error]}, status=503)
    else:
        asked = request.method in {"GET", "HEAD"}
        shown = {"asked": asked, "again": RETRY_SECONDS, "of_the_disk": trouble.is_of_the_disk}
        response = HttpResponse(render_to_string("503.html", shown), status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    # We log our own line; Django would add another with a traceback.
    response._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001
    return response


def log_trouble(trouble: Trouble, request: HttpRequest, error: BaseException | None = None) -> None:
    """Log one line, at most once a minute for the same trouble."""
    due, since = _seldom.is_due(trouble.name)
    if due:
        target = f"{request.method} {request.path}".encode("unicode_escape").decode("ascii")
        details = f", {words}" if (words := one_line(error)) else ""
        logger.error(
            "%s: 503 for %s%s%s", trouble.value, target[:LONGEST_WORDS], details, and_more(since)
        )


def one_line(error: BaseException | None) -> str:
    """Return an error's message as one line of limited length."""
    return " ".join(str(error).split())[:LONGEST_WORDS] if error is not None else ""


def too_busy(environ: dict[str, Any]) -> Answer:
    """Return the same response for a request that got no thread. Runs in front of Django, on the
    event loop.
    """
    request = WSGIRequest(environ)
    log_trouble(Trouble.BUSY, request)
    with translation.override(translation.get_language_from_request(request)):
        response = unavailable_response(request, Trouble.BUSY)
    for name, value in BARE_HEADERS.items():
        response[name] = value
    headers = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in response.items()
    ]
    return response.status_code, headers, response.content
