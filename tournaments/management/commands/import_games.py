"""Import people and games into a club, or undo an import."""

import sys
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.games.access.devices import hash_of
from scoring.models import Club, Device, Import
from scoring.rules import RuleError
from tournaments.clubs.actions.imports import make_import, preview_import, preview_undo, undo_import
from tournaments.clubs.actions.imports.preview import Plan
from tournaments.clubs.imports import ALL, read

KIND = "Import"  # name of the device the command writes as
MOST_SHOWN = 50  # rejected lines that are shown


class Command(BaseCommand):
    help = (
        "Import people and games of a file into a club: lists of people or rounds, score records, "
        "other counters."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="the file; - reads stdin")
        parser.add_argument("--club", required=True, help="the club's name, or its number")
        parser.add_argument(
            "--dry-run", action="store_true", help="show what would be imported, without importing"
        )
        parser.add_argument(
            "--form", default="", choices=["", *(form.key for form in ALL if form.chosen)]
        )
        parser.add_argument(
            "--day",
            type=date.fromisoformat,
            help="date of games without one in the file: 2024-05-03",
        )
        parser.add_argument("--undo", type=int, metavar="ID", help="undo an import")

    def handle(self, *args: Any, **options: Any) -> None:
        club = _club(options["club"])
        try:
            if options["undo"] is not None:
                self._undo(club, options["undo"], dry=options["dry_run"])
            elif options["file"] is None:
                raise CommandError("Give a file, or an import to --undo.")
            else:
                plan = preview_import(
                    club,
                    read(_content(options["file"]), options["form"]),
                    day=options["day"],
                    most=None,
                )
                self._make(plan, dry=options["dry_run"])
        except RuleError as error:
            lines = [f"{mistake.field}: {mistake.message}" for mistake in error.mistakes]
            raise CommandError("\n".join(["Nothing was changed.", *lines])) from error

    def _make(self, plan: Plan, *, dry: bool) -> None:
        for one in plan.refused[:MOST_SHOWN]:
            where = f"Line {one.line}: " if one.line else ""
            self.stderr.write(f"{where}{one.mistake.field}: {one.mistake.message}")
        if len(plan.refused) > MOST_SHOWN:
            self.stderr.write(f"... and {len(plan.refused) - MOST_SHOWN} more.")
        for question in plan.names.questions:
            self.stderr.write(
                f"{question.goes} may be {question.stays}: {question.why}. If so, merge them on "
                "their page."
            )
        what = f"{len(plan.names.new)} new people, {len(plan.games)} games, {plan.rounds} rounds"
        if dry:
            self.stdout.write(
                f"{what} would be imported into {plan.club.name}; "
                f"{len(plan.refused)} lines rejected."
            )
            return
        made = make_import(plan, _device(plan.club))
        self.stdout.write(f"{what} imported into {plan.club.name}. To undo: --undo {made.pk}")

    def _undo(self, club: Club, key: int, *, dry: bool) -> None:
        made = Import.objects.filter(pk=key, club=club).first()
        if made is None:
            rows = Import.objects.filter(club=club, undone_at__isnull=True).order_by("-at")[:20]
            known = ", ".join(f"{one.pk} ({one.at:%Y-%m-%d}, {one.games} games)" for one in rows)
            raise CommandError(f"There is no import {key}. Imports: {known or 'none yet'}.")
        if made.undone_at is not None:
            self.stdout.write(f"Import {key} is already undone.")
            return
        found = preview_undo(made)
        if dry:
            self.stdout.write(
                f"{found.games} games and {found.people} people would be deleted; "
                f"{len(found.changed)} games were changed since."
            )
            return
        undo_import(made, _device(club))
        self.stdout.write(f"{found.games} games and {found.people} people deleted.")


def _club(named: str) -> Club:
    clubs = Club.objects.filter(name=named)
    if not clubs and named.isdecimal() and len(named) < 16:
        clubs = Club.objects.filter(pk=int(named))
    if len(clubs) != 1:
        known = ", ".join(
            f"{pk} ({name})" for pk, name in Club.objects.values_list("pk", "name")[:20]
        )
        raise CommandError(f"Which club is {named}? Give its number. Clubs: {known or 'none yet'}.")
    return clubs[0]


def _device(club: Club) -> Device:
    """Return the device the command writes as in this club: it has no key."""
    found = Device.objects.filter(club=club, kind=KIND).first()
    return found or Device.objects.create(club=club, kind=KIND, key_hash=hash_of(token_urlsafe(32)))


def _content(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # a path with a NUL byte is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"Cannot read {name}: {reason}.") from error
