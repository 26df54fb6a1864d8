"""Duplicate: what an entrant's results are worth, compared board by board.

The same sums as `standings.duplicate.ranking`, with the parts behind them.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.criteria.base import Criterion, Levels
from tournaments.standings.duplicate.board_results import BoardResult
from tournaments.standings.duplicate.ranking import PLACES_COMPARED
from tournaments.standings.duplicate.values import Values
from tournaments.standings.field import Field
from tournaments.standings.lines import Number
from tournaments.standings.sums import Part, divided, tidy, total

BOARD = gettext_noop("board %(board)s, round %(round)s")
ALONE = gettext_noop("board %(board)s, round %(round)s: nothing to compare it with yet")
STRUCK = gettext_noop("board %(board)s, round %(round)s: struck out")
UNKNOWN = gettext_noop("board %(board)s, round %(round)s: calls not recorded")
SCALED = ngettext_noop(
    "%(own)s of %(boards)s board: scaled up",
    "%(own)s of %(boards)s boards: scaled up",
    "boards",
)
EARLIER = ngettext_noop(
    "stage %(stage)s: %(boards)s board", "stage %(stage)s: %(boards)s boards", "boards"
)
EARLIER_PERCENT = gettext_noop(
    "stage %(stage)s: %(points)s of %(others)s, and there are %(all)s in all"
)
NEVER_PLAYED = -1  # below every percentage


class OverBoards(Criterion):
    """A sum over an entrant's boards. Who played fewer than the busiest has it scaled up."""

    @abstractmethod
    def of(self, values: Values) -> Number:
        """Return what one board adds."""

    def words(self, result: BoardResult) -> tuple[str, Mapping[str, object]]:
        """Return the sentence of one board, and its params."""
        return BOARD, {"board": result.board, "round": result.round}

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        busiest = _busiest(field)
        return {
            id_: tidy(self._plain(results) * _factor(results, busiest))
            for id_, results in field.counted_boards.items()
        }

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        results, busiest = field.counted_boards[id_], _busiest(field)
        parts = [
            Part(EARLIER, {"stage": stage, "boards": _count(own)}, tidy(self._plain(own)))
            for stage, own in _carried(field.entered[id_].carried_boards)
        ]
        parts += [self._part(result) for result in field.boards[id_]]
        factor = _factor(results, busiest)
        if factor != 1:
            more = tidy(self._plain(results) * (factor - 1))
            params = {"own": _count(results), "boards": busiest}
            parts.append(Part(SCALED, params, more))
        return tuple(parts)

    def compared(self, field: Field, values: Mapping[int, Number]) -> Mapping[int, Any]:  # noqa: ARG002
        return {id_: round(Fraction(value), PLACES_COMPARED) for id_, value in values.items()}

    def _plain(self, results: Sequence[BoardResult]) -> Number:
        return total(self.of(values_of(one)) for one in results)

    def _part(self, result: BoardResult) -> Part:
        if not values_of(result).others:
            return _without_value(result)
        return Part(*self.words(result), tidy(self.of(values_of(result))))


def values_of(result: BoardResult) -> Values:
    """Return the values of a compared result."""
    if result.values is None:
        raise ValueError(result)
    return result.values


def _without_value(result: BoardResult) -> Part:
    text = STRUCK if result.struck_out else ALONE
    return Part(text, {"board": result.board, "round": result.round}, 0)


def _count(results: Sequence[BoardResult]) -> int:
    """Return on how many boards there is something to compare."""
    return sum(values_of(one).others > 0 for one in results)


def without_comparison(boards: Mapping[int, Sequence[BoardResult]]) -> frozenset[int]:
    """Return the entrants none of whose boards has a second result yet."""
    return frozenset(id_ for id_, results in boards.items() if not _count(results))


def _carried(results: Sequence[BoardResult]) -> Iterator[tuple[int, list[BoardResult]]]:
    """Yield the results of each earlier stage with its number."""
    for stage, own in groupby(results, key=lambda one: one.stage):
        yield stage, list(own)


def who_played(field: Field) -> frozenset[int]:
    """Return the entrants with a score on a board of this stage; averages of the director are
    none.
    """
    return frozenset(id_ for id_, own in field.boards.items() if any(one.score for one in own))


