"""`manage.py restore`: a copy comes back as it was, also on an empty machine; what was there is set
aside.

Each is the command itself, on a data folder of its own.
"""

import os
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker, Settings

from scoring.games.access.links import renew_link
from scoring.models import Game
from tests.databases import database_under_test, with_name
from tests.site.restoring import Data, a_site, database_as_it_is, postgres_in_path, way_back
from tests.tournaments import desks
from tests.tournaments.tampering import at_home
from tichu_site.accounts.creation import create_first_account
from tichu_site.backups.file_replacement import ASIDE, STAGED
from tichu_site.backups.site_document import write_site
from tichu_site.backups.sqlite_file import Facts
from tichu_site.server.one_server import KEY, holding
from tournaments.exchange.writing import text_of
from tournaments.models import Tournament

pytestmark = pytest.mark.database

NOW = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
only_sqlite = pytest.mark.skipif(database_under_test() != "sqlite", reason="a file of SQLite")
only_postgres = pytest.mark.skipif(
    database_under_test() != "postgres", reason="a database of PostgreSQL"
)


@dataclass(frozen=True)
class Copies:
    """Of one site: its database, the document of everything, a tournament's document; and what it
    holds.
    """

    empty: Path  # a database without anything in it
    database: Path
    portable: Path
    tournament: Path
    facts: Facts


def written() -> Tournament:
    """A game at home with all that can be written, and an open tournament with a session round that
    was played.
    """
    game = at_home()
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    renew_link("viewer", game.device, game=game)
    return cup


