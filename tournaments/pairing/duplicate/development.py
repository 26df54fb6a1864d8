"""Develops a movement's first round into all its rounds.

Pairs (or people, if partners change) and sets of boards are numbered from 1. In a movement of R
rounds the first R pairs are one cycle, the next R another, and so on; pairs after the last cycle
stay at their tables. Each round, the next pair of a cycle takes the place of the one before, and
each table gets the next set.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, count, product
from string import ascii_letters


@dataclass(frozen=True)
class Seating:
    """Who meets at a table in one round, north-south first, and the sets from which each of their
    boards is.
    """

    numbers: tuple[int, ...]
    sets: tuple[int, ...]

    @property
    def turned(self) -> "Seating":
        """Return the same two pairs with the directions exchanged."""
        return Seating(self.numbers[::-1], self.sets)


Rounds = list[list[Seating]]


def developed(text: str, rounds: int, cycles: int = 1, seats: int = 2) -> Rounds:
    """Return all rounds of a design.

    Each word of the text is a table: a letter for the pair North-South and one for the pair
    East-West (or two each, with four `seats`), and one for each set. If the text has several
    rounds, separated by "/", they are played in turn before anybody moves up. A round after "+"
    comes last and is no part of that.
    """
    first, _, last = text.partition("+")
    given = [_read(one, seats) for one in first.split("/")]
    size = rounds - 1 if last else rounds

    def moved(number: int, steps: int, cycles: int) -> int:
        cycle, place = divmod(number - 1, size)
        return cycle * size + (place + steps) % size + 1 if cycle < cycles else number

    found = []
    for round_ in range(size):
        steps, place = divmod(round_, len(given))
        found.append(
            [
                Seating(
                    tuple(moved(number, steps, cycles) for number in one.numbers),
                    tuple(moved(set_, steps, 1) for set_ in one.sets),
                )
                for one in given[place]
            ]
        )
    return [*found, _read(last, seats)] if last else found


def _read(text: str, seats: int) -> list[Seating]:
    words = (tuple(ascii_letters.index(letter) + 1 for letter in word) for word in text.split())
    return [Seating(word[:seats], word[seats:]) for word in words]


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
            ns, ew = one.numbers
            weight = sum(sign * (lean[ns, other] - lean[ew, other]) for other, sign in placed)
            chosen[one] = one.turned if weight > 0 else one
            here = tuple(zip(chosen[one].numbers, (1, -1), strict=True))
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
