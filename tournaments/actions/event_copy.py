"""Copies an event: same stages, settings and people, without anything that was played."""

import re
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from tournaments.actions import creating
from tournaments.actions.common import lock, log
from tournaments.models import (
    Entrant,
    Member,
    Screen,
    Season,
    SeasonEvent,
    Stage,
    Tournament,
)
from tournaments.seasons.formula import MOST_EVENTS
from tournaments.stage.words import plan_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

# A tournament's settings and those of its evening, without its name and day
KEPT = (
    *(
        "place",
        "preset",
        "registration",
        "limit",
        "agreement",
        "unfinished",
        "last_hand_minutes",
        "objection_minutes",
        "tables",
        "room_plan",
        "papers_twice",
        "names_stand_ins",
        "stand_in_limit",
        "may_leave",
    ),
    "shown_on",
)
KEPT_OF_ENTRANT = ("label", "club_name", "seed", "fixed_table", "five", "alias", "hidden")

ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}$")
DOTTED_DAY = re.compile(r"(?<!\d)\d{1,2}\.(?P<space> ?)\d{1,2}\.(?P<year> ?(\d{4}|\d{2}))?$")
YEAR = re.compile(r"(?<!\d)(19|20)\d{2}$")
NUMBER = re.compile(r"(?<![\d.,])(\d{1,4})\.?$")


def copy_event(
    tournament: Tournament,
    by: "AbstractBaseUser | None",
    *,
    name: str,
    starts_on: date | None,
    with_people: bool = True,
    seeds: Mapping[int, int] | None = None,
) -> Tournament:
    """Create a tournament in preparation like this one, optionally with its entrants, not checked
    in; `seeds` are their new ones by the old entrants, such as those of `next_divisions`.

    Entrant numbers and draws are new. It counts in the seasons of the old one whose days include
    its own. Raises RuleError for an empty or overlong name.
    """
    with transaction.atomic():
        old = lock(tournament)
        plans = [plan_of(stage) for stage in Stage.objects.filter(tournament=old)]
        made = creating.make_tournament(
            old.club,
            by,
            name,
            old.unit,
            plans,
            starts_on=starts_on,
            **{key: getattr(old, key) for key in KEPT},
        )
        if with_people:
            _take_people(old, made, seeds or {})
        Screen.objects.bulk_create(
            Screen(tournament=made, name=screen.name, playlist=screen.playlist)
            for screen in Screen.objects.filter(tournament=old)
        )
        _count_in_seasons(old, made)
        log(made, "repeated", by, {"name": old.name})
    made.refresh_from_db()
    return made


def _count_in_seasons(old: Tournament, made: Tournament) -> None:
    day = made.starts_on or timezone.localdate()
    seasons = Season.objects.filter(first__lte=day, last__gte=day).alias(counting=Count("events"))
    SeasonEvent.objects.bulk_create(
        SeasonEvent(season=season, tournament=made)
        for season in seasons.filter(
            pk__in=SeasonEvent.objects.filter(tournament=old).values("season"),
            counting__lt=MOST_EVENTS,
        )
    )


def _take_people(old: Tournament, made: Tournament, seeds: Mapping[int, int]) -> None:
    """Enter all entrants of the old tournament, with their current members; who is kept apart
    stays so.
    """
    before = list(
        Entrant.objects.filter(tournament=old, state=Entrant.State.ENTERED).order_by("number")
    )
    rows = Entrant.objects.bulk_create(
        Entrant(
            tournament=made,
            number=number,
            **{
                **{key: getattr(entrant, key) for key in KEPT_OF_ENTRANT},
                "seed": seeds.get(entrant.pk, entrant.seed),
            },
        )
        for number, entrant in enumerate(before, start=1)
    )
    now = dict(zip((entrant.pk for entrant in before), rows, strict=True))
    members = Member.objects.filter(entrant__in=before, active=True).order_by("order", "pk")
    Member.objects.bulk_create(
        Member(
            tournament=made,
            entrant=now[member.entrant_id],
            player_id=member.player_id,
            order=member.order,
        )
        for member in members
    )
    numbers = {entrant.number: now[entrant.pk].number for entrant in before}
    made.kept_apart = [
        [numbers[one], numbers[other], kind]
        for one, other, kind in old.kept_apart
        if one in numbers and other in numbers
    ]
    made.save(update_fields=["kept_apart"])


def next_name(name: str, day: date) -> str:
    """Return the next event's name: a trailing day or year is replaced, a number incremented."""
    if ISO_DAY.search(name):
        return ISO_DAY.sub(day.isoformat(), name)
    if found := DOTTED_DAY.search(name):
        year = found["year"] or ""
        written = f"{day.year:04}" if len(year.strip()) == 4 else f"{day.year % 100:02}"
        padded = len(found[0].split(".")[0]) == 2
        first, second = (
            (f"{day.day:02}", f"{day.month:02}") if padded else (str(day.day), str(day.month))
        )
        space = " " if year.startswith(" ") else ""
        return (
            name[: found.start()]
            + f"{first}.{found['space']}{second}."
            + (f"{space}{written}" if year else "")
        )
    if YEAR.search(name):
        return YEAR.sub(str(day.year), name)
    if found := NUMBER.search(name):
        return name[: found.start(1)] + str(int(found[1]) + 1) + name[found.end(1) :]
    return name
