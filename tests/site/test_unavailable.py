"""A database or disk that cannot serve just now: 503 in the app's error format, a page without a
query, one line.
"""

import errno
import io
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import Error, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path
from pytest_django import Settings

from tests.databases import database_under_test
from tichu_site.server import log, unavailable
from tichu_site.server.unavailable import Trouble, too_busy, trouble_of

LOCKED, FULL, DISK, AWAY = Trouble.LOCKED, Trouble.FULL, Trouble.DISK, Trouble.AWAY


# What counts
# --------------------------------------------------------------------------------------------------


@pytest.mark.skipif(database_under_test() != "postgres", reason="asks PostgreSQL")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        ("55P03", LOCKED),
        ("57014", LOCKED),
        ("40P01", LOCKED),
        ("53100", FULL),
        ("53300", AWAY),
        ("57P01", AWAY),
        ("08006", AWAY),
        ("25006", AWAY),
        ("58030", DISK),
        ("42P01", None),  # no such table: a fault of ours
        ("23505", None),
        ("P0001", None),
    ],
)
def test_what_postgresql_says_is_understood(state: str, trouble: Trouble | None) -> None:
    raising = f"DO $$ BEGIN RAISE EXCEPTION 'as it is' USING ERRCODE = '{state}'; END $$"
    with pytest.raises(Error) as raised, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(raising)
    assert trouble_of(raised.value) == trouble


def locked(folder: Path) -> None:
    with (
        closing(sqlite3.connect(folder / "a.sqlite3", isolation_level=None)) as one,
        closing(sqlite3.connect(folder / "a.sqlite3", isolation_level=None, timeout=0)) as other,
    ):
        one.execute("BEGIN EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")


def full(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "a.sqlite3", isolation_level=None)) as one:
        one.execute("PRAGMA max_page_count = 1")
        one.execute("CREATE TABLE a (b)")


def not_there(folder: Path) -> None:
    sqlite3.connect(folder / "nowhere" / "a.sqlite3")


def only_to_read(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "a.sqlite3", isolation_level=None)) as one:
        one.execute("CREATE TABLE a (b)")
        one.execute("PRAGMA query_only = 1")
        one.execute("INSERT INTO a VALUES (1)")


def no_such_table(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "a.sqlite3")) as one:
        one.execute("SELECT * FROM b")


@pytest.mark.parametrize(
    ("fail", "trouble"),
    [
        (locked, LOCKED),
        (full, FULL),
        (not_there, AWAY),
        (only_to_read, DISK),
        (no_such_table, None),
    ],
)
def test_what_sqlite_says_is_understood(tmp_path: Path, fail: Any, trouble: Trouble | None) -> None:
    with pytest.raises(sqlite3.Error) as raised:
        fail(tmp_path)
    assert trouble_of(raised.value) == trouble


def test_what_the_system_says_of_its_disk_is_understood() -> None:
    told = {
        number: trouble_of(OSError(number, ""))
        for number in (errno.ENOSPC, errno.EROFS, errno.ENOENT, errno.EPIPE)
    }
    assert told == {errno.ENOSPC: FULL, errno.EROFS: DISK, errno.ENOENT: None, errno.EPIPE: None}
    assert trouble_of(ValueError("of ours")) is trouble_of(None) is None


# What is answered
# --------------------------------------------------------------------------------------------------


def locked_view(_request: HttpRequest) -> HttpResponse:
    """A view whose database is held by somebody else, as Django tells it."""
    with connection.wrap_database_errors:
        raise error_of_a_lock()


def full_view(_request: HttpRequest) -> HttpResponse:
    raise OSError(errno.ENOSPC, "No space left on device")


def broken_view(_request: HttpRequest) -> HttpResponse:
    raise ValueError("a fault of ours")


def error_of_a_lock() -> Exception:
    if connection.vendor == "postgresql":
        from psycopg.errors import LockNotAvailable

        return LockNotAvailable("canceling statement due to lock timeout\nCONTEXT: while locking")
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


