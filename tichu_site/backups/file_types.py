"""Detect a back-up's type from its first bytes, or explain why the file cannot be restored."""

from enum import Enum
from pathlib import Path

SQLITE_MAGIC = b"SQLite format 3\x00"
GZIP_MAGIC = b"\x1f\x8b"
PG_DUMP_MAGIC = b"PGDMP"


class BadCopyError(Exception):
    """A file cannot be used as a back-up. The message is a sentence for the person at
    the keyboard.
    """


class Kind(Enum):
    DATABASE = "a copy of the database"
    SITE = "a copy of the whole site"
    PG_DUMP = "a PostgreSQL dump"
    TOURNAMENT = "a tournament's document"


ENDINGS = {
    Kind.DATABASE: "sqlite3",
    Kind.SITE: "jsonl.gz",
    Kind.PG_DUMP: "pgdump",
    Kind.TOURNAMENT: "json",
}
WHOLE_SITE = (Kind.DATABASE, Kind.SITE, Kind.PG_DUMP)


def kind_of(path: Path) -> Kind:
    """Return the file's kind. Raises BadCopyError if it is not a back-up, is empty or cannot be
    read.
    """
    try:
        with path.open("rb") as file:
            first = file.read(512)
    except OSError as error:
        raise BadCopyError(f"{path} cannot be read: {error.strerror or error}.") from error
    if not first:
        raise BadCopyError(f"{path} is empty.")
    if first.startswith(SQLITE_MAGIC):
        return Kind.DATABASE
    if first.startswith(GZIP_MAGIC):
        return Kind.SITE
    if first.startswith(PG_DUMP_MAGIC):
        return Kind.PG_DUMP
    if first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return Kind.TOURNAMENT
    raise BadCopyError(
        f"{path} is not a back-up: neither a database, nor a copy of the site, nor a document."
    )
