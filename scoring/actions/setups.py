"""How a game is set up: as it is now, as it began, and what of it was put right last."""

import json
from collections.abc import Sequence
from typing import Any

from django.db.models import Model

from scoring.access.devices import hash_of
from scoring.actions.chaining import SET_UP
from scoring.models import Call, Game, GameEvent, Place, Player, Rating, RatingChange, Score, Team, TeamMember
from scoring.queries import Table

FIELDS = ("variant", "settings", "preset", "table_name", "direction", "saving")

Raw = dict[str, Any]  # the fields of a game, and under "seats" its players by seat, as ids


def set_up_as(table: Table) -> Raw:
    """How a game is set up now."""
    return {
        **{key: getattr(table.game, key) for key in FIELDS},
        "seats": [seat.player_id for seat in table.seats],
    }


def mark_of(table: Table) -> str:
    """A text that is another as soon as anything is that can be put right."""
    return hash_of(json.dumps([set_up_as(table), table.people], sort_keys=True))[:16]


def last_change(game: Game) -> GameEvent | None:
    """What was put right last, or put back."""
    return GameEvent.objects.filter(game=game, action__in=SET_UP).order_by("position").last()


def as_started(table: Table) -> tuple[Raw, frozenset[int]]:
    """How a game was set up when it began, and which players have been spelled anew since."""
    raw, renamed = set_up_as(table), set[int]()
    for event in GameEvent.objects.filter(game=table.game, action__in=SET_UP).order_by("-position"):
        raw |= event.data["before"] if event.data else {}
        renamed |= set(event.data.get("renamed", ())) if event.data else set()
    return raw, frozenset(renamed)


DERIVED = (
    Call,
    Place,
    Rating,
    RatingChange,
    Score,
    Team,
    TeamMember,
)  # they follow from somebody's games


def is_known(player: Player, *, besides: Sequence[type[Model]] = ()) -> bool:
    """Whether any rows go by this person, those of `besides` left out: a tournament, say, of which nothing is known
    here.
    """
    left_out = {Player, *besides, *DERIVED}  # another name of theirs is nothing that goes by this one
    relations = (each for each in Player._meta.related_objects if each.related_model not in left_out)  # noqa: SLF001
    return any(
        each.related_model._default_manager.filter(**{each.field.name: player}).exists()  # noqa: SLF001
        for each in relations
    )
