"""uvicorn as run by `manage.py serve`: one process and one event loop for http, https and all
streams.

SQLite requires a single process, because notifications stay inside it. With PostgreSQL several may
share the sockets; they notify each other through the database.
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
from django.conf import settings

from tichu_site.server.protocol import BoundedProtocol

STOPPED_BY = (signal.SIGINT, signal.SIGTERM)
# Seconds for idle connections: longer than a page's polling interval
KEEP_ALIVE = 75
LAST_WORDS = 1  # seconds for responses in progress when the server stops
CHILD_SECONDS = 5  # for a process to end before it is killed
LOOK_EVERY = 0.2  # seconds between two checks that all processes are alive
# Backlog of connections not yet accepted: a hall that returns after a network outage
WAITING = 2048
# Drop a phone that left the wifi or whose battery died after this time without an acknowledgement.
SILENT_FOR = 60_000  # milliseconds

# Python's default is 5 ms. An entry releases the GIL at each query, and would wait that long behind
# every thread busy with a large request.
TURN_SECONDS = 0.0005

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Listening:
    """A socket to serve, with TLS if a certificate and key are given."""

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
            # Trusted proxies are configured in one place: Django's settings.
            proxy_headers=False,
            server_header=False,
            backlog=WAITING,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=LAST_WORDS,
            ssl_certfile=self.certificate,
            ssl_keyfile=self.key,
            ssl_context_factory=reloading_context if self.certificate else None,
        )


def reloading_context(config: uvicorn.Config, load: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
    """Return a TLS context that uses the current certificate file at each handshake.

    The file is rewritten while the server runs, when the machine's address changes. If it cannot be
    read, the previous certificate stays in use.
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
    """uvicorn's server, ending the streams when it stops and leaving signals to `run`."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self.end_streams = end_streams

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        # uvicorn would raise the signal again at the end, so Ctrl+C would look like a failure.
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # They never end by themselves, and uvicorn would wait for them.
        self.end_streams()
        await super().shutdown(sockets)


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises OSError."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
    listening = socket.create_server(
        (host, port), family=family, backlog=WAITING, dualstack_ipv6=both
    )
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Connections inherit it from the listening socket.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_FOR)
    return listening


def allow_many_connections() -> None:
    """Raise the process's limit of open files as far as the system allows: each open page takes
    one.
    """
    with suppress(ImportError):
        import resource  # noqa: PLC0415  (other systems than Unix have none)

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with suppress(ValueError, OSError):  # macOS reports unlimited but allows 10,240
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(listening: Sequence[Listening]) -> None:
    """Serve on these sockets until SIGINT or SIGTERM. Stopping takes two seconds at most."""
    # Import late: it lists the static files once, so they must be prepared.
    from tichu_site.asgi import hub  # noqa: PLC0415
    from tournaments import message_sender, webhook_sender  # noqa: PLC0415

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
            # A killed parent could not tell its children to stop.
            asyncio.get_running_loop().add_reader(parent.sentinel, stop)
        pairs = zip(servers, listening, strict=True)
        await asyncio.gather(*(server.serve([one.socket]) for server, one in pairs))

    sys.setswitchinterval(TURN_SECONDS)
    # Loaded modules stay forever: the garbage collector need not scan them in the middle of a page.
    gc.collect()
    gc.freeze()
    webhook_sender.start()
    message_sender.start()
    factory = servers[0].config.get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve())


def _note_death(child: BaseProcess) -> None:
    logger.error("A server process ended with code %s and is being replaced.", child.exitcode)
    if settings.METRICS_TOKEN:
        from tichu_site.server import instruments  # noqa: PLC0415

        instruments.forget_process(child.pid)


def run_several(processes: int, listening: Sequence[Listening]) -> None:
    """Serve with this many processes and replace those that die. Ends as `run` does."""
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
                _note_death(child)
                children[place] = another()
    for child in children:
        child.terminate()
    for child in children:
        child.join(CHILD_SECONDS)
        if child.is_alive():
            child.kill()
