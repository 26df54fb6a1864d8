"""From ASGI to Django and back: the request as it came, a few threads, nobody held up by a slow phone."""

import asyncio
from collections.abc import Callable, Iterable
from threading import Barrier, Lock
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application

from tichu_site.lanes import Lane
from tichu_site.threads import InThreads, Message, Scope

PATIENCE = 20  # seconds until a thread counts as stuck
Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., object]], Iterable[bytes]]


def scope(path: bytes = b"/", method: str = "GET", headers: Iterable[tuple[bytes, bytes]] = ()) -> Scope:
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


def in_threads(application: Application, threads: int, most: int) -> InThreads:
    """The application in one lane that takes everything."""
    return InThreads(application, [Lane("request", threads, anything, each=threads)], most)


def anything(_scope: Scope) -> bool:
    return True


async def asked(pages: InThreads, scope: Scope, *parts: bytes, complete: bool = True) -> list[Message]:
    """What is sent in answer to a request whose body comes in these parts; incomplete, the browser then goes."""
    messages: list[Message] = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    messages.append({"type": "http.request", "body": b""} if complete else {"type": "http.disconnect"})
    sent: list[Message] = []

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await pages(scope, receive, send)
    return sent


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
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"9"), (b"x-csrftoken", b"abc")]
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
    environ = seen(scope(headers=[(b"x_forwarded_proto", b"https"), (b"x-forwarded-proto", b"http")]))
    assert environ["HTTP_X_FORWARDED_PROTO"] == "http"


def test_a_header_that_comes_twice_is_joined() -> None:
    headers = [(b"cookie", b"a=1"), (b"accept", b"text/html"), (b"cookie", b"b=2"), (b"accept", b"*/*")]
    environ = seen(scope(headers=headers))
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"]) == ("a=1; b=2", "text/html,*/*")


def test_a_body_sent_without_its_length_has_one() -> None:
    environ = seen(scope(method="POST"), b"half", b"half")
    assert (environ["CONTENT_LENGTH"], environ["body"]) == ("8", b"halfhalf")


def test_of_a_body_that_is_too_long_no_more_is_read() -> None:
    environ = seen(scope(method="POST", headers=[(b"content-length", b"500")]), *[b"x" * 10] * 50, most=100)
    assert (environ["CONTENT_LENGTH"], len(environ["body"])) == ("500", 110)


@pytest.mark.parametrize("length", [[(b"content-length", b"3000000")], []])
def test_django_refuses_a_body_that_is_too_long(settings: Any, length: list[tuple[bytes, bytes]]) -> None:
    pages = in_threads(get_wsgi_application(), 1, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    token = b"c" * 32
    headers = [(b"content-type", b"application/x-www-form-urlencoded"), (b"x-csrftoken", token), *length]
    request = scope(b"/language/", "POST", [*headers, (b"cookie", b"csrftoken=" + token)])
    start, _ = asyncio.run(asked(pages, request, *[b"x" * 100_000] * 30))
    assert start["status"] == 400


def test_an_answer_is_sent_as_it_was_given_and_closed() -> None:
    closed: list[bool] = []

    class Parts(list[bytes]):
        def close(self) -> None:
            closed.append(True)

    def answer(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        start_response("404 Not Found", [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
        return Parts([b"not ", b"here"])

    assert asyncio.run(asked(in_threads(answer, 1, 10), scope())) == [
        {"type": "http.response.start", "status": 404, "headers": [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]},
        {"type": "http.response.body", "body": b"not here"},
    ]
    assert closed == [True]


def test_a_browser_that_goes_before_it_has_sent_all_is_not_heard() -> None:
    def answer(environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        raise AssertionError("half a request must not arrive")

    assert asyncio.run(asked(in_threads(answer, 1, 100), scope(method="POST"), b"half", complete=False)) == []


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
