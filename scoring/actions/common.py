"""What all actions share: refusing, locking a game, moving it on."""

from scoring import lifecycle
from scoring.models import Game
from scoring.rules import Mistake, RuleError


def refuse(code: str, field: str, text: str, **params: object) -> RuleError:
    return RuleError((Mistake(code, field, text, params),))


def lock(game: Game) -> Game:
    """The game's row, locked until the transaction ends, with all other writers waiting."""
    return Game.objects.select_for_update().get(pk=game.pk)


def touch(game: Game, action: str, *, over: bool) -> None:
    game.state = lifecycle.following(action, game.state, over=over)
    game.version += 1
    game.save(update_fields=["state", "version", "changed_at"])
