"""How late 3,000 open pages hear of a change, and what each costs the server in memory.

Beside it, in turn, a bare server of server-sent events with the same clients: nothing but uvicorn,
a queue for each connection, and a counter. Late means: from the moment the change is sent to the
server until a page has heard of it, so that ours has the writing of a game in it and the bare one a
number. The best of three runs each counts.

python tests/bench/bench_live.py, or with TEST_DATABASE=postgres
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import uvicorn
import uvloop

from tests.bench.playing import Phone, port_of, site_under_test
from tests.bench.smoke import judge, sized
from tests.browser.servers import free_port
from tests.site.listening import started

PAGES = sized(3000, 40)
WARM_UP = sized(10, 2)  # changes that are not counted: the first of each thread opens the database
CHANGES = sized(20, 3)
EVERY = sized(0.5, 0.1)  # seconds
AT_ONCE = sized(100, 20)  # connections that are opened together
PATIENCE = 60  # seconds
RUNS = sized(3, 1)
MOST = 1.5  # times what the bare server needs

ID = re.compile(rb"id: (\d+)")


# The bare server
# ------------------------------------------------------------------------------------------------


class Bare:
    """An ASGI application: GET listens, POST counts one further and tells everybody."""

    def __init__(self) -> None:
        self.queues: set[asyncio.Queue[int]] = set()
        self.count = 1

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        if scope["method"] == "POST":
            self.count += 1
            for queue in self.queues:
                queue.put_nowait(self.count)
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [(b"content-length", b"0")],
                }
            )
            await send({"type": "http.response.body", "body": b""})
            return
        queue: asyncio.Queue[int] = asyncio.Queue()
        queue.put_nowait(self.count)
        self.queues.add(queue)
        head = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        while True:
            number = await queue.get()
            text = f'event: version\nid: {number}\ndata: {{"version": {number}}}\n\n'
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


def serve_bare(port: int) -> None:
    config = uvicorn.Config(
        Bare(), port=port, lifespan="off", ws="none", log_level="critical", timeout_keep_alive=75
    )
    uvicorn.Server(config).run()


# The clients
# --------------------------------------------------------------------------------------------------


class Page(asyncio.Protocol):
    """One page that listens. What it hears, with the moment, goes to `heard`."""

    def __init__(self, request: bytes, heard: Callable[[int], None]) -> None:
        self.request, self.heard = request, heard

    def connection_made(self, transport: Any) -> None:
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        for number in ID.findall(data):
            self.heard(int(number))


@dataclass
class Measured:
    """Seconds until half, and all but one in a hundred, have heard; bytes of the server's memory a
    page.
    """

    p50: float
    p99: float
    memory: float


async def measure(
    port: int, path: str, process: int, key: str, change: Callable[[Phone], Any]
) -> Measured:
    """Open the pages, send the changes, wait until all have heard of all."""
    sent: dict[int, float] = {}
    delays: list[float] = []
    news = asyncio.Event()
    count = newest = 0

    def heard(number: int) -> None:
        nonlocal count, newest
        count, newest = count + 1, max(newest, number)
        if number in sent:
            delays.append(perf_counter() - sent[number])
        news.set()

    async def until(wanted: int) -> None:
        while count < wanted:
            news.clear()
            await asyncio.wait_for(news.wait(), PATIENCE)

    loop = asyncio.get_running_loop()
    phone = await Phone.at(port, key)
    for _ in range(WARM_UP):
        await change(phone)
    before = memory_of(process)
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode()
    )
    for start in range(0, PAGES, AT_ONCE):
        pages = (
            loop.create_connection(lambda: Page(request, heard), "127.0.0.1", port)
            for _ in range(AT_ONCE)
        )
        await asyncio.gather(*pages)
        await until(start + AT_ONCE)
    memory = (memory_of(process) - before) / PAGES
    first = newest
    for step in range(1, CHANGES + 1):
        sent[first + step] = perf_counter()
        await change(phone)
        await asyncio.sleep(EVERY)
    await until(PAGES * (1 + CHANGES))
    cuts = quantiles(delays, n=100)
    return Measured(cuts[49], cuts[98], memory)


def memory_of(process: int) -> int:
    """Bytes that a process holds in memory (Linux)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


# The two of them
# ------------------------------------------------------------------------------------------------


def bare() -> Measured:
    port = free_port()
    process = subprocess.Popen([sys.executable, __file__, "bare", str(port)])

    async def change(phone: Phone) -> None:
        assert await phone.post("/", {}) == 200

    async def run() -> Measured:
        deadline = perf_counter() + PATIENCE
        while True:
            try:
                (await asyncio.open_connection("127.0.0.1", port))[1].close()
                break
            except ConnectionRefusedError:
                assert perf_counter() < deadline
                await asyncio.sleep(0.1)
        return await measure(port, "/", process.pid, "", change)

    try:
        return uvloop.run(run())
    finally:
        process.kill()
        process.wait()


def ours() -> Measured:
    with site_under_test() as site:
        followed = started(site)

        turns = cycle(("pause", "resume"))

        async def change(phone: Phone) -> None:
            status = await phone.post(f"/games/{followed.game}/{next(turns)}/", {})
            assert status < 400, f"{status}: {site.log[-2000:]}"

        return uvloop.run(
            measure(
                port_of(site), f"/live/?t={followed.ticket}", site.process.pid, followed.key, change
            )
        )


def main() -> None:
    """Print the best of three runs of each, and how they compare; fail where ours is more than 1.5
    times the bare.
    """
    runs: dict[str, list[Measured]] = {"bare": [], "ours": []}
    for _ in range(RUNS):
        runs["bare"].append(bare())
        runs["ours"].append(ours())
    best = {
        name: Measured(
            *(min(getattr(one, what) for one in measured) for what in ("p50", "p99", "memory"))
        )
        for name, measured in runs.items()
    }
    print(f"{PAGES:,} pages, {CHANGES} changes, one every {EVERY} s")
    for name, one in best.items():
        late = f"p50 {one.p50 * 1000:5.0f} ms   p99 {one.p99 * 1000:5.0f} ms"
        print(f"{name}   {late}   {one.memory / 1024:5.1f} KiB a page")
    ratios = [
        getattr(best["ours"], what) / getattr(best["bare"], what)
        for what in ("p50", "p99", "memory")
    ]
    print(
        f"ratio  p50 {ratios[0]:5.2f}      p99 {ratios[1]:5.2f}      {ratios[2]:5.2f}, wanted "
        f"{MOST} at most"
    )
    judge(max(ratios) > MOST, "More than wanted.")


if __name__ == "__main__":
    if sys.argv[1:2] == ["bare"]:
        serve_bare(int(sys.argv[2]))
    else:
        main()
