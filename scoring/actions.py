"""What a button does. Every action is one transaction: all of it stands, or nothing.

All refuse by RuleError, with mistakes a person can read. What must happen once is guarded by a lock on the
game's row and by unique constraints: sending the same entry twice is harmless.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring import lifecycle
from scoring.models import Club, Device, Entry, Game, GameEvent, Player, Round, Seat
from scoring.names import check_names, clean_text
from scoring.queries import Table, counting_entries, table_of
from scoring.rules import Mistake, RuleError, RuleSet, play
from scoring.rules import Round as PlayedRound
from scoring.rules.words import gettext_noop


@dataclass(frozen=True)
class Recorded:
    """What came of an entry: the row it is, whether it had come before, the table as it stands now."""

    entry: Entry
    repeated: bool
    table: Table


def refuse(code: str, field: str, text: str, **params: object) -> RuleError:
    return RuleError((Mistake(code, field, text, params),))


# Starting a game ----------------------------------------------------------------------------------------------


def start_game(
    device: Device,
    rules: RuleSet,
    names: Sequence[str],
    *,
    preset: str = "",
    table_name: str = "",
    direction: str = Game.Direction.RIGHT,
    saving: str = Game.Saving.ITSELF,
    rematch_of: Game | None = None,
    game_id: uuid.UUID | None = None,
) -> Game:
    """Seat people, in the direction of play, and begin.

    `names` may be typed anyhow: they are tidied first. `game_id` is the id that the form made: a second start with
    it gives the game of the first. Raises RuleError for names or a number of players that the variant does not
    take, and where the id stands for another game.
    """
    tidy = check_names(rules.variant, names)
    kept = {
        "variant": rules.variant,
        "settings": rules.settings(),
        "table_name": clean_text(table_name, "table_name", most=40),
        "direction": direction,
        "saving": saving,
    }
    with transaction.atomic():
        # Of two starts at once, the one that comes second waits here and finds the other's game.
        game, new = Game.objects.get_or_create(
            pk=game_id or uuid.uuid4(),
            defaults={**kept, "preset": preset, "device": device, "club": device.club, "rematch_of": rematch_of},
        )
        if not new:
            return _started_before(game, device, tidy, kept)
        players = _players(device, device.club, tidy)
        Seat.objects.bulk_create(Seat(game=game, number=n, player=player) for n, player in enumerate(players))
    return game


def _started_before(game: Game, device: Device, names: Sequence[str], kept: Mapping[str, object]) -> Game:
    """The game that the form has started already. Raises RuleError where it is not the one that is asked for."""
    if game.device_id != device.pk:
        raise refuse("id_used", "start_id", gettext_noop("This form was used on another phone. Please start again."))
    same = table_of(game).names == names and all(getattr(game, key) == value for key, value in kept.items())
    if not same:
        raise refuse(
            "id_used",
            "start_id",
            gettext_noop("This form has already started another game. Start again if you want one more."),
        )
    return game


def _players(device: Device, club: Club | None, names: Sequence[str]) -> list[Player]:
    """The people of these names in the club's list, or else in the phone's; new ones are added."""
    owner: dict[str, Any] = {"club": club} if club else {"device": device}
    # One start after the other in a list: two that add the same people in another order would block each other.
    if club:
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    else:
        Device.objects.select_for_update(no_key=True).get(pk=device.pk)
    known = {player.name: player for player in Player.objects.filter(name__in=names, **owner)}
    for name in names:
        if name not in known:
            known[name], _ = Player.objects.get_or_create(name=name, **owner)
    Player.objects.filter(pk__in=[known[name].pk for name in names]).update(last_played_at=timezone.now())
    return [known[name] for name in names]


def rematch(game: Game, device: Device, *, turned: bool = False) -> Game:
    """The same people under the same rules; `turned`: everybody but the first moves one seat on, for new partners.

    A second tap gives the rematch that the first one made, as long as nothing is written in it.
    """
    with transaction.atomic():
        lock(game)
        table = table_of(game)
        names = table.names if not turned else [table.names[0], *table.names[2:], table.names[1]]
        twin = Game.objects.filter(rematch_of=game, device=device, rounds__isnull=True).order_by("-started_at").first()
        if twin and table_of(twin).names == names:
            return twin
        return start_game(
            device,
            table.rules,
            names,
            preset=game.preset,
            table_name=game.table_name,
            direction=game.direction,
            saving=game.saving,
            rematch_of=game,
        )


# Writing rounds -----------------------------------------------------------------------------------------------


def lock(game: Game) -> Game:
    """The game's row, locked until the transaction ends, with all other writers waiting."""
    return Game.objects.select_for_update().get(pk=game.pk)


