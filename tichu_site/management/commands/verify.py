"""Recompute everything from the entries and compare it with what is stored."""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import chain as one_after_the_other
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError

from scoring.games.chain import code, read_code
from scoring.games.snapshot import consistent_read
from scoring.games.verifying.games import (
    Counts,
    Difference,
    differences_in_games,
    differences_in_teams,
    orphans,
)
from scoring.people.rated.verifying import differences_in_ratings
from tichu_site.verify_limits import NOT_COVERED
from tournaments.models import Tournament
from tournaments.verifying import differences_in_tournaments

MOST_TOLD = 20


class Command(BaseCommand):
    help = (
        "Count every game, match and chain again from the entries; a difference ends it with 1. "
        "Nobody waits for it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--head", default="", help="also look for this head, as it stands on a wall or on paper"
        )
        parser.add_argument(
            "--all",
            action="store_true",
            help=f"tell up to {MOST_TOLD} differences, not the first one",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        counts = Counts(signs=read_code(options["head"]))
        if options["head"] and not counts.signs:
            raise CommandError(
                "A head has eight to twelve of the signs on the wall or on paper, as in "
                "K7P3-QX2M-9ABC."
            )
        try:
            with consistent_read():
                self._verify(counts, MOST_TOLD if options["all"] else 1)
        except (OperationalError, ProgrammingError) as error:
            text = (
                "The database cannot be used, or manage.py migrate was not run: "
                f"{' '.join(str(error).split())}"
            )
            raise CommandError(text) from error

    def _verify(self, counts: Counts, most: int) -> None:
        found = [str(one) for one in islice(differences(counts), most)]
        if found:
            raise CommandError("\n".join(["This is not as it was written:", *found]))
        erased = f"; reasons erased with a name: {counts.erased}" if counts.erased else ""
        self.stdout.write(
            f"{counts.games} games with {counts.entries} entries, and what follows from them: as "
            f"written{erased}."
        )
        for tournament in Tournament.objects.exclude(state=Tournament.State.DRAFT).order_by(
            "starts_on", "name"
        ):
            self.stdout.write(f"  {code(tournament.chain_head)}  {tournament.name}")
        self._not_covered()
        if not counts.signs:
            return
        if not counts.met:
            raise CommandError(
                "Nothing here ever had this head: what was shown then is not what is kept."
            )
        for where in counts.met:
            self.stdout.write(
                f"The head was met: {where}. Everything up to there is as it was when it was shown."
            )

    def _not_covered(self) -> None:
        self.stdout.write("Not covered:")
        for sentence in NOT_COVERED:
            self.stdout.write(f"- {sentence}")


def differences(counts: Counts) -> Iterator[Difference]:
    """Yield all differences, games first."""
    ours = [
        model
        for app in ("scoring", "tournaments")
        for model in apps.get_app_config(app).get_models()
    ]
    return one_after_the_other(
        differences_in_games(counts),
        differences_in_teams(),
        differences_in_tournaments(counts),
        differences_in_ratings(),
        orphans(ours),
    )
