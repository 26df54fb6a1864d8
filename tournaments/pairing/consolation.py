"""Consolation cup: a second bracket in the same stage, for those who did not make the cup.

Its keys begin with C: "C2:1" is the first match of its second round.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from scoring.rules.settings import Setting
from scoring.rules.words import gettext_noop
from tournaments.pairing.brackets import SLOT, WINNER, Match, Source
from tournaments.pairing.elimination import FIRST_ROUND, Elimination
from tournaments.pairing.values import Note

GROUP = "C"  # group of its entrants; those of the cup have none
NAMES = {  # match name, label of its winner, label of its loser
    "consolation_final": (
        gettext_noop("Final of the consolation cup"),
        gettext_noop("the winner of the final of the consolation cup"),
        gettext_noop("the loser of the final of the consolation cup"),
    ),
    "consolation_match": (
        gettext_noop("Consolation cup, round %(round)s, match %(number)s"),
        gettext_noop("the winner of match %(number)s in round %(round)s of the consolation cup"),
        gettext_noop("the loser of match %(number)s in round %(round)s of the consolation cup"),
    ),
}


class ConsolationBracket(Elimination):
    """The bracket alone; not a format that can be chosen."""

    key = "consolation"
    name = gettext_noop("Consolation cup")
    sentence = gettext_noop("Those who do not go on play a cup of their own beside this one.")
    settings: ClassVar[Mapping[str, Setting]] = {"first_round": FIRST_ROUND}
    main = GROUP

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int:  # noqa: ARG002 - the same for all settings
        """Return how often the field must be halved until one is left."""
        return max(0, entrants - 1).bit_length()

    def matches(self, size: int, settings: Mapping[str, Any]) -> tuple[Match, ...]:  # noqa: ARG002
        return _bracket(size)


@cache
def _bracket(size: int) -> tuple[Match, ...]:
    rounds = size.bit_length() - 1
    found = []
    for number in range(1, rounds + 1):
        code = "consolation_final" if number == rounds else "consolation_match"
        for index in range(1, (size >> number) + 1):
            params = {"round": number, "number": index}
            name, winner_of, loser_of = (
                Note(key, text, params)
                for key, text in zip(
                    (code, f"{code}_winner", f"{code}_loser"), NAMES[code], strict=True
                )
            )
            found.append(
                Match(
                    f"{GROUP}{number}:{index}",
                    number,
                    (_source(number, 2 * index - 1), _source(number, 2 * index)),
                    name,
                    winner_of,
                    loser_of,
                    winner_place=1 if number == rounds else None,
                    loser_place=(size >> number) + 1,
                )
            )
    return tuple(found)


def _source(number: int, index: int) -> Source:
    if number == 1:
        return Source(SLOT, index - 1)
    return Source(WINNER, of=f"{GROUP}{number - 1}:{index}")
