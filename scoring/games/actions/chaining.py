"""Append to a game's log: each entry and event gets its position and link in the game's chain.

The caller holds the game's lock, with the row as read under it, and saves the columns `CHAIN` in
the same transaction (as `commit_change` does).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from scoring.games import chain
from scoring.games.actions.record_rows import write_games
from scoring.games.prepared import insert
from scoring.models import Device, Entry, Game, GameEvent, Seat

CHAIN = ("chain_length", "chain_head", "kept")  # columns of a game
# Needed for the chain alone: the score sheet or the tournament's log shows the same elsewhere.
SEATS, LEFT_OUT, WAITS_AGAIN, CHAIR = QUIET = ("seats", "left_out", "waits_again", "chair")
# These hold the rules and seats that were corrected, before and after
SET_UP = ("put_right", "put_back")
# Other people sit here from a round on, and that was taken back: see `substitutions`
SEATING = SUBSTITUTED, TAKEN_BACK = ("substitute", "substitute_back")


def seats_of(game: Game) -> list[int | None]:
    """Return the players' ids by seat: one query."""
    return list(
        Seat.objects.filter(game=game).order_by("number").values_list("player_id", flat=True)
    )


def start_chain(game: Game, seats: Sequence[int | None]) -> None:
    """Start a game's chain, with these players and the game's rules and first score."""
    game.chain_length = 0
    game.chain_head = chain.opening(game, game.variant, game.settings, game.carried, seats)


def append(game: Game, row: Entry | GameEvent) -> None:
    """Set position, seals and link of a row that is not saved yet, and advance the game's chain."""
    if game.chain_length is None or game.chain_head is None:
        start_chain(game, seats_of(game))
    row.position = (game.chain_length or 0) + 1
    row.by_device = row.device_id
    if isinstance(row, GameEvent):
        row.reason_seal = chain.reason_seal(row.reason)
    content = chain.of_entry(row) if isinstance(row, Entry) else chain.of_event(row)
    row.link = chain.linked(bytes(game.chain_head or b""), content)
    game.chain_length, game.chain_head = row.position, row.link
    game.kept = None  # until somebody keeps the position again
    game.has_grown = True


def add_entry(game: Game, **values: Any) -> Entry:
    """Save the game's next entry."""
    entry = Entry(game=game, created_at=timezone.now(), **values)
    append(game, entry)
    insert([entry])
    return entry


def add_event(
    game: Game,
    action: str,
    device: Device | None = None,
    *,
    reason: str = "",
    data: Mapping[str, Any] | None = None,
) -> GameEvent:
    """Save an event of a game."""
    event = GameEvent(
        game=game, action=action, reason=reason, device=device, data=data, created_at=timezone.now()
    )
    append(game, event)
    event.save(force_insert=True)
    return event


def log_seat_change(game: Game, before: Sequence[int | None]) -> None:
    """Record that players of a game were exchanged, if they were, and rebuild its rows for the new
    ones.

    One query if nobody changed.
    """
    now = seats_of(game)
    if now != list(before):
        if game.chain_head is None:  # the chain starts now, with the first players
            start_chain(game, before)
        add_event(game, SEATS, data={"before": list(before), "after": now})
        write_games([game])
