"""The state machine of a game, in one table.

`None` as the next state lets the rules decide: running, or finished if a column has won.
"""

from scoring.models import Game
from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop

S = Game.State

FOLLOWS: dict[str, dict[str, str | None]] = {
    "record": {S.RUNNING: None},
    "correct": {S.RUNNING: None, S.PAUSED: S.PAUSED, S.FINISHED: None, S.STOPPED: S.STOPPED},
    "undo": {S.RUNNING: None, S.PAUSED: S.PAUSED, S.FINISHED: None},
    "pause": {S.RUNNING: S.PAUSED},
    "resume": {S.PAUSED: None},  # a correction during the pause may have ended the game
    "finish_early": {S.RUNNING: S.STOPPED, S.PAUSED: S.STOPPED},
    "start_again": {S.RUNNING: S.STOPPED, S.PAUSED: S.STOPPED},
    "reopen": {S.STOPPED: None},
    "put_right": {S.RUNNING: None, S.PAUSED: S.PAUSED, S.FINISHED: None, S.STOPPED: S.STOPPED},
    "substitute": {S.RUNNING: S.RUNNING, S.PAUSED: S.PAUSED},
    # Two versions of a round: a finished game goes on until one is chosen.
    "dispute": {
        S.RUNNING: S.RUNNING,
        S.PAUSED: S.PAUSED,
        S.FINISHED: S.RUNNING,
        S.STOPPED: S.STOPPED,
    },
    "choose": {S.RUNNING: None, S.PAUSED: S.PAUSED, S.FINISHED: None, S.STOPPED: S.STOPPED},
    "agree": {
        S.RUNNING: S.RUNNING,
        S.PAUSED: S.PAUSED,
        S.FINISHED: S.FINISHED,
        S.STOPPED: S.STOPPED,
    },
    # An entry for a locked match changes nothing until the director accepts it.
    "late": {
        S.RUNNING: S.RUNNING,
        S.PAUSED: S.PAUSED,
        S.FINISHED: S.FINISHED,
        S.STOPPED: S.STOPPED,
    },
    "take_late": {S.RUNNING: None, S.PAUSED: S.PAUSED, S.FINISHED: None, S.STOPPED: S.STOPPED},
}

# Error code and message, by the state that rules an action out.
REFUSALS: dict[str, tuple[str, str]] = {
    S.RUNNING: (
        "game_running",
        gettext_noop("The game is running. Pause or finish it first."),
    ),
    S.PAUSED: ("game_paused", gettext_noop("The game is paused: resume it first.")),
    S.FINISHED: (
        "game_over",
        gettext_noop("The game is finished: undo or correct a round to go on, or start a rematch."),
    ),
    S.STOPPED: ("game_stopped", gettext_noop("The game was finished early: reopen it first.")),
}


def allowed(action: str, state: str) -> bool:
    return state in FOLLOWS[action]


def check(action: str, game: Game) -> None:
    """Raises RuleError if a game's state does not allow the action."""
    if not allowed(action, game.state):
        code, text = REFUSALS[game.state]
        raise Conflict((Mistake(code, "game", text),))


def next_state(action: str, state: str, *, over: bool) -> str:
    """Return the state after an action. `over`: the rules say that the game has ended."""
    fixed = FOLLOWS[action][state]
    if fixed is not None:
        return fixed
    return str(S.FINISHED if over else S.RUNNING)
