"""Writing a round, correcting one, taking the last one back.

What must happen once is guarded by a lock on the game's row and by unique constraints: sending the same entry
twice is harmless.
"""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from scoring import lifecycle
from scoring.actions.common import lock, refuse, touch
from scoring.models import Device, Entry, Game, Round
from scoring.queries import Table, table_of
from scoring.rules import Position, RoundResult, RuleError, play
from scoring.rules import Round as PlayedRound
from scoring.rules.words import gettext_noop


@dataclass(frozen=True)
class Recorded:
    """What came of an entry: the row it is, whether it had come before, the table as it stands now."""

    entry: Entry
    repeated: bool
    table: Table


MOST_ROUNDS = 500  # in one game; an evening has thirty
MOST_ENTRIES = 100  # for one round, with all corrections and what was taken back


def record_round(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    data: object,
    device: Device,
    *,
    sides: Sequence[Sequence[int]] | None = None,
) -> Recorded:
    """Write the next round.

    `number` is the number the phone believes to be next, from 1; `data` the round as `Round.to_data` gives it;
    `sides` the seats of each side as its screen showed them, None where the sender did not look: card points of a
    screen that is out of date would go to the wrong people. Sending the same entry again gives the same answer.
    Raises RuleError where the round breaks the rules, is out of turn, was tapped for other sides, or the id has been
    used for something else.
    """
    played = PlayedRound.from_data(data)
    with _writing(entry_id):
        game = lock(game)
        if before := _sent_before(game, entry_id, number, Entry.Kind.ROUND, played.to_data()):
            return Recorded(before, True, table_of(game))
        lifecycle.check("record", game)
        table = table_of(game)
        written = len(table.entries)
        if 1 <= number <= written:
            raise refuse(
                "round_written",
                "number",
                gettext_noop("Round %(number)s is already written. To change it, correct it on the score sheet."),
                number=number,
            )
        if number != written + 1:
            raise refuse(
                "round_out_of_turn",
                "number",
                gettext_noop("Round %(number)s cannot be written yet: round %(next)s comes next."),
                number=number,
                next=written + 1,
            )
        if number > MOST_ROUNDS:
            raise refuse(
                "too_many_rounds",
                "number",
                gettext_noop("A game has at most %(most)s rounds here: finish it and start a rematch."),
                most=MOST_ROUNDS,
            )
        _check_sides(sides, table.position)
        result = play(table.rules, table.n_players, [*table.played, played])
        entry = Entry.objects.create(
            id=entry_id,
            game=game,
            number=number,
            data=played.to_data(),
            sides=table.position.sides,
            device=device,
        )
        Round.objects.create(game=game, number=number, entry=entry)
        touch(game, "record", over=result.finished)
        return Recorded(entry, False, Table(game, table.seats, [*table.entries, entry]))


def correct_round(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    data: object,
    device: Device,
    *,
    replaces: uuid.UUID,
    sides: Sequence[Sequence[int]] | None = None,
) -> Recorded:
    """Put another entry in the place of a round's; the old one stays in its history.

    `replaces` is the entry the corrector saw: where another correction came first, this one is refused, so that
    nothing is overwritten unseen. `sides` as in `record_round`. Raises RuleError also where later rounds would break
    (a game that would have ended before them, another king).
    """
    played = PlayedRound.from_data(data)
    with _writing(entry_id):
        game = lock(game)
        if before := _sent_before(game, entry_id, number, Entry.Kind.CORRECTION, played.to_data()):
            return Recorded(before, True, table_of(game))
        lifecycle.check("correct", game)
        table = table_of(game)
        if not 1 <= number <= len(table.entries):
            raise refuse(
                "round_unknown",
                "number",
                gettext_noop("There is no round %(number)s in this game to correct."),
                number=number,
            )
        old = table.entries[number - 1]
        if old.pk != replaces:
            raise refuse(
                "round_changed",
                "number",
                gettext_noop("Round %(number)s was changed meanwhile: look at it again, then correct it."),
                number=number,
            )
        _check_room(game, number)
        _check_sides(sides, table.result.rounds[number - 1])
        result = _play_corrected(table, number, played)
        entry = Entry.objects.create(
            id=entry_id,
            game=game,
            number=number,
            kind=Entry.Kind.CORRECTION,
            data=played.to_data(),
            sides=table.result.rounds[number - 1].sides,
            replaces=old,
            device=device,
        )
        Round.objects.filter(game=game, number=number).update(entry=entry)
        touch(game, "correct", over=result)
        entries = [*table.entries[: number - 1], entry, *table.entries[number:]]
        return Recorded(entry, False, Table(game, table.seats, entries))


