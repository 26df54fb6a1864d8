"""/healthz and /readyz: how the site is, for whatever watches over it. In front of Django, so that
they answer always.

They ask nobody for a name (`ALLOWED_HOSTS`): a watcher asks by the machine's address. And they say
no more than words that anybody may read: no versions, no paths, nothing of the database.
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
# Bytes of the disk: an evening of 200 tables, its log and a copy take less
LEAST_FREE = 100_000_000
KEPT_SECONDS = 1.0  # for which it holds that all is well: asking more often costs nothing

State = Mapping[str, str]


class Probes:
    """The ASGI application of the two addresses."""

    def __init__(
        self, look: Callable[[], State], seconds: float = time_limits.PROBE_SECONDS
    ) -> None:
        self.look = look
        self.seconds = seconds
        # A thread of its own: those of the requests may all be waiting for what is to be found out
        # here.
        self.pool = ThreadPoolExecutor(1, "probe", time_limits.be, (time_limits.OF_PROBES,))
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
        """How things are, where they are well at most a second old; "no answer" where it is not
        found out in time.
        """
        if self.seen and monotonic() - self.seen[0] < KEPT_SECONDS:
            return self.seen[1]
        if self.looking is None:
            self.looking = asyncio.get_running_loop().run_in_executor(self.pool, self.look_afresh)
            self.looking.add_done_callback(self._has_seen)
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.shield(self.looking)
        except TimeoutError:
            return {"database": "no answer", "migrations": "unknown", "disk": disk()}

    def look_afresh(self) -> State:
        """Look, with a connection that is opened again where the one before broke or is old."""
        close_old_connections()
        try:
            return self.look()
        finally:
            close_old_connections()

    def _has_seen(self, looking: "asyncio.Future[State]") -> None:
        self.looking = None
        # That things are well again is to be seen at once.
        if not looking.cancelled() and looking.exception() is None and is_well(looking.result()):
            self.seen = monotonic(), looking.result()


def is_well(state: State) -> bool:
    return set(state.values()) == {OK}


async def reply(
    send: Send,
    status: int,
    said: Mapping[str, str],
    *more: tuple[bytes, bytes],
    with_body: bool = True,
) -> None:
    body = json.dumps(said).encode() + b"\n"
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body if with_body else b""})


# What is looked at
# ------------------------------------------------------------------------------------------------


def look() -> State:
    """Whether the database answers and is up to date, and the disk has room."""
    try:
        done = applied()
    except Error as error:
        if trouble_of(error):
            state = {"database": "away", "migrations": "unknown"}
        else:  # it answers, and has no such table yet
            state = {"database": OK, "migrations": "pending"}
    else:
        state = {"database": OK, "migrations": OK if expected() <= done else "pending"}
    return state | {"disk": disk()}


def applied() -> set[tuple[str, str]]:
    """The migrations that the database has had.
    Without a lock, also while others are being made.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return set(cursor.fetchall())


_expected: set[tuple[str, str]] = set()


def expected() -> set[tuple[str, str]]:
    """The migrations of this version of the program."""
    if not _expected:
        _expected.update(MigrationLoader(None).disk_migrations)
    return _expected


def disk() -> str:
    """Whether there is room where the records are kept; of a database elsewhere only its server
    knows.
    """
    return OK if room() >= LEAST_FREE else "full"


def room() -> int:
    """Bytes that may still be written into the data folder. Where nobody can tell, none."""
    try:
        return shutil.disk_usage(Path(settings.DATA_DIR)).free
    except OSError:
        return 0
