"""Behind a pooler: what belongs to a session goes past it, and a start notices notices that are
lost.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import psycopg
import pytest
from django.db import connection, connections

from tests.browser.servers import running_site
from tests.databases import database_under_test, fresh_database, postgres_programs, with_name
from tests.site.listening import listening, started
from tests.site.pooler import pgbouncer
from tests.site.starting import read_settings
from tichu_site.environment import SettingError
from tichu_site.server import notify_check, time_limits
from tichu_site.server.notify_check import notify_warning
from tichu_site.server.one_server import KEY
from tichu_site.server.pooled.base import DatabaseWrapper, local_timeouts

on_postgres = pytest.mark.skipif(database_under_test() != "postgres", reason="needs PostgreSQL")
URL = "DATABASE_URL must look like postgres://user:password@host/name or sqlite:////folder/file."

# Addresses


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("hosts", "host", "port"),
    [
        ("a", "a", ""),
        ("a:5432,b:5433", "a,b", "5432,5433"),
        ("a,b:5433", "a,b", "5432,5433"),
        ("[::1]:6000,[fd00::2]", "::1,fd00::2", "6000,5432"),
        ("%2Frun%2FPg,%2Ftmp:6000", "/run/Pg,/tmp", "5432,6000"),
    ],
)
def test_a_fail_over_address_names_every_host(
    tmp_path: Path, hosts: str, host: str, port: str
) -> None:
    url = f"postgres://club:pa%40s@{hosts}/tichu?target_session_attrs=read-write"
    found = read_settings(tmp_path, DATABASE_URL=url).DATABASES["default"]
    assert (found["HOST"], str(found["PORT"]), found["PASSWORD"]) == (host, port, "pa@s")
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"


@pytest.mark.any_database
def test_a_comma_in_a_password_makes_no_host(tmp_path: Path) -> None:
    found = read_settings(tmp_path, DATABASE_URL="postgres://club:a,b@db/tichu").DATABASES
    assert (found["default"]["HOST"], found["default"]["PASSWORD"]) == ("db", "a,b")


@pytest.mark.any_database
@pytest.mark.parametrize("hosts", ["a,", ",b", "a:x,b", "a,b:123456", "a,[::1"])
def test_a_fail_over_address_with_a_hole_is_refused(tmp_path: Path, hosts: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(tmp_path, DATABASE_URL=f"postgres://club:very-secret@{hosts}/tichu")
    assert str(refused.value) == URL


@on_postgres
@pytest.mark.django_db
def test_the_second_host_is_taken_when_the_first_is_away(tmp_path: Path) -> None:
    real = urlsplit(with_name(os.environ["TEST_DATABASE_URL"], connection.settings_dict["NAME"]))
    account, _at, host = real.netloc.rpartition("@")
    away = quote(str(tmp_path), safe="")
    url = real._replace(
        netloc=f"{account}@{away},{host}", query="target_session_attrs=read-write"
    ).geturl()
    found = read_settings(tmp_path, DATABASE_URL=url).DATABASES["default"]
    names = {"HOST": "host", "PORT": "port", "USER": "user", "NAME": "dbname"}
    address: dict[str, Any] = {name: found[key] for key, name in names.items()} | found["OPTIONS"]
    with psycopg.connect(**address) as reached:
        assert reached.execute("SELECT current_database()").fetchone() == (found["NAME"],)


@pytest.mark.any_database
def test_without_a_direct_address_nothing_is_pooled(tmp_path: Path) -> None:
    found = read_settings(tmp_path, DATABASE_URL="postgres://db/tichu").DATABASES["default"]
    assert found["ENGINE"] == "django.db.backends.postgresql"


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("variables", "message"),
    [
        (
            {"DATABASE_DIRECT_URL": "postgres://db/tichu"},
            "DATABASE_DIRECT_URL is for PostgreSQL behind a pooler: set DATABASE_URL too.",
        ),
        (
            {"DATABASE_URL": "postgres://pool/tichu", "DATABASE_DIRECT_URL": "sqlite:////tmp/x"},
            "DATABASE_DIRECT_URL must look like postgres://user:password@host/name.",
        ),
        (
            {"DATABASE_URL": "postgres://pool/tichu", "DATABASE_DIRECT_URL": "db.very-secret"},
            URL.replace("DATABASE_URL", "DATABASE_DIRECT_URL"),
        ),
    ],
)
def test_a_wrong_direct_address_stops_the_start(
    tmp_path: Path, variables: dict[str, str], message: str
) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(tmp_path, **variables)
    assert str(refused.value) == message


# Which way a thread goes


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("patience", "host"),
    [
        (time_limits.OF_REQUESTS, "pool"),
        (time_limits.OF_PROBES, "pool"),
        (time_limits.OF_COMMANDS, "db"),
    ],
)
def test_requests_go_through_the_pooler_and_all_else_past_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patience: time_limits.Timeouts, host: str
) -> None:
    found = read_settings(
        tmp_path,
        DATABASE_URL="postgres://pool:6432/tichu?sslmode=disable",
        DATABASE_DIRECT_URL="postgres://db/tichu",
    ).DATABASES["default"]
    monkeypatch.setattr(time_limits, "timeouts_of_thread", lambda: patience)
    settings = connections["default"].settings_dict | found
    its = DatabaseWrapper(settings, "default")
    params = its.get_connection_params()
    assert (params["host"], params.get("sslmode")) == (
        host,
        "disable" if host == "pool" else None,
    )
    # Cursors that outlive their transaction belong to a session
    assert its.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] is (host == "pool")
    assert its.is_pooled is (host == "pool")


@pytest.mark.any_database
def test_a_pooled_transaction_gets_the_time_outs_of_its_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time_limits, "timeouts_of_thread", lambda: time_limits.OF_PROBES)
    assert local_timeouts() == (
        "SET LOCAL lock_timeout = 1000;SET LOCAL statement_timeout = 1000;"
        "SET LOCAL idle_in_transaction_session_timeout = 5000"
    )


# The check at the start


@pytest.mark.django_db
def test_a_notice_that_comes_back_needs_no_word() -> None:
    assert notify_warning() == ""


@on_postgres
@pytest.mark.django_db
def test_a_notice_that_is_lost_is_one_sentence_about_what_to_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Notices stay in their database
    address = notify_check.address_of_postgresql()
    monkeypatch.setattr(
        notify_check, "address_of_postgresql", lambda: address | {"dbname": "postgres"}
    )
    monkeypatch.setattr(notify_check, "PATIENCE", 0.1)
    assert notify_warning().startswith("  Live pages will be late: a NOTIFY through DATABASE_URL")


# A real PgBouncer. `.ci/run` installs it, so that this runs there.


@pytest.mark.slow  # in short: test_pooled.py
@on_postgres
def test_a_site_behind_pgbouncer_records_tells_at_once_and_holds_its_lock(
    tmp_path: Path,
) -> None:
    path = f"{postgres_programs()}{os.pathsep}{os.environ['PATH']}"
    with (
        fresh_database(os.environ["TEST_DATABASE_URL"], "test_behind_pgbouncer") as direct,
        pgbouncer(tmp_path, direct) as pooled,
        running_site(tmp_path / "site", pooled, DATABASE_DIRECT_URL=direct, PATH=path) as site,
        psycopg.connect(direct, autocommit=True) as watching,
    ):
        followed = started(site)
        with listening(site, followed.ticket) as stream:
            stream.until(followed, 1)
            # More than the pool has, so that each change meets a session of another's
            for version, action in enumerate(["pause", "resume"] * 3, start=2):
                followed.change(site, action)
                stream.until(followed, version)
        assert "Live pages will be late" not in site.log
        holders = (
            "SELECT count(*) FROM pg_locks JOIN pg_database ON database = pg_database.oid"
            " WHERE datname = current_database() AND locktype = 'advisory' AND objid = %s"
        )
        assert watching.execute(holders, [KEY & 0xFFFFFFFF]).fetchone() == (1,)
        # Commands go past the pooler
        assert "Everything: " in site.manage("backup", "--pg-dump").stdout
        # Nothing of a request is left to the next user of its session
        with psycopg.connect(pooled, autocommit=True) as next_user:
            left = "SHOW idle_in_transaction_session_timeout"
            assert next_user.execute(left).fetchone() == ("0",)
            # ... but what the file of `deploy/` says of single reads
            assert next_user.execute("SHOW statement_timeout").fetchone() == ("5s",)
    assert "Traceback" not in site.log


@on_postgres
@pytest.mark.django_db
def test_pgbouncer_without_a_direct_address_is_noticed_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = with_name(os.environ["TEST_DATABASE_URL"], connection.settings_dict["NAME"])
    with pgbouncer(tmp_path, url) as pooled:
        address: dict[str, Any] = {"conninfo": pooled, "autocommit": True}
        monkeypatch.setattr(notify_check, "address_of_postgresql", lambda: address)
        monkeypatch.setattr(notify_check, "PATIENCE", 0.1)
        assert "DATABASE_DIRECT_URL to the address of PostgreSQL itself" in notify_warning()
