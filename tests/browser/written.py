"""Games put straight into the records of a running server, and changed there: for
tests.browser.records.
"""

from typing import Any

from django.core import serializers
from django.db import transaction
from django.db.models import Model, QuerySet

from scoring.models import Game
from scoring.rules import Round
from tests.scoring.games import write


def rounds(game: str, played: list[dict[str, Any]]) -> None:
    """Write these after those that the game has, as its own phone would."""
    found = Game.objects.select_related("device").get(pk=game)
    write(found, [Round.from_data(each) for each in played], found.device)


def rows_of(game: str) -> str:
    """All that is kept of a game."""
    return serializers.serialize("json", [row for rows in _all_of(game) for row in rows])


@transaction.atomic
def set_back(game: str, rows: str) -> None:
    """Keep this of the game, as if all was set back to a copy from then."""
    lose(game)
    for row in serializers.deserialize("json", rows):
        row.save()


@transaction.atomic
def lose(game: str) -> None:
    """Keep nothing of the game, as if all was set back to a copy from before it."""
    for rows in reversed(_all_of(game)):  # what is found by way of another goes before it
        rows._raw_delete(rows.db)  # type: ignore[attr-defined]  (what hangs on them goes too)


def _all_of(game: str) -> list[QuerySet[Any]]:
    """The game, and the rows of every model that hang on it, or on what hangs on it."""
    lookups: dict[type[Model], str] = {Game: "pk"}
    _hanging(Game, "", lookups)
    return [model._default_manager.filter(**{lookup: game}) for model, lookup in lookups.items()]


def _hanging(model: type[Model], way: str, lookups: dict[type[Model], str]) -> None:
    """By which lookup the rows that hang on these are of a game; one that is found twice is the
    nearer's.
    """
    met = {}
    for each in model._meta.related_objects:
        if each.related_model not in lookups and each.related_model._meta.app_label == "scoring":
            met[each.related_model] = lookups[each.related_model] = f"{each.field.name}{way}"
    for found, lookup in met.items():
        _hanging(found, f"__{lookup}", lookups)