urlpatterns = [
    path("locked/", locked_view),
    path("api/v1/locked/", locked_view),
    path("full/", full_view),
    path("broken/", broken_view),
]
handler500 = "tichu_site.views.went_wrong"


@pytest.fixture
def client(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A browser on a site with views that fail."""
    from tichu_site.urls import urlpatterns as of_the_site

    settings.ROOT_URLCONF = __name__
    monkeypatch.setattr(f"{__name__}.urlpatterns", [*urlpatterns, *of_the_site])
    monkeypatch.setattr(unavailable, "_seldom", log.RepeatLimiter())
    client = Client()
    client.raise_request_exception = False
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_says_that_it_tries_again_and_asks_no_database(
    client: Client, language: str
) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get("/locked/", headers={"Accept-Language": language})
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (
        503,
        "3",
        "no-store",
    )
    assert list(queries) == []
    text = answer.content.decode()
    assert f'<html lang="{language}"' in text
    assert '<meta http-equiv="refresh" content="3">' in text
    assert {"en": "One moment", "de": "Einen Moment"}[language] in text


@pytest.mark.django_db
def test_a_form_is_not_sent_again_by_itself(client: Client) -> None:
    text = client.post("/full/").content.decode()
    assert "http-equiv" not in text
    assert "if it is missing, send it again" in text
    assert "Its disk is full" in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "headers"), [("/api/v1/locked/", {}), ("/locked/", {"HX-Request": "true"})]
)
def test_a_program_hears_the_errors_of_the_house(
    client: Client, address: str, headers: dict[str, str]
) -> None:
    answer = client.post(address, headers=headers)
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    (error,) = answer.json()["errors"]
    assert (error["code"], error["field"]) == ("unavailable", "")


@pytest.mark.django_db
def test_the_log_has_one_line_however_many_ask(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        client.get("/locked/\n2026 forged")
        client.get("/locked/")
    (record,) = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert record.exc_info is None
    assert "\n" not in record.getMessage()
    assert record.getMessage().startswith(
        "The database is held by somebody else for too long: 503 for GET /locked/"
    )


@pytest.mark.django_db
def test_a_fault_of_ours_stays_one(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert client.get("/broken/").status_code == 500
    assert any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize(("language", "words"), [("en", "One moment"), ("de", "Einen Moment")])
def test_who_finds_no_thread_reads_the_same_page(
    language: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/",
        "HTTP_ACCEPT_LANGUAGE": language,
        "wsgi.input": io.BytesIO(),
    }
    status, headers, content = too_busy(environ)
    assert status == 503
    assert words in content.decode()
    found = dict(headers)
    assert found[b"retry-after"] == b"3"
    assert b"default-src 'none'" in found[b"content-security-policy"]


# In the database itself
# -------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_lasts_is_understood_as_one() -> None:
    """What the database really says when somebody holds a row, or the file."""
    from scoring.models import Club
    from tichu_site.server import time_limits

    club = Club.objects.create(name="Held")
    before = time_limits.timeouts_of_thread()
    connection.close()
    time_limits.set_timeouts(time_limits.Timeouts(lock=0.05, statement=5, idle=5))
    try:
        with held(club.pk), pytest.raises(Error) as raised:
            Club.objects.filter(pk=club.pk).update(name="Changed")
        assert trouble_of(raised.value) == LOCKED
        # Without anything being started anew
        Club.objects.filter(pk=club.pk).update(name="Changed")
    finally:
        time_limits.set_timeouts(before)
        connection.close()


@contextmanager
def held(club: int) -> Iterator[None]:
    if connection.vendor == "postgresql":
        import psycopg

        params = {
            name: value
            for name, value in connection.get_connection_params().items()
            if name not in {"context", "cursor_factory"}
        }
        with psycopg.connect(**params) as other:
            other.execute("SELECT * FROM scoring_club WHERE id = %s FOR UPDATE", [club])
            yield
        return
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as shell:
        shell.execute("BEGIN EXCLUSIVE")
        with suppress(sqlite3.OperationalError):
            yield