@pytest.fixture(scope="module")
def copies(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Copies:
    """Of a site on which that was written."""
    folder = tmp_path_factory.mktemp("copies")
    files = [
        folder / name for name in ("empty.sqlite3", "copy.sqlite3", "site.jsonl.gz", "cup.json")
    ]
    found = Copies(*files, Facts(0, 0, 0))
    with django_db_blocker.unblock(), transaction.atomic():
        if database_under_test() == "sqlite":
            database_as_it_is(found.empty)
        cup = written()
        found.tournament.write_text(text_of(cup))
        facts = write_site(found.portable, NOW)
        if database_under_test() == "sqlite":
            database_as_it_is(found.database)
        transaction.set_rollback(True)
    return replace(found, facts=facts)


@pytest.fixture
def data(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> Iterator[Data]:
    """An empty machine."""
    with django_db_blocker.unblock(), a_site(tmp_path / "data") as data:
        yield data


@pytest.fixture
def played(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> Iterator[Data]:
    """A site on PostgreSQL on which the same was written: to bring a copy back would make all
    tables first.
    """
    with django_db_blocker.unblock(), a_site(tmp_path / "data", empty=False) as data:
        written()
        yield data


def what_is_written(data: Data) -> str:
    """What `verify` counts and the heads it tells: the same for the same records."""
    return data.said("verify")


ANOTHER_CLUB = (
    "INSERT INTO scoring_club (name, created_at) VALUES ('Written since', '2026-11-21 20:00:00')"
)
ONLY_ON_SQLITE = {"django_migrations", "tichu_cache", "sqlite_sequence"}


@pytest.mark.django_db  # also what makes pytest-django set the database up, for this file alone
def test_the_copies_hold_what_was_written_in_one_transaction_and_the_site_has_nothing_of_it(
    copies: Copies,
) -> None:
    assert (copies.facts.tournaments, Game.objects.exists()) == (1, False)
    assert copies.facts.entries > copies.facts.games > 1


# SQLite
# --------------------------------------------------------------------------------------------------


@only_sqlite
def test_on_an_empty_machine_a_copy_of_the_database_stands_as_it_was(
    data: Data, copies: Copies
) -> None:
    said = data.said("restore", copies.database)
    assert said.splitlines() == [
        f"{copies.database} is a copy of the database.",
        f"It is complete and holds {copies.facts}.",
        f"Restored to {data.database}.",
    ]
    assert data.database.stat().st_mode & 0o777 == 0o600
    assert what_is_written(data).startswith(
        f"{copies.facts.games} games with {copies.facts.entries} entries, and"
    )
    assert "put the old machine's secret_key into" in data.said(
        "restore", copies.database, SECRET_KEY="another"
    )


@only_sqlite
def test_after_a_crash_the_old_journal_does_not_meet_the_copy_and_goes_aside_with_its_own(
    data: Data, copies: Copies, tmp_path: Path
) -> None:
    """The way of before was wrong each time: 0 of 6 came back as they were."""
    crashed = tmp_path / "crashed.sqlite3"
    shutil.copyfile(copies.database, crashed)
    for lost in (1, 200, 3000):
        shutil.rmtree(data.folder)
        data.folder.mkdir()
        with closing(sqlite3.connect(crashed)) as alive:
            alive.execute("PRAGMA journal_mode=WAL")
            alive.executemany(
                "INSERT INTO scoring_club (name, created_at) VALUES (?, '2026-11-21 20:00:00')",
                [(f"Written last {lost}",)] * lost,
            )
            alive.commit()
            for ending in ("", "-wal", "-shm"):
                shutil.copyfile(f"{crashed}{ending}", f"{data.database}{ending}")
        assert (data.folder / "tichu.sqlite3-wal").stat().st_size > 0
        said = data.said("restore", copies.database)
        (aside,) = (data.folder / ASIDE).iterdir()
        assert f"The previous records were set aside in {aside}, with their journals." in said
        assert {path.name for path in aside.iterdir()} == {
            f"tichu.sqlite3{ending}" for ending in ("", "-wal", "-shm")
        }
        assert [name for name in data.clubs() if name.startswith("Written last")] == []
        assert data.rows("PRAGMA integrity_check") == [("ok",)]
        # And back again, by the words that it told.
        data.said(*way_back(said))
        assert len([name for name in data.clubs() if name == f"Written last {lost}"]) == lost


@only_sqlite
def test_a_document_of_the_whole_site_stands_as_it_was_and_new_rows_go_on_behind(
    data: Data, copies: Copies
) -> None:
    data.said("restore", copies.portable)
    with (
        closing(sqlite3.connect(copies.database)) as one,
        closing(sqlite3.connect(data.database)) as other,
    ):
        tables = {
            name for (name,) in one.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        for table in sorted(tables - ONLY_ON_SQLITE):
            rows = f"SELECT * FROM {table} ORDER BY 1"
            assert other.execute(rows).fetchall() == one.execute(rows).fetchall(), table
        (last,) = one.execute("SELECT max(id) FROM scoring_club").fetchone()
        other.execute(ANOTHER_CLUB)
        assert other.execute(
            "SELECT id > ? FROM scoring_club WHERE name = 'Written since'", [last]
        ).fetchone() == (1,)
    assert "as written." in what_is_written(data)


@only_sqlite
def test_a_copy_of_an_older_version_is_brought_up_to_date(
    data: Data, copies: Copies, tmp_path: Path
) -> None:
    data.said("restore", copies.database)
    written = what_is_written(data)
    data.said("migrate", "sessions", "zero", "--without-copy")  # as if that came later
    older = tmp_path / "older.sqlite3"
    shutil.copyfile(data.database, older)
    before = older.read_bytes()
    said = data.said("restore", older)
    assert "It was written by an older version. Migrations to run: 1" in said
    assert data.rows("SELECT count(*) FROM django_session") == [(0,)]
    assert what_is_written(data) == written
    assert older.read_bytes() == before


@only_sqlite
def test_what_is_not_whole_or_not_ours_is_refused_and_nothing_is_touched(
    data: Data, copies: Copies, tmp_path: Path
) -> None:
    data.said("restore", copies.database)
    whole = copies.database.read_bytes()
    newer = tmp_path / "newer.sqlite3"
    shutil.copyfile(copies.database, newer)
    with closing(sqlite3.connect(newer)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '0999_more', '')"
        )
        database.commit()
    page = len(whole) // 2 // 4096 * 4096
    files = {
        "empty.sqlite3": (b"", "is empty."),
        "cut.sqlite3": (whole[: len(whole) // 2], "is damaged"),
        "page.sqlite3": (whole[:page] + b"\x07" * 4096 + whole[page + 4096 :], "is damaged"),
        "recipes.txt": (b"Two eggs.", "is not a back-up"),
        "cut.jsonl.gz": (copies.portable.read_bytes()[:3000], "is damaged or truncated"),
        "cup.pgdump": (b"PGDMP\x01", "is a PostgreSQL dump"),
        "cup.json": (b'{"format": "tichu-tournament", "version": 1}', "cannot be restored."),
        newer.name: (newer.read_bytes(), "was made by a newer version of this program"),
    }
    before = data.database.read_bytes()
    there = sorted(path.name for path in data.folder.rglob("*"))
    for name, (content, why) in files.items():
        (tmp_path / name).write_bytes(content)
        said = data.refused("restore", tmp_path / name)
        assert why in said, name
        assert said.endswith("Nothing was changed."), name
        assert data.database.read_bytes() == before, name
    assert "cannot be read: No such file or directory." in data.refused(
        "restore", tmp_path / "nowhere"
    )
    assert sorted(path.name for path in data.folder.rglob("*")) == there


@only_sqlite
def test_while_a_server_runs_it_is_refused(data: Data, copies: Copies, settings: Settings) -> None:
    settings.DATA_DIR = data.folder
    with holding("A server on port 8000"):
        said = data.refused("restore", copies.database)
    assert said.startswith("A server on port 8000 (process ")
    assert said.endswith(f"is using {data.folder}: stop it first. Nothing was changed.")
    assert not data.database.exists()
    data.said("restore", copies.database)


@only_sqlite
def test_on_a_full_disk_a_copy_and_a_restore_are_one_sentence_and_leave_nothing(
    data: Data, copies: Copies
) -> None:
    data.said("restore", copies.database)
    before = data.database.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    for command in (("backup",), ("restore", copies.database), ("restore", copies.portable)):
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limits[1]))
        try:
            said = data.refused(*command)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert len(said.splitlines()) <= 2, said
    assert data.database.read_bytes() == before
    assert list((data.folder / "backups").iterdir()) == []
    assert not list(data.folder.glob(f"{STAGED}*"))


@only_sqlite
def test_a_tournament_s_document_comes_back_where_nothing_is_and_belongs_to_its_first_owner(
    data: Data, copies: Copies
) -> None:
    shutil.copyfile(copies.empty, data.database)  # as a first start leaves it, which takes its time
    said = data.said("restore", copies.tournament)
    assert "There was no club yet: created Autumn cup, owned by the first account created." in said
    assert data.rows("SELECT name, state FROM tournaments_tournament") == [("Autumn cup", "open")]
    create_first_account(name="Olga", email="olga@example.org")
    assert data.rows("SELECT count(*), min(name) FROM tournaments_role") == [(1, "owner")]
    # Once more: into the one club that there is, as another tournament.
    assert "was restored into the club Autumn cup" in data.said("restore", copies.tournament)
    assert "There is no club 99." in data.refused("restore", copies.tournament, "--club", "99")
    assert data.rows("SELECT count(*) FROM tournaments_tournament") == [(2,)]
    assert "as written." in what_is_written(data)


# PostgreSQL
# --------------------------------------------------------------------------------------------------


def schemas(data: Data) -> list[str]:
    rows = data.rows(
        "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'set\\_aside%%' ORDER BY 1"
    )
    return [name for (name,) in rows]


@only_postgres
def test_a_document_stands_in_postgresql_as_it_was_and_what_was_there_comes_back(
    data: Data, copies: Copies
) -> None:
    ((name,),) = data.rows("SELECT current_database()")
    with psycopg.connect(
        with_name(os.environ["TEST_DATABASE_URL"], name), autocommit=True
    ) as server:
        # As a server of another machine does
        server.execute("SELECT pg_advisory_lock_shared(%s)", [KEY])
        said = data.refused("restore", copies.portable)
        server.execute("SELECT pg_advisory_unlock_all()")
    assert (
        said
        == "A server runs on this database, perhaps on another machine: stop it first. Nothing was "
        "changed."
    )
    data.said("restore", copies.portable)
    assert schemas(data) == []
    head = what_is_written(data)
    assert head.startswith(f"{copies.facts.games} games with {copies.facts.entries} entries, and")
    data.change(ANOTHER_CLUB)  # numbered on behind those that came
    said = data.said("restore", copies.portable)
    (aside,) = schemas(data)
    assert (
        f"The previous records were set aside in the same database, in the schema {aside}." in said
    )
    assert "Written since" not in data.clubs()
    assert what_is_written(data) == head
    data.said(*way_back(said))
    assert "Written since" in data.clubs()
    assert "Nothing is set aside as set_aside_1999. Set aside: " in data.refused(
        "restore", "set_aside_1999"
    )


@only_postgres
def test_what_pg_dump_wrote_comes_back_with_everything_and_what_is_damaged_changes_nothing(
    played: Data, copies: Copies, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = played
    head = what_is_written(data)
    lite, cut, short = (
        tmp_path / "tichu.sqlite3",
        tmp_path / "cut.pgdump",
        tmp_path / "cut.jsonl.gz",
    )
    with postgres_in_path():
        data.said("backup", "--pg-dump")
        (dump,) = (data.folder / "backups").glob("*.pgdump")
        lite.write_bytes(b"SQLite format 3\x00" + b"\x00" * 100)
        cut.write_bytes(dump.read_bytes()[: dump.stat().st_size * 2 // 3])
        short.write_bytes(copies.portable.read_bytes()[:-40])
        for path, why in (
            (lite, "is an SQLite database"),
            (cut, "cannot be read"),
            (short, "truncated"),
        ):
            assert why in data.refused("restore", path)
        assert schemas(data) == []
        data.change("TRUNCATE scoring_round CASCADE")  # and what follows from them
        data.refused("verify")
        said = data.said("restore", dump)
        assert f"{dump} is a PostgreSQL dump.\nIt is complete.\n" in said
        assert what_is_written(data) == head
        assert len(schemas(data)) == 1
        # What guards the log came along.
        assert data.rows(
            "SELECT count(*) FROM pg_trigger WHERE tgname = 'tournaments_log_stays'"
        ) == [(2,)]
        # On an empty machine, too.
        for schema in ("public", *schemas(data)):
            data.change(f"DROP SCHEMA {schema} CASCADE")
        data.change("CREATE SCHEMA public")
        data.said("restore", dump)
    assert what_is_written(data) == head
    assert schemas(data) == []
    monkeypatch.setenv("PATH", "/nowhere")
    assert "pg_restore is not installed" in data.refused("restore", dump)
