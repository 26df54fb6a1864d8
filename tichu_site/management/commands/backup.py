"""Write a back-up of everything and of every open tournament, and list the files that exist
afterwards.
"""

from argparse import ArgumentParser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError, connection

from tichu_site.backups.backup_folder import BackupFile, back_up_site, copies_of_site, size_in_words
from tichu_site.backups.file_types import BadCopyError, Kind
from tichu_site.backups.postgres import NoToolError
from tournaments.actions.backing_up import Written, back_up_tournaments
from tournaments.backup_files import remove_half_written


def _kind_of(options: Mapping[str, Any]) -> Kind | None:
    """Return the kind of file asked for, None for the usual one."""
    if options["portable"]:
        return Kind.SITE
    if not options["pg_dump"]:
        return None
    if connection.vendor != "postgresql":
        raise CommandError("pg_dump requires PostgreSQL: on SQLite leave it out.")
    return Kind.PG_DUMP


class Command(BaseCommand):
    help = (
        "Back up everything (games, clubs, accounts), and every open tournament as a document, "
        "into BACKUP_DIR."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, help="folder to use instead of BACKUP_DIR")
        kinds = parser.add_mutually_exclusive_group()
        kinds.add_argument(
            "--portable",
            action="store_true",
            help="write a document that both databases read, to move to another server",
        )
        kinds.add_argument("--pg-dump", action="store_true", help="use PostgreSQL's own pg_dump")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["folder"] or Path(settings.BACKUP_DIR)
        try:
            kept = back_up_site(folder, kind=_kind_of(options))
            remove_half_written(folder)
            written = back_up_tournaments({}, folder)
        except OSError as error:
            raise CommandError(f"Cannot write to {folder}: {error.strerror or error}.") from error
        except (BadCopyError, NoToolError) as error:
            raise CommandError(f"No back-up was written. {error}") from error
        except (OperationalError, ProgrammingError) as error:
            text = (
                "The database cannot be used, or needs manage.py migrate: "
                f"{' '.join(str(error).split())}"
            )
            raise CommandError(text) from error
        self._print(kept, written, folder)
        if written.failed:
            first = " ".join(str(written.failed[0]).split())
            raise CommandError(
                f"Some tournaments could not be written as documents. The first error: {first}."
            )

    def _print(self, kept: BackupFile, written: Written, folder: Path) -> None:
        self.stdout.write(f"Everything: {kept}")
        if written.files:
            size = size_in_words(sum(path.stat().st_size for path in written.files))
            count = (
                "1 open tournament"
                if len(written.files) == 1
                else f"{len(written.files)} open tournaments"
            )
            self.stdout.write(f"{count} as documents in {folder} ({size})")
        self.stdout.write(f"All back-ups of everything in {folder}, newest first:")
        for one in copies_of_site(folder):
            with suppress(FileNotFoundError):  # pruned in the meantime
                self.stdout.write(f"  {one.path.name} ({size_in_words(one.path.stat().st_size)})")
