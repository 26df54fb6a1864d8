"""Django's `migrate` with a back-up first, if there is anything to back up, and
progress messages.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from django.db.migrations.executor import MigrationExecutor

from tichu_site.backups.backup_folder import BEFORE_UPDATE, back_up_site
from tichu_site.backups.file_types import BadCopyError
from tichu_site.server.database_startup import migrating_alone, wait_for

HOLDS_SOMETHING = ("scoring_game", "tournaments_tournament", "tichu_site_user")


class Command(migrate.Command):
    help = f"{migrate.Command.help} Backs up everything to BACKUP_DIR first."
    done = total = 0

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--without-copy", action="store_true", help="skip the back-up of everything"
        )

    def handle(self, *args: Any, without_copy: bool = False, **options: Any) -> None:
        try:
            wait_for(options["database"], self.stdout.write)
        except OperationalError as error:
            raise CommandError(
                f"The database cannot be used: {' '.join(str(error).split())}"
            ) from error
        with migrating_alone(options["database"], self.stdout.write):
            self._migrate(*args, without_copy=without_copy, **options)

    def _migrate(self, *args: Any, without_copy: bool, **options: Any) -> None:
        self.done = self.total = 0
        if (
            options.get("plan")
            or options.get("check_unapplied")
            or not _holds_something(options["database"])
        ):
            super().handle(*args, **options)
            return
        self.total = pending(options["database"])
        if (self.total or options.get("app_label")) and not without_copy:
            self._copy()
        super().handle(
            *args, **{**options, "verbosity": min(options["verbosity"], 0 if self.total else 3)}
        )

    def _copy(self) -> None:
        folder = Path(settings.BACKUP_DIR)
        try:
            kept = back_up_site(folder, what=BEFORE_UPDATE)
        except (OSError, BadCopyError) as error:
            why = getattr(error, "strerror", None) or error
            raise CommandError(
                "The records must be migrated, but the back-up before that failed: "
                f"{why}. Free some space, set BACKUP_DIR to another folder, or run "
                "manage.py migrate --without-copy."
            ) from error
        self.stdout.write(f"Backed up before migrating: {kept}")

    def migration_progress_callback(
        self, action: str, migration: Any = None, fake: bool = False
    ) -> None:
        super().migration_progress_callback(action, migration, fake)
        if self.total and action in {"apply_start", "unapply_start"}:
            self.done += 1
            self.stdout.write(f"Migrating the records: {self.done} of {self.total} ({migration})")


def _holds_something(alias: str) -> bool:
    connection = connections[alias]
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for table in HOLDS_SOMETHING:
            if table in tables:
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608
                if cursor.fetchone():
                    return True
    return False


def pending(alias: str) -> int:
    """Return the number of pending migrations."""
    executor = MigrationExecutor(connections[alias])
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
