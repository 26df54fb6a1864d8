"""The whole site as one document that both databases read: every table row by row, compressed, with
a checksum.

A gzip file with one JSON value per line. The first line holds the format, the migrations that made
the tables, and each table's columns with their kinds. Then follows `{"table": name}` before the
rows of each table, one list per row. The last line has the row counts and the SHA-256 of all lines
before it. It is written and read one row at a time, whatever the size, and straight from the
database rather than through the models, so it can be written before a migration.
"""

import base64
import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

from django.db import connection, models

from scoring.games.database import consistent_read
from tichu_site.backups.file_types import BadCopyError
from tichu_site.backups.schema import LEFT_OUT, TABLE, Migration
from tichu_site.backups.sqlite_file import COUNTED, Facts

FORMAT, VERSION = "tichu-site", 1
LEVEL = 3  # gzip: two thirds of the size of level 1, half the time of level 6
AT_ONCE = 2000  # rows
LONGEST_LINE = 50_000_000  # characters: no row comes near a hundredth of it


@dataclass(frozen=True)
class Table:
    """A table's name and its columns, each with its kind of value."""

    name: str
    columns: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Head:
    """The first line of a document."""

    tables: tuple[Table, ...]
    migrations: tuple[Migration, ...]
    written_at: str


# Values
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Values:
    """A kind of values: the types of its columns in either database, and how a value is written
    into the document (None: as it is) and read from it, for this database.
    """

    types: tuple[str, ...]
    out: Callable[[Any], Any] | None
    read: Callable[[Any], Any]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _moment(value: Any) -> str:
    at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    return (at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)).isoformat()


def _by_field(field: "models.Field[Any, Any]", parsed: Callable[[str], Any]) -> Callable[..., Any]:
    """Return how a text is converted to what Django writes into this database."""
    return lambda value: field.get_db_prep_value(parsed(_text(value)), connection)


VALUES: Mapping[str, Values] = {
    "uuid": Values(
        ("uuid", "char(32)"),  # Django on SQLite stores UUIDs, and only them, as char(32)
        lambda value: value.hex if isinstance(value, UUID) else value,
        _by_field(models.UUIDField(), UUID),
    ),
    "bool": Values(("boolean", "bool"), bool, bool),
    "int": Values(
        (
            *("smallint", "integer", "bigint"),
            *("smallint unsigned", "integer unsigned", "bigint unsigned"),
        ),
        None,
        int,
    ),
    "text": Values(("character varying", "varchar", "text", "character", "char"), None, _text),
    # As text, which both databases return: not parsed here
    "json": Values(("jsonb",), None, _text),
    "moment": Values(
        ("timestamp with time zone", "datetime"),
        _moment,
        _by_field(models.DateTimeField(), datetime.fromisoformat),
    ),
    "day": Values(
        ("date",),
        lambda value: value.isoformat() if isinstance(value, date) else str(value),
        _by_field(models.DateField(), date.fromisoformat),
    ),
    "bytes": Values(
        ("bytea", "blob"),
        lambda value: base64.b64encode(bytes(value)).decode("ascii"),
        lambda value: base64.b64decode(_text(value), validate=True),
    ),
    "real": Values(("double precision", "real"), None, float),
}


# Writing
# --------------------------------------------------------------------------------------------------


def write_site(part: Path, now: datetime) -> Facts:
    """Write a consistent snapshot of the site while it stays in use. Return the counted facts.

    Raises OSError if the disk fails.
    """
    with (
        part.open("wb") as raw,
        gzip.GzipFile("", "wb", LEVEL, raw, mtime=0) as packed,
        consistent_read(),
    ):
        return _write(packed, now)


def _write(file: Any, now: datetime) -> Facts:
    digest = hashlib.sha256()
    counted: dict[str, int] = {}

    def write(values: Iterable[object]) -> None:
        # Encode many lines together: one at a time, compressing and hashing takes three times as
        # long.
        text = ("\n".join(map(_ENCODE, values)) + "\n").encode("ascii")
        digest.update(text)
        file.write(text)

    tables = table_layout()
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT app, name FROM {TABLE} ORDER BY id")  # noqa: S608
        migrations = cursor.fetchall()
    head = {
        "format": FORMAT,
        "version": VERSION,
        "written_at": now.astimezone(UTC).isoformat(),
        "migrations": migrations,
        "tables": {table.name: table.columns for table in tables},
    }
    write([head])
    for table in tables:
        write([{"table": table.name}])
        counted[table.name] = 0
        for rows in _rows(table):
            write(rows)
            counted[table.name] += len(rows)
    last = {"rows": counted, "sha256": digest.hexdigest()}
    file.write(_ENCODE(last).encode("ascii") + b"\n")
    return Facts(*(counted.get(name, 0) for name in COUNTED))


def table_layout() -> list[Table]:
    """Return the tables of this database with their columns, ordered by name."""
    with connection.cursor() as cursor:
        names = sorted(set(connection.introspection.table_names(cursor)) - LEFT_OUT)
        return [Table(name, tuple(_columns(cursor, name))) for name in names]


