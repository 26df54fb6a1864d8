"""From ASGI to Django and back: the request as it came, a few threads, nobody held up by a slow
phone.
"""

import asyncio
from collections.abc import Callable, Iterable
from threading import Barrier, Event, Lock
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application

from tests.site.requests import PATIENCE, Environ, anything, asked, in_threads, scope
from tichu_site.server import size_limits
from tichu_site.server.lanes import Lane
from tichu_site.server.request_size import size_limit_for
from tichu_site.server.threads import InThreads, Limits, Message, Scope


def seen(scope: Scope, *parts: bytes, most: int = 1000) -> Environ:
    """The request as an application sees it, its body under `body`."""
    environs: list[Environ] = []

    def look(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        environs.append(environ | {"body": environ["wsgi.input"].read()})
        start_response("200 OK", [])
        return []

    asyncio.run(asked(in_threads(look, 1, most), scope, *parts))
    return environs[0]


def test_a_request_arrives_as_it_was_sent() -> None:
    headers = [
        (b"content-type", b"text/plain"),
        (b"content-length", b"9"),
        (b"x-csrftoken", b"abc"),
    ]
    environ = seen(scope(b"/look/Gr%C3%BC%C3%9Fe/?a=%20b&c", "POST", headers), b"one ", b"round")
    expected = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/look/Grüße/".encode().decode("latin-1"),
        "QUERY_STRING": "a=%20b&c",
        "CONTENT_TYPE": "text/plain",
        "CONTENT_LENGTH": "9",
        "HTTP_HOST": "localhost",
        "HTTP_X_CSRFTOKEN": "abc",
        "REMOTE_ADDR": "192.168.1.20",
        "wsgi.url_scheme": "http",
        "body": b"one round",
    }
    assert {name: environ[name] for name in expected} == expected


def test_a_header_with_an_underscore_cannot_pass_for_another() -> None:
    environ = seen(
        scope(headers=[(b"x_forwarded_proto", b"https"), (b"x-forwarded-proto", b"http")])
    )
    assert environ["HTTP_X_FORWARDED_PROTO"] == "http"


