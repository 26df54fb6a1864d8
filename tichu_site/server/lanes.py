"""Thread lanes that isolate requests: a slow kind of request cannot block the others.

Each kind of request has a lane: its own threads and its own queue. Within a lane, requests for one
target (a game or a tournament) may take only a few threads: a forgotten psql session that locks a
game's row blocks writes to that game and nothing else. Waiting requests hold no thread, and after
too long a wait they get a 503.

All of it runs on the server's one event loop, so it needs no lock.
"""

import asyncio
import re
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from scoring.games import lock_groups
from tichu_site.server import time_limits

T = TypeVar("T")

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
LONGEST_TARGET = 200  # characters


@dataclass(frozen=True)
class Lane:
    """Threads for one kind of request, which never wait for requests of another kind.

    `each`: threads that requests for the same target may take. `waiting`: length of the queue.
    `seconds`: longest wait.
    """

    name: str
    threads: int
    takes: Callable[[Any], bool]
    each: int
    waiting: int = 1000
    seconds: float = time_limits.QUEUE_SECONDS


class BusyError(Exception):
    """No thread became free in time, or the queue is full."""


class Line:
    """A lane's state: busy threads and the queue."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        patience = (time_limits.OF_REQUESTS,)
        self.pool = ThreadPoolExecutor(lane.threads, lane.name, time_limits.set_timeouts, patience)
        self.busy: Counter[str] = Counter()  # threads by the target of their requests
        self.waiting: deque[tuple[str, asyncio.Future[None]]] = deque()

    async def run(self, target: str, work: Callable[[], T]) -> T:
        """Run `work` in a thread of this lane and return its result. Raises BusyError if none is
        free in time.

        `target` is the game or tournament the request is about; "" for one that cannot block
        others.
        """
        group = await self._enter(target)
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self.pool, lock_groups.with_target(target, work))
        # A cancelled request frees its thread only when its work is done.
        done.add_done_callback(lambda _done: self._leave(group))
        return await asyncio.shield(done)

    async def _enter(self, target: str) -> str:
        """Wait for a thread. Returns the group that it is counted under."""
        group = lock_groups.group_of(target)
        # All queued requests may be waiting for the same target; then a new one may pass them.
        if self._is_free_for(group):
            self._take(group)
            return group
        if len(self.waiting) >= self.lane.waiting:
            raise BusyError
        free: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        place = (group, free)
        self.waiting.append(place)
        try:
            async with asyncio.timeout(self.lane.seconds):
                await free
        except (TimeoutError, asyncio.CancelledError) as error:
            if free.done() and not free.cancelled():
                self._leave(group)  # a thread was assigned at the same moment
            else:
                self.waiting.remove(place)
            if isinstance(error, TimeoutError):
                raise BusyError from None
            raise
        return group

    def _is_free_for(self, group: str) -> bool:
        free = self.busy.total() < self.lane.threads
        return free and (not group or self.busy[group] < self.lane.each)

    def _take(self, group: str) -> None:
        self.busy[group] += 1

    def _leave(self, group: str) -> None:
        self.busy[group] -= 1
        if not self.busy[group]:
            del self.busy[group]
        # The first in the queue whose target is below its limit.
        for place in self.waiting:
            if not place[1].done() and self._is_free_for(place[0]):
                self.waiting.remove(place)
                self._take(place[0])
                place[1].set_result(None)
                return


def target_of(path: str) -> str:
    """Return the game, tournament or link in this path."""
    found = ID.search(path)
    return found[0] if found else "/".join(path.split("/", 3)[:3])[:LONGEST_TARGET]
