"""Track which streams watch which channels in this process, and notify them of changes.

A channel is anything with a UUID and a version: a game, a tournament, a hall, a match (see
`scoring.games.live`).

Everything here runs on the server's one event loop; database queries run in a separate thread.
Notifications come from the process itself (SQLite) or by LISTEN (PostgreSQL). Every 20 seconds the
versions of all watched channels are read again, to catch writes by other programs and lost
notifications.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import Any

import psycopg
from django.db import Error, close_old_connections, connections

from scoring.games import live
from tichu_site.server import time_limits
from tichu_site.server.log import RepeatLimiter, and_more

BEAT_SECONDS = 15  # between two heartbeats in a stream
REREAD_SECONDS = 20
LONGEST_PAUSE = 10  # seconds between two attempts to listen to PostgreSQL
BEAT = b"event: beat\ndata: {}\n\n"

logger = logging.getLogger(__name__)
_seldom = RepeatLimiter()


@lru_cache(maxsize=4096)
def version_event(channel: uuid.UUID, version: int) -> bytes:
    """Return the server-sent event for a channel's version. All its watchers get the same bytes."""
    return (
        f'event: version\nid: {version}\ndata: {{"channel": "{channel}", "version": {version}}}\n\n'
    ).encode()


class Watcher:
    """A stream: its channels, and the versions not sent yet.

    Only each channel's latest version is kept, so a phone on a slow line builds up no backlog.
    """

    __slots__ = ("_beat", "_known", "_news", "_waiting", "channels", "over", "place")

    def __init__(self, channels: Iterable[uuid.UUID]) -> None:
        self.channels = tuple(channels)
        self.over = False
        self.place = 0  # its slot for heartbeats
        self._known: dict[uuid.UUID, int] = {}
        self._news: dict[uuid.UUID, int] = {}
        self._beat = False
        self._waiting: asyncio.Future[None] | None = None

    def notify(self, channel: uuid.UUID, version: int) -> None:
        if version > self._known.get(channel, 0):
            self._known[channel] = self._news[channel] = version
            self._wake()

    def beat(self) -> None:
        self._beat = True
        self._wake()

    def end(self) -> None:
        self.over = True
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def events(self) -> bytes:
        """Wait for the next events. Returns b"" when the stream has ended."""
        while not (self._news or self._beat or self.over):
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        if self.over:
            return b""
        parts = [version_event(channel, version) for channel, version in self._news.items()]
        if self._beat:
            parts.append(BEAT)
        self._news.clear()
        self._beat = False
        return b"".join(parts)


