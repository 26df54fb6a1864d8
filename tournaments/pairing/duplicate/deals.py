"""The cards of a board, dealt from a secret seed so that anybody can check them afterwards.

`docs/duplicate.md` describes this derivation. Boards were dealt by it and seeds published, so it
never changes: another derivation would need a name of its own in `block`.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

SEED_BYTES = 32
SUITS = ("jade", "sword", "pagoda", "star")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SPECIALS = ("mah-jong", "dog", "phoenix", "dragon")
# In the order of an unopened pack
DECK = (*(f"{suit}-{rank}" for suit in SUITS for rank in RANKS), *SPECIALS)
SEATS = 4  # north, east, south, west
HAND = 14
FIRST = 8  # cards of a hand before a Grand Tichu may be called

Hand = tuple[str, ...]


def hash_of(seed: bytes) -> str:
    """Return what is published of a seed before the boards are played."""
    return hashlib.sha256(seed).hexdigest()


def deal(seed: bytes, board: int) -> tuple[Hand, ...]:
    """Return the hands of north, east, south and west, each in the order in which it was dealt."""
    cards = list(DECK)
    numbers = _numbers(seed, board)
    for last in range(len(cards) - 1, 0, -1):
        places = last + 1
        # Numbers beyond the last multiple would favour the first places
        at = next(one for one in numbers if one < 256 - 256 % places) % places
        cards[last], cards[at] = cards[at], cards[last]
    return tuple(tuple(cards[at : at + HAND]) for at in range(0, len(cards), HAND))


def _numbers(seed: bytes, board: int) -> Iterator[int]:
    """Yield numbers from 0 to 255 without end: the bytes of one HMAC after the other."""
    for number in count():
        block = f"tichu deal 1, board {board}, block {number}"
        yield from hmac.digest(seed, block.encode("ascii"), "sha256")


def in_order(cards: Sequence[str]) -> Hand:
    """Return a hand in the order of an unopened pack."""
    chosen = {*cards}
    return tuple(card for card in DECK if card in chosen)


def held_twice(hands: Mapping[int, Hand]) -> set[str]:
    """Return the cards that are in more than one of these hands."""
    return {card for card, count in Counter(sum(hands.values(), ())).items() if count > 1}


def with_fourth(hands: Mapping[int, Hand]) -> dict[int, Hand]:
    """Return noted hands by seat, the fourth from the other three if these have no card twice."""
    found = dict(hands)
    if len(found) == SEATS - 1 and not held_twice(found):
        (missing,) = {*range(SEATS)} - found.keys()
        found[missing] = in_order([*{*DECK} - {*sum(found.values(), ())}])
    return dict(sorted(found.items()))
