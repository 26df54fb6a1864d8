"""The database promises what an acknowledgement promises: committed, durable, one writer after the
other.
"""

import sqlite3

import pytest
from django.conf import settings
from django.db import connection, transaction

from tests.databases import database_under_test

pytestmark = pytest.mark.django_db
on_sqlite = pytest.mark.skipif(database_under_test() != "sqlite", reason="asks SQLite")


def test_the_database_under_test_is_the_one_that_was_asked_for() -> None:
    assert (
        connection.vendor == {"sqlite": "sqlite", "postgres": "postgresql"}[database_under_test()]
    )


@on_sqlite
@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),  # FULL: on the disk before the answer
        ("foreign_keys", 1),
        ("busy_timeout", 20_000),
    ],
)
def test_sqlite_keeps_what_it_acknowledged(pragma: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_transaction_on_sqlite_holds_the_write_lock_from_its_beginning() -> None:
    other = sqlite3.connect(settings.DATABASES["default"]["NAME"], timeout=0, isolation_level=None)
    try:
        with (
            transaction.atomic(),
            pytest.raises(sqlite3.OperationalError, match="database is locked"),
        ):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
    finally:
        other.close()


@pytest.mark.skipif(database_under_test() != "postgres", reason="asks PostgreSQL")
@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit", "full_page_writes"])
def test_postgresql_keeps_what_it_acknowledged(setting: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {setting}")
        assert cursor.fetchone() == ("on",)
