"""Duplicate on paper: a guide card for each pair or person, and the whole movement for the
director.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Participation, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.board_seats import seat_shown
from tournaments.pages.movements import (
    NORTH_SOUTH,
    Carrying,
    RoundOfMovement,
    carried,
    fetched,
    in_ranges,
    named,
    numbers_in,
    pairs_in,
    planned,
    whole,
)
from tournaments.pairing.duplicate.event import Duplicate, sides_of
from tournaments.pairing.duplicate.seating import holders_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, history_of


@dataclass(frozen=True)
class GuideLine:
    """An entrant's round. Without a table they sit out; only north and south fetch and carry.

    `partners` and `against` have numbers and names; a pair has no partners.
    """

    number: int
    table: int = 0
    direction: int = NORTH_SOUTH
    seat: str = ""
    boards: str = ""
    shared: Sequence[int] = ()
    partners: Sequence[tuple[int, str]] = ()
    against: Sequence[tuple[int, str]] = ()
    fetch: Sequence[Carrying] = ()
    carry: Sequence[Carrying] = ()
    each: Sequence[int] = ()  # the boards in the order of play


@dataclass(frozen=True)
class GuideCard:
    """The way of a pair or person through the movement."""

    number: int
    name: str
    lines: Sequence[GuideLine]
    first: int = 1  # the round from which on it replaces an earlier card


def guide_cards(tournament: Tournament, stage: Stage) -> list[GuideCard]:
    """Return the cards by number; empty before the first draw."""
    history = history_of(stage)
    return _cards(history, whole(history), names_of(tournament))


def renewed_cards(history: History, names: Mapping[int, str], first: int) -> list[GuideCard]:
    """Return the cards from this round on of everybody for whom the movement as it was planned no
    longer holds, since others have left or come late.
    """
    format_ = FORMATS[history.stage.format]
    if not history.rounds or not isinstance(format_, Duplicate):
        return []
    found = format_.movement(pairs_in(history), history.stage.format_settings)
    before = {one.number: _rest(one, first) for one in _cards(history, planned(found), names)}
    now = [_rest(one, first) for one in _cards(history, whole(history), names)]
    rows = {row.entrant_id: row for row in history.participations}
    holders = holders_of(numbers_in(history))
    return [
        card
        for card in now
        if _is_due(rows[holders[card.number]], changed=card != before[card.number])
    ]


def _rest(card: GuideCard, first: int) -> GuideCard:
    """Return a card from this round on."""
    return replace(card, lines=[one for one in card.lines if one.number >= first], first=first)


def _is_due(row: Participation, *, changed: bool) -> bool:
    """Whether somebody needs another card: they came late, or play on and their way has changed."""
    return row.first_round > 1 or (changed and not row.has_left)


def _cards(
    history: History, rounds: Sequence[RoundOfMovement], names: Mapping[int, str]
) -> list[GuideCard]:
    by_number = holders_of(numbers_in(history))
    called = {number: names.get(who, f"#{who}") for number, who in by_number.items()}
    return [
        GuideCard(number, name, [_line(rounds, one, number, called) for one in rounds])
        for number, name in sorted(called.items())
    ]


def _line(
    rounds: Sequence[RoundOfMovement], row: RoundOfMovement, own: int, names: dict[int, str]
) -> GuideLine:
    seat = next((one for one in row.tables if own in one.numbers), None)
    if seat is None:
        return GuideLine(row.number)
    direction = seat.direction_of(own)
    sides = [[(one, names.get(one, "")) for one in side] for side in sides_of(seat.numbers)]
    carries = direction == NORTH_SOUTH
    return GuideLine(
        row.number,
        seat.table,
        direction,
        seat_shown(seat, seat.numbers.index(own)),
        in_ranges(seat.boards),
        seat.shared,
        [one for one in sides[direction] if one[0] != own],
        sides[1 - direction],
        fetched(rounds, row.number, seat.table) if carries else (),
        carried(rounds, row.number, seat.table) if carries else (),
        seat.boards,
    )


def master_sheet(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Return all rounds, and the names by number."""
    history, names = history_of(stage), names_of(tournament)
    pairs = [(number, names.get(who, f"#{who}")) for number, who in named(history)]
    return {"rounds": whole(history), "pairs": pairs}
