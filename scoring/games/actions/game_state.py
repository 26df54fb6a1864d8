"""Pause, resume, finish and reopen a game."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from scoring.games import lifecycle
from scoring.games.actions.chaining import add_event
from scoring.games.actions.common import bump_version, check_undisputed, commit_change, lock
from scoring.games.actions.record_rows import store_final_places
from scoring.games.names.validation import clean_text
from scoring.games.queries import open_rivals, table_of
from scoring.models import Device, Game, GameEvent

GRACE_PERIOD = timedelta(seconds=40)  # less than it takes to play a hand


def pause_game(game: Game, device: Device) -> Game:
    return _change_state(game, "pause", device)


def resume_game(game: Game, device: Device) -> Game:
    return _change_state(game, "resume", device)


def finish_early(game: Game, device: Device, reason: str = "") -> Game:
    """Finish a game before the rules do. The reason is optional; if given, it stays on the score
    sheet.
    """
    return _change_state(game, "finish_early", device, clean_text(reason, "reason", most=200))


def reopen_game(game: Game, device: Device) -> Game:
    return _change_state(game, "reopen", device)


def stop_for_time(game: Game, reason: str, device: Device | None = None) -> None:
    """Stop a game of a match because the round's time is up. A game that is already over is
    unchanged.

    The caller holds the game's lock and recounts the match. `device` is the desk if it ended the
    game, None if the game ends by itself with a hand that was written after the time. See
    `resume_if_just_stopped`.
    """
    if not lifecycle.allowed("finish_early", game.state):
        return
    game.state = Game.State.STOPPED
    add_event(game, "finish_early", device, reason=reason)
    bump_version(game, "state")
    store_final_places(table_of(game))


def resume_if_just_stopped(game: Game) -> None:
    """Resume a game that has just ended by itself, for a hand that follows within moments.

    Nobody plays a hand that fast: it was played earlier and waited on a phone without a network.
    The caller holds the game's lock and saves the game.
    """
    if game.state != Game.State.STOPPED:
        return
    last = GameEvent.objects.filter(game=game, action="finish_early").order_by("position").last()
    if last is None or last.device_id is not None:
        return
    # A negative time means that the clock was set back: leave it to the director.
    if timedelta() <= timezone.now() - last.created_at < GRACE_PERIOD:
        game.state = Game.State.RUNNING


def stopped_for_time(game: Game) -> GameEvent | None:
    """Return the event that stopped a game of a match for time (see `stop_for_time`), else None.

    No query unless the game is stopped.
    """
    if game.state != Game.State.STOPPED or not game.of_match:
        return None
    last = GameEvent.objects.filter(game=game, action="finish_early").order_by("position").last()
    return last if last is not None and last.device_id in {None, game.device_id} else None


def reopen_after_time(game: Game, device: Device) -> None:
    """Reopen a game that was stopped for time, because there is time left after all.

    The caller holds the game's lock and recounts the match.
    """
    lifecycle.check("reopen", game)
    table = table_of(game)
    over = table.result.finished and not open_rivals(game).exists()
    game.state = lifecycle.next_state("reopen", game.state, over=over)
    add_event(game, "reopen", device)
    bump_version(game, "state")
    store_final_places(table)


def _change_state(game: Game, action: str, device: Device, reason: str = "") -> Game:
    with transaction.atomic():
        game = lock(game)
        lifecycle.check(action, game)
        if action == "finish_early":
            check_undisputed(game)
        add_event(game, action, device, reason=reason)
        table = table_of(game)
        commit_change(game, action, over=table.result.finished, table=table)
    return game
