"""Pages under ASGI: Django's WSGI application, called by a few threads that live as long as the
server.

Django's own ASGI handler gives each request a thread of its own, which opens the database again,
and hands it over several times on the way through the middleware: a sixth of the small pages a
second, when it was tried. Here a request waits, without a thread, until it has come in whole and
one of the threads of its lane is free (`tichu_site.server.lanes`). So the database is opened by no
more than these, and a phone on a slow line keeps nobody else waiting.
"""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import unquote_to_bytes

from tichu_site.server.lanes import BusyError, Lane, Line, target_of
from tichu_site.server.stack_room import with_room

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]

TOO_SLOW = [(b"content-length", b"0"), (b"connection", b"close")]
# Stand without HTTP_ in an environ
BARE = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


@dataclass(frozen=True)
class Limits:
    """What a request may take of the server before it is even read.

    `small` bytes of a body fit everywhere. Of a longer one `most_for` its path are read, within
    `seconds`, and of those that are longer than `large` no more than `large_at_once` at a time. The
    application sees the length that the header says, and has to refuse by it what is longer.
    """

    most_for: Callable[[str], int]
    small: int
    large: int
    large_at_once: int
    seconds: float


def bare_refusal(_environ: dict[str, Any]) -> Answer:
    """503 without a word."""
    return 503, [], b""


class InThreads:
    """An ASGI application that answers by a WSGI application, in the threads of the first lane that
    takes a request.

    An answer is sent when it is there as a whole, which suits pages and small files. Who finds no
    free thread in time is answered by `too_busy`, which is given the request and runs on the event
    loop.
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
        """Bytes of this request's body that are read. Most requests are small, and it is not asked
        where they go.
        """
        length = next(
            (value for name, value in scope["headers"] if name == b"content-length"), None
        )
        if scope["method"] in {"GET", "HEAD"} or (
            length is not None and is_at_most(length, self.limits.small)
        ):
            return self.limits.small
        return self.limits.most_for(scope["path"])

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
        """Status, headers and content that the application answers with."""
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
            # Django hears by it that the request is over, and lets go of connections that are too
            # old.
            if hasattr(parts, "close"):
                parts.close()
        return *started[-1], content


def is_at_most(length: bytes, most: int) -> bool:
    return length.isdigit() and len(length) < 10 and int(length) <= most


async def read(receive: Receive, most: int) -> bytes | None:
    """The body of a request, cut off after `most` bytes and a bit. None where the browser is gone
    before its end.
    """
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
    """The request as WSGI applications read it."""
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
        # X_Forwarded_Proto would become what X-Forwarded-Proto becomes, and the proxy sets only
        # that one.
        if "_" in name:
            continue
        key = BARE.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        if key in environ:
            value = environ[key] + ("; " if name == "cookie" else ",") + value
        environ[key] = value
    # Sent in pieces it comes without a length.
    environ.setdefault("CONTENT_LENGTH", str(len(body)))
    return environ
