"""Duplicate: which boards a pair plays next, where they come from, and when it sits out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.rules import RuleSet
from tournaments.clock import clock_of, ends_at
from tournaments.models import SessionRound, Stage
from tournaments.pages.movements import NORTH_SOUTH, Carrying, RoundOfMovement, drawn, fetched
from tournaments.stage.history import History


@dataclass(frozen=True)
class BoardsHere:
    """What is played at a table: which boards in which order, what north and south fetch, and which
    tables share the boards. For a pair also in which direction it sits, and its number.
    """

    direction: int | None
    pair: int
    boards: Sequence[int]
    fetch: Sequence[Carrying]
    shared: Sequence[int]
    grand: bool  # whether a Grand Tichu may be called


@dataclass(frozen=True)
class SitsOut:
    """A round in which a pair sits out: when it is over, as far as the clock knows."""

    round: int
    until: datetime | None


def boards_here(history: History, who: int, number: int) -> BoardsHere | None:
    """Return the boards of a pair in a round; None if it has no table there, or no boards."""
    return boards_in(history.stage, drawn(history), who, number)


def boards_in(
    stage: Stage, rounds: Sequence[RoundOfMovement], who: int, number: int
) -> BoardsHere | None:
    """Return the boards of a pair in one of these rounds; None if it has no table there."""
    row = next((one for one in rounds if one.number == number), None)
    seat = next((one for one in row.tables if who in one.who), None) if row else None
    if seat is None:
        return None
    direction = seat.who.index(who)
    return BoardsHere(
        direction,
        seat.pairs[direction],
        seat.boards,
        fetched(rounds, number, seat.table) if direction == NORTH_SOUTH else (),
        seat.shared,
        _grand(stage),
    )


def boards_at(history: History, number: int, table: int) -> BoardsHere | None:
    """Return the boards of a table in a round; None if it has none."""
    rounds = drawn(history)
    row = next((one for one in rounds if one.number == number), None)
    seat = next((one for one in row.tables if one.table == table), None) if row else None
    if seat is None:
        return None
    fetch = fetched(rounds, number, table)
    return BoardsHere(None, 0, seat.boards, fetch, seat.shared, _grand(history.stage))


def _grand(stage: Stage) -> bool:
    return RuleSet.of(stage.variant, stage.rules).grand_allowed


def sits_out(history: History, who: int, now: datetime) -> SitsOut | None:
    """Return the round being played in which a pair sits out; None if there is none."""
    for rows in history.rounds:
        session_round = rows.session_round
        if session_round.state == SessionRound.State.PUBLISHED and who in rows.byes:
            clock = clock_of(session_round)
            return SitsOut(session_round.number, ends_at(clock, now))
    return None
