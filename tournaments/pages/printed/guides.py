"""Duplicate on paper: a guide card for each pair, and the whole movement for the director."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.movements import (
    NORTH_SOUTH,
    Carrying,
    RoundOfMovement,
    carried,
    fetched,
    in_ranges,
    named,
    numbers_in,
    whole,
)
from tournaments.stage.history import history_of


@dataclass(frozen=True)
class GuideLine:
    """A round of a pair. Without a table it sits out; only north and south fetch and carry."""

    number: int
    table: int = 0
    direction: int = NORTH_SOUTH
    boards: str = ""
    shared: Sequence[int] = ()
    against: int = 0
    name: str = ""
    fetch: Sequence[Carrying] = ()
    carry: Sequence[Carrying] = ()


@dataclass(frozen=True)
class GuideCard:
    """A pair's way through the movement."""

    number: int
    name: str
    lines: Sequence[GuideLine]


def guide_cards(tournament: Tournament, stage: Stage) -> list[GuideCard]:
    """Return the cards by number of the pairs; empty before the first draw."""
    history = history_of(stage)
    rounds, names = whole(history), names_of(tournament)
    by_number = {number: who for who, number in numbers_in(history).items()}
    called = {number: names.get(who, f"#{who}") for number, who in by_number.items()}
    return [
        GuideCard(number, name, [_line(rounds, one, number, called) for one in rounds])
        for number, name in sorted(called.items())
    ]


def _line(
    rounds: Sequence[RoundOfMovement], row: RoundOfMovement, pair: int, names: dict[int, str]
) -> GuideLine:
    seat = next((one for one in row.tables if pair in one.pairs), None)
    if seat is None:
        return GuideLine(row.number)
    direction = seat.pairs.index(pair)
    other = seat.pairs[1 - direction]
    carries = direction == NORTH_SOUTH
    return GuideLine(
        row.number,
        seat.table,
        direction,
        in_ranges(seat.boards),
        seat.shared,
        other,
        names.get(other, ""),
        fetched(rounds, row.number, seat.table) if carries else (),
        carried(rounds, row.number, seat.table) if carries else (),
    )


def master_sheet(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Return all rounds, and the pairs by number."""
    rounds, names = whole(history_of(stage)), names_of(tournament)
    pairs = [(number, names.get(who, f"#{who}")) for number, who in sorted(named(rounds).items())]
    return {"rounds": rounds, "pairs": pairs}
