"""Duplicate: where a pair or person plays next, as the movement has it, before that round is
published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.clock import clock_of, ends_at
from tournaments.models import Absence, Match, SessionRound, Stage
from tournaments.pages.board_seats import BoardsHere, boards_in
from tournaments.pages.movements import (
    NORTH_SOUTH,
    Carrying,
    RoundOfMovement,
    carried,
    is_due,
    late_pairs,
    whole,
)
from tournaments.stage.history import History, RoundRows, history_of


@dataclass(frozen=True)
class NextSeat:
    """Somebody's next round: the table, partner (of a person), opponents and boards, and where
    those go that they have played (only for north and south).

    Without a table they sit out, and come `back` to a table, if the clock allows it `until` about
    then. `waits`: others have left or come, so that the round may still change.
    """

    round: int
    waits: bool = False
    table: int = 0
    partner: str = ""
    against: str = ""
    boards: BoardsHere | None = None
    carry: Sequence[Carrying] = ()
    back: int = 0
    until: datetime | None = None


def next_seat(stage: Stage, who: int, names: Mapping[int, str], now: datetime) -> NextSeat | None:
    """Return where somebody who has finished their round plays next; None while they have not, once
    the next round is published, and after the last one.
    """
    history = history_of(stage)
    shown = [one for one in history.rounds if one.session_round.state != SessionRound.State.DRAFT]
    if not shown or not _has_finished(shown[-1], who):
        return None
    number = shown[-1].session_round.number
    rounds = {one.number: one for one in whole(history)}
    coming = rounds.get(number + 1)
    if coming is None:
        return None
    if not _is_settled(history, number + 1):
        return NextSeat(number + 1, waits=True)
    carry = _carry(list(rounds.values()), rounds[number], who)
    seat = next((one for one in coming.tables if who in one.who), None)
    if seat is None:
        back = _table_in(rounds.get(number + 2), who)
        until = _end_of_next(shown[-1], now)
        return NextSeat(number + 1, carry=carry, back=back, until=until)
    partner, against = seat.around(who, names)
    return NextSeat(
        number + 1,
        table=seat.table,
        partner=partner,
        against=against,
        boards=boards_in(stage, list(rounds.values()), who, number + 1),
        carry=carry,
    )


def _table_in(row: RoundOfMovement | None, who: int) -> int:
    """Return somebody's table in a round; 0 if they have none."""
    return next((one.table for one in row.tables if who in one.who), 0) if row else 0


def next_seats(match: Match, names: Mapping[int, str], now: datetime) -> list[tuple[str, NextSeat]]:
    """Return where everybody in a match plays next, north and south first."""
    places = match.places.order_by("side", "order").values_list("entrant", flat=True)
    found = [
        (names.get(who, ""), next_seat(match.session_round.stage, who, names, now))
        for who in places
    ]
    return [(name, seat) for name, seat in found if seat is not None]


def _has_finished(rows: RoundRows, who: int) -> bool:
    """Whether somebody sits out in a round, or their result there is agreed."""
    if who in rows.byes:
        return True
    match = next((one.match for one in rows.seated if who in one.everybody), None)
    if match is None or not match.settled:
        return False
    closed = rows.session_round.state == SessionRound.State.CLOSED
    return closed or match.agreement == Match.Agreement.AGREED


def _is_settled(history: History, number: int) -> bool:
    """Whether everybody who is here has their place in this round."""
    if late_pairs(history.stage):
        return False
    if number in history.by_number:
        return is_due(history, number)
    return not Absence.objects.filter(stage=history.stage, round_number=number).exists()


def _carry(rounds: Sequence[RoundOfMovement], row: RoundOfMovement, who: int) -> Sequence[Carrying]:
    seat = next((one for one in row.tables if who in one.who), None)
    if seat is None or seat.direction_of(seat.numbers[seat.who.index(who)]) != NORTH_SOUTH:
        return ()
    return carried(rounds, row.number, seat.table)


def _end_of_next(rows: RoundRows, now: datetime) -> datetime | None:
    """Return when the round after this one will be over, if both have the stage's clock."""
    session_round = rows.session_round
    minutes = session_round.stage.minutes
    ends = ends_at(clock_of(session_round), now)
    if minutes is None or ends is None:
        return None
    return max(ends, now) + timedelta(minutes=minutes)
