"""Tichu points as ranking points: own points, or the difference."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.rules.words import gettext_noop
from tournaments.standings.lines import Number

from .kinds import Halves
from .scoring_system import ALONE, TWO_SIDES, Part, TwoSided
from .tally import Bout, mean, plain

EACH_HAND = 50  # Tichu points of each side in an evenly shared hand


class Score(TwoSided):
    """Every Tichu point counts; who won the match does not."""

    key = "score"
    name = gettext_noop("Sum of Tichu points")
    sentence = gettext_noop(
        "The Tichu points scored are added up; winning the match counts nothing."
    )
    tables = (TWO_SIDES, ALONE)

    def shares(
        self,
        played: Sequence[Bout],
        settings: Mapping[str, Any],  # noqa: ARG002
    ) -> list[tuple[tuple[Part, ...], ...]]:
        word = gettext_noop("Tichu points scored: %(own)s")
        return [tuple(((word, {"own": total}, total),) for total in bout.totals) for bout in played]

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        return EACH_HAND * hands

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:  # noqa: ARG002
        """Return all card points of all hands. Calls may bring more, but half of this is a level
        match.
        """
        return 2 * EACH_HAND * hands


class Difference(TwoSided):
    """Own Tichu points less the opponents'; if everybody plays alone, less the mean of the
    others.
    """

    key = "difference"
    name = gettext_noop("Tichu point difference")
    sentence = gettext_noop(
        "Own Tichu points minus the opponents', match by match; a cap limits high wins."
    )
    tables = (TWO_SIDES, ALONE)
    settings = {"cap": Halves(None, least=1, open_=True)}
    labels = {
        "cap": (
            gettext_noop("Most for one match"),
            gettext_noop("A match counts at most this, up or down; empty: no limit."),
        )
    }

    def shares(
        self, played: Sequence[Bout], settings: Mapping[str, Any]
    ) -> list[tuple[tuple[Part, ...], ...]]:
        return [
            tuple(_parts(bout, side, settings["cap"]) for side in range(len(bout.sides)))
            for bout in played
        ]

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        return 0

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:  # noqa: ARG002
        """Return None: half of an unknown maximum is not a level match, which is 0 here."""
        return None


def _parts(bout: Bout, side: int, cap: Number | None) -> tuple[Part, ...]:
    own: Number = bout.totals[side]
    others: list[Number] = [total for index, total in enumerate(bout.totals) if index != side]
    other = mean(others)
    difference = plain(Fraction(own - other))
    word = gettext_noop("%(own)s minus %(other)s, the points of the opponents")
    if len(others) > 1:
        word = gettext_noop("%(own)s minus %(other)s, the mean of the others")
    params: Mapping[str, object] = {"own": own, "other": other}
    found: list[Part] = [(word, params, difference)]
    if cap is not None and not -cap <= difference <= cap:
        kept = cap if difference > 0 else -cap
        word = gettext_noop("A match counts at most %(cap)s")
        found.append((word, {"cap": cap}, plain(kept - difference)))
    return tuple(found)
