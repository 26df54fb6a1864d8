"""The setup of a game: as it is now, as it began, and its last correction."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Model

from scoring.games.access.devices import hash_of
from scoring.games.actions.chaining import SEATING, SET_UP
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

FIELDS = ("variant", "settings", "preset", "carried", "table_name", "direction", "saving")

Raw = dict[str, Any]  # the fields of a game; under "seats" the ids of its players, by seat


def setup_of(table: Table) -> Raw:
    """Return the current setup of a game."""
    return {
        **{key: getattr(table.game, key) for key in FIELDS},
        "seats": [seat.player_id for seat in table.seats],
    }


def setup_hash(table: Table) -> str:
    """Return a hash that changes with anything in the setup that can be corrected."""
    return hash_of(json.dumps([setup_of(table), table.people], sort_keys=True))[:16]


def last_change(game: Game) -> GameEvent | None:
    """Return the last correction of the setup, or the undoing of one."""
    return GameEvent.objects.filter(game=game, action__in=SET_UP).order_by("position").last()


def initial_setup(table: Table) -> tuple[Raw, frozenset[int]]:
    """Return the setup that a game began with, and the players who were renamed since."""
    raw, renamed = setup_of(table), set[int]()
    changes = GameEvent.objects.filter(game=table.game, action__in=[*SET_UP, *SEATING])
    for event in changes.order_by("-position"):
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
)  # derived from games


def is_referenced(player: Player, *, besides: Sequence[type[Model]] = ()) -> bool:
    """Return whether any rows refer to this person, apart from those of the models in `besides`."""
    return any(
        rows.filter(**{name: player}).exists() for name, rows in _references_to_players(besides)
    )


def referenced_among(people: Collection[int], *, besides: Sequence[type[Model]] = ()) -> set[int]:
    """Return those of these people for whom `is_referenced` is true: one query per
    referring table.
    """
    found: set[int] = set()
    for name, rows in _references_to_players(besides):
        found.update(
            rows.filter(**{f"{name}__in": people})
            .order_by()
            .values_list(name, flat=True)
            .distinct()
        )
    return found


def _references_to_players(besides: Sequence[type[Model]]) -> list[tuple[str, Any]]:
    """Return the column and manager of each model that refers to a player, without those in
    `besides`.
    """
    # A player's merged names do not count as references
    left_out = {Player, *besides, *DERIVED}
    relations = (
        each
        for each in Player._meta.related_objects  # noqa: SLF001
        if each.related_model not in left_out
    )
    return [(each.field.name, each.related_model._base_manager) for each in relations]  # noqa: SLF001
