"""Several phones at one table: equal and differing versions of a round, choices, agreement."""

import uuid
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from scoring.games import lifecycle
from scoring.games.actions.chaining import add_entry
from scoring.games.actions.common import commit_change, conflict, lock
from scoring.games.actions.entries import (
    Recorded,
    check_entry_limit,
    entry_transaction,
    round_changed,
    same_sides,
    sent_before,
    sides_changed,
    version_to_choose,
)
from scoring.games.actions.late_entries import keep_late
from scoring.games.actions.record_rows import rewrite_rows
from scoring.games.actions.replacement import replay_with, set_counting_entry
from scoring.games.host import of_match
from scoring.games.queries import Table, open_rivals, table_of
from scoring.models import Device, Entry, Game, Round
from scoring.rules import Round as PlayedRound
from scoring.rules import advance, played_by, seated
from scoring.rules.words import gettext_noop

Sides = Sequence[Sequence[int]]


def record_version(
    table: Table,
    entry_id: uuid.UUID,
    number: int,
    played: PlayedRound,
    device: Device,
    sides: Sides | None,
) -> Recorded:
    """Take in a round whose number is already recorded. The game is locked.

    If it equals a version that is there, both phones agree. If it differs, it is kept beside the
    one that counts and changes no score. It must be a round that could have been played, for the
    sides that its phone showed. Raises RuleError if it could not.
    """
    game = table.game
    check_entry_limit(game, number)
    counting = table.entry_of(number)
    rivals = list(open_rivals(game).filter(number=number))
    seen = table.result_of(number).sides if sides is None else tuple(tuple(side) for side in sides)
    for version in (counting, *rivals):
        if same_round(version.data, played.to_data()) and same_sides(seen, version.sides):
            entry = _add_version(
                game, entry_id, number, played, seen, device, Entry.Outcome.SAME, version
            )
            commit_change(game, "agree", over=False)
            return Recorded(entry, False, table)
    before = table.position_before(number)
    believed = played_by(before, seen)
    if believed is None:
        raise sides_changed()
    advance(believed, played)
    entry = _add_version(
        game, entry_id, number, played, seen, device, Entry.Outcome.RIVAL, counting
    )
    commit_change(game, "dispute", over=False, table=table)
    return Recorded(entry, False, table)


def same_round(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Return whether two phones wrote the same round. One that noted no bombs says nothing of
    them.
    """
    if ("bombs" in one) == ("bombs" in other):
        return one == other
    return {**one, "bombs": 0} == {**other, "bombs": 0}


def _add_version(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    played: PlayedRound,
    sides: Sides,
    device: Device,
    outcome: str,
    about: Entry,
) -> Entry:
    return add_entry(
        game,
        id=entry_id,
        number=number,
        data=played.to_data(),
        sides=sides,
        device=device,
        outcome=outcome,
        about=about,
    )


def choose_version(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    chosen: uuid.UUID,
    device: Device,
    *,
    versions: int | None = None,
) -> Recorded:
    """Choose the version of a round that counts. All versions and the choice stay in the history.

    `chosen` is the id of the entry that counts or of one of its rivals. `versions` is how many the
    person saw, None if the sender does not say: a version that came since must not be closed
    unseen. Raises RuleError if there is nothing left to choose, if the versions have changed, and
    if the chosen one does not fit the rounds around it.
    """
    with entry_transaction(entry_id):
        game = lock(game)
        if before := sent_before(game, entry_id, number, Entry.Kind.CHOICE, None, about=chosen):
            return Recorded(before, True, table_of(game))
        if of_match(game).why_locked(game):
            return keep_late(game, entry_id, number, Entry.Kind.CHOICE, device, about=chosen)
        lifecycle.check("choose", game)
        table = table_of(game)
        version = version_to_choose(table, number, chosen, versions=versions)
        counting = table.entry_of(number)
        # The limit of entries does not apply: a round that was sent very often must not keep its
        # game from ending.
        over = table.result.finished
        if version is not counting:
            position = seated(table.position_before(number), version.played)
            if not same_sides(version.sides, position.sides):
                raise conflict(
                    "sides_changed",
                    "sides",
                    gettext_noop(
                        "Different sides played this version. First choose for the rounds before "
                        "it."
                    ),
                )
            over = replay_with(table, number, version.played)
        entry = add_entry(
            game,
            id=entry_id,
            number=number,
            kind=Entry.Kind.CHOICE,
            data=version.data,
            sides=version.sides,
            replaces=counting,
            about=version,
            device=device,
        )
        open_rivals(game).filter(number=number).update(settled_by=entry)
        set_counting_entry(game, number, entry)
        now = table.with_entry(number, entry)
        if version is not counting:
            rewrite_rows(now, number)
        commit_change(game, "choose", over=over, table=now)
        return Recorded(entry, False, now)


def agree_to(
    game: Game, entry_id: uuid.UUID, number: int, agreed: uuid.UUID, device: Device
) -> Recorded:
    """Confirm a round from another phone. `agreed` is the id of the entry shown there.

    Raises RuleError if another entry counts by now, and on the phone that wrote it.
    """
    with entry_transaction(entry_id):
        game = lock(game)
        if before := sent_before(game, entry_id, number, Entry.Kind.AGREEMENT, {}, about=agreed):
            return Recorded(before, True, table_of(game))
        table = table_of(game)
        counting = table.entry_of(number) if table.has_round(number) else None
        if counting is None or counting.pk != agreed:
            raise round_changed(number)
        if counting.device_id == device.pk:
            raise conflict(
                "own_round",
                "about",
                gettext_noop(
                    "Round %(number)s was entered on this phone. Another phone has to agree to it."
                ),
                number=number,
            )
        check_entry_limit(game, number)
        entry = add_entry(
            game,
            id=entry_id,
            number=number,
            kind=Entry.Kind.AGREEMENT,
            about=counting,
            device=device,
        )
        commit_change(game, "agree", over=False)
        return Recorded(entry, False, table)


def mark_seen(game: Game, version: int, device: Device | None) -> bool:
    """Mark the rounds that others wrote as seen by a phone that shows this version of the game.

    A phone that shows an older version is ignored: it will load the newest and report that. Returns
    whether anything changed.
    """
    unseen = Round.objects.filter(game=game, seen_at__isnull=True)
    if device is not None:
        unseen = unseen.exclude(entry__device=device)
    # Of a hundred onlookers, only the first changes anything: the others must not lock
    if not unseen.exists():
        return False
    with transaction.atomic():
        game = lock(game)
        if game.version != version or not unseen.update(seen_at=timezone.now()):
            return False
        commit_change(game, "agree", over=False)
    return True
