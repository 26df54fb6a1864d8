"""Correcting a round: another entry takes its place, the old one stays in its history."""

import uuid
from collections.abc import Sequence

from scoring import lifecycle
from scoring.actions.common import lock, refuse, touch
from scoring.actions.entries import Recorded, check_room, check_sides, round_changed, sent_before, writing
from scoring.models import Device, Entry, Game, Round
from scoring.queries import Table, table_of
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleError, play
from scoring.rules.words import gettext_noop


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
    (a game that would have ended before them, another king), and where the round has two versions: there one of
    them is chosen.
    """
    played = PlayedRound.from_data(data)
    with writing(entry_id):
        game = lock(game)
        kind = Entry.Kind.CORRECTION
        if before := sent_before(game, entry_id, number, kind, played.to_data(), replaces=replaces, sides=sides):
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
            raise round_changed(number)
        check_room(game, number, undisputed=True)
        check_sides(sides, table.result.rounds[number - 1])
        over = play_instead(table, number, played)
        entry = Entry.objects.create(
            id=entry_id,
            game=game,
            number=number,
            kind=kind,
            data=played.to_data(),
            sides=table.result.rounds[number - 1].sides,
            replaces=old,
            device=device,
        )
        count_instead(game, number, entry)
        touch(game, "correct", over=over)
        entries = [*table.entries[: number - 1], entry, *table.entries[number:]]
        return Recorded(entry, False, Table(game, table.seats, entries))


def count_instead(game: Game, number: int, entry: Entry) -> None:
    """Let an entry count for a round from now on. Nobody else has seen it yet."""
    Round.objects.filter(game=game, number=number).update(entry=entry, seen_at=None)


def play_instead(table: Table, number: int, played: PlayedRound) -> bool:
    """Whether the game is over with another round in this place. Raises RuleError where it, or what follows, breaks."""
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
