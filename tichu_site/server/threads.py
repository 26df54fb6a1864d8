"""Run Django's WSGI application under ASGI, in a few threads that live as long as the server.

Django's ASGI handler gives each request a new thread, which reopens the database, and switches
threads several times within the middleware: it measured a sixth of the small pages per second. Here
a request waits, without a thread, until its body has arrived and a thread of its lane is free
(`tichu_site.server.lanes`). So only these threads open the database, and a phone on a slow line
delays nobody else.
"""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar
from urllib.parse import unquote_to_bytes

from tichu_site.server.lanes import BusyError, Lane, Line, target_of

P = ParamSpec("P")
T = TypeVar("T")

# In words of eight bytes: just over half of 2 MB, leaving almost half for some six thousand frames
PLACES = 140_000


def with_room(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `work` and return its result."""
    return work(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=PLACES)


Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]

TOO_SLOW = [(b"content-length", b"0"), (b"connection", b"close")]
# Headers without HTTP_ in the environ
BARE = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


@dataclass(frozen=True)
class Limits:
    """Limits on a request before and while it is read.

    `small`: bytes of a body allowed everywhere. Of a longer body, `size_limit_for` its path bytes
    are read, within `seconds`, and at most `large_at_once` bodies above `large` at a time. The
    application sees Content-Length and must reject longer bodies by it.
    """

    size_limit_for: Callable[[str], int]
    small: int
    large: int
    large_at_once: int
    seconds: float


def bare_refusal(_environ: dict[str, Any]) -> Answer:
    """Return an empty 503."""
    return 503, [], b""


class InThreads:
    """An ASGI application around a WSGI application, run in the first lane that accepts the
    request.

    A response is sent once it is complete, which suits pages and small files. If no thread becomes
    free in time, `too_busy` answers; it gets the request and runs on the event loop.
    """

    def __init__(
        self,
        application: Callable[..., Iterable[bytes]],
        lanes: Sequence[Lane],
        limits: Limits,
        too_busy: Callable[[dict[str, Any]], Answer] = bare_refusal,
    ) -> None:
        self.application = application
        self.lines = [Line(lane) for lane in lanes]
        self.limits = limits
        self.large = asyncio.Semaphore(limits.large_at_once)
        self.too_busy = too_busy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = self.most_of(scope)
        if most <= self.limits.large:
            await self.respond(scope, receive, send, most)
        else:
            async with self.large:
                await self.respond(scope, receive, send, most)

    def most_of(self, scope: Scope) -> int:
        """Return the body limit of this request. Most are small and need no look-up."""
        length = next(
            (value for name, value in scope["headers"] if name == b"content-length"), None
        )
        if scope["method"] in {"GET", "HEAD"} or (
            length is not None and is_at_most(length, self.limits.small)
        ):
            return self.limits.small
        return self.limits.size_limit_for(scope["path"])

    async def respond(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        try:
            async with asyncio.timeout(self.limits.seconds):
                body = await read(receive, most)
        except TimeoutError:
            await send({"type": "http.response.start", "status": 408, "headers": TOO_SLOW})
            await send({"type": "http.response.body", "body": b""})
            return
        if body is None:
            return
        line = next(line for line in self.lines if line.lane.takes(scope))
        environ = environ_of(scope, body)
        try:
            answer = await line.run(
                target_of(scope["path"]), partial(with_room, self.answer, environ)
            )
        except BusyError:
            answer = self.too_busy(environ)
        status, headers, content = answer
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    def answer(self, environ: dict[str, Any]) -> Answer:
        """Return the application's status, headers and content."""
        started: list[tuple[int, list[tuple[bytes, bytes]]]] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], _exc_info: object = None
        ) -> None:
            raw = [
                (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
            ]
            started.append((int(status.split(" ", 1)[0]), raw))

        parts = self.application(environ, start_response)
        try:
            content = b"".join(parts)
        finally:
            # Tells Django that the request is over, so it closes connections that are too old.
            if hasattr(parts, "close"):
                parts.close()
        return *started[-1], content


def is_at_most(length: bytes, most: int) -> bool:
    return length.isdigit() and len(length) < 10 and int(length) <= most


async def read(receive: Receive, most: int) -> bytes | None:
    """Read the body, cut off a little after `most` bytes. None if the browser disconnects first."""
    body = bytearray()
    while len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(body)


def environ_of(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the WSGI environ of a request."""
    host, port = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": str(host),
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": str(client[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        # X_Forwarded_Proto would become the same key as X-Forwarded-Proto, and the proxy only
        # overwrites the latter.
        if "_" in name:
            continue
        key = BARE.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        if key in environ:
            value = environ[key] + ("; " if name == "cookie" else ",") + value
        environ[key] = value
    # A chunked body has no length.
    environ.setdefault("CONTENT_LENGTH", str(len(body)))
    return environ
