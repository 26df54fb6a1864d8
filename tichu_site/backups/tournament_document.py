"""Restore a tournament's document into a club, or into a new club on an empty machine."""

from collections.abc import Callable
from pathlib import Path

from django.core.management import call_command
from django.db import transaction
from django.db.models import QuerySet

from scoring.models import Club
from scoring.rules import RuleError
from tichu_site.backups.file_types import BadCopyError
from tournaments.exchange.checking import read_text
from tournaments.exchange.reading import import_tournament
from tournaments.models import Role

MOST_ERRORS = 5  # errors shown


def restore_tournament(path: Path, report: Callable[[str], object], *, club: str = "") -> None:
    """Create a tournament from its document, without touching existing records.

    Raises BadCopyError.
    """
    text = path.read_bytes()
    try:
        document = read_text(text)
        report("It is complete.")
        call_command("migrate", interactive=False, verbosity=0)
        with transaction.atomic():
            of = _club(club, document["about"]["name"], report)
            tournament = import_tournament(of, None, text)
    except RuleError as error:
        lines = [f"{mistake.field}: {mistake.message}" for mistake in error.mistakes]
        more = [f"and {len(lines) - MOST_ERRORS} more"] if len(lines) > MOST_ERRORS else []
        raise BadCopyError(
            "\n".join([f"{path} cannot be restored.", *lines[:MOST_ERRORS], *more])
        ) from error
    report(
        f"{tournament.name} was restored into the club {of.name} as a new tournament: "
        f"{tournament.pk}"
    )
    report("Nothing else was changed. To undo: restore the last back-up of everything.")


def _club(wanted: str, name: str, report: Callable[[str], object]) -> Club:
    """Return the club given by number or name, else the only club, else a new one on an empty
    machine.
    """
    clubs = Club.objects.filter(roles__isnull=False).distinct()
    if wanted:
        return _wanted_club(clubs, wanted) or _new_club(wanted, report)
    existing = list(clubs.order_by("pk")[:20])
    if not existing:
        return _new_club(name[:60], report)
    if len(existing) > 1:
        known = ", ".join(f"{one.pk} ({one.name})" for one in existing)
        raise BadCopyError(f"Which club is it for? Add --club with its number: {known}.")
    return existing[0]


def _wanted_club(clubs: QuerySet[Club], wanted: str) -> Club | None:
    """Return the club with this number or name; None if there is no club yet to be called so."""
    is_number = wanted.isdecimal() and len(wanted) < 10
    named = clubs.filter(pk=int(wanted)) if is_number else clubs.filter(name=wanted)
    found = named.first()
    if found is None and (wanted.isdecimal() or clubs.exists()):
        raise BadCopyError(f"There is no club {wanted}.")
    return found


def _new_club(name: str, report: Callable[[str], object]) -> Club:
    """Create a club for the restored tournament. It belongs to the site's owners or, if there are
    none yet, to the first one created.
    """
    from tichu_site.models import User  # noqa: PLC0415

    club = Club.objects.create(name=name)
    owners = list(User.objects.filter(is_owner=True))
    Role.objects.bulk_create(Role(club=club, user=owner, name=Role.Name.OWNER) for owner in owners)
    owned_by = "the site's owners" if owners else "the first account created"
    report(f"There was no club yet: created {name}, owned by {owned_by}.")
    return club
