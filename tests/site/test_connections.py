"""Connections when there are more than fit: an entry always finds a way in, and no head of a
request is endless.
"""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
import uvicorn
from pytest_django import Settings
from uvicorn.server import ServerState

from scoring.games.access.addresses import address_of, masked
from scoring.games.access.limits import HEAD_SECONDS, KEPT_FROM_STREAMS, LIMITS
from scoring.games.live import ticket_for
from tichu_site.server import protocol
from tichu_site.server.connections import Room, Streams, most_connections
from tichu_site.server.live_stream import LiveStream
from tichu_site.server.protocol import BoundedProtocol
from tichu_site.server.size_limits import HEAD
from tichu_site.server.threads import Message, Receive, Scope, Send

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


class Line:
    """A connection as the room sees it."""

    left = False

    def close_idle(self) -> None:
        self.left = True


# Room
# --------------------------------------------------------------------------------------------------


def test_a_connection_that_comes_finds_room_where_another_one_only_waits() -> None:
    room = Room(lambda: 3)
    first, second, third, entry = Line(), Line(), Line(), Line()
    for one in (first, second, third):
        room.admit(one)
    room.mark_busy(first)  # a stream, say
    room.admit(entry)
    assert [one.left for one in (first, second, third, entry)] == [False, True, False, False]


def test_who_was_answered_last_goes_last() -> None:
    room = Room(lambda: 2)
    first, second, third = Line(), Line(), Line()
    for one in (first, second):
        room.admit(one)
    room.mark_busy(first)
    room.mark_idle(first)
    room.admit(third)
    assert [one.left for one in (first, second, third)] == [False, True, False]


def test_where_nobody_waits_it_is_the_one_that_comes_who_goes() -> None:
    room = Room(lambda: 1)
    busy, late = Line(), Line()
    room.admit(busy)
    room.mark_busy(busy)
    room.admit(late)
    assert (busy.left, late.left, list(room.waiting)) == (False, True, [])
    room.remove(late)
    room.remove(busy)
    assert room.count == 0
    room.admit(again := Line())
    assert not again.left


# Streams
# --------------------------------------------------------------------------------------------------


def test_some_descriptors_are_always_left_for_entries() -> None:
    for most in (200, 1_000, 65_536):
        streams = Streams(lambda most=most: most)  # type: ignore[misc]
        opened = sum(
            streams.open(f"10.0.{number // 250}.{number % 250}", "") for number in range(most)
        )
        assert opened == most - max(KEPT_FROM_STREAMS, most // 4)


def test_a_phone_and_an_address_have_so_many_streams_and_no_more() -> None:
    streams = Streams(lambda: 100_000)
    many = LIMITS["streams of a phone"].many
    assert [streams.open("10.0.0.1", "key") for _ in range(many + 1)] == [True] * many + [False]
    assert streams.open("10.0.0.1", "another key")
    assert streams.open("10.0.0.1", "")  # nobody is counted in another's name
    streams.close("10.0.0.1", "key")
    assert streams.open("10.0.0.1", "key")
    rest = LIMITS["streams of an address"].many - many - 2
    assert all(streams.open("10.0.0.1", "") for _ in range(rest))
    assert not streams.open("10.0.0.1", "")
    assert streams.open("10.0.0.2", "")


def test_a_stream_that_ends_leaves_nothing_behind() -> None:
    streams = Streams(lambda: 1_000)
    streams.open("10.0.0.1", "key")
    streams.close("10.0.0.1", "key")
    assert (streams.count, dict(streams.of)) == (0, {})


class NoHub:
    def add(self, watcher: Any) -> None:
        watcher.end()

    def forget(self, watcher: Any) -> None:
        pass


def followed(
    stream: LiveStream, ticket: str, headers: Iterable[tuple[bytes, bytes]] = ()
) -> Message:
    """The head of the answer to somebody who wants to follow."""
    sent: list[Message] = []

    async def receive() -> Message:
        return await asyncio.get_running_loop().create_future()

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "method": "GET",
        "query_string": f"t={ticket}".encode(),
        "headers": list(headers),
        "client": ("10.0.0.1", 5),
    }
    asyncio.run(stream(scope, receive, send))
    return sent[0]


def test_where_there_are_too_many_streams_the_page_is_told_to_ask_by_itself() -> None:
    import uuid

    ticket = ticket_for(uuid.uuid4())
    streams = Streams(lambda: KEPT_FROM_STREAMS + 1)
    stream = LiveStream(NoHub(), streams)  # type: ignore[arg-type]
    assert followed(stream, ticket)["status"] == 200
    assert streams.count == 0  # it has ended
    streams.open("10.0.0.2", "")
    full = followed(stream, ticket)
    assert (full["status"], dict(full["headers"])[b"retry-after"]) == (503, b"60")
    assert followed(stream, "no ticket")["status"] == 404  # and a stranger learns nothing of it


def test_streams_are_counted_by_the_phone_s_cookie() -> None:
    import uuid

    counted: list[tuple[str, str]] = []

    class Counting(Streams):
        def open(self, address: str, phone: str) -> bool:
            counted.append((address, phone))
            return super().open(address, phone)

    stream = LiveStream(NoHub(), Counting(lambda: 1_000))  # type: ignore[arg-type]
    for cookie in (b"a=1; device=abc", b"device=abc; __Host-device=xyz", b"other=1"):
        followed(stream, ticket_for(uuid.uuid4()), [(b"cookie", cookie)])
    assert counted == [("10.0.0.1", "abc"), ("10.0.0.1", "xyz"), ("10.0.0.1", "")]


