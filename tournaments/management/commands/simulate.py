"""Simulate a believable tournament to its end or up to a chosen round."""

import random
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext

from scoring.games.round_words import in_form
from scoring.models import Club
from scoring.rules import RuleError
from tournaments.actions.simulating import Simulation
from tournaments.models import Role
from tournaments.plans import PRESETS

CLUB = "Simulation"


class Command(BaseCommand):
    help = (
        "Simulate a believable tournament with made-up people, to its end or up to a chosen round."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--preset", default="pairs_swiss", choices=sorted(PRESETS), help="what is played"
        )
        parser.add_argument(
            "--entrants", type=int, default=16, help="persons, pairs or teams at the start"
        )
        parser.add_argument(
            "--late", type=int, default=0, help="number of entrants who join after the first round"
        )
        parser.add_argument(
            "--withdraw",
            type=int,
            default=0,
            help="number of entrants who leave after the first round",
        )
        parser.add_argument(
            "--rounds", type=int, help="stop after this many session rounds and leave it running"
        )
        parser.add_argument(
            "--half-played", action="store_true", help="leave the last round half played"
        )
        parser.add_argument(
            "--seed", type=int, default=1, help="the same seed gives the same evening"
        )
        parser.add_argument("--club", type=int, help="the club's id; by default a new club")
        parser.add_argument("--owner", help="e-mail of the account that will own the club")

    def handle(self, *args: object, **options: Any) -> None:
        for key, least in (("entrants", 1), ("late", 0), ("withdraw", 0), ("rounds", 1)):
            if options[key] is not None and options[key] < least:
                raise CommandError(f"--{key} must be {least} or more.")
        owner = self.owner(options["owner"])
        club = self.club(options["club"])
        if owner is not None:
            Role.objects.update_or_create(club=club, user=owner, defaults={"name": Role.Name.OWNER})
        lot = random.Random(options["seed"])  # noqa: S311 - an evening, not a secret
        evening = Simulation(
            lot,
            owner,
            late=options["late"],
            withdraw=options["withdraw"],
            rounds=options["rounds"],
            half=options["half_played"],
            report=self.stdout.write,
        )
        preset = PRESETS[options["preset"]]
        name = f"{gettext(preset.name)} {options['seed']}"
        try:
            tournament = evening.run(club, preset, options["entrants"], name)
        except RuleError as error:
            raise CommandError(
                "; ".join(in_form(one.text, one.params) % one.params for one in error.mistakes)
            ) from error
        self.stdout.write(reverse("tournament", args=[tournament.pk]))

    def owner(self, email: str | None) -> Any:
        if email is None:
            return None
        found = get_user_model().objects.filter(email__iexact=email).first()
        if found is None:
            raise CommandError(f"There is no account with the address {email}: sign up first.")
        return found

    def club(self, club_id: int | None) -> Club:
        if club_id is None:
            return Club.objects.get_or_create(name=CLUB)[0]
        found = Club.objects.filter(pk=club_id).first()
        if found is None:
            raise CommandError(f"There is no club {club_id}.")
        return found
