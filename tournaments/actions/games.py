"""Locks the games of several tables together, and updates their screens.

An action that changes seats takes `held`: the games its caller has locked already, before the
tournament; None if it locks them itself.
"""

import uuid
from collections.abc import Collection, Iterable

from scoring.games.live import announce
from scoring.models import Game
from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict


def lock_games(games: Collection[uuid.UUID]) -> None:
    """Lock games in the order used by everything that locks several; before the tournament, as
    everywhere.
    """
    if games:
        list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk").values_list("pk"))


def check_held(games: Collection[uuid.UUID], held: Collection[uuid.UUID], field: str) -> None:
    """Raise RuleError if one of these games was not locked before the tournament.

    It has begun since. Code that holds a tournament must not wait for it: the phone that writes it
    may be waiting for the tournament.
    """
    if not {*games} <= {*held}:
        raise conflict(
            "table_began",
            field,
            gettext_noop("A table has just begun: check it, then try again."),
        )


def move_games(games: Iterable[Game]) -> None:
    """Update the screens of locked games after a change of seats."""
    for game in games:
        game.version += 1
        game.save(update_fields=["version", "table_name", "changed_at"])
        announce(game.pk, game.version)
