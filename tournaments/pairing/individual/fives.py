"""Numbers that four does not divide: how many tables of five or byes, and what a table of five
plays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.values import Side

FOUR = 4
FIVE = 5
FIVES, BYES, BY_SIZE = "fives", "byes", "by_size"
LARGE = 24  # persons from which tables of five leave partners enough for an evening


@dataclass(frozen=True)
class Sizes:
    """How many tables of four and of five there are, and how many have a bye."""

    fours: int
    fives: int
    byes: int


def sizes(count: int, odd: str) -> Sizes:
    """As few tables of five as there can be (`odd` FIVES), as few byes (BYES), or byes in a small
    field (BY_SIZE).

    With 6, 7 and 11 persons (and below 4) no seating at fours and fives comes out even: there are
    byes then.
    """
    rest = count % FOUR
    wanted = odd == FIVES or (odd == BY_SIZE and count >= LARGE)
    if wanted and count >= FIVE * rest:
        return Sizes((count - FIVE * rest) // FOUR, rest, 0)
    return Sizes(count // FOUR, 0, rest)


def five_games(members: Sequence[int]) -> tuple[tuple[Side, ...], ...]:
    """The five games of a table of five: each sits out one, partners everybody once and opposes
    everybody twice.
    """
    games = []
    for out in range(FIVE):
        a, b, c, d = (members[(out + step) % FIVE] for step in (1, 4, 2, 3))
        games.append(((a, b), (c, d)))
    return tuple(games)
