"""Evening of four: each partners each, and the clearest win is worth most."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.rules.words import gettext_noop
from tournaments.standings.lines import Number

from .kinds import Ladder
from .scoring_system import Part, TwoSided
from .tally import Bout, mean, plain

FIVE = 5


class Shares(TwoSided):
    """The games of one table's evening, ranked by margin: 3, 2 and 1 points for each winner.

    Wins of the same margin share the points of their places evenly. A drawn game is a win of margin
    0 and so comes last; its points are halved between the sides, so that every evening of three
    games gives the table 12. Games beyond the end of the ladder give nothing. Only games that were
    played are ranked: without the third, 3 and 2 are given. The five games of a table of five are
    worth as much to each of its people as the three of a table of four.
    """

    key = "shares"
    name = gettext_noop("League evening of four")
    sentence = gettext_noop(
        "Three games, each with a different partner: the clearest win gives each winner 3 points, "
        "the next 2, the last 1."
    )
    settings = {"ladder": Ladder((3, 2, 1))}
    labels = {
        "ladder": (
            gettext_noop("Points by size of the win"),
            gettext_noop("What each winner gets: first for the game with the largest difference."),
        )
    }

    def shares(
        self, played: Sequence[Bout], settings: Mapping[str, Any]
    ) -> list[tuple[tuple[Part, ...], ...]]:
        differences = [abs(bout.totals[0] - bout.totals[1]) for bout in played]
        ladder: Sequence[Number] = settings["ladder"]
        ranked = sorted(differences, reverse=True)
        found = []
        for bout, difference in zip(played, differences, strict=True):
            places = [place for place, other in enumerate(ranked) if other == difference]
            worth = mean([ladder[place] if place < len(ladder) else 0 for place in places])
            found.append(
                tuple(_parts(bout, side, worth, (places[0] + 1, places[-1] + 1)) for side in (0, 1))
            )
        return found

    def at_five(self, settings: Mapping[str, Any], matches: int) -> Fraction:
        """Return the factor: four people share the points of that many games, five those of
        five.
        """
        ladder: Sequence[Number] = settings["ladder"]
        five = sum(ladder[:FIVE])
        return Fraction(sum(ladder[:matches]) * FIVE, 4 * five) if five else Fraction(1)

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        """Return half of the evening's points, as if every game had been drawn."""
        return plain(Fraction(sum(settings["ladder"])) / 2)

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:  # noqa: ARG002
        return plain(sum(settings["ladder"]))


def _parts(bout: Bout, side: int, worth: Number, places: tuple[int, int]) -> tuple[Part, ...]:
    own, other = bout.totals[side], bout.totals[1 - side]
    params = {
        "own": own,
        "other": other,
        "difference": abs(own - other),
        "from": places[0],
        "to": places[1],
    }
    shared = places[0] < places[1]
    if own == other:
        return (
            (
                gettext_noop("Drawn with %(own)s : %(other)s, half for each side"),
                params,
                plain(Fraction(worth) / 2),
            ),
        )
    if own < other:
        return ((gettext_noop("Lost with %(own)s : %(other)s"), params, 0),)
    if shared:
        word = gettext_noop(
            "Won with %(own)s : %(other)s, by %(difference)s; shares places %(from)s to %(to)s"
        )
    else:
        word = gettext_noop(
            "Won with %(own)s : %(other)s, by %(difference)s; place %(from)s of the evening's wins"
        )
    return ((word, params, worth),)
