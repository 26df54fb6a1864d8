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
        "Bring a copy back while no server runs. What is there now is set aside, and can be "
        "brought back alike."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", help="a file out of the folder of back-ups, or what a restore before set aside"
        )
        parser.add_argument(
            "--club",
            default="",
            help="number or name of the club that a tournament's document is for",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with holding("A restore", alone=True):
                if connection.vendor == "sqlite" and finish(place_of_database()):
                    self.stdout.write("A restore that was interrupted was finished first.")
                restore(options["file"], self.stdout.write, club=options["club"])
        except ServerRunsError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        except (BadCopyError, NoToolError) as error:
            raise CommandError(f"{error}\nNothing was changed.") from error
        except OSError as error:
            raise CommandError(
                f"The disk refuses: {error.strerror or error}. Run this again to finish it."
            ) from error
        except OperationalError as error:
            raise CommandError(
                f"The database cannot be used: {' '.join(str(error).split())}"
            ) from error