def _columns(cursor: Any, name: str) -> Iterator[tuple[str, str]]:
    if connection.vendor == "postgresql":
        cursor.execute(
            "SELECT column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = %s ORDER BY ordinal_position",
            [name],
        )
        for column, declared in cursor.fetchall():
            yield column, _kind(declared)
        return
    described = connection.introspection.get_table_description(cursor, name)
    as_json = {one.name for one in described if getattr(one, "has_json_constraint", False)}
    cursor.execute(f"PRAGMA table_info({connection.ops.quote_name(name)})")
    for _number, column, declared, *_rest in cursor.fetchall():
        yield column, "json" if column in as_json else _kind(declared.lower())


def _kind(declared: str) -> str:
    """Return the kind of a column's values from its declared type in either database."""
    plain = declared if declared == "char(32)" else declared.partition("(")[0].strip()
    for kind, values in VALUES.items():
        if plain in values.types:
            return kind
    raise ValueError(f"No kind is known for columns of the type {declared}.")


def _rows(table: Table) -> Iterator[list[list[Any]]]:
    """Yield the rows of a table in chunks."""
    quote = connection.ops.quote_name
    columns = ", ".join(quote(name) for name, _kind in table.columns)
    ways = [VALUES[kind].out for _name, kind in table.columns]
    # A server-side cursor, if the database has them: rows arrive in chunks.
    cursor = connection.cursor() if connection.vendor == "sqlite" else connection.chunked_cursor()
    with cursor:
        cursor.execute(f"SELECT {columns} FROM {quote(table.name)}")  # noqa: S608
        while rows := cursor.fetchmany(AT_ONCE):
            yield [
                [
                    value if value is None or way is None else way(value)
                    for way, value in zip(ways, row, strict=True)
                ]
                for row in rows
            ]


_ENCODE = json.JSONEncoder(separators=(",", ":")).encode


# Reading
# --------------------------------------------------------------------------------------------------


def read_site(path: Path) -> Iterator[Head | Table | list[Any] | Facts]:
    """Yield the head, then each table followed by its rows, then the facts.

    Raises BadCopyError if the document is invalid, truncated or altered. That is only known at its
    end, so discard everything read before.
    """
    try:
        with gzip.open(path, "rb") as packed:
            yield from _read(packed, str(path))
    except (OSError, EOFError, zlib.error) as error:
        raise BadCopyError(
            f"{path} is damaged or truncated: {' '.join(str(error).split())}."
        ) from error


def _read(
    file: "BinaryIO | gzip.GzipFile", name: str
) -> Iterator[Head | Table | list[Any] | Facts]:
    digest = hashlib.sha256()
    table: Table | None = None
    head: Head | None = None
    rows: dict[str, int] = {}
    for text in _lines(file, name):
        value = _parsed(text, name)
        if head is None:
            head = _head(value, name)
            yield head
        elif isinstance(value, list):
            if table is None or len(value) != len(table.columns):
                raise BadCopyError(f"{name} is damaged: it has a row outside any table.")
            rows[table.name] += 1
            yield value
        elif isinstance(value, dict) and "table" in value:
            table = _next_table(value["table"], head, rows, name)
            rows[table.name] = 0
            yield table
        else:
            _check_end(value, rows, digest.hexdigest(), name)
            if file.read(1):
                raise BadCopyError(f"{name} is damaged: it continues after its end.")
            yield Facts(*(rows.get(counted, 0) for counted in COUNTED))
            return
        digest.update(text)
    raise BadCopyError(f"{name} is truncated: its end is missing.")


def _next_table(wanted: object, head: Head, seen: Container[str], name: str) -> Table:
    table = next((one for one in head.tables if one.name == wanted), None)
    if table is None or table.name in seen:
        raise BadCopyError(f"{name} is damaged: it has a table that its head does not list.")
    return table


def _lines(file: "BinaryIO | gzip.GzipFile", name: str) -> Iterator[bytes]:
    while text := file.readline(LONGEST_LINE):
        if not text.endswith(b"\n"):
            raise BadCopyError(f"{name} is truncated in the middle of a line.")
        yield text


def _parsed(text: bytes, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadCopyError(f"{name} is damaged: a line is not valid JSON.") from error


def _head(value: Any, name: str) -> Head:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BadCopyError(f"{name} is not a copy of a site of this program.")
    if value.get("version") != VERSION:
        raise BadCopyError(
            f"{name} was made by a newer version of this program: update the program first."
        )
    try:
        tables = tuple(
            Table(str(table), tuple((str(column), _known(kind)) for column, kind in columns))
            for table, columns in value["tables"].items()
        )
        return Head(
            tables,
            tuple((str(app), str(one)) for app, one in value["migrations"]),
            str(value["written_at"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadCopyError(f"{name} is damaged: its head cannot be read.") from error


def _known(kind: str) -> str:
    if kind not in VALUES:
        raise ValueError(kind)
    return kind


def _check_end(value: Any, rows: dict[str, int], digest: str, name: str) -> None:
    if not isinstance(value, dict) or value.get("rows") != rows or value.get("sha256") != digest:
        raise BadCopyError(f"{name} is damaged or was changed: its checksum does not match.")


def check_site(path: Path) -> tuple[Head, Facts]:
    """Read a document to its end. Return its head and facts. Raises BadCopyError."""
    found: Iterable[Any] = read_site(path)
    head = facts = None
    for one in found:
        if isinstance(one, Head):
            head = one
        elif isinstance(one, Facts):
            facts = one
    if head is None or facts is None:
        raise BadCopyError(f"{path} is empty.")
    return head, facts
