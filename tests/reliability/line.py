"""A bad line between the phones and a server, as in a cellar.

What is sent to the API may get lost on the way there, or its answer on the way back, or it arrives
twice. Pages, files and the stream of changes pass as they are, so that a test knows what went
wrong.

    with bad_line(site.url, lossy(seed=1)) as line:
        phone = new_phone(base_url=line.url)
"""

import json
import socket
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import StrEnum
from random import Random
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Lock, Thread
from urllib.parse import urlsplit

PATIENCE = 30  # seconds until a held answer goes out by itself: a test that fails must not hang
SENT = b"POST /api/v1/"


class Fate(StrEnum):
    """What becomes of something sent to the API."""

    PASSED = "passed"
    ANSWER_LOST = "answer lost"  # the server has it and the phone does not know
    REQUEST_LOST = "request lost"
    SENT_TWICE = "sent twice"  # both at the same time


CHANCES = {Fate.ANSWER_LOST: 50, Fate.REQUEST_LOST: 20, Fate.SENT_TWICE: 10, Fate.PASSED: 20}


def lossy(seed: int) -> Callable[[], Fate]:
    """The fates of a cellar, one after the other; the same for the same seed."""
    chance = Random(seed)
    return lambda: chance.choices(list(CHANCES), list(CHANCES.values()))[0]


class Line(ThreadingTCPServer):
    """The line, and what happened on it.

    `fate` is asked for everything that is sent to the API. Without `ids` the line forges them: each
    time a round is sent it bears a fresh one, and the phone hears its own in the answer, as if
    rounds had none.
    """

    def __init__(self, server_url: str, fate: Callable[[], Fate], *, ids: bool) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.far = (urlsplit(server_url).hostname, urlsplit(server_url).port)
        self.fate, self.ids = fate, ids
        self.is_cut = False
        self.happened: Counter[Fate] = Counter()
        self.free = Event()  # answers of the API go out; cleared, they are held
        self.free.set()
        self.holding = Event()  # an answer is being held
        self.lock = Lock()
        self.open: set[socket.socket] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def next_fate(self) -> Fate:
        with self.lock:
            fate = self.fate()
            self.happened[fate] += 1
            return fate

    def cut(self) -> None:
        """Hang up whatever is open; from now on nothing passes at all."""
        with self.lock:
            self.is_cut = True
            for end in self.open:
                shut(end)

    def mend(self) -> None:
        with self.lock:
            self.is_cut = False

    @contextmanager
    def watched(self, end: socket.socket) -> Iterator[socket.socket]:
        """An end of a connection, which hears nothing any more once the line is cut."""
        with self.lock:
            self.open.add(end)
            if self.is_cut:
                shut(end)
        try:
            yield end
        finally:
            with self.lock:
                self.open.discard(end)
            end.close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up in the middle is no trouble of the test;
        anything else is told.
        """
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Request(BaseRequestHandler):
    """One request on a connection of its own: browsers send again by themselves what was lost on a
    used one.
    """

    request: socket.socket
    server: Line

    def handle(self) -> None:
        with self.server.watched(self.request):
            sent = read_request(self.request)
            if sent is None:
                return
            if not sent.startswith(SENT):
                self.pass_on(sent)
                return
            answer = self.answer_to(sent)
            if not self.server.free.is_set():
                self.server.holding.set()
                self.server.free.wait(PATIENCE)
            self.request.sendall(answer)

    def pass_on(self, sent: bytes) -> None:
        """Let the answer through piece by piece: a stream has no end."""
        with self.to_the_server(sent) as server:
            while piece := server.recv(65_536):
                self.request.sendall(piece)

    def answer_to(self, sent: bytes) -> bytes:
        """What the phone hears of what it sent to the API; empty where it hears nothing."""
        fate = self.server.next_fate()
        if fate == Fate.REQUEST_LOST:
            return b""
        copies = [self.forged(sent) for _ in range(2 if fate == Fate.SENT_TWICE else 1)]
        with ThreadPoolExecutor(len(copies)) as pool:
            answers = list(pool.map(self.ask, copies))
        return b"" if fate == Fate.ANSWER_LOST else answers[-1]

    def forged(self, sent: bytes) -> tuple[bytes, bytes, bytes]:
        """What goes to the server, with the id in it and the phone's own; the same where ids are
        left alone.
        """
        entry = json.loads(sent.partition(b"\r\n\r\n")[2])
        own = entry["id"].encode()
        # Another undo of the same round would be refused, and the evening would come to a halt
        # there.
        fresh = own if self.server.ids or entry["kind"] != "round" else str(uuid.uuid4()).encode()
        return sent.replace(own, fresh), fresh, own

    def ask(self, copy: tuple[bytes, bytes, bytes]) -> bytes:
        sent, fresh, own = copy
        with self.to_the_server(sent) as server:
            pieces = list(iter(lambda: server.recv(65_536), b""))
        return b"".join(pieces).replace(fresh, own)

    @contextmanager
    def to_the_server(self, sent: bytes) -> Iterator[socket.socket]:
        with self.server.watched(socket.create_connection(self.server.far)) as server:
            server.sendall(sent)
            yield server


def read_request(phone: socket.socket) -> bytes | None:
    """A whole request that asks to be the last on its connection. None where the phone hangs up
    before its end.
    """
    got = b""
    while b"\r\n\r\n" not in got:
        piece = phone.recv(65_536)
        if not piece:
            return None
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    # Answers come plain and whole: the line has to read them.
    lines = [
        line
        for line in head.split(b"\r\n")
        if not line.lower().startswith((b"connection:", b"accept-encoding:"))
    ]
    lengths = [
        int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")
    ]
    while len(body) < sum(lengths):
        piece = phone.recv(65_536)
        if not piece:
            return None
        body += piece
    return b"\r\n".join([*lines, b"Connection: close", b"", body])


def shut(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:  # it has hung up already
        return


@contextmanager
def bad_line(
    server_url: str, fate: Callable[[], Fate] = lambda: Fate.PASSED, *, ids: bool = True
) -> Iterator[Line]:
    """A line to this server, until the block ends."""
    with Line(server_url, fate, ids=ids) as line:
        thread = Thread(target=line.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield line
        finally:
            line.shutdown()
            thread.join()
            line.free.set()
            line.cut()
