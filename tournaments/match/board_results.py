"""A match's results on its boards, from its hands or as the director ruled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.models import Match, Stage
from tournaments.stage.history import Seated
from tournaments.standings.duplicate.board_results import CODES, STRUCK_OUT
from tournaments.standings.lines import Award, Played
from tournaments.standings.points.adjust import (
    BOTH_AVERAGE,
    BOTH_LOSE,
    FORFEITED,
    HALF,
)

LEVEL, UP, DOWN = "avg", "avg+", "avg-"
UP_FROM, DOWN_TO = 55, 45  # per cent of a clear win that count as more or less than average


def with_boards(
    awards: Mapping[int, Award], seated: Seated, played: Played | None
) -> dict[int, Award]:
    """Return the awards with everybody's results on the boards. `played` is the match's game, None
    if there is none or the director decided without it.
    """
    found = {}
    for who, award in awards.items():
        direction = next(index for index, side in enumerate(seated.sides) if who in side)
        boards = tuple(
            entry
            for place, board in enumerate(seated.match.boards)
            if (entry := _entry(seated, played, place, board, direction)) is not None
        )
        found[who] = replace(award, line=replace(award.line, boards=boards))
    return found


def _entry(
    seated: Seated, played: Played | None, place: int, board: int, direction: int
) -> tuple[int | str, ...] | None:
    """Return a side's result on the board played in this place; None if there is none."""
    deal = deal_of(seated.match, board)
    further = () if deal == 1 else (deal,)
    averages: Sequence[str] | None = seated.match.averages.get(str(board))
    if averages is None and played is None and seated.match.ruling is not None:
        averages = _by_ruling(seated.match.ruling)
    if averages is not None:
        return board, direction, averages[direction], *further
    if played is None or place >= len(played.hands):
        return None
    hand = played.hands[place]
    own = next(
        index for index, side in enumerate(played.sides) if seated.sides[direction][0] in side
    )
    call = CODES[hand.calls[own]] if hand.calls else CODES[None]
    return board, direction, hand.scores[own], hand.scores[1 - own], call, *further


def deal_of(match: Match, board: int) -> int:
    """Return which deal of a board this match played or will play, from 1; 0 if the board is
    struck out.
    """
    session_round = match.session_round
    if is_struck_out(session_round.stage, board):
        return STRUCK_OUT
    starts = session_round.stage.fouled_boards.get(str(board), ())
    at = session_round.number, match.number
    return 1 + sum(at >= (number, table) for number, table in starts)


def boards_taken(match: Match) -> set[int]:
    """Return the boards that a match has played or will play: once it is over, those on which it
    has a result.
    """
    if not match.done:
        return {*match.boards}
    lines = (match.result or {}).values()
    return {board for line in lines for board, *_result in line.get("boards", ())}


def is_struck_out(stage: Stage, board: int) -> bool:
    """Whether no result of a board counts for anybody."""
    starts = stage.fouled_boards.get(str(board))
    return starts is not None and not starts


def _by_ruling(ruling: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the averages that a ruling on a whole match gives on each board; None if the match
    does not count.
    """
    kind = ruling["kind"]
    if kind == BOTH_AVERAGE and ruling.get("percent"):
        north_south, east_west = (_average(one) for one in ruling["percent"])
        return north_south, east_west
    if kind in {BOTH_AVERAGE, HALF}:
        return LEVEL, LEVEL
    if kind == FORFEITED:
        return (UP, DOWN) if ruling.get("winner") == 0 else (DOWN, UP)
    return (DOWN, DOWN) if kind == BOTH_LOSE else None


def _average(percent: int | None) -> str:
    if percent is None or DOWN_TO < percent < UP_FROM:
        return LEVEL
    return UP if percent >= UP_FROM else DOWN
