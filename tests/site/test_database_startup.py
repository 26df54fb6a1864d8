"""After a power cut everything starts at once: the database comes up late, two servers find the
same empty one.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import quote, unquote, urlsplit

import pytest

from tests.browser.servers import START_SECONDS, running_site
from tests.databases import database_under_test, fresh_database
from tests.prepared import fill
from tests.processes import ROOT, clean_environment
from tichu_site.server.database_startup import is_up

PATIENCE = 20  # seconds until a thread counts as stuck
WAITING = "The database does not answer yet; waiting up to 60 s: "

on_postgres = pytest.mark.skipif(database_under_test() != "postgres", reason="needs PostgreSQL")


# A process of its own: while libpq asks, no other thread of ours runs. It answers with an error in
# PostgreSQL.s form, whose fields each end in a NUL.
REFUSING = """
import socketserver, struct, sys

class Refusal(socketserver.StreamRequestHandler):
    def handle(self):
        (length,) = struct.unpack("!i", self.rfile.read(4))
        self.rfile.read(length - 4)
        body = "".join(f"{field}\\0" for field in ("SFATAL", "VFATAL", *sys.argv[1:], "")).encode()
        self.wfile.write(b"E" + struct.pack("!i", len(body) + 4) + body)

with socketserver.TCPServer(("127.0.0.1", 0), Refusal) as server:
    print(server.server_address[1], flush=True)
    server.handle_request()
"""


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("sqlstate", "words", "up"),
    [
        ("57P03", "le système de bases de données démarre", False),
        ("57P03", "the database system is shutting down", False),
        ("28P01", 'autoryzacja hasłem nie powiodła się dla użytkownika "club"', True),
        ("3D000", 'database "club" does not exist', True),
    ],
)
def test_a_server_is_understood_in_any_language(sqlstate: str, words: str, up: bool) -> None:
    command = [sys.executable, "-c", REFUSING, f"C{sqlstate}", f"M{words}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        connection = Mock()
        connection.get_connection_params.return_value = {
            "host": "127.0.0.1",
            "port": int(process.stdout.readline()),
            "user": "club",
            "sslmode": "disable",
            "gssencmode": "disable",
            "cursor_factory": object,  # Django's own, which libpq does not know
        }
        assert is_up(connection) == up


@on_postgres
@pytest.mark.database
def test_a_server_that_refuses_us_is_not_waited_for(known_url: str, tmp_path: Path) -> None:
    absent = urlsplit(known_url)._replace(path="/no_such_database").geturl()
    fill(tmp_path / "data", database=False)
    answer = subprocess.run(
        [sys.executable, "manage.py", "serve", "--print-only"],
        cwd=ROOT,
        env=clean_environment(DATA_DIR=str(tmp_path / "data"), DATABASE_URL=absent),
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    assert "no_such_database" in answer.stderr
    assert WAITING not in answer.stdout + answer.stderr


@pytest.fixture
def url() -> Iterator[str]:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with fresh_database(os.environ["TEST_DATABASE_URL"], f"test_late_{worker}", empty=True) as url:
        yield url


@pytest.fixture
def known_url() -> Iterator[str]:
    """Of a database that some server has been started on before."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with fresh_database(os.environ["TEST_DATABASE_URL"], f"test_late_{worker}") as url:
        yield url


@on_postgres
@pytest.mark.database
def test_a_start_waits_for_a_database_that_comes_up_late(known_url: str, tmp_path: Path) -> None:
    # The server's socket is somewhere else at first, and there once the start has said that it
    # waits for it.
    there, late = unquote(urlsplit(known_url).netloc.partition("@")[2]), tmp_path / "late"
    moved = known_url.replace(quote(there, safe=""), quote(str(late), safe=""))
    fill(tmp_path / "data", database=False)
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--print-only"],
        cwd=ROOT,
        env=clean_environment(DATA_DIR=str(tmp_path / "data"), DATABASE_URL=moved),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout
        first = process.stdout.readline()
        late.symlink_to(there)
        rest = process.stdout.read()
    assert first.startswith(WAITING), first + rest
    assert process.returncode == 0, rest
    assert "On this machine:" in rest
    assert WAITING not in rest


@on_postgres
@pytest.mark.database
@pytest.mark.slow  # the lock by which one of them waits is held by the test after this one
def test_two_servers_that_start_at_once_on_an_empty_database_both_come_up(
    url: str, tmp_path: Path
) -> None:
    together = threading.Barrier(2)

    def start(name: str) -> str:
        together.wait(PATIENCE)
        with running_site(tmp_path / name, url) as site:
            together.wait(START_SECONDS)  # both answer
            return site.log

    with ThreadPoolExecutor(2) as pool:
        logs = list(pool.map(start, ("first", "second")))
    waited = [
        log for log in logs if "Another server is migrating the records; waiting for it." in log
    ]
    assert len(waited) <= 1
    assert not [log for log in logs if "Traceback" in log]


@on_postgres
@pytest.mark.database
def test_who_comes_second_waits_with_its_migrations(url: str, tmp_path: Path) -> None:
    import psycopg

    from tichu_site.server.database_startup import KEY

    with psycopg.connect(url, autocommit=True) as first:
        first.execute("SELECT pg_advisory_lock(%s)", [KEY])
        process = subprocess.Popen(
            # The others would take seconds
            [sys.executable, "manage.py", "migrate", "contenttypes", "-v", "0"],
            cwd=ROOT,
            env=clean_environment(DATA_DIR=str(tmp_path), DATABASE_URL=url),
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout
            assert process.stdout.readline().startswith("Another server is migrating the records")
            assert first.execute("SELECT to_regclass('django_migrations')").fetchone() == (None,)
            first.execute("SELECT pg_advisory_unlock(%s)", [KEY])
        assert process.returncode == 0
        assert first.execute("SELECT to_regclass('django_migrations') IS NOT NULL").fetchone() == (
            True,
        )
