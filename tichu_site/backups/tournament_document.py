"""Restore a tournament's document into a club, or into a new club on an empty machine."""

from collections.abc import Callable
from pathlib import Path

from django.core.management import call_command
from django.db import transaction

from scoring.models import Club
from scoring.rules import RuleError
from tichu_site.backups.file_types import BadCopyError
from tournaments.exchange.checking import read_text
from tournaments.exchange.reading import import_tournament
from tournaments.models import Role

MOST_TOLD = 5  # errors shown


def restore_tournament(path: Path, say: Callable[[str], object], *, club: str = "") -> None:
    """Create a tournament from its document, without touching existing records.

    Raises BadCopyError.
    """
    text = path.read_bytes()
    try:
        document = read_text(text)
        say("It is complete.")
        call_command("migrate", interactive=False, verbosity=0)
        with transaction.atomic():
            of = _club(club, document["about"]["name"], say)
            tournament = import_tournament(of, None, text)
    except RuleError as error:
        lines = [f"{mistake.field}: {mistake.message}" for mistake in error.mistakes]
        more = [f"and {len(lines) - MOST_TOLD} more"] if len(lines) > MOST_TOLD else []
        raise BadCopyError(
            "\n".join([f"{path} cannot be restored.", *lines[:MOST_TOLD], *more])
        ) from error
    say(
        f"{tournament.name} was restored into the club {of.name} as a new tournament: "
        f"{tournament.pk}"
    )
    say("Nothing else was changed. To undo: restore the last back-up of everything.")


def _club(asked: str, name: str, say: Callable[[str], object]) -> Club:
    """Return the club given by number or name, else the only club, else a new one on an empty
    machine.
    """
    clubs = Club.objects.filter(roles__isnull=False).distinct()
    named = (
        clubs.filter(pk=int(asked))
        if asked.isdecimal() and len(asked) < 10
        else clubs.filter(name=asked)
    )
    if asked and (found := named.first()):
        return found
    there = list(clubs.order_by("pk")[:20])
    if not asked and len(there) == 1:
        return there[0]
    if there and not asked:
        known = ", ".join(f"{one.pk} ({one.name})" for one in there)
        raise BadCopyError(f"Which club is it for? Add --club with its number: {known}.")
    if asked and (there or asked.isdecimal()):
        raise BadCopyError(f"There is no club {asked}.")
    return _new_club(asked or name[:60], say)


def _new_club(name: str, say: Callable[[str], object]) -> Club:
    """Create a club for the restored tournament. It belongs to the site's owners or, if there are
    none yet, to the first one created.
    """
    from tichu_site.models import User  # noqa: PLC0415

    club = Club.objects.create(name=name)
    owners = list(User.objects.filter(is_owner=True))
    Role.objects.bulk_create(Role(club=club, user=owner, name=Role.Name.OWNER) for owner in owners)
    whose = "the site's owners" if owners else "the first account created"
    say(f"There was no club yet: created {name}, owned by {whose}.")
    return club
