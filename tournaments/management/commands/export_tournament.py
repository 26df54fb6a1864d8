"""Export a whole tournament as a document."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.writing import text_of
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Write a whole tournament to stdout as a JSON document, for import_tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", type=UUID, help="the id in the tournament's address")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(pk=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['tournament']}.")
        self.stdout.write(text_of(tournament))
