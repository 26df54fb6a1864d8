"""SQLite's database as one file: copy it while in use, and check that a file is
complete and ours.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tichu_site.backups.file_types import SQLITE_MAGIC, BadCopyError
from tichu_site.backups.schema import TABLE, Migration, check_migrations, check_tables

# Files SQLite keeps beside a database: useless without it, and it is incomplete without them
BESIDE = ("-wal", "-shm", "-journal")


@dataclass(frozen=True)
class Facts:
    """How much a copy holds, as counted in it."""

    games: int
    entries: int
    tournaments: int

    def __str__(self) -> str:
        counts = ((self.games, "game"), (self.entries, "entry"), (self.tournaments, "tournament"))
        return ", ".join(_count(number, word) for number, word in counts)


def _count(number: int, word: str) -> str:
    more = word[:-1] + "ies" if word.endswith("y") else word + "s"
    return f"{number:,} {word if number == 1 else more}"


COUNTED = ("scoring_game", "scoring_entry", "tournaments_tournament")


def copy_database(source: str, part: Path) -> None:
    """Copy a consistent snapshot of the database. Raises OSError if the disk fails."""
    try:
        with (
            closing(sqlite3.connect(source, uri=source.startswith("file:"))) as old,
            closing(_opened(part)) as new,
        ):
            old.backup(new)
            # The copy is a single file: it needs no log.
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise OSError(None, str(error)) from error


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path)


@contextmanager
def reading(path: Path, *, in_use: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a database read-only. Raises BadCopyError if it is not an SQLite database or is damaged.

    `in_use`: it is the site's own database. SQLite first applies what a crash left in the log
    beside it.
    """
    try:
        with closing(
            sqlite3.connect(f"file:{quote(str(path))}?mode={'rw' if in_use else 'ro'}", uri=True)
        ) as database:
            yield database
    except sqlite3.OperationalError as error:
        raise BadCopyError(f"{path} cannot be read: {error}.") from error
    except sqlite3.DatabaseError as error:
        raise BadCopyError(f"{path} is damaged: {error}.") from error


def check_file(path: Path, *, quick: bool = False, in_use: bool = False) -> Facts:
    """Check that this is a complete database of ours. Return its facts. Raises BadCopyError with
    the reason.

    `quick` skips the slowest part: whether indexes and keys match their tables. `in_use` as in
    `reading`.
    """
    check_head(path)
    with reading(path, in_use=in_use) as database:
        problem = database.execute(
            "PRAGMA quick_check(1)" if quick else "PRAGMA integrity_check(1)"
        ).fetchone()[0]
        if problem != "ok":
            raise BadCopyError(f"{path} is damaged: {' '.join(problem.split())}.")
        check_tables(tables_of(database), str(path))
        check_migrations(migrations_of(database), str(path))
        if not quick and (lost := database.execute("PRAGMA foreign_key_check").fetchone()):
            raise BadCopyError(
                f"{path} is damaged: a row of {lost[0]} references a missing row of {lost[2]}."
            )
        return facts_of(database)


def check_head(path: Path) -> None:
    """Raise BadCopyError if the file is empty, is not a database, or is truncated."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
        size = path.stat().st_size
    except OSError as error:
        raise BadCopyError(f"{path} cannot be read: {error.strerror or error}.") from error
    if not head:
        raise BadCopyError(f"{path} is empty.")
    if not head.startswith(SQLITE_MAGIC[: len(head)]):
        raise BadCopyError(f"{path} is not a database.")
    if len(head) < 100:
        raise BadCopyError(f"{path} is truncated: it has only {size} bytes.")
    page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    whole = (65536 if page == 1 else page) * pages
    counted = head[24:28] == head[92:96]  # otherwise the header's page count is not valid
    # After a crash the log may hold more pages than the file.
    if counted and size < whole and not _has_log(path):
        raise BadCopyError(f"{path} is truncated: it has only {size:,} of {whole:,} bytes.")


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def tables_of(database: sqlite3.Connection) -> set[str]:
    rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name for (name,) in rows if not name.startswith("sqlite_")}


def migrations_of(database: sqlite3.Connection) -> list[Migration]:
    return list(database.execute(f"SELECT app, name FROM {TABLE}"))  # noqa: S608


def facts_of(database: sqlite3.Connection) -> Facts:
    names = tables_of(database)
    return Facts(
        *(
            database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] if name in names else 0  # noqa: S608
            for name in COUNTED
        )
    )
