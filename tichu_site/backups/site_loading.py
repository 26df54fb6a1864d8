"""Load a site document into an empty database: create the tables by their migrations, then insert
the rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from tichu_site.backups.file_types import BadCopyError
from tichu_site.backups.schema import check_migrations
from tichu_site.backups.site_document import VALUES, Head, Table, read_site, table_layout
from tichu_site.backups.sqlite_file import Facts

AT_ONCE = 1000  # rows


def load_site(path: Path) -> Facts:
    """Create the document's tables and fill them. Return the facts.

    The caller provides the transaction or a file of its own: after an error, part of it is there.
    Raises BadCopyError if the document is invalid or damaged, was made by a newer version, or does
    not fit these tables.
    """
    here: dict[str, Table] = {}
    table: Table | None = None
    rows: list[list[Any]] = []
    facts = Facts(0, 0, 0)
    try:
        with ExitStack() as stack:
            for one in read_site(path):
                if isinstance(one, list):
                    rows.append(one)
                    if len(rows) == AT_ONCE:
                        _insert(table, rows)
                        rows = []
                    continue
                _insert(table, rows)
                rows = []
                if isinstance(one, Head):
                    here = _make_tables(one, path)
                    # SQLite can only create tables outside a transaction
                    stack.enter_context(transaction.atomic())
                    _defer_key_checks()
                elif isinstance(one, Table):
                    table = one
                    _check_fits(one, here, path)
                    _empty(one)
                else:
                    facts = one
            _advance_sequences(here)
            _check_keys()
    except DatabaseError as error:
        first = str(error).strip().splitlines()[0].rstrip(".")
        raise BadCopyError(f"{path} cannot be restored: {first}.") from error
    return facts


def _make_tables(head: Head, path: Path) -> dict[str, Table]:
    targets = check_migrations(head.migrations, str(path))
    # The document already has the rows that others create after a migration (permissions, content
    # types).
    MigrationExecutor(connection).migrate(targets)
    return {table.name: table for table in table_layout()}


def _check_fits(table: Table, here: Mapping[str, Table], path: Path) -> None:
    own = here.get(table.name)
    if own is None or dict(own.columns) != dict(table.columns):
        raise BadCopyError(
            f"{path} does not fit: its table {table.name} differs from its migrations."
        )


def _empty(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {connection.ops.quote_name(table.name)}")  # noqa: S608


def _insert(table: Table | None, rows: Sequence[Sequence[Any]]) -> None:
    if table is None or not rows:
        return
    quote = connection.ops.quote_name
    columns = ", ".join(quote(name) for name, _kind in table.columns)
    places = ", ".join(
        "%s::jsonb" if kind == "json" and _is_postgres() else "%s" for _name, kind in table.columns
    )
    values = _converted(table, rows)
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {quote(table.name)} ({columns}) VALUES ({places})", values)  # noqa: S608


def _is_postgres() -> bool:
    return connection.vendor == "postgresql"


def _converted(table: Table, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Convert the values of rows for this database. Raises BadCopyError if one is invalid."""
    ways = [VALUES[kind].read for _name, kind in table.columns]
    try:
        return [
            [None if one is None else way(one) for way, one in zip(ways, row, strict=True)]
            for row in rows
        ]
    except (ValueError, TypeError, AttributeError) as error:
        raise BadCopyError(f"A row of {table.name} in it has an invalid value: {error}.") from error


def _advance_sequences(tables: Iterable[str]) -> None:
    """Move the sequences past the inserted rows. SQLite needs none of this."""
    if not _is_postgres():
        return
    with connection.cursor() as cursor:
        for name in tables:
            for sequence in connection.introspection.get_sequences(cursor, name):
                quote = connection.ops.quote_name
                column, of = quote(sequence["column"]), quote(name)
                last = f"coalesce(max({column}), 1), max({column}) IS NOT NULL"
                statement = f"SELECT setval(pg_get_serial_sequence(%s, %s), {last}) FROM {of}"  # noqa: S608
                cursor.execute(statement, [of, sequence["column"]])


def _defer_key_checks() -> None:
    """Defer key checks: rows come in any order. Migrations leave this setting changed."""
    if _is_postgres():
        connection.cursor().execute("SET CONSTRAINTS ALL DEFERRED")


def _check_keys() -> None:
    """Raise IntegrityError if a row references one that is missing."""
    if _is_postgres():
        connection.cursor().execute("SET CONSTRAINTS ALL IMMEDIATE")
    else:
        with connection.cursor() as cursor:
            lost = cursor.execute("PRAGMA foreign_key_check").fetchone()
        if lost:
            raise IntegrityError(f"a row of {lost[0]} references a missing row of {lost[2]}")
