"""The scores that some order of going out explains, by the rule book of Tichu Nanking.

Seats are numbered in the direction of play: north 0, east 1, south 2, west 3.
"""

from functools import cache
from itertools import product

from scoring.rules import Round, RuleSet, advance, opening
from scoring.rules.settings import GRAND, TICHU
from scoring.rules.totals import HIGHEST, IN_THE_DECK, LOWEST, STEP

SEATS = ("north", "east", "south", "west")
CALLS = (TICHU, GRAND)
START = opening(RuleSet.of("nanking"), len(SEATS))

Score = tuple[int, int]  # of north and south, of east and west
Calls = tuple[tuple[int, str], ...]  # seat and call, in order of seats


@cache
def with_calls(calls: Calls, missed_wish: int | None = None) -> frozenset[Score]:
    """Return the scores of a hand with these calls, and of one that ended when the seat
    `missed_wish` had missed a wish.

    The wish may be missed before anyone is out, and noticed when the player who missed it is out.
    """
    seats = range(len(SEATS))
    if missed_wish is not None:
        orders: list[tuple[int, ...]] = [(), *((first,) for first in seats)]
        return frozenset(_score(Round(out, calls, wish_violation=missed_wish)) for out in orders)
    found = set()
    for first in seats:
        opponent, partner, _ = ((first + step) % len(SEATS) for step in (1, 2, 3))
        found.add(_score(Round((first, partner), calls)))
        fewest = Round((first, opponent, partner), calls, (LOWEST, IN_THE_DECK - LOWEST))
        north_south, east_west = _score(fewest)
        found |= {
            (north_south + points, east_west - points)
            for points in range(0, HIGHEST - LOWEST + 1, STEP)
        }
    return frozenset(found)


@cache
def with_any_calls(missed_wish: int | None = None, *, grand_allowed: bool) -> frozenset[Score]:
    """Return the scores of a hand whose calls are not known."""
    choices = (None, *(CALLS if grand_allowed else (TICHU,)))
    found: set[Score] = set()
    for chosen in product(choices, repeat=len(SEATS)):
        calls = tuple((seat, call) for seat, call in enumerate(chosen) if call is not None)
        found |= with_calls(calls, missed_wish)
    return frozenset(found)


def _score(played: Round) -> Score:
    north_south, east_west = advance(START, played)[0].side_scores
    return north_south, east_west
