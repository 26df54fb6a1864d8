"""What all actions share: refusing, locking a game, moving it on."""

from collections.abc import Callable

from django.dispatch import Signal

from scoring import lifecycle
from scoring.actions.chaining import CHAIN
from scoring.live import announce
from scoring.models import Game
from scoring.queries import open_rivals
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop

# A game of a match has moved on: sent with `game` and `action` (a key of scoring.lifecycle), within the transaction.
# A receiver that raises RuleError refuses the action.
match_game_moved = Signal()

DELETED = gettext_noop(
    "This game was deleted on the phone that started it. There it can be brought back for two weeks."
)

_hook: Callable[[Game], Mistake | None] | None = None


def hold_when_locked(hook: Callable[[Game], Mistake | None]) -> None:
    """From now on this is asked of every game of a match before its table changes it, under the game's lock.

    It says why the result is locked, None where it is not: see `scoring.actions.late`.
    """
    global _hook  # noqa: PLW0603  (set once, when the site starts)
    _hook = hook


def held_back(game: Game) -> Mistake | None:
    """Why what a table sends for this game changes nothing any more; None where it does."""
    return _hook(game) if game.of_match and _hook is not None else None


def refuse(code: str, field: str, text: str, **params: object) -> RuleError:
    return RuleError((Mistake(code, field, text, params),))


def lock(game: Game) -> Game:
    """The game's row, locked until the transaction ends, with all other writers waiting.

    Raises RuleError where the game was deleted: what a phone still has of it stays on the phone.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.deleted_at is not None:
        raise refuse("game_deleted", "game", DELETED)
    return game


def touch(game: Game, action: str, *, over: bool) -> None:
    """Move a game on. `over`: the rules say that it has ended; it has not while a round has two versions."""
    over = over and not open_rivals(game).exists()
    game.state = lifecycle.following(action, game.state, over=over)
    game.version += 1
    game.save(update_fields=["state", "version", "changed_at", *CHAIN])
    announce(game.pk, game.version)
    if game.of_match:
        match_game_moved.send(Game, game=game, action=action)


def check_undisputed(game: Game) -> None:
    """Raises RuleError where a round has two versions of which none is chosen yet."""
    first = open_rivals(game).values_list("number", flat=True).order_by("number").first()
    if first is not None:
        raise round_disputed(first)


def round_disputed(number: int) -> RuleError:
    return refuse(
        "round_disputed",
        "number",
        gettext_noop("Round %(number)s was written twice, and differently: choose which one counts first."),
        number=number,
    )
