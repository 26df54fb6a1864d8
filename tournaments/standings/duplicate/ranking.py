"""Totals of pairs over their boards, and the standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import fsum, inf

from tournaments.standings.duplicate.values import Values
from tournaments.standings.lines import Number
from tournaments.standings.sums import divided, total

TIE_BREAK = "log_difference"
PLACES_COMPARED = 6


@dataclass(frozen=True)
class Standing:
    """A pair's place; level pairs share the `rank`. `boards` had at least two results."""

    rank: int
    pair: str
    boards: int
    values: Values


def rank(played: Mapping[str, Sequence[Values]], by: str) -> list[Standing]:
    """Return the standings, best first; `played` has each pair's values, board by board, in order
    of seed.
    """
    boards = {pair: sum(one.others > 0 for one in own) for pair, own in played.items()}
    busiest = max(boards.values(), default=0)
    totals = {pair: _total(own, divided(busiest, boards[pair])) for pair, own in played.items()}

    def order(pair: str) -> tuple[Fraction | float, ...]:
        return tuple(_compared(getattr(totals[pair], key)) for key in (by, TIE_BREAK))

    standings: list[Standing] = []
    for _, level in groupby(sorted(played, key=order, reverse=True), key=order):
        place = len(standings) + 1
        standings += [Standing(place, pair, boards[pair], totals[pair]) for pair in level]
    return standings


def _total(own: Sequence[Values], factor: Number) -> Values:
    """Return the sums times the factor. The percentage does not change by it."""
    return Values(
        others=factor * total(one.others for one in own),
        matchpoints=factor * total(one.matchpoints for one in own),
        difference=factor * total(one.difference for one in own),
        log_difference=float(factor) * fsum(one.log_difference for one in own),
        imps=factor * total(one.imps for one in own),
        boldness=factor * total(one.boldness for one in own),
    )


def _compared(value: Number | float | None) -> Fraction | float:
    return -inf if value is None else round(Fraction(value), PLACES_COMPARED)
