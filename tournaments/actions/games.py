"""The games of several tables at once: locking them, telling their screens.

An action that changes seats takes `held`: the games that its caller has locked already, before the
tournament; None where it locks them itself.
"""

import uuid
from collections.abc import Collection, Iterable

from scoring.games.live import announce
from scoring.models import Game
from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict


def lock_games(games: Collection[uuid.UUID]) -> None:
    """Lock games in the one order in which all do that lock several; before the tournament, as
    everywhere.
    """
    if games:
        list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk").values_list("pk"))


def check_held(games: Collection[uuid.UUID], held: Collection[uuid.UUID], field: str) -> None:
    """Raises RuleError where one of these games is not among those that were locked before the
    tournament was.

    It began meanwhile. Whoever holds a tournament does not wait for it: the phone that writes it
    may wait for them.
    """
    if not {*games} <= {*held}:
        raise conflict(
            "table_began",
            field,
            gettext_noop("A table began at this very moment: look at it, then try again."),
        )


def move_games(games: Iterable[Game]) -> None:
    """Tell the screens of games, which the caller holds locked, that somebody else sits there."""
    for game in games:
        game.version += 1
        game.save(update_fields=["version", "table_name", "changed_at"])
        announce(game.pk, game.version)