class Hub:
    """All streams of this process. Starts with the first one."""

    def __init__(self) -> None:
        self.watchers: dict[uuid.UUID, set[Watcher]] = {}
        self._beats: list[set[Watcher]] = [set() for _ in range(BEAT_SECONDS)]
        self._places = count()
        self._unread: set[uuid.UUID] = set()
        self._to_read = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._reader = ThreadPoolExecutor(
            1, "versions", time_limits.set_timeouts, (time_limits.OF_REQUESTS,)
        )
        self._stop_listening: Callable[[], None] = no_op
        self._closed = False

    def add(self, watcher: Watcher) -> None:
        """Start watching. The channels' current versions are sent as soon as they have
        been read.
        """
        if self._closed:
            watcher.end()
            return
        if not self._tasks:
            self._start()
        for channel in watcher.channels:
            self.watchers.setdefault(channel, set()).add(watcher)
        watcher.place = next(self._places) % BEAT_SECONDS
        self._beats[watcher.place].add(watcher)
        self._read_soon(watcher.channels)

    def forget(self, watcher: Watcher) -> None:
        self._beats[watcher.place].discard(watcher)
        for channel in watcher.channels:
            others = self.watchers.get(channel, set())
            others.discard(watcher)
            if not others:
                self.watchers.pop(channel, None)

    def publish(self, channel: uuid.UUID, version: int) -> None:
        """Notify everyone who watches the channel."""
        for watcher in self.watchers.get(channel, ()):
            watcher.notify(channel, version)

    def reread(self) -> None:
        """Read the versions of all watched channels again, and notify watchers of those that
        changed.
        """
        self._read_soon(self.watchers)

    def close(self) -> None:
        """End all streams, refuse new ones, and stop."""
        if self._closed:
            return
        self._closed = True
        self._stop_listening()
        for task in self._tasks:
            task.cancel()
        self._reader.submit(connections.close_all)
        self._reader.shutdown(wait=False)
        for watchers in self._beats:
            for watcher in watchers:
                watcher.end()

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._read()), loop.create_task(self._keep_time())]
        if connections["default"].vendor == "postgresql":
            self._tasks.append(loop.create_task(self._listen()))
        else:
            self._stop_listening = live.listen(self._listener(loop))

    def _listener(self, loop: asyncio.AbstractEventLoop) -> live.Listener:
        """Return a thread-safe `publish` for the thread that has written."""

        def publish_soon(channel: uuid.UUID, version: int) -> None:
            loop.call_soon_threadsafe(self.publish, channel, version)

        return publish_soon

    def _read_soon(self, channels: Iterable[uuid.UUID]) -> None:
        self._unread.update(channels)
        if self._unread:
            self._to_read.set()

    async def _read(self) -> None:
        """Read versions: one query at a time, shared by all requests that came during the previous
        one.
        """
        loop = asyncio.get_running_loop()
        while True:
            await self._to_read.wait()
            self._to_read.clear()
            channels, self._unread = self._unread, set()
            try:
                versions = await loop.run_in_executor(self._reader, read_versions, channels)
            except Error as error:
                if (due := _seldom.is_due("read"))[0]:
                    logger.warning(
                        "The versions of games could not be read: %s%s",
                        one_line(error),
                        and_more(due[1]),
                    )
                continue
            for channel, version in versions.items():
                self.publish(channel, version)

    async def _keep_time(self) -> None:
        for second in count(1):
            await asyncio.sleep(1)
            self.tick(second)

    def tick(self, second: int) -> None:
        """Do the work of this second."""
        # One part of the streams each second: all at once would delay a change sent at that moment.
        for watcher in self._beats[second % BEAT_SECONDS]:
            watcher.beat()
        if second % REREAD_SECONDS == 0:
            self.reread()

    async def _listen(self) -> None:
        """Follow PostgreSQL's notifications forever. After each lost connection, read what was
        missed.
        """
        pause = 0.1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    **address_of_postgresql()
                ) as connection:
                    await connection.execute(f"LISTEN {live.NOTICES}")
                    self.reread()
                    pause = 0.1
                    async for notice in connection.notifies():
                        self._follow_notifications(notice.payload)
            except psycopg.Error as error:
                if (due := _seldom.is_due("listen"))[0]:
                    words = "Listening to PostgreSQL broke off, once more in %.1f s: %s%s"
                    logger.warning(words, pause, one_line(error), and_more(due[1]))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _follow_notifications(self, payload: str) -> None:
        # Anyone with database access may notify: ignore payloads that are not a channel and
        # version.
        with suppress(ValueError):
            channel, version = payload.split(" ")
            self.publish(uuid.UUID(channel), int(version))


def read_versions(channels: Iterable[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Call `live.versions_of` in a long-lived thread, reopening a connection that was lost."""
    close_old_connections()
    try:
        return live.versions_of(list(channels))
    finally:
        close_old_connections()


def address_of_postgresql() -> dict[str, Any]:
    """Return Django's connection parameters, for a separate autocommit connection."""
    params = connections["default"].get_connection_params()
    return {
        name: value for name, value in params.items() if name not in {"context", "cursor_factory"}
    } | {"autocommit": True}


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def no_op() -> None:
    """The stop function of a hub that does not listen."""
