"""One real server of a hall, looked at from all sides: started again, by http and https, and ended
by Ctrl+C.
"""

import gzip
import http.client
import os
import re
import signal
import socket
import sqlite3
import ssl
import urllib.request
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scoring.games.access.limits import KEPT_FROM_CONNECTIONS, KEPT_FROM_STREAMS
from tests.browser.servers import STOP_SECONDS, Site, free_port, running_site
from tests.site.certificates import shake_hands
from tests.site.listening import Followed, Stream, server_ended, started
from tests.site.starting import start
from tichu_site.server.tls.local_authority import certificates

pytestmark = pytest.mark.any_database

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d ")
DESCRIPTORS = 256  # that the server may have: 192 are connections, and 64 of these may be streams
LINK = re.compile(r"(?m)^ *Create the owner account: (\S+)$")


@pytest.mark.usefixtures("real_clock")
def test_a_server_serves_a_hall_until_ctrl_c(tmp_path: Path) -> None:
    port = free_port()
    tls = {"TLS": "1", "TLS_PORT": str(port)}
    with running_site(tmp_path, start_new_session=True, descriptors=DESCRIPTORS, **tls) as site:
        the_front_page_comes_compressed_and_its_files_stay_for_ever(site)
        https_is_served_by_the_same_process(site, tmp_path, port)
        https_follows_the_address(tmp_path, port)
        another_server_of_the_folder_says_who_has_it_and_stops(site)
        followed = started(site)
        ticket = followed.ticket
        entries_find_a_way_in_when_all_streams_are_taken(site, followed)
        strangers_and_browsers_hang_up(site, ticket)
        ctrl_c_waits_for_no_phone_and_no_stream(site, ticket)
    # A line for the strangers. What uvicorn says when it has waited in vain for streams would be
    # others.
    lines = [line for line in site.log.splitlines() if re.match(r"\d{4}-", line)]
    assert len(lines) == 1, site.log
    assert TIME.match(lines[0])
    assert "Invalid HTTP_HOST header: 'evil.example'" in lines[0]
    for word in ("Traceback", "Cancel", "Exception"):
        assert word not in site.log
    a_second_start_keeps_the_records_and_the_key_and_tells_the_same_link(site)


