"""The values of a board: the results of one direction compared with each other.

All numbers but the logarithms are exact, so that level results are level.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import copysign, log1p

from scoring.rules.settings import GRAND, TICHU
from tournaments.standings.lines import Number
from tournaments.standings.sums import divided, mean, quotient

VALUE_KEYS = ("matchpoints", "percent", "difference", "log_difference", "imps", "boldness")

# The director's averages, as shares of what there is to win or lose on the board
SHARES = {
    "avg++": Fraction(3, 5),
    "avg+": Fraction(1, 5),
    "avg": Fraction(0),
    "avg-": Fraction(-1, 5),
    "avg--": Fraction(-3, 5),
}
# The least difference for 1, 2, 3 ... IMPs: half of the WBF's scale, as a Tichu point is worth two
# bridge points
IMP_STEPS = (
    10, 25, 45, 65, 85, 110, 135, 160, 185, 215, 250, 300,
    375, 450, 550, 650, 750, 875, 1000, 1125, 1250, 1500, 1750, 2000,
)  # fmt: skip


@dataclass(frozen=True)
class SideResult:
    """A result as one direction has it.

    `margin` is its score less the opponents', None if the director gave an `average`. `call` is the
    side's higher call, "" without one, None where calls are not recorded or nothing was played.
    """

    margin: int | None
    average: str = ""
    call: str | None = None


@dataclass(frozen=True)
class Values:
    """What a result is worth for one direction, or a pair's total; `others` counts the results it
    was compared with.
    """

    others: Number
    matchpoints: Number
    difference: Number
    log_difference: float
    imps: Number
    boldness: Number

    @property
    def percent(self) -> Number | None:
        """The matchpoints in percent of all there were; None if there were none."""
        return divided(100 * self.matchpoints, self.others) if self.others else None


def compare(results: Sequence[SideResult]) -> list[Values]:
    """Return the values of each result of one direction on one deal."""
    differences = _differences(results)
    return [
        Values(len(results) - 1, *one)
        for one in zip(
            _matchpoints(results),
            differences,
            _log_differences(results, differences),
            _imps(results),
            _boldness(results),
            strict=True,
        )
    ]


def _margins(results: Sequence[SideResult]) -> list[int]:
    """Return the margins of what was played, the lowest first."""
    return sorted(one.margin for one in results if one.margin is not None)


def _matchpoints(results: Sequence[SideResult]) -> list[Number]:
    """1 for each lower result, half for each equal one and each average; for an average its share
    more or less than half of all.
    """
    margins, others = _margins(results), len(results) - 1
    averages = len(results) - len(margins)
    found: list[Number] = []
    for one in results:
        if one.margin is None:
            found.append(Fraction(others, 2) * (1 + SHARES[one.average]))
        else:
            lower, upto = bisect_left(margins, one.margin), bisect_right(margins, one.margin)
            found.append(quotient(2 * lower + (upto - lower - 1) + averages, 2))
    return found


def _differences(results: Sequence[SideResult]) -> list[Number]:
    """Points above or below the mean; for an average its share of the largest difference."""
    margins = _margins(results)
    average = mean(margins)
    largest = max(margins[-1] - average, average - margins[0]) if margins else 0
    return [
        SHARES[one.average] * largest if one.margin is None else one.margin - average
        for one in results
    ]


def _log_differences(results: Sequence[SideResult], differences: Sequence[Number]) -> list[float]:
    """ln(1 + the difference), with its sign; for an average its share of the largest one."""
    logs = [copysign(log1p(abs(float(difference))), difference) for difference in differences]
    played = zip(results, logs, strict=True)
    largest = max((abs(log) for one, log in played if one.margin is not None), default=0.0)
    return [
        float(SHARES[one.average]) * largest if one.margin is None else log
        for one, log in zip(results, logs, strict=True)
    ]


def _imps(results: Sequence[SideResult]) -> list[Number]:
    """The mean of the IMPs against each other played result; 0 for an average."""
    margins = _margins(results)
    return [
        0
        if one.margin is None
        else divided(sum(imps(one.margin - other) for other in margins), len(margins) - 1)
        for one in results
    ]


def imps(difference: int) -> int:
    """Return a difference of Tichu points in IMPs."""
    steps = bisect_right(IMP_STEPS, abs(difference))
    return steps if difference > 0 else -steps


def _boldness(results: Sequence[SideResult]) -> list[Number]:
    """A Tichu counts the results without a call, a Grand Tichu those twice and the Tichus once."""
    known = [one.call for one in results if one.call is not None]
    grands, tichus = known.count(GRAND), known.count(TICHU)
    worth: dict[str | None, Number] = {
        GRAND: 2 * (len(known) - grands) - tichus,
        TICHU: len(known) - grands - tichus,
    }
    return [worth.get(one.call, 0) for one in results]
