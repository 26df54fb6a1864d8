"""Imports a document at the desk: previewed first, then a tournament visible only to the desk."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from scoring.games.access.quotas import PEOPLE, TOURNAMENTS, check_quota
from scoring.games.actions.starting import lock_list
from scoring.models import Club, Player
from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict, log
from tournaments.exchange.reading import make_tournament
from tournaments.exchange.slices import Slices, delete_imported_club
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


@dataclass(frozen=True)
class StageFound:
    """A stage of a document: name ("" for none), session rounds, tables, and how many are done."""

    number: int
    name: str
    format: str
    rounds: int
    tables: int
    done: int


@dataclass(frozen=True)
class ImportPreview:
    """Contents of a document. `known`: people whose name is in the club's list already."""

    name: str
    place: str
    starts_on: date | None
    state: str
    unit: str
    entrants: int
    people: Sequence[str]
    known: Sequence[str]
    stages: Sequence[StageFound] = field(default_factory=tuple)
    lines: int = 0  # of its log


def preview_import(club: Club, document: dict[str, Any]) -> ImportPreview:
    """Return what this club would get from a document, counted and compared. Writes nothing."""
    about = document["about"]
    people = list(
        dict.fromkeys(one["name"] for entrant in document["entrants"] for one in entrant["members"])
    )
    ours = set(Player.objects.filter(club=club).values_list("name", flat=True))
    return ImportPreview(
        name=about["name"],
        place=about["place"],
        starts_on=about["starts_on"],
        state=about["state"],
        unit=about["unit"],
        entrants=len(document["entrants"]),
        people=people,
        known=[name for name in people if name in ours],
        stages=[_stage(stage) for stage in document["stages"]],
        lines=len(document["log"]),
    )


def import_draft(club: Club, by: "AbstractBaseUser | None", document: dict[str, Any]) -> Tournament:
    """Create the document's tournament, visible only to the desk until it is opened.

    Raises RuleError with all mistakes; then nothing is created.
    """
    about = document["about"] | {"state": Tournament.State.DRAFT}
    return import_in_slices(club, by, document | {"about": about})


def import_in_slices(
    club: Club, by: "AbstractBaseUser | None", document: dict[str, Any]
) -> Tournament:
    """Create the document's tournament in slices, between which others can write.

    Until it is complete it belongs to a hidden club, as if being imported; on failure or
    interruption everything is removed: see `slices`. Raises RuleError with all mistakes, and at a
    quota of the club; then nothing is created.
    """
    found = preview_import(club, document)
    check_quota(club, TOURNAMENTS)
    check_quota(club, PEOPLE, more=len(found.people) - len(found.known))
    slices = Slices()
    try:
        with slices:
            coming = slices.club = Club.objects.create(name=club.name, coming=timezone.now())
            tournament = make_tournament(
                coming, by, document, people_of=club, breathe=slices.breathe
            )
            slices.breathe()
            _hand_over(tournament, coming, club)
            tournament.refresh_from_db()
            log(tournament, "imported", by)  # its seal covers the owner
    except BaseException:
        # The first slice may have gone with its club.
        for left in Club.objects.filter(pk=slices.club.pk) if slices.club else ():
            delete_imported_club(left)
        raise
    tournament.refresh_from_db()
    return tournament


def _hand_over(tournament: Tournament, coming: Club, club: Club) -> None:
    """Move everything from a hidden club to this one, including new people. In the caller's
    transaction.
    """
    lock_list(tournament.desk, club)
    new = Player.objects.filter(club=coming, erased_at__isnull=True).values("name")
    if typed := Player.objects.filter(club=club, erased_at__isnull=True, name__in=new).first():
        text = gettext_noop("%(name)s joined the club during the import: import it again.")
        raise conflict("list_changed", "document", text, name=typed.name)
    for rows in Club._meta.related_objects:  # noqa: SLF001 - Django's own way to related rows
        rows.related_model._base_manager.filter(**{rows.field.name: coming}).update(  # noqa: SLF001
            **{rows.field.name: club}
        )
    coming.delete()


def _stage(stage: dict[str, Any]) -> StageFound:
    tables = [table for one in stage["session_rounds"] for table in one["tables"]]
    return StageFound(
        number=stage["number"],
        name=stage["name"],
        format=stage["format"],
        rounds=len(stage["session_rounds"]),
        tables=len(tables),
        done=sum(table["done"] for table in tables),
    )
