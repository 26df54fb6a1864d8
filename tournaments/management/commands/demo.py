"""Create a demo club: two years of made-up evenings and tournaments."""

import time
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from tournaments.clubs.actions.demo_club import Demonstration


class Command(BaseCommand):
    help = (
        "Create a believable demo club: 40 people, two years of evenings, tournaments of all "
        "kinds, seasons."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--owner", help="e-mail of the account that will own the club")

    def handle(self, *args: object, **options: Any) -> None:
        owner = None
        if options["owner"]:
            owner = get_user_model().objects.filter(email__iexact=options["owner"]).first()
            if owner is None:
                raise CommandError(
                    f"There is no account with the address {options['owner']}: sign up first."
                )
        began = time.perf_counter()
        demonstration = Demonstration(owner, self.stdout.write)
        demonstration.make()
        self.stdout.write(
            f"{time.perf_counter() - began:.0f} s. To look around, open this on a phone or laptop:"
        )
        self.stdout.write(demonstration.way_in())