def the_front_page_comes_compressed_and_its_files_stay_for_ever(site: Site) -> None:
    request = urllib.request.Request(f"{site.url}/", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        page = gzip.decompress(answer.read()).decode()
    style = re.search(r'href="(/static/scoring/base\.[0-9a-f]{12}\.css)"', page)
    assert style, page
    request = urllib.request.Request(site.url + style[1], headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"]


def https_is_served_by_the_same_process(site: Site, folder: Path, port: int) -> None:
    trusted = ssl.create_default_context(cafile=str(folder / "data" / "tls" / "authority.crt"))
    with urllib.request.urlopen(f"https://127.0.0.1:{port}/", context=trusted) as secure:
        assert secure.status == 200
    with urllib.request.urlopen(site.url) as plain:
        assert plain.status == 200


def https_follows_the_address(folder: Path, port: int) -> None:
    """As the server's own look at its address makes the certificate, see test_allowed_hosts.py."""
    tls = folder / "data" / "tls"
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(port, tls / "authority.crt", "10.0.0.7")
    certificates(tls, ["127.0.0.1", "10.0.0.7"])
    for name in ("10.0.0.7", "127.0.0.1"):
        assert shake_hands(port, tls / "authority.crt", name) == "TLSv1.3"


def another_server_of_the_folder_says_who_has_it_and_stops(site: Site) -> None:
    """On the same port: who has the folder says more than that a port is
    taken, which comes second.
    """
    folder = site.env["DATA_DIR"]
    answer = start(Path(folder), "manage.py", "serve", HOST="127.0.0.1", PORT=site.env["PORT"])
    held = (
        f"The server at {site.url}/ (process {site.process.pid}) is using {folder}: stop it first."
    )
    assert (answer.returncode, answer.stderr, answer.stdout) == (1, f"CommandError: {held}\n", "")


def entries_find_a_way_in_when_all_streams_are_taken(site: Site, followed: Followed) -> None:
    """And when as many connections again lie open that ask nothing:
    all descriptors are gone then.
    """
    most = DESCRIPTORS - KEPT_FROM_CONNECTIONS
    address = urlsplit(site.url)
    with ExitStack() as stack:
        streams = [stack.enter_context(closing(Stream(site, followed.ticket))) for _ in range(most)]
        statuses = [stream.answer.status for stream in streams]
        assert statuses == [200] * (most - KEPT_FROM_STREAMS) + [503] * KEPT_FROM_STREAMS
        for _ in range(DESCRIPTORS):
            stack.enter_context(socket.create_connection((address.hostname, address.port)))
        followed.change(site, "pause")
        followed.change(site, "resume")
        for stream in streams[: most - KEPT_FROM_STREAMS]:
            stream.until(followed, 3)


def ask(site: Site, host: str) -> int:
    with closing(http.client.HTTPConnection(urlsplit(site.url).netloc)) as connection:
        connection.request("GET", "/", headers={"Host": host})
        with connection.getresponse() as answer:
            return answer.status


def hang_up(site: Site, *lines: str) -> None:
    """A browser that is gone in the middle, without a goodbye."""
    address = urlsplit(site.url)
    connection = socket.create_connection((address.hostname, address.port))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.sendall("\r\n".join([*lines, f"Host: {address.netloc}", "", ""]).encode())
    if lines[0].startswith("GET /live/"):
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
    connection.close()


def strangers_and_browsers_hang_up(site: Site, ticket: str) -> None:
    assert [ask(site, "evil.example") for _ in range(5)] == [400] * 5
    for _ in range(3):
        hang_up(site, f"GET /live/?t={ticket} HTTP/1.1")
        hang_up(site, "POST /new/ HTTP/1.1", "Content-Length: 1000")
        hang_up(site, "GET /new/ HTTP/1.1")
    assert ask(site, urlsplit(site.url).netloc) == 200


def ctrl_c_waits_for_no_phone_and_no_stream(site: Site, ticket: str) -> None:
    with ExitStack() as stack:
        phone = stack.enter_context(closing(http.client.HTTPConnection(urlsplit(site.url).netloc)))
        phone.request("GET", "/")
        phone.getresponse().read()
        streams = [stack.enter_context(closing(Stream(site, ticket))) for _ in range(20)]
        for stream in streams:
            stream.version()
        # A terminal sends it to all processes of the server.
        os.killpg(site.process.pid, signal.SIGINT)
        assert site.process.wait(STOP_SECONDS) == 0
        assert [server_ended(stream) for stream in streams] == [True] * 20


def a_second_start_keeps_the_records_and_the_key_and_tells_the_same_link(site: Site) -> None:
    data = Path(site.env["DATA_DIR"])
    (first,) = LINK.findall(site.log)
    key = (data / "secret_key").read_text(encoding="ascii")
    with closing(sqlite3.connect(data / "tichu.sqlite3")) as database:
        database.execute(
            "INSERT INTO scoring_club (name, created_at) VALUES ('Tichu Bern', '2026-11-21 "
            "20:00:00')"
        )
        database.commit()
    answer = start(
        data, "manage.py", "serve", "--print-only", HOST="127.0.0.1", PORT=str(free_port())
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    (second,) = LINK.findall(answer.stdout)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/first/[\w-]{43}/", second)
    assert urlsplit(second).path == urlsplit(first).path
    assert (data / "secret_key").read_text(encoding="ascii") == key
    with closing(sqlite3.connect(data / "tichu.sqlite3")) as database:
        assert database.execute("SELECT name FROM scoring_club").fetchall() == [("Tichu Bern",)]
    assert {file.name for file in data.iterdir()} >= {"secret_key", "static", "tichu.sqlite3"}
