"""How a game is set up: as it is now, as it began, and what of it was put right last."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Model

from scoring.games.access.devices import hash_of
from scoring.games.actions.chaining import SET_UP
from scoring.games.queries import Table
from scoring.models import (
    Call,
    Game,
    GameEvent,
    Place,
    Player,
    Rating,
    RatingChange,
    Score,
    Team,
    TeamMember,
)

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
    """How a game was set up when it began, and which players have been spelled again since."""
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
    """Whether any rows go by this person, those of `besides` left out: a tournament, say, of which
    nothing is known here.
    """
    return any(rows.filter(**{name: player}).exists() for name, rows in _going_by_people(besides))


def known_among(people: Collection[int], *, besides: Sequence[type[Model]] = ()) -> set[int]:
    """Those of these people of whom `is_known` is true: a query for each table that may speak of
    one.
    """
    found: set[int] = set()
    for name, rows in _going_by_people(besides):
        found.update(
            rows.filter(**{f"{name}__in": people})
            .order_by()
            .values_list(name, flat=True)
            .distinct()
        )
    return found


def _going_by_people(besides: Sequence[type[Model]]) -> list[tuple[str, Any]]:
    """The tables whose rows go by a person, but for those of `besides`, each with its column that
    does.
    """
    # Another name of theirs is nothing that goes by this one
    left_out = {Player, *besides, *DERIVED}
    relations = (
        each
        for each in Player._meta.related_objects  # noqa: SLF001
        if each.related_model not in left_out
    )
    return [(each.field.name, each.related_model._default_manager) for each in relations]  # noqa: SLF001