def test_a_header_that_comes_twice_is_joined() -> None:
    headers = [
        (b"cookie", b"a=1"),
        (b"accept", b"text/html"),
        (b"cookie", b"b=2"),
        (b"accept", b"*/*"),
    ]
    environ = seen(scope(headers=headers))
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"]) == ("a=1; b=2", "text/html,*/*")


def test_a_body_sent_without_its_length_has_one() -> None:
    environ = seen(scope(method="POST"), b"half", b"half")
    assert (environ["CONTENT_LENGTH"], environ["body"]) == ("8", b"halfhalf")


def test_of_a_body_that_is_too_long_no_more_is_read() -> None:
    environ = seen(
        scope(method="POST", headers=[(b"content-length", b"500")]), *[b"x" * 10] * 50, most=100
    )
    assert (environ["CONTENT_LENGTH"], len(environ["body"])) == ("500", 110)


@pytest.mark.parametrize("length", [[(b"content-length", b"3000000")], []])
def test_django_refuses_a_body_that_is_too_long(length: list[tuple[bytes, bytes]]) -> None:
    limits = Limits(size_limit_for, size_limits.SMALL, size_limits.FORM, 1, PATIENCE)
    pages = InThreads(get_wsgi_application(), [Lane("request", 1, anything, each=1)], limits)
    token = b"c" * 32
    headers = [
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"x-csrftoken", token),
        *length,
    ]
    request = scope(b"/language/", "POST", [*headers, (b"cookie", b"csrftoken=" + token)])
    start, _ = asyncio.run(asked(pages, request, *[b"x" * 10_000] * 30))
    assert start["status"] == 413


def test_an_answer_is_sent_as_it_was_given_and_closed() -> None:
    closed: list[bool] = []

    class Parts(list[bytes]):
        def close(self) -> None:
            closed.append(True)

    def answer(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        start_response("404 Not Found", [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
        return Parts([b"not ", b"here"])

    assert asyncio.run(asked(in_threads(answer, 1, 10), scope())) == [
        {
            "type": "http.response.start",
            "status": 404,
            "headers": [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")],
        },
        {"type": "http.response.body", "body": b"not here"},
    ]
    assert closed == [True]


def test_a_browser_that_goes_before_it_has_sent_all_is_not_heard() -> None:
    def answer(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        raise AssertionError("half a request must not arrive")

    assert (
        asyncio.run(
            asked(in_threads(answer, 1, 100), scope(method="POST"), b"half", complete=False)
        )
        == []
    )


def test_many_requests_run_in_a_few_threads() -> None:
    threads, running, most = 3, 0, 0
    together, lock = Barrier(threads), Lock()

    def answer(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        together.wait(PATIENCE)  # all threads get here, or this breaks
        with lock:
            running -= 1
        start_response("200 OK", [])
        return []

    async def ask_all() -> None:
        pages = in_threads(answer, threads, 10)
        answers = await asyncio.gather(*(asked(pages, scope()) for _ in range(10 * threads)))
        assert [start["status"] for start, _ in answers] == [200] * 10 * threads

    asyncio.run(ask_all())
    assert most == threads


def test_a_phone_on_a_slow_line_keeps_nobody_waiting() -> None:
    def answer(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [environ["wsgi.input"].read()]

    async def ask_both() -> None:
        pages = in_threads(answer, 1, 100)
        rest: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        slow = asyncio.create_task(pages(scope(method="POST"), lambda: rest, send))  # type: ignore[arg-type]
        quick = await asyncio.wait_for(asked(pages, scope()), PATIENCE)
        assert quick[0]["status"] == 200
        assert sent == []
        rest.set_result({"type": "http.request", "body": b"at last"})
        await slow
        assert sent[1]["body"] == b"at last"

    asyncio.run(ask_both())


def test_what_a_table_writes_never_waits_behind_pages() -> None:
    busy, let_go = Event(), Event()

    def answer(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET":
            busy.set()
            let_go.wait(PATIENCE)
        start_response("200 OK", [])
        return []

    lanes = [
        Lane("table", 1, lambda scope: scope["method"] == "POST", each=1),
        Lane("page", 1, anything, each=1),
    ]

    async def ask_all() -> None:
        pages = InThreads(answer, lanes, Limits(lambda _: 10, 10, 10, 1, PATIENCE))
        looking = [asyncio.create_task(asked(pages, scope())) for _ in range(2)]
        # The one thread for pages is taken, another page waits
        assert await asyncio.to_thread(busy.wait, PATIENCE)
        (start, _) = await asyncio.wait_for(asked(pages, scope(method="POST")), PATIENCE)
        assert start["status"] == 200
        assert not any(task.done() for task in looking)
        let_go.set()
        await asyncio.gather(*looking)

    asyncio.run(ask_all())


def test_how_much_is_read_is_asked_of_the_address_where_it_is_more_than_fits_everywhere() -> None:
    asked_of: list[str] = []

    def size_limit_for(path: str) -> int:
        asked_of.append(path)
        return 1000

    pages = InThreads(
        lambda *_: [],
        [Lane("request", 1, anything, each=1)],
        Limits(size_limit_for, 100, 500, 1, PATIENCE),
    )
    sizes = [
        pages.most_of(scope(b"/", method, [(b"content-length", length)] if length else []))
        for method, length in (
            ("POST", b"100"),
            ("POST", b"101"),
            ("POST", b""),
            ("POST", b"x"),
            ("GET", b"101"),
        )
    ]
    assert sizes == [100, 1000, 1000, 1000, 100]
    assert asked_of == ["/"] * 3


def test_of_large_bodies_a_few_are_read_at_a_time_and_small_ones_pass_them() -> None:
    def answer(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return []

    async def ask_all() -> None:
        pages = InThreads(
            answer,
            [Lane("request", 1, anything, each=1)],
            Limits(lambda _: 1000, 10, 100, 1, PATIENCE),
        )
        rest: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        read: list[int] = []

        def receiving(number: int) -> Callable[[], Any]:
            async def receive() -> Message:
                read.append(number)
                return await rest

            return receive

        async def send(message: Message) -> None:
            pass

        large = scope(method="POST", headers=[(b"content-length", b"900")])
        waiting = [
            asyncio.create_task(pages(large, receiving(number), send)) for number in range(2)
        ]
        small = scope(method="POST", headers=[(b"content-length", b"5")])
        (start, _) = await asyncio.wait_for(asked(pages, small), PATIENCE)
        assert (start["status"], read) == (200, [0])  # of the second not a byte
        rest.set_result({"type": "http.request", "body": b"x" * 900})
        await asyncio.gather(*waiting)
        assert read == [0, 1]

    asyncio.run(ask_all())


def test_a_body_that_drips_is_given_up() -> None:
    async def ask() -> list[Message]:
        pages = InThreads(
            lambda *_: [],
            [Lane("request", 1, anything, each=1)],
            Limits(lambda _: 10, 10, 10, 1, 0),
        )
        sent: list[Message] = []

        async def receive() -> Message:
            return await asyncio.get_running_loop().create_future()

        async def send(message: Message) -> None:
            sent.append(message)

        await pages(scope(method="POST"), receive, send)
        return sent

    start, body = asyncio.run(ask())
    assert (start["status"], (b"connection", b"close") in start["headers"], body["body"]) == (
        408,
        True,
        b"",
    )