def _check_sides(seen: Sequence[Sequence[int]] | None, now: Position | RoundResult) -> None:
    """Raises RuleError where a phone tapped for other sides than those that play now."""
    if seen is not None and [list(side) for side in seen] != [list(side) for side in now.sides]:
        raise refuse(
            "sides_changed",
            "sides",
            gettext_noop(
                "An earlier round was changed meanwhile, and other people play together now. "
                "Load the page again and write this round anew."
            ),
        )


def _check_room(game: Game, number: int) -> None:
    if Entry.objects.filter(game=game, number=number).count() >= MOST_ENTRIES:
        raise refuse(
            "too_many_entries",
            "number",
            gettext_noop("Round %(number)s was changed very often: it stays as it is now."),
            number=number,
        )


def _play_corrected(table: Table, number: int, played: PlayedRound) -> bool:
    """Whether the game is over with the correction in place. Raises RuleError where it, or what follows, breaks."""
    rounds = [*table.played[: number - 1], played, *table.played[number:]]
    try:
        result = play(table.rules, table.n_players, rounds)
    except RuleError as error:
        own = tuple(mistake for mistake in error.mistakes if mistake.round == number)
        if own:
            raise RuleError(own) from error
        raise refuse(
            "later_rounds_break",
            "number",
            gettext_noop(
                "With this, round %(later)s would not be possible any more. Undo the rounds from %(later)s on first."
            ),
            later=min(mistake.round or number for mistake in error.mistakes),
        ) from error
    for later in range(number, len(rounds)):
        # Card points are kept in the order of the sides: with another king they would go to the wrong people.
        if result.rounds[later].sides != table.result.rounds[later].sides:
            raise refuse(
                "later_rounds_break",
                "number",
                gettext_noop(
                    "With this, other people would have played together in round %(later)s. "
                    "Undo the rounds from %(later)s on first."
                ),
                later=later + 1,
            )
    return result.finished


def undo_round(game: Game, entry_id: uuid.UUID, number: int, device: Device) -> Recorded:
    """Take back the last round. It stays in the history; its number is free again.

    `number` is the round the person saw as the last: a second tap does not take back one more.
    """
    with _writing(entry_id):
        game = lock(game)
        if before := _sent_before(game, entry_id, number, Entry.Kind.UNDO, {}):
            return Recorded(before, True, table_of(game))
        lifecycle.check("undo", game)
        table = table_of(game)
        if number < 1 or number != len(table.entries):
            raise refuse(
                "round_not_last",
                "number",
                gettext_noop("Only the last round can be undone, and round %(number)s is not the last."),
                number=number,
            )
        _check_room(game, number)
        old = table.entries[-1]
        Round.objects.filter(game=game, number=number).delete()
        entry = Entry.objects.create(
            id=entry_id, game=game, number=number, kind=Entry.Kind.UNDO, replaces=old, device=device
        )
        touch(game, "undo", over=False)
        return Recorded(entry, False, Table(game, table.seats, table.entries[:-1]))


def _sent_before(game: Game, entry_id: uuid.UUID, number: int, kind: str, data: object) -> Entry | None:
    """The row of an entry that has come before. Raises RuleError where its id stands for something else."""
    entry = Entry.objects.filter(pk=entry_id).select_related("device").first()
    if entry is None:
        return None
    if (entry.game_id, entry.number, entry.kind, entry.data) != (game.pk, number, kind, data):
        raise _id_used()
    return entry


@contextmanager
def _writing(entry_id: uuid.UUID) -> Iterator[None]:
    """The transaction that adds an entry.

    The lock is on one game's row, ids are of all games: what another game took in the same moment is refused here
    like what it took before.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if Entry.objects.filter(pk=entry_id).exists():
            raise _id_used() from error
        raise


def _id_used() -> RuleError:
    return refuse(
        "id_used",
        "id",
        gettext_noop("This round is already saved, as it was sent first. To change it, correct it on the score sheet."),
    )
