"""Finds the best design known for a movement and writes out its rounds."""

import re
from base64 import b85decode
from dataclasses import replace
from functools import cache

from tournaments.pairing.duplicate.designs_levelled import LEVELLED
from tournaments.pairing.duplicate.designs_long import LONG
from tournaments.pairing.duplicate.designs_shortened import UP_TO_24
from tournaments.pairing.duplicate.designs_shortened_large import FROM_26
from tournaments.pairing.duplicate.designs_whole import TOGETHER
from tournaments.pairing.duplicate.development import (
    Rounds,
    developed,
    levelled_directions,
    switched,
)

MOST_SETS = 4


def seatings(pairs: int, rounds: int, boards: int, levelled: bool) -> Rounds:
    """Return all rounds, with the set of each board of a round.

    Where nothing better than sets that stay together is known, levelled movements have these too.
    """
    found = _design(pairs, rounds, boards, levelled)
    used = boards if levelled else 1
    return [
        [replace(one, sets=(one.sets[:used] * boards)[:boards]) for one in tables]
        for tables in found
    ]


def _design(pairs: int, rounds: int, boards: int, levelled: bool) -> Rounds:
    if levelled:
        for given in range(boards, MOST_SETS + 1):
            if text := LEVELLED.get((pairs, rounds, given)):
                return developed(text, rounds)
    if text := TOGETHER.get((pairs, rounds)):
        return developed(text, rounds)
    return _shortened(pairs, rounds, levelled)


def _shortened(pairs: int, rounds: int, levelled: bool) -> Rounds:
    """Develop a design for an even number of pairs. With an odd number, a pair sits out where it
    would meet the last one.
    """
    (cycles, *switches), text = _shortened_designs()[pairs + pairs % 2, rounds]
    found = developed(text, rounds, int(cycles))
    if switches:
        found = switched(found, b85decode(switches[2 * levelled + pairs % 2]))
    found = [[one for one in tables if pairs + 1 not in one.numbers] for tables in found]
    return found if switches else levelled_directions(found)


@cache
def _shortened_designs() -> dict[tuple[int, int], tuple[list[str], str]]:
    """Return what each design says before and after its colon, by pairs and rounds."""
    found = {}
    for design in re.split(r"\n(?! )", "\n".join((UP_TO_24, FROM_26, LONG))):
        head, _, text = design.partition(":")
        pairs, rounds, *rest = head.split()
        found[int(pairs), int(rounds)] = (rest, text)
    return found
