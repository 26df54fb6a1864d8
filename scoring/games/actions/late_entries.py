"""Entries for a locked or stopped game: kept as sent, without effect, until the director decides.

A phone without a network goes on recording, and its rounds must not be lost. A late entry must be
playable: it is checked against the rounds as its phone had them, earlier late ones included.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.db.models import F, Q

from scoring.games.actions.chaining import LEFT_OUT, WAITS_AGAIN, add_entry, add_event
from scoring.games.actions.common import commit_change, conflict
from scoring.games.actions.entries import (
    Recorded,
    check_entry_limit,
    check_sides,
    last_entry,
    recorded_as,
    round_changed,
    round_out_of_turn,
    round_unknown,
    same_sides,
    sides_changed,
    version_to_choose,
)
from scoring.games.actions.record_rows import add_round, rewrite_rows
from scoring.games.actions.replacement import replay_with, set_counting_entry
from scoring.games.queries import Table, open_rivals, table_of
from scoring.models import Device, Entry, Game, Round
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleError, advance, played_by
from scoring.rules.words import gettext_noop

Sides = Sequence[Sequence[int]]
KIND = Entry.Kind
Accepted = tuple[Entry, Table, bool]  # the desk's entry, the table with it, whether it is over


def keep_late(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    kind: str,
    device: Device,
    *,
    played: PlayedRound | None = None,
    sides: Sides | None = None,
    about: uuid.UUID | None = None,
) -> Recorded:
    """Store an entry for a locked game without letting it count. The game is locked.

    `about` is the id of the entry that it corrects, undoes or chooses. A round that equals the one
    that counts is stored as the same, as at any other time. Raises RuleError if it could not have
    been played.
    """
    table = table_of(game)
    check_entry_limit(game, number)
    had = with_late_entries(table)
    data: Mapping[str, Any] = {} if played is None else played.to_data()
    if kind == KIND.ROUND and played is not None:
        same = _same(table, number, data, sides) if number <= had.last_number else None
        if same is not None:
            entry = _add_late_entry(
                game, entry_id, number, kind, device, data, same.sides, same.pk, Entry.Outcome.SAME
            )
            commit_change(game, "agree", over=False)
            return Recorded(entry, False, table)
        seen = _sides_of_round(had, number, played, sides)
        if number <= table.last_number:
            about = table.entry_of(number).pk
    elif kind == KIND.CORRECTION and played is not None:
        seen = _sides_of_correction(had, number, played, sides, about)
    elif kind == KIND.CHOICE:
        version = version_to_choose(table, number, about)
        data, seen = version.data, version.sides
    else:
        last_entry(had, number, about)
        seen = []
    entry = _add_late_entry(
        game, entry_id, number, kind, device, data, seen, about, Entry.Outcome.LATE
    )
    commit_change(game, "late", over=False)
    return Recorded(entry, False, table)


def depends_on_late(game: Game, number: int) -> bool:
    """Return whether an undecided late entry touches this round or an earlier one.

    A new entry for the round then depends on it, and waits with it.
    """
    late = Entry.objects.filter(game=game, outcome=Entry.Outcome.LATE, settled_by__isnull=True)
    return late.filter(number__lte=number).exists()


def with_late_entries(table: Table) -> Table:
    """Return the table with all late entries applied, as the phone that sent them had the game."""
    late = Entry.objects.filter(game=table.game, outcome=Entry.Outcome.LATE)
    entries = list(table.entries)
    # Entries that the director accepted are already in the table.
    for entry in late.filter(Q(settled_by__isnull=True) | Q(settled_by=F("pk"))).order_by(
        "position"
    ):
        if entry.kind == KIND.UNDO:
            if entry.number == len(entries):
                entries.pop()
        elif entry.number == len(entries) + 1:
            entries.append(entry)
        elif 1 <= entry.number <= len(entries):
            entries[entry.number - 1] = entry
    had = replace(table, entries=entries)
    try:
        had.result  # noqa: B018  (raises if late entries of two phones contradict each other)
    except RuleError:
        return table
    return had


def _same(table: Table, number: int, data: Mapping[str, Any], sides: Sides | None) -> Entry | None:
    """Return the version of a round that equals this one, if any."""
    if not table.has_round(number):
        return None
    seen = table.result_of(number).sides if sides is None else sides
    for version in (table.entry_of(number), *open_rivals(table.game).filter(number=number)):
        if version.data == data and same_sides(seen, version.sides):
            return version
    return None


def _sides_of_round(had: Table, number: int, played: PlayedRound, sides: Sides | None) -> Sides:
    following = had.last_number + 1
    if number != following and not had.has_round(number):
        raise round_out_of_turn(number, following)
    if number == following:
        check_sides(sides, had.position)
        had.replay([*had.played, played], new=number)
        return had.position.sides
    seen = had.result_of(number).sides if sides is None else tuple(tuple(side) for side in sides)
    believed = played_by(had.position_before(number), seen)
    if believed is None:
        raise sides_changed()
    advance(believed, played)
    return seen


def _sides_of_correction(
    had: Table, number: int, played: PlayedRound, sides: Sides | None, replaces: uuid.UUID | None
) -> Sides:
    if not had.has_round(number):
        raise round_unknown(number)
    if had.entry_of(number).pk != replaces:
        raise round_changed(number)
    check_sides(sides, had.result_of(number))
    replay_with(had, number, played)
    return had.result_of(number).sides


def _add_late_entry(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    kind: str,
    device: Device,
    data: Mapping[str, Any],
    sides: Sides,
    about: uuid.UUID | None,
    outcome: str,
) -> Entry:
    return add_entry(
        game, id=entry_id, number=number, kind=kind, data=data, sides=sides, about_id=about,
        outcome=outcome,
        device=device,
    )  # fmt: skip


def add_late(
    game: Game,
    entry_id: uuid.UUID,
    played: PlayedRound,
    device: Device,
    sides: Sides | None = None,
) -> Entry:
    """Store the next round of a game that is over, from the desk, without letting it count yet.

    The game is locked. `sides` are as in `record_round`. Raises RuleError if it could not have been
    played.
    """
    table = table_of(game)
    number = table.last_number + 1
    check_entry_limit(game, number, undisputed=True)
    check_sides(sides, table.position)
    played = recorded_as(played, game, table.rules.recording, None)
    table.replay([*table.played, played], new=number)
    return _add_late_entry(
        game,
        entry_id,
        number,
        KIND.ROUND,
        device,
        played.to_data(),
        table.position.sides,
        None,
        Entry.Outcome.LATE,
    )


# The director decides
# -------------------------------------------------------------------------------------------


def accept_late(late: Entry, entry_id: uuid.UUID, device: Device) -> Recorded:
    """Make a late entry count, by another entry of the desk's with the id `entry_id`.

    `late.game` is locked. Raises RuleError if the late entry does not fit the current rounds.
    """
    table = table_of(late.game)
    by = Entry(pk=entry_id, device=device)
    if late.kind == KIND.UNDO:
        entry, now, over = _accept_undo(table, late, by)
    elif table.has_round(late.number):
        entry, now, over = _accept_replacement(table, late, by)
    else:
        entry, now, over = _accept_round(table, late, by)
    _settle(late, entry)
    commit_change(late.game, "take_late", over=over, table=now)
    return Recorded(entry, False, now)


def _accept_undo(table: Table, late: Entry, by: Entry) -> Accepted:
    game = late.game
    if late.number != table.last_number:
        raise _does_not_fit()
    Round.objects.filter(game=game, number=late.number).delete()
    entry = _add_accepted(late, by, KIND.UNDO, table.entries[-1])
    return entry, table.without_last(), False


def _accept_replacement(table: Table, late: Entry, by: Entry) -> Accepted:
    """Replace the entry of a recorded round, and close its other versions."""
    game, number = late.game, late.number
    if not same_sides(late.sides, table.result_of(number).sides):
        raise _does_not_fit()
    over = replay_with(table, number, late.played)
    kind = KIND.CORRECTION if late.kind == KIND.CORRECTION else KIND.CHOICE
    entry = _add_accepted(late, by, kind, table.entry_of(number))
    now = table.with_entry(number, entry)
    open_rivals(game).filter(number=number).update(settled_by=entry)
    set_counting_entry(game, number, entry)
    rewrite_rows(now, number)
    return entry, now, over


def _accept_round(table: Table, late: Entry, by: Entry) -> Accepted:
    number = late.number
    if (
        (late.kind, number) != (KIND.ROUND, table.last_number + 1)
        or table.position.finished
        or not same_sides(late.sides, table.position.sides)
    ):
        raise _does_not_fit()
    over = table.replay([*table.played, late.played]).finished
    entry = _add_accepted(late, by, KIND.ROUND, None)
    return entry, _with_round(table, number, entry), over


def _with_round(table: Table, number: int, entry: Entry) -> Table:
    """Let an entry count as the table's next round, and return the table with it."""
    now = table.with_entry(number, entry)
    counting = Round.objects.create(game=table.game, number=number, entry=entry)
    add_round(table, counting, entry.played, now.result_of(number))
    return now


