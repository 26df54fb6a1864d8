"""The games of several tables at once: locking them, telling their screens."""

import uuid
from collections.abc import Collection, Iterable

from scoring.live import announce
from scoring.models import Game


def lock_games(games: Collection[uuid.UUID]) -> None:
    """Lock games in the one order in which all do that lock several; before the tournament, as everywhere."""
    if games:
        list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk").values_list("pk"))


def move_games(games: Iterable[Game]) -> None:
    """Tell the screens of games, which the caller holds locked, that somebody else sits there."""
    for game in games:
        game.version += 1
        game.save(update_fields=["version", "table_name", "changed_at"])
        announce(game.pk, game.version)
