"""A document that comes in at the desk: looked at first, then a tournament that nobody but the desk sees."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction

from scoring.models import Club, Player
from tournaments.exchange.reading import import_document
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


@dataclass(frozen=True)
class StageFound:
    """A stage of a document: its name ("" for none), session rounds, tables, and how many of these are done."""

    number: int
    name: str
    format: str
    rounds: int
    tables: int
    done: int


@dataclass(frozen=True)
class Found:
    """What a document holds. `known` are the people of whom the club has one of that name already."""

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


class _LeftAsItWas(Exception):  # noqa: N818 - it is no error: it leads out of a transaction that is rolled back
    """Ends a look at a document."""


def look_at(club: Club, by: "AbstractBaseUser | None", document: dict[str, Any]) -> Found:
    """What this club would get by a document that was read: made, counted and compared, and rolled back.

    Raises RuleError with all that is wrong.
    """
    found = _found(club, document)
    try:
        with transaction.atomic():
            import_document(club, by, document)
            raise _LeftAsItWas
    except _LeftAsItWas:
        return found


def import_draft(club: Club, by: "AbstractBaseUser | None", document: dict[str, Any]) -> Tournament:
    """A tournament as a document says that was read, but for its state: only the desk sees it before it is opened.

    Raises RuleError with all that is wrong; then nothing was made.
    """
    with transaction.atomic():
        tournament = import_document(club, by, document)
        tournament.state = Tournament.State.DRAFT
        tournament.save(update_fields=["state"])
    return tournament


def _found(club: Club, document: dict[str, Any]) -> Found:
    about = document["about"]
    people = list(dict.fromkeys(one["name"] for entrant in document["entrants"] for one in entrant["members"]))
    ours = set(Player.objects.filter(club=club).values_list("name", flat=True))
    return Found(
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
