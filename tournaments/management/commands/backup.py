"""Write every open tournament, and on SQLite the database, into the folder of back-ups."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.backing_up import back_up


class Command(BaseCommand):
    help = "Write every open tournament as a JSON document, and a copy of SQLite's database, into BACKUP_DIR."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, help="another folder than BACKUP_DIR")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["folder"] or Path(settings.BACKUP_DIR)
        try:
            written = back_up(folder)
        except OSError as error:
            raise CommandError(f"Nothing more can be written to {folder}: {error.strerror or error}.") from error
        tournaments = sum(path.suffix == ".json" for path in written)
        database = " and the database" if len(written) > tournaments else ""
        said = "1 tournament" if tournaments == 1 else f"{tournaments} tournaments"
        self.stdout.write(f"{said}{database}: in {folder}.")
