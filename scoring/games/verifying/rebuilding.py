"""Rebuild the record rows from the entries.

Each batch of games is its own transaction, so tables can go on recording.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from scoring.games.actions.record_rows import write_games
from scoring.models import Game
from scoring.rules import RuleError

BATCH = 200  # games
Progress = Callable[[int], None]  # called with the number of games done


def rebuild(games: QuerySet[Game], *, progress: Progress | None = None) -> int:
    """Rebuild the rows of these games; return how many there were. Games that break the rules are
    skipped.
    """
    done = 0
    last: Any = None
    while True:
        batch = games.filter(pk__gt=last) if last is not None else games
        keys = list(batch.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if not keys:
            return done
        _rebuild_batch(keys)
        done, last = done + len(keys), keys[-1]
        if progress is not None:
            progress(done)


def _rebuild_batch(keys: Sequence[Any]) -> None:
    with transaction.atomic():
        games = list(Game.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
        try:
            with transaction.atomic():
                write_games(games)
        except RuleError:
            for game in games:
                _rebuild_alone(game)


def _rebuild_alone(game: Game) -> None:
    try:
        with transaction.atomic():
            write_games([game])
    except RuleError:  # `verify` names it
        return
