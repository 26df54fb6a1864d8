"""/healthz and /readyz for monitoring. In front of Django, so they always answer.

They ignore `ALLOWED_HOSTS`: monitoring uses the machine's address. They return fixed words that
anyone may read: no versions, no paths, nothing about the database.
"""

import asyncio
import json
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.migrations.loader import MigrationLoader

from tichu_site.server import time_limits
from tichu_site.server.threads import Receive, Scope, Send
from tichu_site.server.unavailable import trouble_of

HEALTH, READY = "/healthz", "/readyz"
OK = "ok"
# Bytes of free disk: an evening of 200 tables, its log and a copy take less
LEAST_FREE = 100_000_000
KEPT_SECONDS = 1.0  # for which a good result is cached, so that frequent probing costs nothing

State = Mapping[str, str]


class Probes:
    """The ASGI application for both addresses."""

    def __init__(
        self, check_state: Callable[[], State], seconds: float = time_limits.PROBE_SECONDS
    ) -> None:
        self.check_state = check_state
        self.seconds = seconds
        # A separate thread: the request threads may all be waiting for the very thing being
        # checked.
        self.pool = ThreadPoolExecutor(
            1, "probe", time_limits.set_timeouts, (time_limits.OF_PROBES,)
        )
        self.looking: asyncio.Future[State] | None = None
        self.seen: tuple[float, State] | None = None

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["method"] not in {"GET", "HEAD"}:
            await reply(
                send, 405, {"error": "This address is for GET alone."}, (b"allow", b"GET, HEAD")
            )
            return
        state = {"process": OK} if scope["path"] == HEALTH else await self.ready()
        status = 200 if is_well(state) else 503
        await reply(send, status, state, with_body=scope["method"] == "GET")

    async def ready(self) -> State:
        """Return the state, at most a second old if good; "no answer" if the check
        takes too long.
        """
        if self.seen and monotonic() - self.seen[0] < KEPT_SECONDS:
            return self.seen[1]
        if self.looking is None:
            self.looking = asyncio.get_running_loop().run_in_executor(self.pool, self.check_afresh)
            self.looking.add_done_callback(self._has_seen)
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.shield(self.looking)
        except TimeoutError:
            return {"database": "no answer", "migrations": "unknown", "disk": disk()}

    def check_afresh(self) -> State:
        """Check, reopening a connection that broke or is old."""
        close_old_connections()
        try:
            return self.check_state()
        finally:
            close_old_connections()

    def _has_seen(self, looking: "asyncio.Future[State]") -> None:
        self.looking = None
        # Recovery must be visible immediately.
        if not looking.cancelled() and looking.exception() is None and is_well(looking.result()):
            self.seen = monotonic(), looking.result()


def is_well(state: State) -> bool:
    return set(state.values()) == {OK}


async def reply(
    send: Send,
    status: int,
    state: Mapping[str, str],
    *more: tuple[bytes, bytes],
    with_body: bool = True,
) -> None:
    body = json.dumps(state).encode() + b"\n"
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body if with_body else b""})


# Checks
# ------------------------------------------------------------------------------------------------


def check_state() -> State:
    """Check that the database answers and is migrated, and that the disk has room."""
    try:
        done = applied()
    except Error as error:
        if trouble_of(error):
            state = {"database": "away", "migrations": "unknown"}
        else:  # reachable, but the table is missing
            state = {"database": OK, "migrations": "pending"}
    else:
        state = {"database": OK, "migrations": OK if expected() <= done else "pending"}
    return state | {"disk": disk()}


def applied() -> set[tuple[str, str]]:
    """Return the applied migrations. Takes no lock, so it works during a migration."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return set(cursor.fetchall())


_expected: set[tuple[str, str]] = set()


def expected() -> set[tuple[str, str]]:
    """Return the migrations of this version of the program."""
    if not _expected:
        _expected.update(MigrationLoader(None).disk_migrations)
    return _expected


def disk() -> str:
    """Check the free space for SQLite. A remote database's disk is not visible from here."""
    return OK if room() >= LEAST_FREE else "full"


def room() -> int:
    """Return the bytes free in the data folder, 0 if unknown."""
    try:
        return shutil.disk_usage(Path(settings.DATA_DIR)).free
    except OSError:
        return 0
