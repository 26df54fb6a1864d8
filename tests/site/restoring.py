"""Sites of their own for tests that bring copies back: a data folder, the database in it, and its
commands.

The commands run in the test's own process, with the one connection pointed at the site's database:
a process each would take seconds to start.
"""

import io
import os
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings

from tests.databases import database_under_test, fresh_database, postgres_programs


@dataclass(frozen=True)
class Data:
    """A data folder, on SQLite or with a PostgreSQL database of its own."""

    folder: Path

    def said(self, *arguments: object, **variables: Any) -> str:
        """What a command says that must work."""
        out = io.StringIO()
        with override_settings(
            DATA_DIR=self.folder, BACKUP_DIR=self.folder / "backups", **variables
        ):
            call_command(*map(str, arguments), stdout=out)
        connection.close()
        return out.getvalue()

    def refused(self, *arguments: object, **variables: Any) -> str:
        """What a command says that must be refused: a sentence or two."""
        with pytest.raises(CommandError) as refused:
            self.said(*arguments, **variables)
        connection.close()
        return str(refused.value)

    @property
    def database(self) -> Path:
        return self.folder / "tichu.sqlite3"

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(query)
            found = cursor.fetchall()
        connection.close()
        return [tuple(row) for row in found]

    def change(self, statement: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)
        connection.close()

    def clubs(self) -> list[str]:
        return [name for (name,) in self.rows("SELECT name FROM scoring_club ORDER BY name")]


@contextmanager
def a_site(folder: Path, *, empty: bool = True) -> Iterator[Data]:
    """A machine: within it, the connection of this process is the one of its database.

    It is an empty one. Without `empty`, and on PostgreSQL, it has all tables, with nothing in them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if database_under_test() == "sqlite":
        with _pointed_at(str(folder / "tichu.sqlite3")):
            yield Data(folder)
        return
    name = f"test_restore_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    with fresh_database(os.environ["TEST_DATABASE_URL"], name, empty=empty), _pointed_at(name):
        yield Data(folder)


@contextmanager
def _pointed_at(name: str) -> Iterator[None]:
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


@contextmanager
def postgres_in_path() -> Iterator[None]:
    """The programs that fit the tests' server are found first."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", f"{postgres_programs()}{os.pathsep}{os.environ['PATH']}")
        yield


def database_as_it_is(file: Path) -> Path:
    """The database of this test in a file,
    with what its transaction has written. On SQLite alone.
    """
    connection.ensure_connection()
    file.write_bytes(connection.connection.serialize())
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return file


def way_back(said: str) -> list[str]:
    """The command by which a restore says that it is taken back."""
    (line,) = [line for line in said.splitlines() if line.startswith("To undo: python manage.py ")]
    return shlex.split(line.removeprefix("To undo: python manage.py "))
