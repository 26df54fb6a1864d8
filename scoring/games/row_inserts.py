"""Bulk inserts without model instances: a tenth of the time for hundreds of thousands of rows."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connections
from django.db.models import Model


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