def _add_accepted(late: Entry, by: Entry, kind: str, replaces: Entry | None) -> Entry:
    """Write the entry that makes a late one count. `by` has its id and device."""
    return add_entry(
        late.game,
        id=by.pk,
        number=late.number,
        kind=kind,
        data=late.data,
        sides=late.sides,
        replaces=replaces,
        about=late,
        device=by.device,
    )


def reject_late(late: Entry, device: Device) -> None:
    """Reject a late entry; it stays in the round's history. `late.game` is locked; `device` is the
    desk.
    """
    _settle(late, late)
    add_event(late.game, LEFT_OUT, device, data={"entry": late.pk.hex})
    commit_change(late.game, "late", over=False)


def reopen_late(late: Entry, entry_id: uuid.UUID, device: Device) -> None:
    """Undo the decision about a late entry. `late.game` is locked.

    If it counts, the entry before it counts again, by another entry of the desk's with the id
    `entry_id`, and versions that it closed are open again. Raises RuleError if more was recorded
    since.
    """
    game, taken = late.game, late.settled_by
    _settle(late, None)
    if taken is None or taken.pk == late.pk:
        add_event(game, WAITS_AGAIN, device, data={"entry": late.pk.hex})
        commit_change(game, "late", over=False)
        return
    table = table_of(game)
    _check_last(table.entries, taken)
    now, over = _restore_replaced(table, taken, Entry(pk=entry_id, about=late, device=device))
    Entry.objects.filter(game=game, outcome=Entry.Outcome.RIVAL, settled_by=taken).update(
        settled_by=None
    )
    commit_change(game, "take_late", over=over, table=now)


