"""Bombs that a table noted: four of a kind, or a straight of one suit. They score nothing."""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple, TypeGuard

from .errors import Mistake, Seat
from .settings import is_whole
from .words import gettext_noop

MOST = 5  # of a player in a round
FOUR, LONGEST = 4, 13  # cards: four of a kind; a straight from two to ace
TWO, ACE = 2, 14  # ranks of cards

NOT_HERE = Mistake(
    "unknown_key",
    "bombs",
    gettext_noop("Bombs are noted only in games with points."),
)


class Bomb(NamedTuple):
    """A bomb: whose, how many cards, and its highest rank (11 is the jack, 14 the ace); 0 for what
    was not noted.
    """

    seat: int
    length: int = 0
    high: int = 0


def is_bomb(bomb: Bomb) -> bool:
    """Return whether there can be such a bomb, as far as it was noted."""
    _, length, high = bomb
    if length == 0:
        return high == 0
    lowest = TWO if length == FOUR else length + 1
    return FOUR <= length <= LONGEST and (high == 0 or lowest <= high <= ACE)


def bomb_mistakes(bombs: Collection[Bomb], places: int) -> list[Mistake]:
    """Return what cannot be true of the bombs of a round at a table of so many hands."""
    found: list[Mistake] = []
    for seat in sorted({bomb.seat for bomb in bombs} - set(range(places))):
        text = gettext_noop("%(player)s has a bomb but is not at the table; name only players.")
        found.append(Mistake("unknown_player", "bombs", text, {"player": Seat(seat)}))
    if not all(is_bomb(bomb) for bomb in bombs):
        text = gettext_noop(
            "A bomb is four cards of a kind, or a straight of 5 to 13 cards up to the ace."
        )
        found.append(Mistake("wrong_type", "bombs", text))
    times = Counter(bomb.seat for bomb in bombs)
    for seat in sorted(seat for seat, count in times.items() if count > MOST):
        text = gettext_noop("%(player)s has more than %(most)s bombs in this round.")
        params = {"player": Seat(seat), "most": MOST}
        found.append(Mistake("wrong_type", "bombs", text, params))
    return found


def looks_like_bomb(one: object) -> TypeGuard[list[object]]:
    """Return whether this is a list of somebody, a length and a highest rank; the last two may be
    left out.
    """
    return (
        isinstance(one, list | tuple)
        and 1 <= len(one) <= 3
        and all(is_whole(number) for number in one[1:])
    )
