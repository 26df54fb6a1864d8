"""uvicorn, as `manage.py serve` runs it: one process with one event loop for http, https and all
streams.

With SQLite there must be one process alone: news of a change go round inside it. With PostgreSQL
there may be more on the same sockets, which hear of each other through the database.
"""

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType

import uvicorn

from tichu_site.server.protocol import BoundedProtocol

STOPPED_BY = (signal.SIGINT, signal.SIGTERM)
# Seconds a browser may keep its connection: longer than it waits from one poll to the next
KEEP_ALIVE = 75
LAST_WORDS = 1  # seconds that an answer under way may take when the server stops
CHILD_SECONDS = 5  # for a process to end before it is made to
LOOK_EVERY = 0.2  # seconds, whether all processes are still there
# Connections that are not accepted yet: a hall that comes back after a break of the network
WAITING = 2048
# A phone that went without a word, out of the wifi or flat, is given up after this time.
SILENT_FOR = 60_000  # milliseconds

# Python's own are 5 ms. An entry gives the interpreter away at each of its queries, and waited so
# long for it behind every thread that was busy with a large request.
TURN_SECONDS = 0.0005

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Listening:
    """A socket to serve, with TLS where there is a certificate and its key."""

    socket: socket.socket
    certificate: Path | None = None
    key: Path | None = None

    def config(self) -> uvicorn.Config:
        return uvicorn.Config(
            "tichu_site.asgi:application",
            http=BoundedProtocol,
            lifespan="off",
            ws="none",
            log_config=None,
            access_log=False,
            # Which proxy to believe, and what of it, is said once: in Django's settings.
            proxy_headers=False,
            server_header=False,
            backlog=WAITING,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=LAST_WORDS,
            ssl_certfile=self.certificate,
            ssl_keyfile=self.key,
            ssl_context_factory=following_file if self.certificate else None,
        )


def following_file(config: uvicorn.Config, load: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
    """TLS with the certificate that is in its file at each handshake: it is written again while the
    server runs, where the machine gets another address. What cannot be read leaves the one before.
    """
    path = Path(str(config.ssl_certfile))

    def written() -> tuple[int, int]:
        found = path.stat()
        return found.st_ino, found.st_mtime_ns

    at = written()
    first = newest = load()

    def choose(connection: ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
        nonlocal at, newest
        with suppress(OSError):
            if (now := written()) != at:
                newest, at = load(), now
        connection.context = newest

    first.sni_callback = choose
    return first


class Server(uvicorn.Server):
    """uvicorn's, that ends the streams when it stops, and leaves signals to `run`."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self.end_streams = end_streams

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        # uvicorn's own would raise the signal again at the end, and a stop by Ctrl+C would look
        # like a failure.
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # They never end by themselves, and uvicorn would wait for them.
        self.end_streams()
        await super().shutdown(sockets)


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises OSError where that cannot be."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
    listening = socket.create_server(
        (host, port), family=family, backlog=WAITING, dualstack_ipv6=both
    )
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Connections have it from the socket that they come in by.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_FOR)
    return listening


def allow_many_connections() -> None:
    """Raise this process's limit of open files to what the system lets it: each open page takes
    one.
    """
    with suppress(ImportError):
        import resource  # noqa: PLC0415  (other systems than Unix have none)

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with suppress(ValueError, OSError):  # macOS says unlimited and means 10,240
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(listening: Sequence[Listening]) -> None:
    """Serve on these sockets until SIGINT or SIGTERM; each stop lasts two seconds at most."""
    # Not before all is prepared: what there is of static files it looks up once.
    from tichu_site.asgi import hub  # noqa: PLC0415
    from tournaments import webhook_sender  # noqa: PLC0415

    allow_many_connections()
    servers = [Server(one.config(), hub.close) for one in listening]

    def stop(_number: int = 0, _frame: FrameType | None = None) -> None:
        for server in servers:
            server.force_exit = server.should_exit
            server.should_exit = True

    for number in STOPPED_BY:
        signal.signal(number, stop)

    async def serve() -> None:
        if parent := multiprocessing.parent_process():
            # Killed, it could not say that its children should stop.
            asyncio.get_running_loop().add_reader(parent.sentinel, stop)
        pairs = zip(servers, listening, strict=True)
        await asyncio.gather(*(server.serve([one.socket]) for server, one in pairs))

    sys.setswitchinterval(TURN_SECONDS)
    # What was loaded stays for good: the collector need not look through it in the middle of a
    # page.
    gc.collect()
    gc.freeze()
    webhook_sender.start()
    factory = servers[0].config.get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve())


def run_several(processes: int, listening: Sequence[Listening]) -> None:
    """Serve by as many processes; one that dies is replaced. Ends as `run` does."""
    spawn = multiprocessing.get_context("spawn")
    stopped_by: list[int] = []
    for number in STOPPED_BY:
        signal.signal(number, lambda number, _frame: stopped_by.append(number))

    def another() -> BaseProcess:
        child = spawn.Process(target=run, args=(listening,), daemon=True)
        child.start()
        return child

    children = [another() for _ in range(processes)]
    while not stopped_by:
        time.sleep(LOOK_EVERY)
        for place, child in enumerate(children):
            if not child.is_alive() and not stopped_by:
                logger.error(
                    "A server process ended with code %s: another takes its place.", child.exitcode
                )
                children[place] = another()
    for child in children:
        child.terminate()
    for child in children:
        child.join(CHILD_SECONDS)
        if child.is_alive():
            child.kill()
