"""Restore a back-up: verify it, set the current records aside, and report what was done.

The current records are not touched until the copy has been verified and migrated beside them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tichu_site.backups import postgres
from tichu_site.backups.file_replacement import copy_in, replace_database, staging
from tichu_site.backups.file_types import BadCopyError, Kind, kind_of
from tichu_site.backups.site_document import check_site
from tichu_site.backups.site_loading import load_site
from tichu_site.backups.sqlite_file import Facts, check_file, reading
from tichu_site.backups.tournament_document import restore_tournament

Report = Callable[[str], object]


def restore(file: str, report: Report, *, club: str = "") -> None:
    """Restore a back-up. `file` is its path or, on PostgreSQL, the name of records that were set
    aside.

    `club` is the club for a tournament's document. Raises BadCopyError or NoToolError with a
    sentence if restoring fails; then nothing has changed. The caller holds the one-server lock.
    """
    if connection.vendor == "postgresql" and file.startswith(postgres.ASIDE):
        _swap_schemas(file, report)
        return
    path = Path(file).expanduser().resolve()
    kind = kind_of(path)
    report(f"{path} is {kind.value}.")
    if kind == Kind.TOURNAMENT:
        restore_tournament(path, report, club=club)
    elif connection.vendor == "postgresql":
        _into_postgres(path, kind, report)
    elif kind == Kind.PG_DUMP:
        raise BadCopyError(
            f"{path} is a PostgreSQL dump, but this site uses SQLite: set DATABASE_URL."
        )
    else:
        _into_sqlite(path, kind, report)
    warn_of_other_key(report)


# SQLite
# --------------------------------------------------------------------------------------------------


def place_of_database() -> Path:
    """Return the path of SQLite's database. Raises BadCopyError if it is not in a file."""
    name = str(connection.settings_dict["NAME"])
    if name.startswith("file:") or name == ":memory:":
        raise BadCopyError("This database is not a file and cannot be replaced.")
    return Path(name).resolve()


def _into_sqlite(path: Path, kind: Kind, report: Report) -> None:
    place = place_of_database()
    connection.close()
    with staging(place) as folder:
        if kind == Kind.DATABASE:
            staged = copy_in(path, folder, place.name)
            facts = _one_file(staged, path)
        else:
            _head, facts = check_site(path)
            staged = folder / place.name
            with site_database_at(staged):
                load_site(path)
        report(f"It is complete and holds {facts}.")
        with site_database_at(staged):
            _bring_up_to_date(report)
            connection.cursor().execute("PRAGMA journal_mode=DELETE")
        check_file(staged)
        aside = replace_database(staged, place, timezone.now())
    report(f"Restored to {place}.")
    if aside is not None:
        report(f"The previous records were set aside in {aside}, with their journals.")
        report(f"To undo: python manage.py restore {aside / place.name}")


def _one_file(staged: Path, path: Path) -> Facts:
    """Merge the copy and its log into one verified file."""
    try:
        with reading(staged, in_use=True) as database:
            database.execute("PRAGMA journal_mode=DELETE")
        return check_file(staged)
    except BadCopyError as error:
        raise BadCopyError(str(error).replace(str(staged), str(path))) from error


@contextmanager
def site_database_at(file: Path) -> Iterator[None]:
    """Use this file as the site's database within the context. Only for a standalone program, while
    no server runs.

    Syncing to disk waits until the end instead of following each step: the file is not used before.
    """
    before = {key: connection.settings_dict[key] for key in ("NAME", "OPTIONS")}
    connection.close()
    quick = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"
    connection.settings_dict.update(
        NAME=str(file), OPTIONS={**before["OPTIONS"], "init_command": quick}
    )
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(before)


def _bring_up_to_date(report: Report) -> None:
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415

    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if pending:
        report(f"It was written by an older version. Migrations to run: {len(pending)}")
        call_command("migrate", interactive=False, verbosity=0, without_copy=True)


# PostgreSQL
# --------------------------------------------------------------------------------------------------


def _into_postgres(path: Path, kind: Kind, report: Report) -> None:
    if kind == Kind.DATABASE:
        raise BadCopyError(
            f"{path} is an SQLite database, but this site uses PostgreSQL. On its own server, "
            "`manage.py backup --portable` writes a copy that both can read."
        )
    if kind == Kind.PG_DUMP:
        postgres.check_dump(path)
        report("It is complete.")
    else:
        _head, facts = check_site(path)
        report(f"It is complete and holds {facts}.")
    tables = postgres.own_tables()
    aside = postgres.new_aside(timezone.now())
    if kind == Kind.PG_DUMP:
        connection.close()
        postgres.restore_dump(path, aside)
    else:
        with transaction.atomic():
            _set_aside(aside)
            load_site(path)
    if not tables:
        # Keep the schema if it contains anything else
        with suppress(DatabaseError), transaction.atomic():
            connection.cursor().execute(f"DROP SCHEMA {connection.ops.quote_name(aside)}")
    _bring_up_to_date(report)
    report(f"Restored to the database {connection.settings_dict['NAME']}.")
    if tables:
        _report_aside(aside, report)


def _set_aside(aside: str) -> None:
    with connection.cursor() as cursor:
        for statement in postgres.setting_aside(aside):
            cursor.execute(statement)


def _swap_schemas(name: str, report: Report) -> None:
    """Restore records that were set aside, and set the current ones aside."""
    known = postgres.schemas_aside()
    if name not in known:
        raise BadCopyError(
            f"Nothing is set aside as {name}. Set aside: {', '.join(known) or 'nothing'}."
        )
    aside = postgres.new_aside(timezone.now())
    quote = connection.ops.quote_name
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"ALTER SCHEMA {quote(postgres.SCHEMA)} RENAME TO {quote(aside)}")
        cursor.execute(f"ALTER SCHEMA {quote(name)} RENAME TO {quote(postgres.SCHEMA)}")
    _bring_up_to_date(report)
    report(f"Restored the records that were set aside as {name}.")
    _report_aside(aside, report)


def _report_aside(aside: str, report: Report) -> None:
    report(f"The previous records were set aside in the same database, in the schema {aside}.")
    report(f"To undo: python manage.py restore {aside}")
    report(f'Once it is no longer needed: DROP SCHEMA "{aside}" CASCADE')


# Signing key
# ----------------------------------------------------------------------------------------------


def warn_of_other_key(report: Report) -> None:
    """Warn if the copy's codes and links were signed with a different key."""
    from scoring.games.access.links import still_opens  # noqa: PLC0415  (models: once the records stand)
    from scoring.models import Link  # noqa: PLC0415

    link = Link.objects.filter(revoked_at__isnull=True).order_by("-pk").first()
    if link is not None and not still_opens(link):
        report(
            "Printed codes, links and sign-ins of the copy were made with another key: put the old "
            f"machine's secret_key into {settings.DATA_DIR}, or print them again."
        )
