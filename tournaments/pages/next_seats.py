"""Duplicate: where a pair or person plays next, as the movement has it, before that round is
published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

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
    partner_and_opponents,
    whole,
)
from tournaments.pairing.duplicate.event import sides_of
from tournaments.stage.history import RoundRows, history_of


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
    return _Coming(stage, names, now).seat_of(who)


def next_seats(match: Match, names: Mapping[int, str], now: datetime) -> list[tuple[str, NextSeat]]:
    """Return where everybody in a match plays next, north and south first."""
    coming = _Coming(match.session_round.stage, names, now)
    places = match.places.order_by("side", "order").values_list("entrant", flat=True)
    found = [(names.get(who, ""), coming.seat_of(who)) for who in places]
    return [(name, seat) for name, seat in found if seat is not None]


class _Coming:
    """The round after the newest published one. Read once for everybody."""

    def __init__(self, stage: Stage, names: Mapping[int, str], now: datetime) -> None:
        self.stage, self.names, self.now = stage, names, now
        self.history = history_of(stage)

    @cached_property
    def last(self) -> RoundRows | None:
        """The newest published round."""
        draft = SessionRound.State.DRAFT
        shown = [one for one in self.history.rounds if one.session_round.state != draft]
        return shown[-1] if shown else None

    @cached_property
    def rounds(self) -> Mapping[int, RoundOfMovement]:
        return {one.number: one for one in whole(self.history)}

    @cached_property
    def is_settled(self) -> bool:
        """Whether everybody who is here has their place in it."""
        if self.last is None or late_pairs(self.stage):
            return False
        number = self.last.session_round.number + 1
        if number in self.history.by_number:
            return is_due(self.history, number)
        return not Absence.objects.filter(stage=self.stage, round_number=number).exists()

    def seat_of(self, who: int) -> NextSeat | None:
        """See `next_seat`."""
        if self.last is None or not _has_finished(self.last, who):
            return None
        number = self.last.session_round.number
        coming = self.rounds.get(number + 1)
        if coming is None:
            return None
        if not self.is_settled:
            return NextSeat(number + 1, waits=True)
        rounds = list(self.rounds.values())
        carry = _carry(rounds, self.rounds[number], who)
        seat = coming.seat_of(who)
        if seat is None:
            after = self.rounds.get(number + 2)
            back = after.seat_of(who) if after else None
            until = _end_of_next(self.last, self.now)
            return NextSeat(number + 1, carry=carry, back=back.table if back else 0, until=until)
        partner, against = partner_and_opponents(sides_of(seat.who), who, self.names)
        return NextSeat(
            number + 1,
            table=seat.table,
            partner=partner,
            against=against,
            boards=boards_in(self.stage, rounds, who, number + 1),
            carry=carry,
        )


def _has_finished(rows: RoundRows, who: int) -> bool:
    """Whether somebody sits out in a round, or their result there is agreed."""
    if who in rows.byes:
        return True
    match = next((one.match for one in rows.seated if who in one.everybody), None)
    if match is None or not match.settled:
        return False
    closed = rows.session_round.state == SessionRound.State.CLOSED
    return closed or match.agreement == Match.Agreement.AGREED


def _carry(rounds: Sequence[RoundOfMovement], row: RoundOfMovement, who: int) -> Sequence[Carrying]:
    seat = row.seat_of(who)
    if seat is None or seat.direction_of_entrant(who) != NORTH_SOUTH:
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
