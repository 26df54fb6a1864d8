"""Duplicate: which boards somebody plays next, where they come from, and when they sit out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.rules import RuleSet
from tournaments.clock import clock_of, ends_at
from tournaments.models import SessionRound, Stage
from tournaments.pages.deals import seat_names
from tournaments.pages.movements import (
    AT_FOUR,
    NORTH_SOUTH,
    Carrying,
    RoundOfMovement,
    Seating,
    drawn,
    fetched,
)
from tournaments.stage.deals import dealt_and_noted
from tournaments.stage.history import History


@dataclass(frozen=True)
class BoardsHere:
    """What is played at a table: which boards in which order, what north and south fetch, and which
    tables share the boards. For a pair or person also in which direction they sit, where, and who
    they are in the movement.
    """

    direction: int | None
    sits: str
    called: str
    boards: Sequence[int]
    fetch: Sequence[Carrying]
    shared: Sequence[int]
    grand: bool  # whether a Grand Tichu may be called
    records: bool  # whether those who play a board first note their cards


@dataclass(frozen=True)
class SitsOut:
    """A round in which somebody sits out: when it will be over, as far as the clock knows."""

    round: int
    until: datetime | None


def boards_here(history: History, who: int, number: int) -> BoardsHere | None:
    """Return an entrant's boards in a round; None if they have no table there, or no boards."""
    return boards_in(history.stage, drawn(history), who, number)


def boards_in(
    stage: Stage, rounds: Sequence[RoundOfMovement], who: int, number: int
) -> BoardsHere | None:
    """Return an entrant's boards in one of these rounds; None if they have no table there."""
    row = next((one for one in rounds if one.number == number), None)
    seat = row.seat_of(who) if row else None
    if seat is None:
        return None
    at, direction = seat.who.index(who), seat.direction_of_entrant(who)
    return BoardsHere(
        direction,
        _("You sit %(seat)s") % {"seat": seat_shown(seat, at)},
        called(seat.numbers[at], alone=len(seat.numbers) == AT_FOUR),
        seat.boards,
        fetched(rounds, number, seat.table) if direction == NORTH_SOUTH else (),
        seat.shared,
        _grand(stage),
        dealt_and_noted(stage),
    )


def boards_at(history: History, number: int, table: int) -> BoardsHere | None:
    """Return the boards of a table in a round; None if it has none."""
    rounds = drawn(history)
    row = next((one for one in rounds if one.number == number), None)
    seat = next((one for one in row.tables if one.table == table), None) if row else None
    if seat is None:
        return None
    fetch = fetched(rounds, number, table)
    return BoardsHere(
        None,
        "",
        "",
        seat.boards,
        fetch,
        seat.shared,
        _grand(history.stage),
        dealt_and_noted(history.stage),
    )


def seat_shown(seat: Seating, at: int) -> str:
    """Return where the one at this place of a table's numbers sits: "North–South", or a person
    "East".
    """
    if len(seat.numbers) == AT_FOUR:
        north, east, south, west = seat_names()
        return (north, south, east, west)[at]
    return (_("North–South"), _("East–West"))[at]


def called(number: int, *, alone: bool) -> str:
    """Return what a pair with this number is called, or a person whose partners change."""
    text = _("player %(number)s") if alone else _("pair %(number)s")
    return text % {"number": number}


def _grand(stage: Stage) -> bool:
    return RuleSet.of(stage.variant, stage.rules).grand_allowed


def sits_out(history: History, who: int, now: datetime) -> SitsOut | None:
    """Return the round being played in which somebody sits out; None if there is none."""
    for rows in history.rounds:
        session_round = rows.session_round
        if session_round.state == SessionRound.State.PUBLISHED and who in rows.byes:
            ends = ends_at(clock_of(session_round), now)
            # Once the time is over, nobody knows how long the last tables take
            return SitsOut(session_round.number, ends if ends and ends > now else None)
    return None
