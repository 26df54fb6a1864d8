"""Import a tournament from a document."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.models import Club
from scoring.rules import RuleError
from tournaments.actions.importing import import_in_slices
from tournaments.exchange.checking import read_text


class Command(BaseCommand):
    help = "Create a tournament in a club from a JSON document of export_tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "club", type=int, help="the number in the address of the club's new tournament"
        )
        parser.add_argument("file", help="the document; - reads stdin")

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(pk=options["club"]).first()
        if club is None:
            known = ", ".join(
                f"{pk} ({name})" for pk, name in Club.objects.values_list("pk", "name")[:20]
            )
            raise CommandError(f"There is no club {options['club']}. Clubs: {known or 'none yet'}.")
        try:
            tournament = import_in_slices(club, None, read_text(_read(options["file"])))
        except RuleError as error:
            lines = [f"{mistake.field}: {mistake.message}" for mistake in error.mistakes]
            raise CommandError("\n".join(["Nothing was imported.", *lines])) from error
        self.stdout.write(f"{tournament.name} was imported into {club.name}: {tournament.pk}")


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # a path with a NUL byte is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"Cannot read {name}: {reason}.") from error
