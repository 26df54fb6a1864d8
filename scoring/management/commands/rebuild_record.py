"""Rebuild the record rows (teams, calls, places, scores) from the entries of all games."""

from typing import Any

from django.core.management.base import BaseCommand

from scoring.games.verifying.rebuilding import rebuild
from scoring.models import Game


class Command(BaseCommand):
    help = (
        "Rebuild teams, calls, places and scores from the entries. The outcome is equal; tables go "
        "on writing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        done = rebuild(
            Game.objects.all(), progress=lambda games: self.stderr.write(f"{games} games")
        )
        self.stdout.write(f"The record of {done} games is rebuilt.")
