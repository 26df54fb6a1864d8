"""Requests as the server hands them on, and what a page answers in its thread."""

from collections.abc import Callable, Iterable
from typing import Any

from tichu_site.server.lanes import Lane
from tichu_site.server.threads import InThreads, Limits, Message, Scope

PATIENCE = 20  # seconds until a thread counts as stuck
Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., object]], Iterable[bytes]]


def in_threads(application: Application, threads: int, most: int) -> InThreads:
    """One lane for everything, and `most` bytes for every address."""
    return InThreads(
        application,
        [Lane("request", threads, anything, each=threads)],
        Limits(lambda _: most, most, most, 1, PATIENCE),
    )


def anything(_scope: Scope) -> bool:
    return True


def scope(
    path: bytes = b"/", method: str = "GET", headers: Iterable[tuple[bytes, bytes]] = ()
) -> Scope:
    raw_path, _, query = path.partition(b"?")
    return {
        "type": "http",
        "method": method,
        "http_version": "1.1",
        "scheme": "http",
        "path": raw_path.decode("latin-1"),
        "raw_path": raw_path,
        "query_string": query,
        "headers": [(b"host", b"localhost"), *headers],
        "server": ("127.0.0.1", 8000),
        "client": ("192.168.1.20", 50000),
    }


async def asked(
    pages: InThreads, scope: Scope, *parts: bytes, complete: bool = True
) -> list[Message]:
    """What is sent in answer to a request whose body comes in these parts; incomplete, the browser
    then goes.
    """
    messages: list[Message] = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts
    ]
    messages.append(
        {"type": "http.request", "body": b""} if complete else {"type": "http.disconnect"}
    )
    sent: list[Message] = []

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await pages(scope, receive, send)
    return sent
