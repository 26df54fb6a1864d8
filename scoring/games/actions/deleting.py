"""Delete, restore and restart one's own game; purge games that can no longer be restored."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.games import lifecycle
from scoring.games.actions.chaining import add_event
from scoring.games.actions.common import bump_version, commit_change, conflict, lock
from scoring.games.actions.rating_marks import mark_games
from scoring.games.actions.setups import is_referenced
from scoring.games.actions.starting import empty_twin, start_game
from scoring.games.queries import never_begun, table_of
from scoring.models import Device, Entry, Game, Player, RatingChange, Round, Team
from scoring.rules.words import gettext_noop

# How long a started game without any entry is kept
EMPTY_FOR = timedelta(days=1)


def restore_period() -> timedelta:
    """Return how long a deleted game can be restored."""
    return timedelta(days=settings.DELETED_DAYS)


def delete_game(game: Game, device: Device) -> Game:
    """Hide a game everywhere. It can be restored for a while: see `restore_period`.

    Raises RuleError for a game of a match: its tournament counts it.
    """
    with transaction.atomic():
        game = _lock_own(game)
        if game.deleted_at is None:
            _delete(game, device)
    return game


def restore_game(game: Game, device: Device) -> Game:
    """Restore a deleted game."""
    with transaction.atomic():
        game = _lock_own(game)
        if game.deleted_at is not None:
            _set_deleted(game, "restore", None, device)
    return game


def start_again(game: Game, device: Device) -> Game:
    """Start a new game with the same people, seats, rules and first score.

    The old game is deleted if nothing was recorded, else finished early. A second tap returns the
    game that the first one started. Raises RuleError if the old game is over, and for a game of a
    match.
    """
    with transaction.atomic():
        game = _lock_own(game)
        table = table_of(game)
        twin = empty_twin(game, device, table.people, table.carried)
        if twin is not None:
            return twin
        lock(game)  # raises if it is deleted
        lifecycle.check("start_again", game)
        again = start_game(
            device,
            table.rules,
            table.people,
            preset=game.preset,
            carried=table.carried,
            table_name=game.table_name,
            direction=game.direction,
            saving=game.saving,
            rematch_of=game,
        )
        if table.entries:
            add_event(game, "start_again", device)
            commit_change(game, "start_again", over=False, table=table)
        else:
            _delete(game, device)
    return again


def delete_for_good() -> int:
    """Delete the games whose time to be restored is over, with all that belongs to them; return how
    many.

    People who played in these games alone, and to whom nothing else refers, are removed too.
    """
    return _all_for_good(
        Game.objects.filter(deleted_at__lt=timezone.now() - restore_period(), of_match=False)
    )


def drop_never_begun() -> int:
    """Delete games that were started over a day ago and have no entries; return how many."""
    return _all_for_good(
        Game.objects.filter(never_begun(), started_at__lt=timezone.now() - EMPTY_FOR)
    )


def _all_for_good(due: QuerySet[Game]) -> int:
    return sum(_delete_for_good(pk, due) for pk in list(due.values_list("pk", flat=True)))


def _delete_for_good(pk: UUID, due: QuerySet[Game]) -> bool:
    with transaction.atomic():
        Game.objects.select_for_update().filter(pk=pk).first()
        # Restored or continued while this waited for the lock
        if not due.filter(pk=pk).exists():
            return False
        erase_games(Game.objects.filter(pk=pk))
    return True


def erase_games(games: QuerySet[Game], *, stay: Collection[int] = ()) -> None:
    """Delete these games with all that belongs to them, in the caller's transaction.

    People who played in them alone, and to whom nothing else refers, are removed from their list;
    those in `stay` are not.
    """
    mark_games(games)
    keys = list(games.values_list("pk", flat=True))
    people = list(Player.objects.filter(seats__game__in=keys).distinct())
    RatingChange.objects.filter(player__in=people, game__in=keys).delete()
    Round.objects.filter(game__in=keys).delete()
    # Entries refer to each other, and Django would treat each as protected by the next: delete them
    # in one statement.
    entries = Entry.objects.filter(game__in=keys)
    entries._raw_delete(entries.db)  # noqa: SLF001
    Game.objects.filter(pk__in=keys).delete()
    for player in people:
        if player.pk not in stay and not is_referenced(player):
            Team.objects.filter(players=player).delete()
            player.delete()


def _lock_own(game: Game) -> Game:
    """Lock the game's row, deleted or not. Raises RuleError for a game of a match."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.of_match:
        text = gettext_noop(
            "This game belongs to a match. Only the tournament's director can remove it."
        )
        raise conflict("rules_of_match", "game", text)
    return game


def _delete(game: Game, device: Device) -> None:
    _set_deleted(game, "delete", timezone.now(), device)


def _set_deleted(game: Game, action: str, deleted_at: datetime | None, device: Device) -> None:
    add_event(game, action, device)
    game.deleted_at = deleted_at
    bump_version(game, "deleted_at")
    mark_games([game])