def record_round(game: Game, entry_id: uuid.UUID, number: int, data: object, device: Device) -> Recorded:
    """Write the next round.

    `number` is the number the phone believes to be next, from 1; `data` the round as `Round.to_data` gives it.
    Sending the same entry again gives the same answer. Raises RuleError where the round breaks the rules, is out
    of turn, or the id has been used for something else.
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
        result = play(table.rules, table.n_players, [*table.played, played])
        entry = Entry.objects.create(id=entry_id, game=game, number=number, data=played.to_data(), device=device)
        Round.objects.create(game=game, number=number, entry=entry)
        _touch(game, "record", over=result.finished)
        return Recorded(entry, False, Table(game, table.seats, [*table.entries, entry]))


def correct_round(
    game: Game, entry_id: uuid.UUID, number: int, data: object, device: Device, *, replaces: uuid.UUID
) -> Recorded:
    """Put another entry in the place of a round's; the old one stays in its history.

    `replaces` is the entry the corrector saw: where another correction came first, this one is refused, so that
    nothing is overwritten unseen. Raises RuleError also where later rounds would break (a game that would have
    ended before them, another king).
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
        result = _play_corrected(table, number, played)
        entry = Entry.objects.create(
            id=entry_id,
            game=game,
            number=number,
            kind=Entry.Kind.CORRECTION,
            data=played.to_data(),
            replaces=old,
            device=device,
        )
        Round.objects.filter(game=game, number=number).update(entry=entry)
        _touch(game, "correct", over=result)
        entries = [*table.entries[: number - 1], entry, *table.entries[number:]]
        return Recorded(entry, False, Table(game, table.seats, entries))


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
        old = table.entries[-1]
        Round.objects.filter(game=game, number=number).delete()
        entry = Entry.objects.create(
            id=entry_id, game=game, number=number, kind=Entry.Kind.UNDO, replaces=old, device=device
        )
        _touch(game, "undo", over=False)
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
        gettext_noop("This entry's id already stands for another entry. Load the page again and write it anew."),
    )


def _touch(game: Game, action: str, *, over: bool) -> None:
    game.state = lifecycle.following(action, game.state, over=over)
    game.version += 1
    game.save(update_fields=["state", "version", "changed_at"])


# Leading a game -----------------------------------------------------------------------------------------------


def pause_game(game: Game, device: Device) -> Game:
    return _lead(game, "pause", device)


def resume_game(game: Game, device: Device) -> Game:
    return _lead(game, "resume", device)


def finish_early(game: Game, device: Device, reason: str) -> Game:
    """End a game before the rules do. Raises RuleError without a reason: the sheet shows it for ever."""
    reason = clean_text(reason, "reason", most=200)
    if not reason:
        raise refuse(
            "reason_missing",
            "reason",
            gettext_noop("Please write why the game ends early, for example: last tram."),
        )
    return _lead(game, "finish_early", device, reason)


def reopen_game(game: Game, device: Device) -> Game:
    return _lead(game, "reopen", device)


def _lead(game: Game, action: str, device: Device, reason: str = "") -> Game:
    with transaction.atomic():
        game = lock(game)
        lifecycle.check(action, game)
        _touch(game, action, over=table_of(game).result.finished)
        GameEvent.objects.create(game=game, action=action, reason=reason, device=device)
    return game


def change_table_settings(game: Game, *, saving: str, recording: str, direction: str) -> Game:
    """How the table writes: saves itself or asks, how much it records, which way the play goes.

    Raises RuleError where the depth of recording is to change after the first round: the rounds of one game are
    recorded alike.
    """
    with transaction.atomic():
        game = lock(game)
        rules = RuleSet.of(game.variant, game.settings)
        if recording and recording != rules.recording:
            if counting_entries(game):
                raise refuse(
                    "recording_fixed",
                    "recording",
                    gettext_noop("How much is recorded can be changed before the first round only."),
                )
            game.settings = RuleSet.of(game.variant, {**game.settings, "recording": recording}).settings()
        game.saving, game.direction = saving, direction
        game.version += 1
        game.save(update_fields=["saving", "direction", "settings", "version", "changed_at"])
    return game