def knows_calls(field: Field) -> bool:
    """Whether the calls of any result were recorded."""
    return any(one.call is not None for own in field.counted_boards.values() for one in own)


def _busiest(field: Field) -> int:
    """Return on how many boards somebody has something to compare, at most."""
    return max(map(_count, field.counted_boards.values()), default=0)


def _factor(results: Sequence[BoardResult], busiest: int) -> Number:
    return divided(busiest, _count(results)) or 1


class Matchpoints(OverBoards):
    key = "matchpoints"
    name = gettext_noop("Matchpoints")
    sentence = gettext_noop("On each board 1 for each lower result and half for each equal one.")

    def of(self, values: Values) -> Number:
        return values.matchpoints

    def words(self, result: BoardResult) -> tuple[str, Mapping[str, object]]:
        text = gettext_noop("board %(board)s, round %(round)s: of %(others)s")
        params = {"board": result.board, "round": result.round}
        return text, params | {"others": values_of(result).others}


class BoardPercent(Criterion):
    key = "board_percent"
    name = gettext_noop("Percent")
    sentence = gettext_noop(
        "Matchpoints as a percentage of those available on the boards you played; 50 is average."
    )

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return {
            id_: total(part.number for part in self.explain(field, id_)) for id_ in field.boards
        }

    def counted(self, field: Field, id_: int) -> Sequence[BoardResult]:
        """Return the results on boards that it counts."""
        return field.counted_boards[id_]

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        text = gettext_noop(
            "board %(board)s, round %(round)s: %(points)s of %(others)s, and there are %(all)s in "
            "all"
        )
        results = self.counted(field, id_)
        everything = total(values_of(one).others for one in results)
        parts = []
        for stage, own in _carried([one for one in results if one.stage]):
            points = total(values_of(one).matchpoints for one in own)
            others = total(values_of(one).others for one in own)
            known = {"stage": stage, "points": points, "others": others, "all": everything}
            parts.append(Part(EARLIER_PERCENT, known, divided(100 * points, everything)))
        for one in results:
            if one.stage:
                continue
            values = values_of(one)
            if not values.others:
                parts.append(_without_value(one))
                continue
            params: dict[str, object] = {"board": one.board, "round": one.round}
            params |= {"points": values.matchpoints, "others": values.others, "all": everything}
            parts.append(Part(text, params, divided(100 * values.matchpoints, everything)))
        return tuple(parts)

    def compared(self, field: Field, values: Mapping[int, Number]) -> Mapping[int, Any]:
        return {
            id_: round(Fraction(value), PLACES_COMPARED)
            if _count(self.counted(field, id_))
            else NEVER_PLAYED
            for id_, value in values.items()
        }


class SessionPercent(BoardPercent):
    key = "session_percent"
    name = gettext_noop("Percent of this session")
    sentence = gettext_noop(
        "Percent on the boards of this stage alone, without those carried over."
    )

    def counted(self, field: Field, id_: int) -> Sequence[BoardResult]:
        return field.boards[id_]


class BoardDifference(OverBoards):
    key = "board_difference"
    name = gettext_noop("Difference from the mean")
    sentence = gettext_noop("On each board, your margin minus the mean margin.")
    is_difference = True

    def of(self, values: Values) -> Number:
        return values.difference


class LogDifference(OverBoards):
    key = "log_difference"
    name = gettext_noop("Log difference")
    sentence = gettext_noop(
        "On each board, the logarithm of 1 + the difference from the mean, with its sign."
    )
    is_difference = True

    def of(self, values: Values) -> Number:
        return Fraction(values.log_difference)


class Imps(OverBoards):
    key = "imps"
    name = gettext_noop("IMPs")
    sentence = gettext_noop("On each board the mean of the IMPs against all other results.")
    is_difference = True

    def of(self, values: Values) -> Number:
        return values.imps


class Boldness(OverBoards):
    key = "boldness"
    name = gettext_noop("Boldness")
    sentence = gettext_noop(
        "For each call: the number of other tables where no one sitting in your direction made it."
    )

    def of(self, values: Values) -> Number:
        return values.boldness

    def words(self, result: BoardResult) -> tuple[str, Mapping[str, object]]:
        text, params = super().words(result)
        return UNKNOWN if result.score and result.call is None else text, params
