"""Duplicate: all results of a session with the values behind them, for programs: the API, a
spreadsheet, and the record that `manage.py duplicate` reads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.games.queries import Table, tables_of
from scoring.rules import RuleSet
from scoring.rules.settings import GRAND
from tournaments.models import MatchGame
from tournaments.pages.travellers import boards_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, Seated
from tournaments.standings.criteria.boards import values_of
from tournaments.standings.duplicate.board_results import BoardResult
from tournaments.standings.duplicate.possible_scores import SEATS, with_any_calls
from tournaments.standings.duplicate.record import FORMAT
from tournaments.standings.duplicate.results import DIRECTIONS
from tournaments.standings.duplicate.values import Values

SEATS_OF = (SEATS[0::2], SEATS[1::2])  # of both directions
# The criteria that rank as a value of the record does
VALUE_OF = {
    "board_percent": "percent",
    "matchpoints": "matchpoints",
    "board_difference": "difference",
    "log_difference": "log_difference",
    "imps": "imps",
    "boldness": "boldness",
}


@dataclass(frozen=True)
class BoardCall:
    """A call on a board. `seat` is empty if only the direction was recorded."""

    direction: int
    seat: str
    call: str


@dataclass(frozen=True)
class Hand:
    """What a table wrote of a board besides its score."""

    calls: Sequence[BoardCall] = ()
    wish: str = ""  # the seat that missed a wish


@dataclass(frozen=True)
class SessionResult:
    """A result of a session. North and south come first, everywhere.

    It has `scores`, or else the director's `averages`. `calls` are None if they were not recorded.
    The `deal` of a board that was struck out is 0.
    """

    board: int
    deal: int
    round: int
    table: int
    sides: Sequence[Sequence[int]]
    values: Sequence[Values]
    scores: Sequence[int] | None = None
    averages: Sequence[str] | None = None
    calls: Sequence[BoardCall] | None = None
    wish: str = ""

    def calls_of(self, direction: int) -> list[BoardCall]:
        return [one for one in self.calls or () if one.direction == direction]


def session_results(history: History) -> list[SessionResult]:
    """Return all results of a session, by board, then in the order of play, as far as they are
    visible: a few queries.
    """
    on = {(one.board, who): one for who, own in boards_of(history).items() for one in own}
    hands = _hands(history) if on else {}
    found = []
    for rows in history.rounds:
        for seated in rows.seated:
            for board in seated.match.boards:
                own = [on.get((board, side[0])) for side in seated.sides if side]
                if own and None not in own:
                    hand = hands.get((seated.match.pk, board), Hand())
                    found.append(_result(seated, [one for one in own if one], hand))
    return sorted(found, key=lambda one: (one.board, one.deal, one.round, one.table))


def _result(seated: Seated, own: Sequence[BoardResult], hand: Hand) -> SessionResult:
    first = own[0]
    known: dict[str, Any] = {"averages": [one.average for one in own]}
    if first.score:
        known = {"scores": first.score}
        if first.call is not None:
            known |= {"calls": hand.calls, "wish": hand.wish}
    return SessionResult(
        first.board,
        first.deal,
        seated.match.session_round.number,
        seated.match.number,
        seated.sides,
        [values_of(one) for one in own],
        **known,
    )


def _hands(history: History) -> dict[tuple[int, int], Hand]:
    """Return what the tables wrote besides scores, by match and board: a few queries."""
    at = {seated.match.pk: seated for rows in history.rounds for seated in rows.seated}
    rows = list(MatchGame.objects.filter(match__in=at, game__isnull=False).select_related("game"))
    tables = tables_of(row.game for row in rows if row.game is not None)
    return {
        (row.match_id, board): _hand(at[row.match_id], row, tables[row.game_id], place)
        for row in rows
        for place, board in enumerate(at[row.match_id].match.boards)
        if place < len(tables[row.game_id].lines)
    }


def _hand(seated: Seated, row: MatchGame, table: Table, place: int) -> Hand:
    played = table.lines[place].played
    calls = [BoardCall(*_seat(seated, row, seat), call) for seat, call in played.calls]
    calls += [
        BoardCall(_seat(seated, row, table.position.sides[one.side][0])[0], "", one.call)
        for one in played.side_calls
    ]
    missed = played.wish_violation
    wish = "" if missed is None else _seat(seated, row, missed)[1]
    calls.sort(key=lambda one: (one.direction, one.seat))
    return Hand(calls, wish)


def _seat(seated: Seated, row: MatchGame, number: int) -> tuple[int, str]:
    """Return the direction and the name of a seat at the table. Which of a pair sits where is
    not recorded: the first to be seated is called north or east.
    """
    who = row.seats[number]
    direction = seated.side_of(who) or 0
    side = seated.sides[direction]
    at = side.index(who) if len(side) > 1 else number // 2
    return direction, SEATS_OF[direction][at]


# The record
# --------------------------------------------------------------------------------------------------


def has_record(history: History) -> bool:
    """Whether a session has a record: those of pairs have, others compare boards otherwise."""
    return FORMATS[history.stage.format].key == "duplicate"


def record_of(history: History, names: Mapping[int, str]) -> dict[str, Any]:
    """Return a session of pairs as a duplicate record, its pairs in the order of entry. Boards that
    were struck out are left out.
    """
    stage, results = history.stage, session_results(history)
    called = _apart(history, names)
    grand = RuleSet.of(stage.variant, stage.rules).grand_allowed
    grand = grand or any(one.call == GRAND for row in results for one in row.calls or ())
    record = {
        "format": FORMAT,
        "version": 1,
        "pairs": list(called.values()),
        "grand_allowed": grand,
        "results": [_written(one, called, grand_allowed=grand) for one in results if one.deal],
    }
    by = VALUE_OF.get(stage.criteria[0]) if stage.criteria else None
    return record if by is None else record | {"rank_by": by}


def _apart(history: History, names: Mapping[int, str]) -> dict[int, str]:
    """Return names that are different from each other: two of the same get their numbers."""
    entrants = [row.entrant for row in history.participations]
    shown = [names.get(one.pk, "") for one in entrants]
    return {
        one.pk: name if name and shown.count(name) == 1 else f"{name} #{one.number}".strip()
        for one, name in zip(entrants, shown, strict=True)
    }


def _written(
    one: SessionResult, called: Mapping[int, str], *, grand_allowed: bool
) -> dict[str, Any]:
    pairs = [called[side[0]] for side in one.sides]
    found: dict[str, Any] = {"board": one.board, **dict(zip(DIRECTIONS, pairs, strict=True))}
    if one.deal > 1:
        found["deal"] = one.deal
    if one.scores is None:
        return found | {"average": dict(zip(DIRECTIONS, one.averages or (), strict=True))}
    found["score"] = dict(zip(DIRECTIONS, one.scores, strict=True))
    found["calls"] = None if one.calls is None else _calls(one)
    wish = one.wish or _wish_behind(one, grand_allowed=grand_allowed)
    return found | ({"wish": wish} if wish else {})


def _calls(one: SessionResult) -> dict[str, str]:
    """Return calls by seat. A call of which only the direction is known is put on its first seat
    that has none: the comparison asks for the direction alone.
    """
    found = {call.seat: call.call for call in one.calls or () if call.seat}
    for call in one.calls or ():
        if not call.seat:
            free = next(seat for seat in SEATS_OF[call.direction] if seat not in found)
            found[free] = call.call
    return found


def _wish_behind(one: SessionResult, *, grand_allowed: bool) -> str:
    """Return a seat whose missed wish alone explains a score without recorded calls; else ""."""
    if one.calls is not None or one.scores is None:
        return ""
    north_south, east_west = one.scores
    score = (north_south, east_west)
    if score in with_any_calls(grand_allowed=grand_allowed):
        return ""
    seats = (
        seat
        for number, seat in enumerate(SEATS)
        if score in with_any_calls(number, grand_allowed=grand_allowed)
    )
    return next(seats, "")
