"""Knock-out: one defeat and out.

Keys are "round:match", counted from 1: "1:3" is the third match of the first round, "4:1" the final
of sixteen, "4:2" the match for third place, which is drawn together with the final.
"""

from collections.abc import Mapping
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
    "final": (
        gettext_noop("Final"),
        gettext_noop("the winner of the final"),
        gettext_noop("the loser of the final"),
    ),
    "third_place": (
        gettext_noop("Match for third place"),
        gettext_noop("the winner of the match for third place"),
        gettext_noop("the loser of the match for third place"),
    ),
    "semi_final": (
        gettext_noop("Semi-final %(number)s"),
        gettext_noop("the winner of semi-final %(number)s"),
        gettext_noop("the loser of semi-final %(number)s"),
    ),
    "quarter_final": (
        gettext_noop("Quarter-final %(number)s"),
        gettext_noop("the winner of quarter-final %(number)s"),
        gettext_noop("the loser of quarter-final %(number)s"),
    ),
    "match": (
        gettext_noop("Round %(round)s, match %(number)s"),
        gettext_noop("the winner of match %(number)s in round %(round)s"),
        gettext_noop("the loser of match %(number)s in round %(round)s"),
    ),
}


class Knockout(Elimination):
    """One defeat and out. The number of games in a match is set by the stage, not the bracket."""

    key = "knockout"
    name = gettext_noop("Knock-out")
    sentence = gettext_noop("Lose and you are out; winners go on until two are left for the final.")
    settings: ClassVar[Mapping[str, Setting]] = {
        "first_round": FIRST_ROUND,
        "third_place": Switch(default=False),
    }
    labels = {
        "first_round": FIRST_ROUND_LABEL,
        "third_place": (
            gettext_noop("Match for third place"),
            gettext_noop("The losers of the semi-finals play for third place during the final."),
        ),
    }
    choices = FIRST_ROUND_WORDS
    main = ""

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int:  # noqa: ARG002 - the same for all settings
        """Return how often the field must be halved until one is left."""
        return max(0, entrants - 1).bit_length()

    def matches(self, size: int, settings: Mapping[str, Any]) -> tuple[Match, ...]:
        return _bracket(size, third_place=settings["third_place"])

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        seeds = gettext_noop("The first round is set by the seeds; any byes go to the top seeds.")
        lot = gettext_noop("The first round and its byes are drawn by lot.")
        third = gettext_noop("The losers of the semi-finals play for third place.")
        shared = gettext_noop("The losers of the semi-finals share third place.")
        read = self.read(settings)
        return (
            (gettext_noop("Lose a match and you are out."), {}),
            (seeds if read["first_round"] == "seeds" else lot, {}),
            (third if read["third_place"] else shared, {}),
        )


@cache
def _bracket(size: int, *, third_place: bool) -> tuple[Match, ...]:
    rounds = size.bit_length() - 1
    found = []
    for number in range(1, rounds + 1):
        kind = {rounds: "final", rounds - 1: "semi_final", rounds - 2: "quarter_final"}.get(
            number, "match"
        )
        for index in range(1, (size >> number) + 1):
            pair = (2 * index - 1, 2 * index)
            if number == 1:
                sources = (Source(SLOT, pair[0] - 1), Source(SLOT, pair[1] - 1))
            else:
                sources = _both(WINNER, number - 1, pair)
            winner_place = 1 if number == rounds else None
            found.append(_match(kind, number, index, sources, winner_place, (size >> number) + 1))
    if third_place and rounds > 1:
        found.append(_match("third_place", rounds, 2, _both(LOSER, rounds - 1, (1, 2)), 3, 4))
    return tuple(found)


def _both(kind: str, number: int, pair: tuple[int, int]) -> tuple[Source, Source]:
    return Source(kind, of=f"{number}:{pair[0]}"), Source(kind, of=f"{number}:{pair[1]}")


def _match(
    kind: str,
    number: int,
    index: int,
    sources: tuple[Source, Source],
    winner_place: int | None,
    loser_place: int,
) -> Match:
    params = {"round": number, "number": index}
    name, winner_of, loser_of = (
        Note(code, text, params)
        for code, text in zip((kind, f"{kind}_winner", f"{kind}_loser"), NAMES[kind], strict=True)
    )
    return Match(
        f"{number}:{index}", number, sources, name, winner_of, loser_of, winner_place, loser_place
    )
