"""Deleting one's own game, bringing it back, starting it again; and deleting for good what nobody
brought back.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.games import lifecycle
from scoring.games.actions.chaining import CHAIN, add_event
from scoring.games.actions.common import conflict, lock, touch
from scoring.games.actions.rating_marks import mark_games
from scoring.games.actions.setups import is_known
from scoring.games.actions.starting import empty_twin, start_game
from scoring.games.live import announce
from scoring.games.queries import never_begun, table_of
from scoring.models import Device, Entry, Game, Player, RatingChange, Round, Team
from scoring.rules.words import gettext_noop

# How long a game stays that was started, and in which nothing was written
EMPTY_FOR = timedelta(days=1)


def kept() -> timedelta:
    """How long a deleted game is there for whoever wants it back."""
    return timedelta(days=settings.DELETED_DAYS)


def delete_game(game: Game, device: Device) -> Game:
    """Take a game out of everything that is shown. It can be brought back for a while: see `kept`.

    Raises RuleError for a game of a match: its tournament counts it.
    """
    with transaction.atomic():
        game = _own(game)
        if game.deleted_at is None:
            _delete(game, device)
    return game


def restore_game(game: Game, device: Device) -> Game:
    """Bring a deleted game back as it was."""
    with transaction.atomic():
        game = _own(game)
        if game.deleted_at is not None:
            _move(game, "restore", None, device)
    return game


def start_again(game: Game, device: Device) -> Game:
    """The same people on the same seats under the same rules, from the beginning.

    The game that was begun is deleted where nothing is written in it, and finished early where
    something is. A second tap gives what the first one began. Raises RuleError where it is over
    already, and for a game of a match.
    """
    with transaction.atomic():
        game = _own(game)
        table = table_of(game)
        twin = empty_twin(game, device, table.people)
        if twin is not None:
            return twin
        lock(game)  # refuses a deleted one
        lifecycle.check("start_again", game)
        again = start_game(
            device,
            table.rules,
            table.people,
            preset=game.preset,
            table_name=game.table_name,
            direction=game.direction,
            saving=game.saving,
            rematch_of=game,
        )
        if table.entries:
            add_event(game, "start_again", device)
            touch(game, "start_again", over=False, table=table)
        else:
            _delete(game, device)
    return again


def delete_for_good() -> int:
    """Delete the games that were deleted longer ago than they are kept, with all that hangs on
    them: how many.

    People who sat in these games alone, and whom nothing else knows, leave their list with them.
    """
    return _all_for_good(
        Game.objects.filter(deleted_at__lt=timezone.now() - kept(), of_match=False)
    )


def drop_never_begun() -> int:
    """Delete the games that were started a day ago or longer, and in which nothing was written: how
    many.
    """
    return _all_for_good(
        Game.objects.filter(never_begun(), started_at__lt=timezone.now() - EMPTY_FOR)
    )


def _all_for_good(due: QuerySet[Game]) -> int:
    return sum(_delete_for_good(pk, due) for pk in list(due.values_list("pk", flat=True)))


def _delete_for_good(pk: UUID, due: QuerySet[Game]) -> bool:
    with transaction.atomic():
        Game.objects.select_for_update().filter(pk=pk).first()
        # Brought back, or written in, while its lock was awaited
        if not due.filter(pk=pk).exists():
            return False
        erase_games(Game.objects.filter(pk=pk))
    return True


def erase_games(games: QuerySet[Game], *, stay: Collection[int] = ()) -> None:
    """Delete these games with all that hangs on them, within a transaction of the caller.

    People who sat in them alone, and whom nothing else knows, leave their list with them; those of
    `stay` do not.
    """
    mark_games(games)
    keys = list(games.values_list("pk", flat=True))
    people = list(Player.objects.filter(seats__game__in=keys).distinct())
    RatingChange.objects.filter(player__in=people, game__in=keys).delete()
    Round.objects.filter(game__in=keys).delete()
    # Entries name each other, and Django would take each for protected by the next: all of them in
    # one statement.
    entries = Entry.objects.filter(game__in=keys)
    entries._raw_delete(entries.db)  # noqa: SLF001
    Game.objects.filter(pk__in=keys).delete()
    for player in people:
        if player.pk not in stay and not is_known(player):
            Team.objects.filter(players=player).delete()
            player.delete()


def _own(game: Game) -> Game:
    """The game's row, locked, deleted or not. Raises RuleError for one of a match."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.of_match:
        text = gettext_noop(
            "This game belongs to a match: only its tournament's director can take it away."
        )
        raise conflict("rules_of_match", "game", text)
    return game


def _delete(game: Game, device: Device) -> None:
    _move(game, "delete", timezone.now(), device)


def _move(game: Game, action: str, deleted_at: datetime | None, device: Device) -> None:
    add_event(game, action, device)
    game.deleted_at = deleted_at
    game.version += 1
    game.save(update_fields=["deleted_at", "version", "changed_at", *CHAIN])
    mark_games([game])
    announce(game.pk, game.version)
