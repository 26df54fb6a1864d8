"""The log: times that can be told from another zone's, one line for what is nobody's fault, no flood of the same."""

import http.client
import logging
import re
import socket
from pathlib import Path
from urllib.parse import urlsplit

from tests.browser.servers import STOP_SECONDS, Site, running_site
from tests.site.listening import listening, started
from tichu_site.log import Line, OneLine, Seldom

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d ")


def record(name: str, text: str, *values: object, exc_info: BaseException | None = None) -> logging.LogRecord:
    info = (type(exc_info), exc_info, None) if exc_info else None
    return logging.LogRecord(name, logging.ERROR, __file__, 1, text, values, info)


def test_the_two_hours_of_the_night_in_which_the_clock_goes_back_are_told_apart(settings: object) -> None:
    formatter = Line("{asctime} {message}", style="{")
    first, second = record("site", "before"), record("site", "after")
    first.created, second.created = 1792888200.25, 1792891800.25  # 2026-10-25 02:30 in Zurich, twice
    assert [formatter.format(one) for one in (first, second)] == [
        "2026-10-25T02:30:00.250+02:00 before",
        "2026-10-25T02:30:00.250+01:00 after",
    ]


def test_the_same_is_said_once_a_minute_and_then_how_often_it_was_not() -> None:
    now = 0.0
    seldom = Seldom(60, lambda: now)
    assert [seldom.is_due("full") for _ in range(3)] == [(True, 0), (False, 1), (False, 2)]
    assert seldom.is_due("away") == (True, 0)
    now = 60.0
    assert [seldom.is_due("full") for _ in range(2)] == [(True, 2), (False, 1)]


def test_a_name_that_is_not_ours_is_one_short_line_however_often_it_is_asked_for() -> None:
    only = OneLine(Seldom(60, lambda: 0.0))
    text = "Invalid HTTP_HOST header: %r. You may need to add %r to ALLOWED_HOSTS."
    records = [
        record(OneLine.NAME, text, "evil\n" * 1000, "x", exc_info=ValueError("with a traceback")) for _ in range(3)
    ]
    assert [only.filter(one) for one in records] == [True, False, False]
    line = Line("{message}", style="{").format(records[0])
    assert "\n" not in line
    assert len(line) <= 300
    assert "Traceback" not in line
    fault = record("django.request", "Internal Server Error", exc_info=ValueError("ours"))
    assert only.filter(fault)
    assert fault.exc_info


# The real server ------------------------------------------------------------------------------------------------------


def ask(site: Site, host: str) -> int:
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    connection.request("GET", "/", headers={"Host": host})
    with connection.getresponse() as answer:
        status = answer.status
    connection.close()
    return status


def hang_up(site: Site, *lines: str) -> None:
    """A browser that is gone in the middle, without a goodbye."""
    address = urlsplit(site.url)
    connection = socket.create_connection((address.hostname, address.port))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.sendall("\r\n".join([*lines, f"Host: {address.netloc}", "", ""]).encode())
    if lines[0].startswith("GET /live/"):
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
    connection.close()


def test_strangers_and_streams_that_end_leave_a_line_at_most(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        ticket = started(site).ticket
        assert [ask(site, "evil.example") for _ in range(5)] == [400] * 5
        for _ in range(3):
            hang_up(site, f"GET /live/?t={ticket} HTTP/1.1")
            hang_up(site, "POST /new/ HTTP/1.1", "Content-Length: 1000")
            hang_up(site, "GET /new/ HTTP/1.1")
        assert ask(site, urlsplit(site.url).netloc) == 200
        with listening(site, ticket), listening(site, ticket):
            site.process.terminate()
            assert site.process.wait(STOP_SECONDS) == 0
    lines = [line for line in site.log.splitlines() if re.match(r"\d{4}-", line)]
    assert len(lines) == 1, site.log
    assert TIME.match(lines[0])
    assert "Invalid HTTP_HOST header: 'evil.example'" in lines[0]
    assert "Traceback" not in site.log
