"""Results on boards as a line holds them, and what they are worth among all lines of a stage.

A result of a side on a board is (board, direction, own score, other score, call), or for an average
of the director (board, direction, average); the direction is 0 for north and south, 1 for east and
west. The call is 0 for none, 1 for a Tichu, 2 for a Grand Tichu, and -1 if it is not known. If the
board had other cards by then, the number of the deal follows, from 2; on a board that was struck
out it is 0, and the result is compared with no other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules.settings import GRAND, TICHU
from tournaments.standings.duplicate.values import SideResult, Values, compare
from tournaments.standings.lines import Line

CALLS = {0: "", 1: TICHU, 2: GRAND, -1: None}
CODES = {call: code for code, call in CALLS.items()}
PLAYED = 5  # entries of a result with a score
STRUCK_OUT = 0  # in place of the number of a deal


@dataclass(frozen=True)
class BoardResult:
    """An entrant's result on a board, in session round `round`, and its worth among the others'.

    If persons are ranked, partners have the same result, and are not compared with each other.
    `score` is the own and the other side's, empty for an `average`. `values` are None until all
    results of a stage are compared. `stage` is the number of the earlier stage from which a result
    was carried over, 0 for one of this stage.
    """

    board: int
    direction: int
    round: int
    who: int
    opponents: tuple[int, ...]
    partners: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    average: str = ""
    call: str | None = None
    values: Values | None = None
    deal: int = 1
    stage: int = 0

    @property
    def side(self) -> frozenset[int]:
        """Everybody who has this result."""
        return frozenset((self.who, *self.partners))

    @property
    def struck_out(self) -> bool:
        """Whether no result of its board counts."""
        return self.deal == STRUCK_OUT

    @property
    def as_side(self) -> SideResult:
        """Return it as the comparison needs it."""
        margin = self.score[0] - self.score[1] if self.score else None
        return SideResult(margin, self.average, self.call)


def results_in(who: int, lines: Sequence[Line]) -> list[BoardResult]:
    """Return an entrant's results on boards, in order of play."""
    return [_read(who, line, entry) for line in lines for entry in line.boards]


def _read(who: int, line: Line, entry: Sequence[Any]) -> BoardResult:
    board, direction, *rest = entry
    known = board, direction, line.round, who, line.opponents, line.partners
    if len(entry) < PLAYED:
        average, *deal = rest
        return BoardResult(*known, average=average, deal=deal[0] if deal else 1)
    own, other, call, *deal = rest
    return BoardResult(*known, (own, other), call=CALLS[call], deal=deal[0] if deal else 1)


def compared(lines: Mapping[int, Sequence[Line]]) -> dict[int, list[BoardResult]]:
    """Return everybody's results on boards with their values, each compared with those of other
    tables on its board and deal, in its direction; on a board that was struck out with none.
    """
    together: dict[tuple[object, ...], dict[frozenset[int], list[BoardResult]]] = {}
    found: dict[int, list[BoardResult]] = {who: [] for who in lines}
    for who, own in lines.items():
        for result in results_in(who, own):
            apart = result.side if result.struck_out else None
            key = result.board, result.deal, result.direction, apart
            together.setdefault(key, {}).setdefault(result.side, []).append(result)
    for by_side in together.values():
        worth = compare([alike[0].as_side for alike in by_side.values()])
        for alike, values in zip(by_side.values(), worth, strict=True):
            for one in alike:
                found[one.who].append(_with(one, values=values))
    for results in found.values():
        results.sort(key=lambda one: one.round)
    return found


def as_carried(results: Iterable[BoardResult], stage: int) -> tuple[BoardResult, ...]:
    """Return the results that count in stage `stage`, compared, as they count in the next one."""
    return tuple(_with(one, stage=one.stage or stage) for one in results)


def _with(result: BoardResult, **changes: Any) -> BoardResult:
    return BoardResult(**(vars(result) | changes))