def _restore_replaced(table: Table, taken: Entry, by: Entry) -> tuple[Table, bool]:
    """Return the table as before `taken`, which made a late entry count, and whether the game is
    over.

    `by` has the id, subject and device of the entry to write.
    """
    game, number, before = table.game, taken.number, taken.replaces
    write = partial(add_entry, game, id=by.pk, number=number, about=by.about, device=by.device)
    if before is None:  # nothing was replaced: the late entry added a hand
        write(kind=KIND.UNDO, replaces=taken)
        Round.objects.filter(game=game, number=number).delete()
        return table.without_last(), False
    if taken.kind == KIND.UNDO:
        entry = write(kind=KIND.ROUND, data=before.data, sides=before.sides)
        now = _with_round(table, number, entry)
        return now, now.result.finished
    over = replay_with(table, number, before.played)
    entry = write(kind=KIND.CHOICE, data=before.data, sides=before.sides, replaces=taken)
    now = table.with_entry(number, entry)
    set_counting_entry(game, number, entry)
    rewrite_rows(now, number)
    return now, over


def _check_last(entries: Sequence[Entry], taken: Entry) -> None:
    """Raises RuleError if the round of a late entry has changed since, or others follow."""
    written, number = len(entries), taken.number
    if taken.kind == KIND.UNDO:
        fits = written == number - 1
    else:
        fits = number <= written and entries[number - 1].pk == taken.pk
        fits &= taken.kind != KIND.ROUND or number == written
    if not fits:
        text = gettext_noop(
            "Later changes depend on this, so it can no longer be undone. Change it by hand."
        )
        raise conflict("changed_since", "line", text)


def _settle(late: Entry, by: Entry | None) -> None:
    late.settled_by = by
    late.save(update_fields=["settled_by"])


def _does_not_fit() -> RuleError:
    text = gettext_noop(
        "This late hand does not fit the hands entered since. Decide on the earlier late hands "
        "first, or type the result."
    )
    return conflict("late_fits_no_more", "entry", text)
