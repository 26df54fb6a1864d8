"""Fields not divisible by four: tables of five or byes, and the games of a table of five."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.values import Side

FOUR = 4
FIVE = 5
FIVES, BYES, BY_SIZE = "fives", "byes", "by_size"
LARGE = 24  # persons from which tables of five leave enough partners for an evening


@dataclass(frozen=True)
class Sizes:
    """The number of tables of four, of tables of five, and of byes."""

    fours: int
    fives: int
    byes: int


def sizes(count: int, odd: str) -> Sizes:
    """Return as few tables of five as possible (`odd` FIVES), as few byes (BYES), or byes in a
    small field (BY_SIZE).

    6, 7 and 11 persons (and fewer than 4) cannot be seated at fours and fives alone, so there are
    byes.
    """
    rest = count % FOUR
    wanted = odd == FIVES or (odd == BY_SIZE and count >= LARGE)
    if wanted and count >= FIVE * rest:
        return Sizes((count - FIVE * rest) // FOUR, rest, 0)
    return Sizes(count // FOUR, 0, rest)


def five_games(members: Sequence[int]) -> tuple[tuple[Side, ...], ...]:
    """Return the five games of a table of five: each person sits out one, partners everybody once
    and opposes everybody twice.
    """
    games = []
    for out in range(FIVE):
        a, b, c, d = (members[(out + step) % FIVE] for step in (1, 4, 2, 3))
        games.append(((a, b), (c, d)))
    return tuple(games)
