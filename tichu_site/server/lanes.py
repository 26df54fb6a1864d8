"""Threads for requests, shared out so that nobody's waiting is everybody's.

Each kind of request has a lane: threads of its own, and those who wait for one of them. Within a
lane requests for one thing, a game or a tournament, take a few threads and no more: who holds a
game's row with a forgotten psql stops what is written in that game, and nothing else. Who waits for
a thread holds none; who waits too long is told to come again.

All of it runs on the server's one event loop, and needs no lock.
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
    """Threads for requests of one kind: those of another kind never wait behind them.

    `each` is how many of its threads requests for the same target may take, `waiting` how many may
    wait for a thread, `seconds` for how long.
    """

    name: str
    threads: int
    takes: Callable[[Any], bool]
    each: int
    waiting: int = 1000
    seconds: float = time_limits.QUEUE_SECONDS


class BusyError(Exception):
    """Nobody has come to this request in time, or too many others wait already."""


class Line:
    """One lane as it is now: who has a thread, and who waits for one."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        patience = (time_limits.OF_REQUESTS,)
        self.pool = ThreadPoolExecutor(lane.threads, lane.name, time_limits.be, patience)
        self.busy: Counter[str] = Counter()  # threads by what their requests are for
        self.waiting: deque[tuple[str, asyncio.Future[None]]] = deque()

    async def run(self, target: str, work: Callable[[], T]) -> T:
        """What `work` gives, done in a thread of this lane. Raises BusyError where none is free in
        time.

        `target` is what it is about: empty for what stands in nobody's way.
        """
        group = await self._enter(target)
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self.pool, lock_groups.about(target, work))
        # A request that is given up leaves its thread only when its work is done.
        done.add_done_callback(lambda _done: self._leave(group))
        return await asyncio.shield(done)

    async def _enter(self, target: str) -> str:
        """Wait for a thread: what it counts for."""
        group = lock_groups.group_of(target)
        # Who waits already may all wait for the same; who comes then passes them.
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
                self._leave(group)  # it was let in at the same moment
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
        # The first that waits for something else than those who are busy.
        for place in self.waiting:
            if not place[1].done() and self._is_free_for(place[0]):
                self.waiting.remove(place)
                self._take(place[0])
                place[1].set_result(None)
                return


def target_of(path: str) -> str:
    """What a request to this path is about: the game or tournament in it, or the link."""
    found = ID.search(path)
    return found[0] if found else "/".join(path.split("/", 3)[:3])[:LONGEST_TARGET]
