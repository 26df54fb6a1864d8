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
from scoring.games.database import consistent_read
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

MOST_SHOWN = 20


class Command(BaseCommand):
    help = (
        "Recompute every game, match and chain from the entries; exits with 1 on a difference. "
        "Takes no locks."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--head",
            default="",
            help="also search for this head, as shown on a wall screen or on paper",
        )
        parser.add_argument(
            "--all",
            action="store_true",
            help=f"report up to {MOST_SHOWN} differences instead of the first one",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        counts = Counts(signs=read_code(options["head"]))
        if options["head"] and not counts.signs:
            raise CommandError(
                "A head is eight to twelve characters as on the wall or on paper, such as "
                "K7P3-QX2M-9ABC."
            )
        try:
            with consistent_read():
                self._verify(counts, MOST_SHOWN if options["all"] else 1)
        except (OperationalError, ProgrammingError) as error:
            text = (
                "The database cannot be used, or needs manage.py migrate: "
                f"{' '.join(str(error).split())}"
            )
            raise CommandError(text) from error

    def _verify(self, counts: Counts, most: int) -> None:
        found = [str(one) for one in islice(differences(counts), most)]
        if found:
            raise CommandError("\n".join(["Differs from the entries:", *found]))
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
        if not counts.found_at:
            raise CommandError(
                "This head was not found: the records are not those that it was shown for."
            )
        for where in counts.found_at:
            self.stdout.write(
                f"The head was found: {where}. Everything up to there is unchanged since it was "
                "shown."
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