def test_the_system_s_own_number_is_what_there_is_room_for() -> None:
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert 0 < most_connections() < (soft if soft > 0 else 1_000_001)


# Addresses
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("remote", "forwarded", "trusted", "address"),
    [
        ("192.168.1.20", "", 0, "192.168.1.20"),
        ("192.168.1.20", "203.0.113.9", 0, "192.168.1.20"),  # said by the browser alone
        ("127.0.0.1", "203.0.113.9", 1, "203.0.113.9"),
        # The first was the browser's own
        ("127.0.0.1", "198.51.100.7, 203.0.113.9", 1, "203.0.113.9"),
        ("127.0.0.1", "", 1, "127.0.0.1"),
        ("127.0.0.1", "nonsense", 1, ""),
        ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::"),  # the rest is chosen by whoever asks
        ("::ffff:192.168.1.20", "", 0, "192.168.1.20"),
        ("", "", 0, ""),
    ],
)
def test_an_address_is_that_of_the_line_and_not_what_is_claimed(
    settings: Settings, remote: str, forwarded: str, trusted: int, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = trusted
    assert address_of(remote, forwarded) == address


def test_of_an_address_a_list_shows_as_much_as_its_owner_knows_it_by() -> None:
    assert [masked(text) for text in ("192.168.1.20", "2001:db8:1:2::", "x")] == [
        "192.168.x.x",
        "2001:0db8:…",
        "",
    ]


# Heads of requests
# ----------------------------------------------------------------------------------------------


class Transport:
    """What a connection writes, and whether it was closed."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, _name: str) -> None:
        return None

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Later:
    """A timer that was set, with when."""

    def __init__(self, seconds: float, do: Any) -> None:
        self.seconds, self.do, self.cancelled = seconds, do, False

    def cancel(self) -> None:
        self.cancelled = True


class Connection:
    """A connection to a server that answers everything with 200, and its timers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.timers: list[Later] = []
        self.room = Room(lambda: 10)
        monkeypatch.setattr(protocol, "room", self.room)
        self.transport = Transport()

    async def open(self) -> BoundedProtocol:
        async def application(scope: Scope, _receive: Receive, send: Send) -> None:
            self.asked.append(scope["path"])
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [(b"content-length", b"0")],
                }
            )
            await send({"type": "http.response.body", "body": b""})

        config = uvicorn.Config(
            application, lifespan="off", ws="none", log_config=None, access_log=False
        )  # type: ignore[arg-type]
        one = BoundedProtocol(config, ServerState(), {})
        loop = asyncio.get_running_loop()

        def call_later(seconds: float, do: Any, *_args: Any) -> Later:
            self.timers.append(Later(seconds, do))
            return self.timers[-1]

        one.loop = type(
            "Loop", (), {"call_later": staticmethod(call_later), "create_task": loop.create_task}
        )()
        one.connection_made(self.transport)  # type: ignore[arg-type]
        return one


async def answered() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    "pieces",
    [
        [GET + b"X-Long: " + b"x" * HEAD + b"\r\n\r\n"],  # in one piece
        [GET + b"X-Long: ", *[b"x" * 1_000] * 17],  # it never ends
        [b"GET /?" + b"x" * HEAD + b" HTTP/1.1\r\n\r\n"],
        [b"GET /", *[b"x" * 1_000] * 17],
        [GET + b"".join(b"H%d: x\r\n" % number for number in range(101)) + b"\r\n"],
    ],
)
def test_a_head_that_is_too_long_is_not_read_to_its_end(
    pieces: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = Connection(monkeypatch)

    async def send() -> None:
        one = await connection.open()
        for piece in pieces:
            if not connection.transport.closed:
                one.data_received(piece)
        await answered()

    asyncio.run(send())
    assert connection.transport.written.startswith(b"HTTP/1.1 431 ")
    assert connection.transport.written.count(b"HTTP/1.1") == 1
    assert connection.transport.closed
    assert connection.asked == []


def test_a_head_of_a_browser_with_all_cookies_of_a_machine_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connection = Connection(monkeypatch)

    async def send() -> None:
        one = await connection.open()
        one.data_received(GET + b"Cookie: " + b"x" * 12_000 + b"\r\n\r\n")
        await answered()
        one.data_received(b"POST /second HTTP/1.1\r\nContent-Length: 60000\r\n\r\n" + b"x" * 60_000)
        await answered()

    asyncio.run(send())
    assert connection.asked == ["/", "/second"]
    assert not connection.transport.closed


def test_who_says_nothing_or_half_of_it_is_given_up_and_who_waits_for_an_answer_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connection = Connection(monkeypatch)

    async def send() -> None:
        one = await connection.open()
        (first,) = connection.timers
        assert first.seconds == HEAD_SECONDS
        one.data_received(GET)
        assert not first.cancelled  # half a head is none
        one.data_received(b"\r\n")
        assert first.cancelled
        await answered()
        one.data_received(b"GET /")
        last = connection.timers[-1]
        assert (last.seconds, last.cancelled) == (HEAD_SECONDS, False)
        last.do()
        assert connection.transport.closed
        one.connection_lost(None)

    asyncio.run(send())
    assert (connection.room.count, list(connection.room.waiting)) == (0, [])


def test_a_connection_waits_until_it_has_asked_and_again_when_it_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connection = Connection(monkeypatch)

    async def send() -> None:
        one = await connection.open()
        waits = [one in connection.room.waiting]
        one.data_received(b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nhal")
        waits.append(one in connection.room.waiting)  # half a body: it may make room
        one.data_received(b"f")
        waits.append(one in connection.room.waiting)
        await answered()
        waits.append(one in connection.room.waiting)
        assert waits == [True, True, False, True]

    asyncio.run(send())
