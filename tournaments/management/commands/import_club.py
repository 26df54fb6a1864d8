"""Import a club from a document."""

import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from scoring.rules import RuleError
from tournaments.clubs.club_document.reading import Found, import_club, inspect_document

SHOWN_KINDS = ("person", "evening", "game", "entry", "tournament", "season")


class Command(BaseCommand):
    help = "Create a club from a document of export_club or the desk, gzipped or not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the document; - reads stdin")
        parser.add_argument("--owner", help="e-mail of the account that will own the club")
        parser.add_argument("--dry-run", action="store_true", help="import, verify, and roll back")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = None
        if options["owner"]:
            owner = get_user_model().objects.filter(email__iexact=options["owner"]).first()
            if owner is None:
                raise CommandError(f"There is no account with the address {options['owner']}.")
        try:
            with _opened(options["file"]) as file:
                self._print_counts(inspect_document(file))
                # A dry run is a single transaction, which blocks all other writes on SQLite.
                with transaction.atomic() if options["dry_run"] else nullcontext():
                    club = import_club(file, owner)
                    if options["dry_run"]:
                        transaction.set_rollback(True)
        except RuleError as error:
            raise CommandError(
                "\n".join(["Nothing was imported.", *(one.message for one in error.mistakes)])
            ) from error
        outcome = (
            "can be imported. Nothing was saved."
            if options["dry_run"]
            else f"was imported as club {club.pk}."
        )
        self.stdout.write(f"{club.name} {outcome}")

    def _print_counts(self, found: Found) -> None:
        counted = ", ".join(f"{found.rows.get(kind, 0)} × {kind}" for kind in SHOWN_KINDS)
        self.stdout.write(f"{found.name}: {counted}.")
        if found.same_name:
            self.stdout.write("A club of this name already exists; this is a second one.")


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    try:
        if name != "-":
            with Path(name).open("rb") as file:
                yield file
            return
        with TemporaryFile() as kept:  # it is read twice
            shutil.copyfileobj(sys.stdin.buffer, kept)
            kept.seek(0)
            yield kept
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"Cannot read {name}: {reason}.") from error
