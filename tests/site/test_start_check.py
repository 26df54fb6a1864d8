"""The look at the records at each start: what is wrong with them is one sentence that names the
newest good copy.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from tests.browser.servers import free_port
from tests.databases import database_under_test
from tests.scoring.games import TWO_ROUNDS, a_game
from tests.site.restoring import Data, a_site, database_as_it_is
from tichu_site.backups import postgres
from tichu_site.backups.file_replacement import ASIDE, STAGED, replace_database
from tichu_site.backups.start_check import BadRecordsError, check_records
from tichu_site.management.commands import serve

pytestmark = pytest.mark.database
only_sqlite = pytest.mark.skipif(database_under_test() != "sqlite", reason="a file of SQLite")
only_postgres = pytest.mark.skipif(
    database_under_test() != "postgres", reason="a database of PostgreSQL"
)


@pytest.fixture(scope="module")
def file(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A database with a game in it, in a file."""
    with django_db_blocker.unblock(), transaction.atomic():
        a_game(rounds=TWO_ROUNDS)
        found = database_as_it_is(tmp_path_factory.mktemp("file") / "whole.sqlite3")
        transaction.set_rollback(True)
    return found


@pytest.mark.django_db  # also what makes pytest-django set the database up, for this file alone
def test_a_site_without_anything_written_is_good() -> None:
    said = looked()
    assert all("data checksums" in one for one in said)
    assert len(said) == (connection.vendor == "postgresql" and postgres.checksums_are_off())


@pytest.fixture
def data(
    file: Path, django_db_blocker: DjangoDbBlocker, tmp_path: Path, settings: Settings
) -> Iterator[Data]:
    """A site with that database and a copy of it."""
    with django_db_blocker.unblock(), a_site(tmp_path / "data") as data:
        settings.BACKUP_DIR = data.folder / "backups"
        settings.BACKUP_DIR.mkdir()
        shutil.copyfile(file, data.database)
        shutil.copyfile(file, settings.BACKUP_DIR / "tichu-000007-2026-11-21T19-30-00Z.sqlite3")
        yield data


def looked() -> list[str]:
    """What is said of records that are good."""
    said: list[str] = []
    check_records(said.append)
    return said


def refused() -> str:
    with pytest.raises(BadRecordsError) as bad:
        check_records(print)
    return str(bad.value)


@only_sqlite
def test_records_that_are_whole_and_those_that_are_not_there_yet_are_good(data: Data) -> None:
    assert looked() == []
    data.database.unlink()
    assert looked() == []
    # A first start that was killed: a file that was made and never written.
    with closing(sqlite3.connect(data.database)) as database:
        database.execute("PRAGMA journal_mode=WAL")
    assert looked() == []


@only_sqlite
def test_what_a_crash_left_in_the_journal_is_taken_in_and_is_good(
    data: Data, tmp_path: Path
) -> None:
    shutil.move(data.database, tmp_path / "alive.sqlite3")
    with closing(sqlite3.connect(tmp_path / "alive.sqlite3")) as alive:
        alive.execute("PRAGMA journal_mode=WAL")
        alive.execute("CREATE TABLE later (word)")
        alive.executemany("INSERT INTO later VALUES (?)", [("x" * 3000,)] * 500)
        alive.commit()
        for ending in ("", "-wal"):
            shutil.copyfile(f"{tmp_path / 'alive.sqlite3'}{ending}", f"{data.database}{ending}")
    assert looked() == []
    assert data.rows("SELECT count(*) FROM later") == [(500,)]


def damaged_page(path: Path) -> None:
    text = bytearray(path.read_bytes())
    page = len(text) // 2 // 4096 * 4096
    text[page : page + 4096] = b"\x07" * 4096
    path.write_bytes(bytes(text))


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE cake (name)")
        database.commit()


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '0999_more', '')"
        )
        database.commit()


@only_sqlite
@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (damaged_page, "is damaged: "),
        (lambda path: path.write_bytes(b""), "is empty."),
        (
            lambda path: path.write_bytes(path.read_bytes()[:60]),
            "is truncated: it has only 60 bytes.",
        ),
        (
            lambda path: path.write_bytes(path.read_bytes()[:20_000]),
            "is truncated: it has only 20,000 of ",
        ),
        (lambda path: path.write_text("Two eggs, and flour."), "is not a database."),
        (foreign, "belongs to another program (it has cake ...): it has no tables of this one."),
        (
            newer,
            (
                "was made by a newer version of this program (it knows scoring 0999_more): "
                "update the program first."
            ),
        ),
    ],
    ids=[
        "a damaged page",
        "empty",
        "cut in its head",
        "cut",
        "a text",
        "another program's",
        "newer",
    ],
)
def test_each_thing_that_is_wrong_is_a_sentence_with_the_newest_good_copy(
    data: Data, harm: Any, why: str
) -> None:
    harm(data.database)
    said = refused()
    copy = data.folder / "backups" / "tichu-000007-2026-11-21T19-30-00Z.sqlite3"
    assert said.startswith(f"{data.database} {why}")
    assert said.endswith(f" The newest valid copy is {copy}: python manage.py restore {copy}")
    assert "\n" not in said
    data.said("restore", copy)
    assert looked() == []


@only_sqlite
def test_a_start_looks_and_serves_nothing_where_something_is_wrong(
    data: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.setattr(serve, "prepare", lambda _out: pytest.fail("It went on."))
    damaged_page(data.database)
    before = data.database.read_bytes()
    assert data.refused("serve", "--print-only").startswith(f"{data.database} is damaged: ")
    assert data.database.read_bytes() == before


@only_sqlite
def test_without_a_good_copy_it_says_so_and_a_lone_journal_is_no_empty_machine(data: Data) -> None:
    damaged_page(data.folder / "backups" / "tichu-000007-2026-11-21T19-30-00Z.sqlite3")
    data.database.rename(f"{data.database}-wal")
    assert refused() == (
        f"{data.database} is missing; only its journal exists. There is no valid copy in "
        f"{data.folder / 'backups'}."
    )


@only_sqlite
def test_a_restore_that_was_cut_short_is_finished_by_the_start(
    data: Data, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = data.folder / f"{STAGED}1"
    stage.mkdir()
    shutil.copyfile(file, stage / data.database.name)
    with monkeypatch.context() as cut:
        cut.setattr("tichu_site.backups.file_replacement._carry_out", lambda _change: None)
        replace_database(stage / data.database.name, data.database, timezone.now())
    data.database.write_text("what was there")
    assert looked() == ["Finished an interrupted restore."]
    (aside,) = (data.folder / ASIDE).iterdir()
    assert (aside / data.database.name).read_text() == "what was there"
    assert data.rows("SELECT count(*) FROM scoring_game") == [(1,)]


@only_postgres
def test_a_database_of_another_program_is_refused_and_check_sums_that_are_off_are_told(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with django_db_blocker.unblock(), a_site(tmp_path / "data") as data:
        for off in (False, True):
            monkeypatch.setattr(postgres, "checksums_are_off", lambda off=off: off)
            said = looked()
            assert len(said) == off
            assert all("has no data checksums" in one for one in said)
        monkeypatch.setattr(postgres, "checksums_are_off", lambda: False)
        data.change("CREATE SCHEMA set_aside_20261121_193000")
        (said,) = looked()
        assert (
            "is empty, but has records that were set aside: python manage.py restore "
            "set_aside_20261121_193000" in said
        )
        data.change("CREATE TABLE cake (name text)")
        assert refused().endswith("belongs to another program: it has no tables of this one.")
