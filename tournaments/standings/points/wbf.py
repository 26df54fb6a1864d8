"""The World Bridge Federation's continuous scale of victory points, for any number of boards.

M IMPs ahead, with X = 15 times the square root of the boards, give the winner 10 + 10 (1 - R^(M/X))
/ (1 - R) of 20 points, with R = the square root of 5, less 2; X and more give all 20. Published
values have two decimals, corrected by a hundredth where rounding would have made an IMP worth more
than the one before it. Copies of the report on the web have wrong formulas, such as X = 15 times
the boards.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from math import isqrt

from tournaments.standings.lines import Number

from .tally import plain

DIGITS = 40
BLITZ = 15
ALL, EVEN = 2000, 1000  # hundredths of a victory point


def winners_points(imps: int, boards: int) -> Number:
    """Return the winner's points for `imps` IMPs (0 or more) after `boards` boards (1 or more)."""
    table = hundredths(boards)
    return plain(Fraction(table[min(imps, len(table) - 1)], 100))


@lru_cache(maxsize=64)
def hundredths(boards: int) -> tuple[int, ...]:
    """Return the winner's points in hundredths for 0, 1, 2 ... IMPs, up to the first that gives
    all.

    No IMP gives more than the one before it: the increments of the rounded table are sorted in
    falling order. Up to some fifty boards no value is then more than two hundredths off the
    formula.
    """
    last = isqrt(BLITZ * BLITZ * boards - 1) + 1  # X, rounded up
    rounded = [_rounded(imps, boards) for imps in range(last)] + [ALL]
    gains = sorted((after - before for before, after in pairwise(rounded)), reverse=True)
    return tuple(accumulate(gains, initial=EVEN))


def _rounded(imps: int, boards: int) -> int:
    with localcontext() as context:
        context.prec = DIGITS
        ratio = Decimal(5).sqrt() - 2
        power = ratio ** (imps / (BLITZ * Decimal(boards).sqrt()))
        points = 10 + 10 * (1 - power) / (1 - ratio)
        return int((points * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP))
