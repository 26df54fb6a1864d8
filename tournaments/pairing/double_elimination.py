"""Double elimination: two defeats and out.

Keys are "W1:3" (winners' bracket, round 1, match 3), "L2:1" (losers' bracket), "F:1" (grand final)
and "F:2" (its repetition). With 2^k slots the winners' bracket has k rounds and the losers' bracket
2k - 2. Losers of the first round of the winners' bracket meet each other; after that, rounds that
take in new losers alternate with rounds among the entrants already there.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

from scoring.rules.settings import Setting, Switch
from scoring.rules.words import gettext_noop
from tournaments.pairing.brackets import LOSER, SLOT, WINNER, Match, Source
from tournaments.pairing.elimination import (
    FIRST_ROUND,
    FIRST_ROUND_LABEL,
    FIRST_ROUND_WORDS,
    Elimination,
)
from tournaments.pairing.values import Note

NAMES = {  # match name, label of its winner, label of its loser
    "W": (
        gettext_noop("Winners' bracket, round %(round)s, match %(number)s"),
        gettext_noop("the winner of match %(number)s in round %(round)s of the winners' bracket"),
        gettext_noop("the loser of match %(number)s in round %(round)s of the winners' bracket"),
    ),
    "L": (
        gettext_noop("Losers' bracket, round %(round)s, match %(number)s"),
        gettext_noop("the winner of match %(number)s in round %(round)s of the losers' bracket"),
        gettext_noop("the loser of match %(number)s in round %(round)s of the losers' bracket"),
    ),
    "F1": (
        gettext_noop("Grand final"),
        gettext_noop("the winner of the grand final"),
        gettext_noop("the loser of the grand final"),
    ),
    "F2": (
        gettext_noop("Second grand final"),
        gettext_noop("the winner of the second grand final"),
        gettext_noop("the loser of the second grand final"),
    ),
}
CODES = {"W": "winners_match", "L": "losers_match", "F1": "grand_final", "F2": "grand_final_again"}


class DoubleElimination(Elimination):
    """Two defeats and out. An entrant who is absent at the start loses only the first match."""

    key = "double_elimination"
    name = gettext_noop("Double elimination")
    sentence = gettext_noop("One loss and you play on among the losers; two and you are out.")
    settings: ClassVar[Mapping[str, Setting]] = {
        "first_round": FIRST_ROUND,
        "reset": Switch(default=True),
    }
    labels = {
        "first_round": FIRST_ROUND_LABEL,
        "reset": (
            gettext_noop("Second grand final"),
            gettext_noop("The finalist from the losers' bracket must win the grand final twice."),
        ),
    }
    choices = FIRST_ROUND_WORDS
    main = "W"

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int:
        """Return the maximum number of session rounds; one less without a second grand final."""
        if entrants < 2:
            return 0
        return 2 * (entrants - 1).bit_length() + (1 if self.read(settings)["reset"] else 0)

    def matches(self, size: int, settings: Mapping[str, Any]) -> tuple[Match, ...]:
        return _bracket(size, reset=settings["reset"])

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        twice = gettext_noop(
            "In the grand final, the side that has already lost once must win twice."
        )
        once = gettext_noop(
            "The grand final is one match, even for the side that has not lost before."
        )
        return (
            (
                gettext_noop(
                    "After one loss you go on in the losers' bracket; after two you are out."
                ),
                {},
            ),
            (twice if self.read(settings)["reset"] else once, {}),
        )


@cache
def _bracket(size: int, *, reset: bool) -> tuple[Match, ...]:
    return tuple(sorted(_matches(size, reset), key=lambda match: match.level))


def _matches(size: int, reset: bool) -> Iterator[Match]:
    rounds = size.bit_length() - 1
    yield from _winners_matches(size)
    yield from _losers_matches(size)
    last = _won("L", 2 * rounds - 2, 1) if rounds > 1 else _lost(1, 1)
    sources = (_won("W", rounds, 1), last)
    ends = (None, None) if reset else (1, 2)
    yield _match("F1", 1, 1, 2 * rounds, sources, *ends)
    if reset:
        yield _match("F2", 1, 2, 2 * rounds + 1, sources, 1, 2, repeats="F:1")


def _winners_matches(size: int) -> Iterator[Match]:
    rounds = size.bit_length() - 1
    places = _losers_places(size)
    for number in range(1, rounds + 1):
        level = max(1, 2 * number - 2)
        # Only used if neither side wins the match
        place = places[level] if rounds > 1 else 2
        for index in range(1, (size >> number) + 1):
            if number == 1:
                sources = (Source(SLOT, 2 * index - 2), Source(SLOT, 2 * index - 1))
            else:
                sources = (_won("W", number - 1, 2 * index - 1), _won("W", number - 1, 2 * index))
            yield _match("W", number, index, level, sources, None, place)


def _losers_matches(size: int) -> Iterator[Match]:
    rounds = size.bit_length() - 1
    places = _losers_places(size)
    for number in range(1, 2 * rounds - 1):
        coming = number // 2 + 1  # round of the winners' bracket whose losers enter here
        count = size >> ((number + 1) // 2 + 1)
        for index in range(1, count + 1):
            if number == 1:
                sources = (_lost(1, 2 * index - 1), _lost(1, 2 * index))
            elif number % 2:
                sources = (_won("L", number - 1, 2 * index - 1), _won("L", number - 1, 2 * index))
            else:
                crossed = ((index - 1) ^ crossing(rounds)[coming - 2]) + 1
                sources = (_won("L", number - 1, index), _lost(coming, crossed))
            yield _match("L", number, index, number + 1, sources, None, places[number])


def _won(bracket: str, number: int, index: int) -> Source:
    return Source(WINNER, of=f"{bracket}{number}:{index}")


def _lost(number: int, index: int) -> Source:
    return Source(LOSER, of=f"W{number}:{index}")


def _match(
    kind: str,
    number: int,
    index: int,
    level: int,
    sources: tuple[Source, Source],
    winner_place: int | None,
    loser_place: int | None,
    repeats: str = "",
) -> Match:
    code, params = CODES[kind], {"round": number, "number": index}
    name, winner_of, loser_of = (
        Note(code, text, params)
        for code, text in zip((code, f"{code}_winner", f"{code}_loser"), NAMES[kind], strict=True)
    )
    key = f"F:{index}" if kind in {"F1", "F2"} else f"{kind}{number}:{index}"
    return Match(key, level, sources, name, winner_of, loser_of, winner_place, loser_place, repeats)


def _losers_places(size: int) -> dict[int, int]:
    """Return the place of those who lose in each round of the losers' bracket.

    Counted from its last round: 3, 4, 5-6, 7-8, 9-12 ...
    """
    rounds = size.bit_length() - 1
    places, place = {}, 3
    for number in range(2 * rounds - 2, 0, -1):
        places[number] = place
        place += size >> ((number + 1) // 2 + 1)
    return places


@cache
def crossing(rounds: int) -> tuple[int, ...]:
    """Return where losers of rounds 2, 3 ... of the winners' bracket enter, so that rematches come
    late.

    A number c sends the loser of match i to match i xor c (counted from 0). The parts of the
    winners' bracket that feed a match of the losers' bracket are then described by one set of such
    numbers, the same for all matches of a round. Two who met before can meet again if the
    newcomers' number is already in the set, or if two numbers of the set coincide when two matches
    join. The choice that delays this longest is taken; among equal ones the largest numbers, which
    cross to the far end of the bracket.
    """
    options: dict[frozenset[int], tuple[int, ...]] = {frozenset({0}): ()}
    for number in range(2, rounds + 1):
        matches = 1 << (rounds - number)
        costs: dict[tuple[int, frozenset[int]], tuple[int, ...]] = {}
        for fed, chosen in options.items():
            for cross in range(matches):
                joined = fed | {cross}
                pairs = 0 if matches == 1 else sum(one ^ 1 in joined for one in joined)
                cost = (cross in fed) * 1000 + pairs
                state = (cost, frozenset(one >> 1 for one in joined))
                costs[state] = max(costs.get(state, ()), (*chosen, cross))
        least = min(cost for cost, _ in costs)
        options = {state: chosen for (cost, state), chosen in costs.items() if cost == least}
    return max(options.values())
