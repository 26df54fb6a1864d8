"""Export a whole club as a document."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.models import Club
from scoring.rules import RuleError
from tournaments.clubs.club_document.writing import write_club


class Command(BaseCommand):
    help = "Write a whole club to stdout, one JSON value per line, for import_club. Takes no locks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's name, or the number in its page's address")

    def handle(self, *args: Any, **options: Any) -> None:
        club = the_club(options["club"])
        try:
            rows = write_club(club, sys.stdout.buffer)
        except RuleError as error:
            raise CommandError("\n".join(mistake.message for mistake in error.mistakes)) from error
        self.stderr.write(f"{club.name}: {rows} rows.")


def the_club(named: str) -> Club:
    """Return the club with this name or number. Raises CommandError unless there is exactly one."""
    found = list(Club.objects.filter(name=named)[:2])
    if not found and named.isascii() and named.isdigit() and len(named) < 10:
        found = list(Club.objects.filter(pk=int(named)))
    if len(found) == 1:
        return found[0]
    known = ", ".join(
        f"{pk} ({name})" for pk, name in Club.objects.order_by("pk").values_list("pk", "name")[:20]
    )
    problem = (
        f"There is no club {named}."
        if not found
        else f"There is more than one club {named}: give its number."
    )
    raise CommandError(f"{problem} Clubs: {known or 'none yet'}.")
