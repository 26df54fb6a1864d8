"""A row that somebody holds, a disk that is full, a database that is away: what waits for it, and
nothing else, hears "not now"; and when it is over all goes on by itself, and nothing is lost.
"""

import resource
import sqlite3
import time
import urllib.request
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.browser.servers import Site, fresh_site
from tests.databases import database_under_test, with_name
from tests.reliability.evening import check_nothing_is_lost
from tests.reliability.phones import (
    ANSWER_SECONDS,
    PATIENCE,
    Phone,
    Server,
    all_at_once,
    all_writing,
)

pytestmark = pytest.mark.database

PHONES = 6  # more than there are threads for what tables write
ROUNDS = 4
SMALL = 100_000  # bytes that a file may have on a disk that is full
# In the place of a disk: PostgreSQL refuses what is written as it does when there is no room.
NO_ROOM = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER no_room BEFORE INSERT ON scoring_entry FOR EACH ROW EXECUTE FUNCTION no_room();
"""
SEND_AWAY = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
on_postgres = pytest.mark.skipif(database_under_test() != "postgres", reason="needs PostgreSQL")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The real server, on records of its own; one for all, since it has to be well again after each
    of them.
    """
    with fresh_site(tmp_path_factory.mktemp("held"), "held") as site:
        yield site


def phones_at(site: Site, count: int = PHONES) -> tuple[Server, list[Phone]]:
    """Phones, each with a game that has begun."""
    server = Server()
    phones = [Phone(server) for _ in range(count)]
    server.begins(int(site.env["PORT"]), phones)
    return server, phones


def status_of(site: Site, path: str) -> int:
    """What a page answers, to somebody who waits no longer than a phone."""
    try:
        with urllib.request.urlopen(site.url + path, timeout=ANSWER_SECONDS) as answer:
            return int(answer.status)
    except HTTPError as refused:
        with refused:
            return refused.code


def check_pages_open(site: Site) -> None:
    """Pages open, more of them at once than there are threads for all requests."""
    paths = ["/", "/new/", "/tournaments/", "/robots.txt", "/healthz", "/readyz"] * 3
    with ThreadPoolExecutor(len(paths)) as pool:
        answers = zip(paths, pool.map(lambda path: status_of(site, path), paths), strict=True)
        late = {path for path, status in answers if status != 200}
    # A busy machine may put one off. One that waited for what is held would never come.
    assert [status_of(site, path) for path in late] == [200] * len(late)


@contextmanager
def game_held(site: Site, phone: Phone) -> Iterator[None]:
    """Somebody looks at the row of a game with psql, or at the file with sqlite3, and forgets to
    let it go.
    """
    if "DATABASE_URL" in site.env:
        with psycopg.connect(site.env["DATABASE_URL"]) as psql:
            psql.execute("SELECT * FROM scoring_game WHERE id = %s FOR UPDATE", [phone.game])
            yield
        return
    with closing(
        sqlite3.connect(Path(site.env["DATA_DIR"]) / "tichu.sqlite3", isolation_level=None)
    ) as shell:
        shell.execute("BEGIN EXCLUSIVE")
        yield


def check_said_seldom(site: Site, server: Server, words: str) -> None:
    """What happened was said in a line, not in one for each who met it, and without a traceback."""
    assert 1 <= site.log.count(words) < server.put_off / 3, site.log
    assert "Traceback" not in site.log, site.log


# Somebody holds a lock
# ---------------------------------------------------------------------------------------------


@pytest.mark.slow  # in short: the other test of this file
def test_a_game_that_somebody_holds_stops_nobody_else(site: Site) -> None:
    server, (held, *others) = phones_at(site)
    same = [partial(held.write_one, 1, uuid.uuid4())] * PHONES  # one round, sent by many at once
    with ExitStack() as psql:
        psql.enter_context(game_held(site, held))
        with all_at_once(server, same):
            server.wait_until_put_off(1)
            check_pages_open(site)
            # SQLite's lock is on everything that is written
            if database_under_test() == "postgres":
                for phone in others:
                    phone.write(ROUNDS)
                check_nothing_is_lost(site, others, ROUNDS)
            server.wait_until_put_off(PHONES)
            psql.close()
    check_nothing_is_lost(site, [held], 1)
    check_said_seldom(site, server, "The database is held by somebody else for too long")


# The disk is full
# --------------------------------------------------------------------------------------------------


@contextmanager
def full_disk(site: Site) -> Iterator[None]:
    """No file of the server may grow any more; on PostgreSQL it is the database's server that finds
    no room.
    """
    if "DATABASE_URL" in site.env:
        with psycopg.connect(site.env["DATABASE_URL"], autocommit=True) as server:
            server.execute(NO_ROOM)
            yield
            server.execute("DROP FUNCTION no_room CASCADE")
        return
    most = resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (SMALL, most))
    try:
        yield
    finally:
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (most, most))


def test_on_a_full_disk_rounds_stay_on_the_phones_and_come_when_there_is_room(site: Site) -> None:
    server, phones = phones_at(site)
    with all_writing(server, phones, ROUNDS):
        server.wait_for(1)
        with full_disk(site):
            server.wait_until_put_off(2 * PHONES)
            check_pages_open(site)
    check_nothing_is_lost(site, phones, ROUNDS)
    check_said_seldom(site, server, "The disk ")


# The database is away
# -----------------------------------------------------------------------------------------------


@contextmanager
def database_away(site: Site) -> Iterator[None]:
    """The database server cuts off everybody, and lets nobody in."""
    url = site.env["DATABASE_URL"]
    name = urlsplit(url).path[1:]
    with psycopg.connect(with_name(url, "postgres"), autocommit=True) as server:
        allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        server.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        # Until nobody is left: somebody who is just coming in is in no list yet, and who is sent
        # away takes a moment.
        end = time.monotonic() + PATIENCE
        while server.execute(SEND_AWAY, [name]).fetchall() or status_of(site, "/readyz") != 503:
            assert time.monotonic() < end, "somebody stays"
        yield
        server.execute(allow.format(sql.Identifier(name), sql.SQL("true")))


@on_postgres
def test_while_the_database_is_away_rounds_stay_on_the_phones_and_come_when_it_is_back(
    site: Site,
) -> None:
    server, phones = phones_at(site)
    with all_writing(server, phones, ROUNDS):
        server.wait_for(1)
        with database_away(site):
            server.wait_until_put_off(2 * PHONES)
            assert status_of(site, "/healthz") == status_of(site, "/robots.txt") == 200
            for path in ("/readyz", "/tournaments/", f"/games/{phones[0].game}/"):
                assert status_of(site, path) == 503
    assert status_of(site, "/readyz") == 200
    check_nothing_is_lost(site, phones, ROUNDS)
    check_said_seldom(site, server, "The database is away")
