"""Develops a movement's first round into all its rounds.

Pairs and sets of boards are numbered from 1. In a movement of R rounds the first R pairs are one
cycle, the next R another, and so on; pairs after the last cycle stay at their tables. Each round,
the next pair of a cycle takes the place of the one before, and each table gets the next set.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, count, product
from string import ascii_letters


@dataclass(frozen=True)
class Seating:
    """Two opponents at a table in one round, and the sets from which each of their boards is."""

    ns: int
    ew: int
    sets: tuple[int, ...]

    @property
    def turned(self) -> "Seating":
        """Return the same seating with the directions exchanged."""
        return Seating(self.ew, self.ns, self.sets)


Rounds = list[list[Seating]]


def developed(text: str, rounds: int, cycles: int = 1) -> Rounds:
    """Return all rounds of a design.

    Each word of the text is a table: a letter for the pair North-South, one for the pair
    East-West, and one for each set. If the text has several rounds, separated by "/", they are
    played in turn before anybody moves up. A round after "+" comes last and is no part of that.
    """
    first, _, last = text.partition("+")
    given = [_read(one) for one in first.split("/")]
    size = rounds - 1 if last else rounds

    def moved(number: int, steps: int, cycles: int) -> int:
        cycle, place = divmod(number - 1, size)
        return cycle * size + (place + steps) % size + 1 if cycle < cycles else number

    found = []
    for number in range(size):
        steps, place = divmod(number, len(given))
        found.append(
            [
                Seating(
                    moved(one.ns, steps, cycles),
                    moved(one.ew, steps, cycles),
                    tuple(moved(set_, steps, 1) for set_ in one.sets),
                )
                for one in given[place]
            ]
        )
    return [*found, _read(last)] if last else found


def _read(text: str) -> list[Seating]:
    numbers = ([ascii_letters.index(letter) + 1 for letter in word] for word in text.split())
    return [Seating(ns, ew, tuple(sets)) for ns, ew, *sets in numbers]


def switched(rounds: Rounds, switches: bytes) -> Rounds:
    """Exchange the directions where a bit is set; the first table of round 1 has the lowest bit."""
    bits = int.from_bytes(switches)
    numbers = count()
    return [
        [one.turned if bits >> next(numbers) & 1 else one for one in tables] for tables in rounds
    ]


def levelled_directions(rounds: Rounds) -> Rounds:
    """Choose directions so that pairs are compared with each other as evenly as possible.

    Set by set, each table gets the direction that makes up for the comparisons before.
    """
    lean: Counter[tuple[int, int]] = Counter()  # boards in the same direction, less the others
    chosen: dict[Seating, Seating] = {}
    for tables in _by_set(rounds):
        placed: list[tuple[int, int]] = []  # each pair with 1 for North-South, -1 for East-West
        for one in tables:
            weight = sum(
                sign * (lean[one.ns, other] - lean[one.ew, other]) for other, sign in placed
            )
            chosen[one] = one.turned if weight > 0 else one
            here = ((chosen[one].ns, 1), (chosen[one].ew, -1))
            for (pair, side), (other, sign) in product(here, placed):
                lean[pair, other] += side * sign
                lean[other, pair] += side * sign
            placed += here
    return [[chosen[one] for one in tables] for tables in rounds]


def _by_set(rounds: Rounds) -> Iterable[list[Seating]]:
    """Return the seatings of each set."""
    found: defaultdict[tuple[int, ...], list[Seating]] = defaultdict(list)
    for one in chain.from_iterable(rounds):
        found[one.sets].append(one)
    return found.values()
