"""Helpers of all actions: errors, locking a game, and completing a change."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection
from django.db.models import UUIDField

from scoring.games import lifecycle
from scoring.games.actions.chaining import CHAIN
from scoring.games.actions.record_rows import store_final_places
from scoring.games.host import of_match
from scoring.games.live import announce
from scoring.games.prepared import Given, Prepared, update
from scoring.games.queries import Table, open_rivals
from scoring.models import Game
from scoring.rules import Conflict, Mistake, RuleError
from scoring.rules.words import gettext_noop

P = ParamSpec("P")
T = TypeVar("T")
DEADLOCK = "40P01"  # PostgreSQL's SQLSTATE

DELETED = gettext_noop(
    "This game was deleted on the phone that started it. That phone can still restore it for "
    "a while."
)


def rule_error(code: str, field: str, text: str, **params: object) -> RuleError:
    return RuleError((Mistake(code, field, text, params),))


def conflict(code: str, field: str, text: str, **params: object) -> Conflict:
    """Like `rule_error`, for clashes with other people's changes or the current state, not with the
    input.
    """
    return Conflict((Mistake(code, field, text, params),))


def again_after_deadlock(action: Callable[P, T]) -> Callable[P, T]:
    """Begin an action's transaction again if PostgreSQL has broken a deadlock by ending it, twice
    at most: nothing of it was kept. Not within a transaction that somebody else has begun.
    """

    @wraps(action)
    def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(2):
            if connection.in_atomic_block:
                break
            try:
                return action(*args, **kwargs)
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", "") != DEADLOCK:
                    raise
        return action(*args, **kwargs)

    return tried


def lock(game: Game) -> Game:
    """Lock the game's row until the transaction ends; all other writers wait.

    Raises RuleError if the game was deleted: a phone keeps what it still has of it.
    """
    game = _LOCKED.get(game=game.pk)
    if game.deleted_at is not None:
        raise conflict("game_deleted", "game", DELETED)
    return game


_LOCKED = Prepared(lambda: Game.objects.select_for_update().filter(pk=Given("game", UUIDField())))


def commit_change(game: Game, action: str, *, over: bool, table: Table | None = None) -> None:
    """Complete an action on a locked game, in its transaction: save the next state, and notify.

    `over`: by the rules the game has ended; it goes on while a round has two versions. `table` is
    the game with the rounds that count from now on; None if the action neither ends nor resumes it.
    """
    over = over and not open_rivals(game).exists()
    game.state = lifecycle.next_state(action, game.state, over=over)
    bump_version(game, "state")
    if table is not None:
        store_final_places(table)
    of_match(game).game_changed(game, action, table)


def bump_version(game: Game, *columns: str) -> None:
    """Save a locked game's next version, its chain and these columns; announce it on commit."""
    game.version += 1
    update(game, [*columns, "version", "changed_at", *CHAIN])
    announce(game.pk, game.version)


def check_undisputed(game: Game) -> None:
    """Raises RuleError if a round has two versions and none is chosen yet."""
    first = open_rivals(game).values_list("number", flat=True).order_by("number").first()
    if first is not None:
        raise round_disputed(first)


def round_disputed(number: int) -> RuleError:
    return conflict(
        "round_disputed",
        "number",
        gettext_noop(
            "Round %(number)s was entered twice, differently. First choose which one counts."
        ),
        number=number,
    )
