"""Pausing, ending, reopening a game."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from scoring.games import lifecycle
from scoring.games.actions.chaining import CHAIN, add_event
from scoring.games.actions.common import check_undisputed, lock, touch
from scoring.games.actions.record_rows import rank
from scoring.games.live import announce
from scoring.games.names.validation import clean_text
from scoring.games.queries import open_rivals, table_of
from scoring.models import Device, Game, GameEvent

RIGHT_BEHIND = timedelta(seconds=40)  # a hand takes longer


def pause_game(game: Game, device: Device) -> Game:
    return _lead(game, "pause", device)


def resume_game(game: Game, device: Device) -> Game:
    return _lead(game, "resume", device)


def finish_early(game: Game, device: Device, reason: str = "") -> Game:
    """End a game before the rules do. The reason may stay empty; one that is there the sheet shows
    for ever.
    """
    return _lead(game, "finish_early", device, clean_text(reason, "reason", most=200))


def reopen_game(game: Game, device: Device) -> Game:
    return _lead(game, "reopen", device)


def stop_for_time(game: Game, reason: str, device: Device | None = None) -> None:
    """End a game of a match because the time of its round is over; a game that is over stays as it
    is.

    The caller holds the game's lock, and counts its match. `device`: the desk, where it ended the
    game at once; None where the game ends by itself with a hand that was written after the time.
    See `catch_up`.
    """
    if not lifecycle.allowed("finish_early", game.state):
        return
    game.state = Game.State.STOPPED
    game.version += 1
    add_event(game, "finish_early", device, reason=reason)
    game.save(update_fields=["state", "version", "changed_at", *CHAIN])
    rank(table_of(game))
    announce(game.pk, game.version)


def catch_up(game: Game) -> None:
    """Let a game go on that has ended by itself a moment ago, for a hand that comes right behind.

    Nobody plays a hand in so short a time: it was played before, and waited on a phone without a
    network. The caller holds the game's lock and moves the game on.
    """
    if game.state != Game.State.STOPPED:
        return
    last = GameEvent.objects.filter(game=game, action="finish_early").order_by("position").last()
    if last is None or last.device_id is not None:
        return
    # Where the clock was put back since nobody knows how long it was: the director decides.
    if timedelta() <= timezone.now() - last.created_at < RIGHT_BEHIND:
        game.state = Game.State.RUNNING


def stopped_for_time(game: Game) -> GameEvent | None:
    """What stopped a game of a match because the time of its round was over, see `stop_for_time`;
    None of any other.

    No query while it is not stopped.
    """
    if game.state != Game.State.STOPPED or not game.of_match:
        return None
    last = GameEvent.objects.filter(game=game, action="finish_early").order_by("position").last()
    return last if last is not None and last.device_id in {None, game.device_id} else None


def go_on_after_time(game: Game, device: Device) -> None:
    """Open a game again that was stopped for time, since there is time left after all.

    The caller holds the game's lock, and counts its match.
    """
    lifecycle.check("reopen", game)
    table = table_of(game)
    over = table.result.finished and not open_rivals(game).exists()
    game.state = lifecycle.following("reopen", game.state, over=over)
    game.version += 1
    add_event(game, "reopen", device)
    game.save(update_fields=["state", "version", "changed_at", *CHAIN])
    rank(table)
    announce(game.pk, game.version)


def _lead(game: Game, action: str, device: Device, reason: str = "") -> Game:
    with transaction.atomic():
        game = lock(game)
        lifecycle.check(action, game)
        if action == "finish_early":
            check_undisputed(game)
        add_event(game, action, device, reason=reason)
        table = table_of(game)
        touch(game, action, over=table.result.finished, table=table)
    return game
