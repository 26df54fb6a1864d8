"""Others sit at the table from a round on: somebody leaves and another takes over, or two change
seats.

The score goes on, and earlier rounds stay with the people who played them. Each change is an event
of the game with the seats before and after it; the rows of `Seat` follow from these events.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.games import lifecycle
from scoring.games.actions.chaining import (
    SEATING,
    SUBSTITUTED,
    TAKEN_BACK,
    add_event,
    seats_of,
    start_chain,
)
from scoring.games.actions.common import commit_change, conflict, lock, rule_error
from scoring.games.actions.entries import check_people, id_used
from scoring.games.actions.record_rows import store_sittings, write_games
from scoring.games.actions.spelling import newcomers, people_now
from scoring.games.names.seat_names import names_by_seat
from scoring.games.queries import Table, table_of
from scoring.games.sittings import exchanged, sits_twice
from scoring.models import Device, Entry, Game, GameEvent
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop

MOST_CHANGES = 200  # in one game, with those taken back; a change rewrites all of its rows


@dataclass(frozen=True)
class Seated:
    """The outcome: the event, whether it had been sent before, and the table after it."""

    event: GameEvent
    repeated: bool
    table: Table


def change_seats(
    game: Game,
    change_id: uuid.UUID,
    number: int,
    people: Sequence[str | None],
    device: Device,
    *,
    names: Sequence[str] | None = None,
) -> Seated:
    """Seat these people from round `number` on, which is the next round or an earlier one.

    `people` are names by seat, typed or known; "" leaves a seat as it is, None leaves it without a
    name. `change_id` is made by
    the phone: sent again, it gets the same answer. `names` are those that the screen showed before,
    None if the sender did not look. Raises RuleError for a game of a match or one that is over, for
    wrong names, for a round before the last change of seats, and if others have changed the seats
    since.
    """
    with transaction.atomic():
        game = lock(game)
        if before := _sent_before(game, change_id, SUBSTITUTED):
            return Seated(before, True, table_of(game))
        _check_open(game)
        table = table_of(game)
        check_people(names, table)
        _check_number(table, number)
        _check_limit(game, number)
        typed = names_by_seat(game.variant, [name or "" for name in people])
        if len(typed) != len(table.seats):
            raise rule_error(
                "wrong_seats",
                "people",
                gettext_noop("Name the people of all %(count)s seats, or leave a name empty."),
                count=len(table.seats),
            )
        unnamed = [name is None for name in people[: len(typed)]]
        seats = [
            None if empty else player
            for player, empty in zip(_players(table, typed), unnamed, strict=True)
        ]
        return _seat(table, change_id, SUBSTITUTED, seats, number, device)


def take_back_seats(game: Game, undo_id: uuid.UUID, change_id: uuid.UUID, device: Device) -> Seated:
    """Take the last change of seats back, as long as no round was written after it.

    Raises RuleError if another change came after it, if a round did, and if there is none.
    """
    with transaction.atomic():
        game = lock(game)
        if before := _sent_before(game, undo_id, TAKEN_BACK):
            return Seated(before, True, table_of(game))
        _check_open(game)
        table = table_of(game)
        change = last_change_of_seats(game)
        if change is None or change.data is None or change.data["set"] != str(change_id):
            raise conflict(
                "change_unknown",
                "about",
                gettext_noop("The seats have changed again. Check who sits where."),
            )
        number = change.data["number"]
        if table.last_number >= number:
            raise conflict(
                "seats_played",
                "about",
                gettext_noop("Round %(number)s is written with these people: undo it first."),
                number=number,
            )
        seats = people_now(change.data["before"]["seats"])
        if seats is None:
            raise conflict(
                "change_unknown",
                "about",
                gettext_noop("The seats have changed again. Check who sits where."),
            )
        return _seat(table, undo_id, TAKEN_BACK, seats, number, device)


def last_change_of_seats(game: Game) -> GameEvent | None:
    """Return the newest change of seats that was not taken back, if it can be: nobody was renamed
    or moved since. One query.
    """
    standing = standing_changes(game)
    if not standing or standing[-1].data is None:
        return None
    return standing[-1] if standing[-1].data["after"]["seats"] == seats_of(game) else None


def standing_changes(game: Game) -> list[GameEvent]:
    """Return the changes of seats that were not taken back, oldest first. One query."""
    standing: list[GameEvent] = []
    for event in GameEvent.objects.filter(game=game, action__in=SEATING).order_by("position"):
        if event.action == SUBSTITUTED:
            standing.append(event)
        elif standing:
            standing.pop()
    return standing


def _sent_before(game: Game, key: uuid.UUID, action: str) -> GameEvent | None:
    """Return the change with this id if it was sent before. Raises RuleError if the id was used
    otherwise.
    """
    sent = GameEvent.objects.filter(game=game, action__in=SEATING, data__set=str(key)).first()
    if (sent is not None and sent.action != action) or Entry.objects.filter(pk=key).exists():
        raise id_used()
    return sent


def _check_open(game: Game) -> None:
    if game.of_match:
        raise conflict(
            "rules_of_match",
            "game",
            gettext_noop("This game belongs to a match: its director seats a substitute."),
        )
    lifecycle.check("substitute", game)


def _check_number(table: Table, number: int) -> None:
    first, following = table.carried.rounds + 1, table.last_number + 1
    if not first <= number <= following:
        raise conflict(
            "round_out_of_turn",
            "number",
            gettext_noop("Round %(number)s cannot be entered yet: round %(next)s comes next."),
            number=number,
            next=following,
        )
    if any(number < seat.first for seat in table.seats):
        raise conflict(
            "seats_changed_later",
            "number",
            gettext_noop("The seats have changed after round %(number)s already."),
            number=number,
        )


def _check_limit(game: Game, number: int) -> None:
    """Raises RuleError if the seats have changed so often that it cannot be an accident."""
    if GameEvent.objects.filter(game=game, action__in=SEATING).count() >= MOST_CHANGES:
        raise conflict(
            "too_many_entries",
            "number",
            gettext_noop("Round %(number)s has been changed too often. It stays as it is."),
            number=number,
        )


def _players(table: Table, typed: Sequence[str]) -> list[int | None]:
    """Return the players by seat: those who sit or sat here, else from the game's list or new."""
    known = _known(table)
    wanted = [name or own for name, own in zip(typed, table.people, strict=True)]
    known |= newcomers(table.game, wanted, known)
    return [
        known[name] if name else seat.player_id
        for name, seat in zip(wanted, table.seats, strict=True)
    ]


def _known(table: Table) -> dict[str, int]:
    rows = [*table.former, *table.seats]
    known = {row.player.called(): row.player.pk for row in rows if row.player}
    known.pop("", None)
    return known


def _seat(
    table: Table,
    key: uuid.UUID,
    action: str,
    seats: Sequence[int | None],
    number: int,
    device: Device,
) -> Seated:
    """Write the change of a locked game, and all that follows from it."""
    game, now = table.game, [seat.player_id for seat in table.seats]
    start = table.carried.rounds + 1
    rows = exchanged([*table.seats, *table.former], seats, number, start=start)
    if sits_twice(rows):
        raise same_twice()
    if game.chain_head is None:  # the chain starts now, with the first players
        start_chain(game, now)
    store_sittings(table, rows)
    change = {
        "before": {"seats": now},
        "after": {"seats": list(seats)},
        "number": number,
        "set": str(key),
    }
    event = add_event(game, action, device, data=change)
    commit_change(game, "substitute", over=False)
    write_games([game])
    return Seated(event, False, table_of(game))


def same_twice() -> RuleError:
    return rule_error("name_twice", "people", gettext_noop("The same person would sit here twice."))
