"""Record a round, and undo the last one.

Sending the same entry twice is harmless: a lock on the game's row and unique constraints guard it.
"""

import uuid
from collections.abc import Sequence
from functools import partial

from scoring.games import lifecycle
from scoring.games.actions.chaining import add_entry
from scoring.games.actions.common import (
    again_after_deadlock,
    check_undisputed,
    commit_change,
    conflict,
    lock,
)
from scoring.games.actions.entries import (
    Recorded,
    check_entry_limit,
    check_people,
    check_sides,
    entry_transaction,
    last_entry,
    recorded_as,
    round_out_of_turn,
    sent_before,
)
from scoring.games.actions.game_state import resume_if_just_stopped, stopped_for_time
from scoring.games.actions.late_entries import depends_on_late, keep_late
from scoring.games.actions.record_rows import add_round
from scoring.games.actions.versions import record_version
from scoring.games.host import of_match
from scoring.games.prepared import insert
from scoring.games.queries import Table, keep_position, open_rivals, table_of, table_to_write_in
from scoring.models import Device, Entry, Game, Round
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleSet, advance, seated
from scoring.rules.words import gettext_noop

KIND = Entry.Kind
MOST_ROUNDS = 500  # in one game; an evening has thirty


@again_after_deadlock
def record_round(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    data: object,
    device: Device,
    *,
    sides: Sequence[Sequence[int]] | None = None,
    names: Sequence[str] | None = None,
    recording: str | None = None,
) -> Recorded:
    """Record the next round.

    `number` is the number that the phone believes to be next, from 1. `data` is the round as
    returned by `Round.to_data`. `sides` are the seats of each side and `names` the names by seat,
    as shown on the phone's screen; None if the sender did not look. They guard against a screen
    that is out of date, where taps would be credited to the wrong people. `recording` is the level
    of detail that the screen asked for; None for the game's own. Sending the same entry again
    returns the same answer.

    A round that another phone has already recorded is never dropped: see `record_version`. A round
    for a match whose result is locked, or for a game that was stopped for time, is kept for the
    director: see `keep_late`.

    Raises RuleError if the round breaks the rules, is out of turn, was entered for other sides or
    another seating, or if the id has been used for something else.
    """
    played = PlayedRound.from_data(data)
    with entry_transaction(entry_id):
        game = lock(game)
        if before := sent_before(game, entry_id, number, KIND.ROUND, played.to_data(), sides=sides):
            return Recorded(before, True, table_of(game))
        usual = RuleSet.of(game.variant, game.settings).recording
        played = recorded_as(played, game, usual, recording)
        keep = partial(
            keep_late, game, entry_id, number, KIND.ROUND, device, played=played, sides=sides
        )
        if of_match(game).why_locked(game):
            return keep()
        of_match(game).stop_in_time(game)
        table = table_to_write_in(game)
        stopped = stopped_for_time(game)
        if table.has_round(number):
            if not (stopped and depends_on_late(game, number)):
                if played.to_data() != table.entry_of(number).data:
                    check_people(names, table.as_in(number))
                return record_version(table, entry_id, number, played, device, sides)
        else:
            resume_if_just_stopped(game)
        if stopped and game.state == Game.State.STOPPED:  # it may have been played in time
            return keep()

        # Check the next round
        _check_next(table, number)
        position = seated(table.position, played)
        check_sides(sides, position)
        check_people(names, table)
        result, after = advance(table.position, played, recorded=True)

        # Store it: the entry with its link in the chain, the round that it counts for, the rows
        entry = add_entry(
            game,
            id=entry_id,
            number=number,
            data=played.to_data(),
            sides=position.sides,
            device=device,
        )
        counting = Round(game=game, number=number, entry=entry)
        insert([counting])
        add_round(table, counting, played, result)

        # Save the game's state and version, and notify its match and its followers
        keep_position(game, after)
        now = table.with_next(after)
        commit_change(game, "record", over=after.finished, table=now)
        return Recorded(entry, False, now)


def _check_next(table: Table, number: int) -> None:
    """Raises RuleError if the game cannot go on, or not with this round."""
    lifecycle.check("record", table.game)
    following = table.last_number + 1
    if number != following:
        raise round_out_of_turn(number, following)
    if number > MOST_ROUNDS:
        raise conflict(
            "too_many_rounds",
            "number",
            gettext_noop("A game has at most %(most)s rounds here: finish it and start a rematch."),
            most=MOST_ROUNDS,
        )
    if table.position.finished:  # by the rules; it goes on while a round has two versions
        check_undisputed(table.game)


def undo_round(
    game: Game, entry_id: uuid.UUID, number: int, device: Device, *, taken: uuid.UUID | None = None
) -> Recorded:
    """Undo the last round. It stays in the history; its number is free again.

    `number` is the round that was last on the person's screen, so a second tap does not undo
    another one. `taken` is the id of the entry shown there, None if the phone does not know it: if
    that entry has become a rival of another phone's version, only the rival is undone.
    """
    with entry_transaction(entry_id):
        game = lock(game)
        if before := sent_before(game, entry_id, number, KIND.UNDO, {}, about=taken):
            return Recorded(before, True, table_of(game))
        if of_match(game).why_locked(game):
            return keep_late(game, entry_id, number, KIND.UNDO, device, about=taken)
        table = table_of(game)
        if stopped_for_time(game) and not open_rivals(game).filter(number=number).exists():
            return keep_late(game, entry_id, number, KIND.UNDO, device, about=taken)
        rival = open_rivals(game).filter(pk=taken, number=number).first() if taken else None
        entry = add_entry(
            game,
            id=entry_id,
            number=number,
            kind=KIND.UNDO,
            replaces=rival or _entry_to_undo(table, number, taken),
            about_id=taken,
            device=device,
        )
        if rival is not None:
            open_rivals(game).filter(pk=rival.pk).update(settled_by=entry)
            commit_change(game, "choose", over=table.result.finished, table=table)
            return Recorded(entry, False, table)
        Round.objects.filter(game=game, number=number).delete()
        now = table.without_last()
        commit_change(game, "undo", over=False, table=now)
        return Recorded(entry, False, now)


def _entry_to_undo(table: Table, number: int, taken: uuid.UUID | None) -> Entry:
    """Return the entry of the last round. Raises RuleError if it cannot be undone: see
    `last_entry`.
    """
    lifecycle.check("undo", table.game)
    old = last_entry(table, number, taken)
    if any(seat.first > number for seat in table.seats):
        raise conflict(
            "seats_changed",
            "number",
            gettext_noop(
                "Others sit here after round %(number)s. Take that back before you undo the round."
            ),
            number=number,
        )
    check_entry_limit(table.game, number, undisputed=True)
    return old
