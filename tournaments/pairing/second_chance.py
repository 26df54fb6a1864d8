"""Second-chance cup: those who lose their first match of a knock-out play one of their own.

It takes the losers of the first round, and those who had a bye there and lose in the second before
the semi-finals. Its keys begin with S: "S2:1" is the first match of its second round.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from scoring.rules.words import gettext_noop
from tournaments.pairing.brackets import (
    FIRST_LOSS,
    LOSER,
    NO_ENTRANT,
    WINNER,
    Match,
    Source,
    State,
)
from tournaments.pairing.values import Note

KEYS = "S"
NAMES = {
    "second_chance_final": gettext_noop("Final of the second-chance cup"),
    "second_chance_match": gettext_noop("Second-chance cup, round %(round)s, match %(number)s"),
}
WINNER_OF = gettext_noop(
    "the winner of match %(number)s in round %(round)s of the second-chance cup"
)
SMALLEST = 8  # of four, those who lose their first match are in the semi-finals
SMALLEST_WITH_BYES = 16  # of eight, those who had a bye are in the semi-finals


def rounds_after_cup(entrants: int, size: int) -> int:
    """Return how many session rounds it may last longer than the cup."""
    return int(size >= SMALLEST_WITH_BYES and entrants < size)


def byes(size: int, states: Mapping[str, State]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the matches of the first round, from 1, whose entrant had a bye and may come later,
    and those of them whose entrant will not, having won since.
    """
    if size < SMALLEST_WITH_BYES:
        return frozenset(), frozenset()
    waited_for, empty = set(), set()
    for number in range(1, size // 2 + 1):
        first, next_ = states[f"1:{number}"], states[_next(number)]
        if NO_ENTRANT in first.sides:
            waited_for.add(number)
            if next_.winner is not None and next_.loser != first.winner:
                empty.add(number)
    return frozenset(waited_for), frozenset(empty)


def matches(
    size: int, waited_for: Collection[int] = (), empty: Collection[int] = ()
) -> tuple[Match, ...]:
    """Return the matches of the second-chance cup of a bracket of this size, by level.

    The other two are as in `byes`. Two losers of the first round from opposite halves of the cup
    meet during the second round; who had a bye plays in the third. A match is played as soon as
    both can be there, which is earlier where some of those waited for do not come.
    """
    if size < SMALLEST:
        return ()
    coming = [
        _Side(_first(number, waited_for), 1 + (number in waited_for), number not in empty)
        for number in range(1, size // 2 + 1)
    ]
    half = len(coming) // 2
    pairs = list(zip(coming[:half], coming[half:], strict=True))
    found = []
    for number in range(1, size.bit_length() - 1):
        winners = []
        for index, (one, other) in enumerate(pairs, start=1):
            known = max(one.known, other.known)
            match = _match(size, number, index, known + 1, (one.source, other.source))
            found.append(match)
            winners.append(
                _Side(
                    Source(WINNER, of=match.key),
                    known + (one.comes and other.comes),
                    one.comes or other.comes,
                )
            )
        pairs = list(zip(winners[::2], winners[1::2], strict=False))
    return tuple(sorted(found, key=lambda match: match.level))


class _Side(NamedTuple):
    """A side of a match: where it comes from, the level after which it is known, whether anybody
    comes.
    """

    source: Source
    known: int
    comes: bool


def _next(number: int) -> str:
    """Return the key of the match that the winner of a match of the first round plays next."""
    return f"2:{(number + 1) // 2}"


def _first(number: int, waited_for: Collection[int]) -> Source:
    """Return who comes from a match of the cup's first round: its loser, or who had a bye there and
    loses the next match.
    """
    if number not in waited_for:
        return Source(LOSER, of=f"1:{number}")
    return Source(FIRST_LOSS, of=_next(number), bye=f"1:{number}")


def _match(size: int, number: int, index: int, level: int, sources: tuple[Source, Source]) -> Match:
    """Return a match; its places follow those of the cup, from `size` / 2 + 1 on."""
    count, best = (size // 2) >> number, size // 2 + 1
    code = "second_chance_final" if count == 1 else "second_chance_match"
    params = {"round": number, "number": index}
    name, winner_of = Note(code, NAMES[code], params), Note(f"{code}_winner", WINNER_OF, params)
    return Match(
        *(f"{KEYS}{number}:{index}", level, sources, name, winner_of),
        loser_of=name,  # whoever loses is out, so nothing is labelled with it
        winner_place=best if count == 1 else None,
        loser_place=best + count,
        open_place=best,
    )
