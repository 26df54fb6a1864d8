"""uvicorn's HTTP protocol with limits on the size of a request's head and the time it may take.

uvicorn alone reads a head of any length into memory, and waits forever for one that never ends.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from scoring.games.access.limits import HEAD_SECONDS
from tichu_site.server.connections import Room
from tichu_site.server.size_limits import HEAD

MOST_HEADERS = 100
TOO_LARGE = b"The first line and the headers of this request are too long.\n"

room = Room()  # shared by all sockets of this process


class BoundedProtocol(HttpToolsProtocol):
    """One connection."""

    _head = 0  # bytes of the head received so far
    _in_head = True
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        room.admit(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        room.remove(self)
        super().connection_lost(exc)

    def close_idle(self) -> None:
        """Close to make room for others. No request is lost: none was being handled."""
        if not self.transport.is_closing():
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            # A later request on the connection: uvicorn timed the pause between them
            if self._patience is None:
                self._wait()
            self._head += len(data)
        super().data_received(data)
        # A head that arrived together with its body was checked when it ended.
        if self._in_head and self._head > HEAD and not self.transport.is_closing():
            self._refuse()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_waiting()
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEAD or len(self.headers) > MOST_HEADERS:
            self._refuse()
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.cycle is not None:  # read no more of a rejected request
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head, self._head = True, 0
        if self.cycle is not None:
            room.mark_busy(self)
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # Otherwise a pipelined request follows
        if not self.transport.is_closing() and self.cycle.response_complete:
            room.mark_idle(self)

    def _refuse(self) -> None:
        lines = [
            STATUS_LINE[431],
            b"content-type: text/plain; charset=utf-8\r\n",
            b"content-length: %d\r\n" % len(TOO_LARGE),
            b"connection: close\r\n\r\n",
            TOO_LARGE,
        ]
        self.transport.write(b"".join(lines))
        self.transport.close()

    def _wait(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
