"""Another site: a real server on this machine that takes messages and answers as a test says."""

import re
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.processes import ROOT


@dataclass
class Got:
    """A message as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Site:
    """`answers`: what each message in turn is answered, the last of them for ever: a status, or
    what answers.
    """

    port: int = 0
    scheme: str = "http"
    answers: list[int | Answer] = field(default_factory=lambda: [204])
    got: list[Got] = field(default_factory=list)
    came: threading.Event = field(default_factory=threading.Event)  # the first of them

    @property
    def address(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/hook?for=tichu"

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        self.got.append(
            Got(handler.path, {key.lower(): value for key, value in handler.headers.items()}, body)
        )
        self.came.set()
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if callable(answer):
            answer(handler)
        else:
            told(handler, answer, b"")


def told(handler: BaseHTTPRequestHandler, status: int, body: bytes, **headers: str) -> None:
    handler.send_response(status)
    for name, value in {**headers, "Content-Length": str(len(body))}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def saying(status: int, body: bytes = b"", **headers: str) -> Answer:
    return lambda handler: told(handler, status, body, **headers)


@contextmanager
def a_site(trust: ssl.SSLContext | None = None) -> Iterator[Site]:
    """Open as long as the block lasts; by https with `trust`, the server's side of it."""
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            site.answer(self)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  (who asks goes away when it has waited enough)
    if trust is not None:
        server.socket = trust.wrap_socket(server.socket, server_side=True)
        site.scheme = "https"
    site.port = server.server_address[1]
    thread = threading.Thread(target=lambda: server.serve_forever(0.01), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def in_docs() -> Any:
    """`is_genuine` as it stands in docs/webhooks.md:
    written for somebody who has none of our code.
    """
    example = re.search(
        r"```python\n(.*?)```", (ROOT / "docs/webhooks.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert example
    names: dict[str, Any] = {}
    exec(example[1], names)
    return names["is_genuine"]
