"""Turns of SQLite's writers: who asked first is next, nobody waits for ever,
and no turn gets lost.
"""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from django.db import IntegrityError, OperationalError

from tichu_site.server import time_limits
from tichu_site.server.sqlite.base import DatabaseWrapper, Turns
from tichu_site.server.time_limits import Timeouts

PATIENCE = 20  # seconds until a thread counts as stuck
SHORT = 0.05  # seconds of waiting for what does not come

pytestmark = pytest.mark.django_db


# The line
# --------------------------------------------------------------------------------------------------


def in_line(
    turns: Turns, pool: ThreadPoolExecutor, seconds: float = PATIENCE
) -> "Future[float | None]":
    """Somebody more stands in line."""
    before = turns.waiting
    future = pool.submit(turns.take, seconds)
    end = monotonic() + PATIENCE
    while turns.waiting == before and not future.done():
        assert monotonic() < end
    return future


def test_who_asked_first_is_next() -> None:
    turns = Turns()
    assert turns.take(0) == 0
    with ThreadPoolExecutor(5) as pool:
        waiting = [in_line(turns, pool) for _ in range(5)]
        for number in range(5):
            assert [one.done() for one in waiting] == [True] * number + [False] * (5 - number)
            turns.give_back()
            assert waiting[number].result(PATIENCE) is not None


def test_who_waits_too_long_leaves_the_line_and_the_others_move_up() -> None:
    turns = Turns()
    turns.take(0)
    with ThreadPoolExecutor(3) as pool:
        assert in_line(turns, pool, SHORT).result(PATIENCE) is None
        next_one = in_line(turns, pool)
        assert turns.waiting == 1
        turns.give_back()
        assert next_one.result(PATIENCE) is not None
    turns.give_back()
    assert turns.take(0) == 0


# The backend
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def patience() -> Iterator[None]:
    """This thread waits as long as a test may."""
    before = time_limits.timeouts_of_thread()
    time_limits.set_timeouts(Timeouts(lock=SHORT, statement=0, idle=0))
    yield
    time_limits.set_timeouts(before)


@contextmanager
def opened(file: Path, **options: object) -> Iterator[DatabaseWrapper]:
    """A connection to a database of its own, as the settings make it."""
    from django.db import connections

    sqlite_options = {
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    given = connections.settings["default"] | {
        "NAME": str(file),
        "OPTIONS": sqlite_options | options,
    }
    database = DatabaseWrapper(given, "default")
    database.inc_thread_sharing()
    try:
        yield database
    finally:
        database.close()


@pytest.fixture
def two(tmp_path: Path, patience: None) -> Iterator[tuple[DatabaseWrapper, DatabaseWrapper]]:
    """Two connections to one database with a table."""
    file = tmp_path / "turns.sqlite3"
    with opened(file) as one, opened(file) as other:
        with one.cursor() as cursor:
            cursor.execute(
                "CREATE TABLE hand (id integer PRIMARY KEY, points integer NOT NULL UNIQUE)"
            )
        other.ensure_connection()
        yield one, other


def write(database: DatabaseWrapper, points: int) -> None:
    with database.cursor() as cursor:
        cursor.execute("INSERT INTO hand (points) VALUES (%s)", [points])


def read(database: DatabaseWrapper) -> list[int]:
    with database.cursor() as cursor:
        cursor.execute("SELECT points FROM hand ORDER BY points")
        return [points for (points,) in cursor.fetchall()]


@contextmanager
def begun(database: DatabaseWrapper) -> Iterator[None]:
    """A transaction, as `transaction.atomic` begins and ends it."""
    database.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        yield
    except BaseException:
        database.rollback()
        raise
    else:
        database.commit()
    finally:
        database.set_autocommit(True)


def test_the_second_writer_waits_and_a_reader_does_not(
    two: tuple[DatabaseWrapper, DatabaseWrapper],
) -> None:
    one, other = two
    with begun(one):
        write(one, 65)
        assert read(other) == []
        with pytest.raises(OperationalError, match="database is locked"), begun(other):
            pass
        with pytest.raises(OperationalError, match="database is locked"):
            write(other, 35)  # outside of a transaction
    with begun(other):
        write(other, 35)
    write(other, 100)
    assert read(one) == [35, 65, 100]


def rolled_back(database: DatabaseWrapper) -> None:
    with begun(database):
        raise ZeroDivisionError


def closed(database: DatabaseWrapper) -> None:
    with begun(database):
        database.close()
        raise ZeroDivisionError


def refused(database: DatabaseWrapper) -> None:
    write(database, 65)
    write(database, 65)


@pytest.mark.parametrize("fail", [rolled_back, closed, refused])
def test_a_turn_is_given_back_however_it_ends(
    two: tuple[DatabaseWrapper, DatabaseWrapper], fail: Callable[[DatabaseWrapper], None]
) -> None:
    one, other = two
    with pytest.raises((ZeroDivisionError, IntegrityError)):
        fail(one)
    write(other, 35)
    assert 35 in read(other)


def test_a_commit_that_fails_gives_the_turn_back_with_its_rollback(
    two: tuple[DatabaseWrapper, DatabaseWrapper],
) -> None:
    one, other = two
    with one.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE seat (id integer PRIMARY KEY, hand REFERENCES hand DEFERRABLE INITIALLY "
            "DEFERRED)"
        )
    one.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with one.cursor() as cursor:
        cursor.execute("INSERT INTO seat (hand) VALUES (7)")
    with pytest.raises(IntegrityError):
        one.commit()
    assert one.has_turn
    one.rollback()
    write(other, 35)


def test_another_program_that_holds_the_file_is_waited_for_no_longer_than_the_turn(
    two: tuple[DatabaseWrapper, DatabaseWrapper], tmp_path: Path
) -> None:
    one, other = two
    with closing(sqlite3.connect(tmp_path / "turns.sqlite3", isolation_level=None)) as shell:
        shell.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OperationalError, match="database is locked"), begun(one):
            pass
        assert read(other) == []
        shell.execute("ROLLBACK")
    with begun(one):
        write(one, 65)


def test_writers_at_once_all_get_their_turn(tmp_path: Path) -> None:
    file = tmp_path / "turns.sqlite3"
    together = Event()

    def play(table: int) -> None:
        time_limits.set_timeouts(Timeouts(lock=PATIENCE, statement=0, idle=0))
        with opened(file) as database:
            assert together.wait(PATIENCE)
            for number in range(10):
                with begun(database):
                    assert len(read(database)) < 60
                    write(database, 100 * table + number)

    with opened(file) as database, database.cursor() as cursor:
        cursor.execute("CREATE TABLE hand (id integer PRIMARY KEY, points integer NOT NULL UNIQUE)")
        with ThreadPoolExecutor(6) as pool:
            playing = [pool.submit(play, table) for table in range(6)]
            together.set()
            for each in playing:
                each.result(PATIENCE)
        assert len(read(database)) == 60
