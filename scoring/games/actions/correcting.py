"""Correct a round: a new entry replaces the old one, which stays in the history."""

import uuid
from collections.abc import Sequence

from scoring.games import lifecycle
from scoring.games.actions.chaining import add_entry
from scoring.games.actions.common import commit_change, lock
from scoring.games.actions.entries import (
    Recorded,
    check_entry_limit,
    check_people,
    check_sides,
    entry_transaction,
    recorded_as,
    round_changed,
    round_unknown,
    sent_before,
)
from scoring.games.actions.game_state import stopped_for_time
from scoring.games.actions.late_entries import depends_on_late, keep_late
from scoring.games.actions.record_rows import rewrite_rows
from scoring.games.actions.replacement import replay_with, set_counting_entry
from scoring.games.host import of_match
from scoring.games.queries import open_rivals, table_of
from scoring.models import Device, Entry, Game
from scoring.rules import Round as PlayedRound
from scoring.rules import recording_of, seated


def correct_round(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    data: object,
    device: Device,
    *,
    replaces: uuid.UUID,
    sides: Sequence[Sequence[int]] | None = None,
    names: Sequence[str] | None = None,
    recording: str | None = None,
    versions: int | None = None,
) -> Recorded:
    """Replace a round's entry by a corrected one; the old one stays in the history.

    `replaces` is the id of the entry on the corrector's screen: if another correction came first,
    this one is refused, so nothing is overwritten unseen. `sides`, `names` and `recording` are as
    in `record_round`; without `recording`, the level of detail stays. Raises RuleError also if
    later rounds would become impossible (the game would have ended before them, or another king
    would play), and if the round has two versions, unless `versions` says how many the corrector
    saw: then none of them is right, and this entry replaces them all.
    """
    played = PlayedRound.from_data(data)
    with entry_transaction(entry_id):
        game = lock(game)
        kind = Entry.Kind.CORRECTION
        if before := sent_before(
            game, entry_id, number, kind, played.to_data(), replaces=replaces, sides=sides
        ):
            return Recorded(before, True, table_of(game))
        if of_match(game).why_locked(game):
            return keep_late(
                game, entry_id, number, kind, device, played=played, sides=sides, about=replaces
            )
        if stopped_for_time(game) and depends_on_late(game, number):
            return keep_late(
                game, entry_id, number, kind, device, played=played, sides=sides, about=replaces
            )
        return replace_round(
            game,
            entry_id,
            number,
            played,
            device,
            "correct",
            replaces=replaces,
            sides=sides,
            names=names,
            recording=recording,
            versions=versions,
        )


def replace_round(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    played: PlayedRound,
    device: Device,
    action: str,
    *,
    replaces: uuid.UUID | None,
    sides: Sequence[Sequence[int]] | None = None,
    names: Sequence[str] | None = None,
    recording: str | None = None,
    versions: int | None = None,
) -> Recorded:
    """Do what `correct_round` does, even if the result is locked; the caller has locked the game.

    `action` is a key of `scoring.games.lifecycle.FOLLOWS`.
    """
    lifecycle.check(action, game)
    table = table_of(game)
    if not table.has_round(number):
        raise round_unknown(number)
    old = table.entry_of(number)
    if old.pk != replaces:
        raise round_changed(number)
    check_entry_limit(game, number, undisputed=versions is None)
    rivals = open_rivals(game).filter(number=number)
    if versions is not None and versions != rivals.count() + 1:
        raise round_changed(number)
    position = seated(table.position_before(number), played)
    check_sides(sides, position)
    check_people(names, table.as_in(number))
    played = recorded_as(played, game, recording_of(old.played, table.rules.recording), recording)
    over = replay_with(table, number, played)
    entry = add_entry(
        game,
        id=entry_id,
        number=number,
        kind=Entry.Kind.CORRECTION,
        data=played.to_data(),
        sides=position.sides,
        replaces=old,
        device=device,
    )
    if versions is not None:
        rivals.update(settled_by=entry)
    set_counting_entry(game, number, entry)
    now = table.with_entry(number, entry)
    rewrite_rows(now, number)
    commit_change(game, action, over=over, table=now)
    return Recorded(entry, False, now)
