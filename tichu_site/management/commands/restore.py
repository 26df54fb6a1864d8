"""Restore a back-up: of the database, the whole site, or a tournament's document."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from tichu_site.backups.file_replacement import finish
from tichu_site.backups.file_types import BadCopyError
from tichu_site.backups.postgres import NoToolError
from tichu_site.backups.restoring import place_of_database, restore
from tichu_site.server.one_server import ServerRunsError, holding


class Command(BaseCommand):
    help = (
        "Restore a back-up while no server runs. The current records are set aside and can be "
        "restored the same way."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", help="a back-up file, or records set aside by an earlier restore"
        )
        parser.add_argument(
            "--club",
            default="",
            help="number or name of the club for a tournament's document",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with holding("A restore", alone=True):
                if connection.vendor == "sqlite" and finish(place_of_database()):
                    self.stdout.write("Finished an interrupted restore first.")
                restore(options["file"], self.stdout.write, club=options["club"])
        except ServerRunsError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        except (BadCopyError, NoToolError) as error:
            raise CommandError(f"{error}\nNothing was changed.") from error
        except OSError as error:
            raise CommandError(
                f"Disk error: {error.strerror or error}. Run this again to finish it."
            ) from error
        except OperationalError as error:
            raise CommandError(
                f"The database cannot be used: {' '.join(str(error).split())}"
            ) from error
