"""Many rows: consistent reads while others write, bulk inserts, and long lists in parts."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import connection, connections, transaction
from django.db.models import Model


@contextmanager
def consistent_read() -> Iterator[None]:
    """Read everything within from one snapshot of the database, without blocking writers."""
    outer = connection.in_atomic_block
    lite: Any = connection
    mode = getattr(lite, "transaction_mode", None)
    if connection.vendor == "sqlite":
        # Our default mode is for writing, and would lock out all writers
        lite.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql" and not outer:
                connection.cursor().execute(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
                )
            yield
    finally:
        if connection.vendor == "sqlite":
            lite.transaction_mode = mode


def insert(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of a model with an auto-created key. Values are passed as the database stores
    them.

    PostgreSQL receives them by COPY and writes the first ones while the next are being computed.
    """
    connection = connections[model._base_manager.db]  # noqa: SLF001
    quoted = connection.ops.quote_name
    meta = model._meta  # noqa: SLF001
    found = [meta.get_field(field) for field in fields]
    columns = ", ".join(quoted(field.column) for field in found)  # type: ignore[union-attr,arg-type]
    table = quoted(meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types([field.db_type(connection) for field in found])
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(fields))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(rows))  # noqa: S608 - names


Row = TypeVar("Row")


def batched(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Yield the rows, in order, in lists of this size; the last may be shorter."""
    rest = list(rows)
    for start in range(0, len(rest), size):
        yield rest[start : start + size]
