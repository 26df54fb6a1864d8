"""One server, or one who changes its records under it: the lock on the data folder goes with who
held it.
"""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from django.db import connection, connections
from pytest_django import Settings

from tests.databases import database_under_test
from tichu_site.server.one_server import FILE, KEY, ServerRunsError, holding

pytestmark = pytest.mark.django_db

HOLDS = """
    import fcntl, os, sys
    file = open(sys.argv[1], "w")
    fcntl.flock(file, fcntl.LOCK_EX)
    file.write("A server on port 8000 (process 1)\\n")
    file.flush()
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_a_second_one_is_told_who_holds_it_until_that_lets_go(folder: Path) -> None:
    with (
        holding("A server on port 8000"),
        pytest.raises(ServerRunsError) as refused,
        holding("A restore", alone=True),
    ):
        raise AssertionError("held twice")
    text = f"A server on port 8000 (process {os.getpid()}) is using {folder}: stop it first."
    assert str(refused.value) == text
    assert (folder / FILE).stat().st_mode & 0o777 == 0o600
    with holding("A restore", alone=True):
        assert (folder / FILE).read_text() == f"A restore (process {os.getpid()})\n"


@pytest.mark.any_database
def test_a_server_that_was_killed_holds_nothing_any_more(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HOLDS), str(folder / FILE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "held\n"
        with (
            pytest.raises(ServerRunsError, match=r"A server on port 8000 \(process 1\) is using"),
            holding("Another"),
        ):
            raise AssertionError("held twice")
        server.kill()
        server.wait()
        with holding("Another"):
            pass


@pytest.mark.any_database
def test_an_error_inside_lets_go(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError), holding("A server"):
        print(1 / 0)
    with holding("A server"):
        pass


@pytest.mark.skipif(
    database_under_test() != "postgres", reason="a database that several machines share"
)
def test_servers_of_several_machines_share_a_database_and_a_restore_wants_it_alone(
    folder: Path,
) -> None:
    other = connections.create_connection("default")  # as a server of another machine holds it
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock_shared(%s)", [KEY])
    with holding("A server"):
        pass
    with (
        pytest.raises(ServerRunsError, match="perhaps on another machine"),
        holding("A restore", alone=True),
    ):
        raise AssertionError("held twice")
    other.close()
    alone = connections.create_connection("default")
    with alone.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock_all(), pg_try_advisory_lock(%s)", [KEY])
    with pytest.raises(ServerRunsError, match="being restored"), holding("A server"):
        raise AssertionError("held twice")
    alone.close()
    assert connection.vendor == "postgresql"
