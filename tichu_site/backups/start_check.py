"""Check the records at every start: present, complete and ours. Problems are reported in a
sentence.
"""

import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection

from tichu_site.backups import postgres
from tichu_site.backups.backup_folder import newest_good
from tichu_site.backups.file_replacement import finish
from tichu_site.backups.file_types import BadCopyError
from tichu_site.backups.restoring import place_of_database
from tichu_site.backups.schema import CORE_TABLES, check_migrations, check_tables
from tichu_site.backups.sqlite_file import check_head, migrations_of, reading, tables_of

Report = Callable[[str], object]


class BadRecordsError(Exception):
    """The records are unusable. Holds the reason and the newest valid copy."""


def check_records(report: Report) -> None:
    """Check the records before anything is written to them. Raises BadRecordsError.

    Finishes an interrupted restore. Warnings that do not prevent a start are passed to `report`.
    """
    if connection.vendor == "postgresql":
        _check_postgres(report)
        return
    name = str(connection.settings_dict["NAME"])
    if name.startswith("file:"):
        return
    place = place_of_database()
    if finish(place):
        report("Finished an interrupted restore.")
    if not place.exists():
        if Path(f"{place}-wal").exists():
            raise BadRecordsError(_with_copy(f"{place} is missing; only its journal exists."))
        return
    if not connection.in_atomic_block:
        # Reading the header ends all locks of this process: see
        # tichu_site.server.file_permissions.made_private
        connection.close()
    try:
        check_database(place)
    except BadCopyError as error:
        raise BadRecordsError(_with_copy(str(error))) from error


def check_database(place: Path) -> None:
    """Check the header, every page and the tables of SQLite's live database. Raises
    BadCopyError.
    """
    check_head(place)
    with reading(place, in_use=True) as database:
        problem = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise BadCopyError(f"{place} is damaged: {' '.join(problem.split())}.")
        tables = tables_of(database)
        if tables:  # no tables: created but never used
            check_tables(tables, str(place))
            check_migrations(migrations_of(database), str(place))


def _check_postgres(report: Report) -> None:
    name = connection.settings_dict["NAME"]
    names = set(postgres.own_tables())
    if names and not CORE_TABLES & names:
        raise BadRecordsError(
            f"The database {name} belongs to another program: it has no tables of this one."
        )
    if postgres.checksums_are_off():
        report(
            f"  The database server of {name} has no data checksums: damage on its disk goes "
            "unnoticed. "
            "Enable them with pg_checksums --enable while it is stopped."
        )
    if not names and (aside := postgres.schemas_aside()):
        report(
            f"  The database {name} is empty, but has records that were set aside: "
            f"python manage.py restore {aside[0]}"
        )


def _with_copy(sentence: str) -> str:
    good = newest_good()
    if good is None:
        return f"{sentence} There is no valid copy in {settings.BACKUP_DIR}."
    return f"{sentence} The newest valid copy is {good}: python manage.py restore {os.fspath(good)}"
