"""Points for winning, drawing or losing a match, whatever the margin."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.rules.settings import Choice, PointValue
from scoring.rules.words import gettext_noop
from tournaments.standings.lines import Number

from .kinds import Halves
from .scoring_system import Part, TwoSided
from .tally import Bout, plain

WORDS = {
    "won": (
        gettext_noop("Points %(own)s : %(other)s, won"),
        gettext_noop("Games %(own)s : %(other)s, won"),
    ),
    "drawn": (
        gettext_noop("Points %(own)s : %(other)s, drawn"),
        gettext_noop("Games %(own)s : %(other)s, drawn"),
    ),
    "lost": (
        gettext_noop("Points %(own)s : %(other)s, lost"),
        gettext_noop("Games %(own)s : %(other)s, lost"),
    ),
}


class Match(TwoSided):
    """Points for the match. One game is decided by its Tichu points, several by games won.

    A game that was stopped or ran out of time counts as it is.
    """

    key = "match"
    name = gettext_noop("Match points")
    sentence = gettext_noop("Fixed points for a match won, drawn or lost, whatever the score.")
    each_match = True
    settings = {
        "win": Halves(2),
        "draw": Halves(1),
        "loss": Halves(0),
        "margin_of_draw": PointValue(0),
        "level_games": Choice(("draw", "score")),
    }
    labels = {
        "win": (gettext_noop("Win"), gettext_noop("Points for a match won.")),
        "draw": (gettext_noop("A draw"), gettext_noop("Points for each side of a drawn match.")),
        "loss": (gettext_noop("Loss"), gettext_noop("Points for a match lost.")),
        "margin_of_draw": (
            gettext_noop("Counts as a draw"),
            gettext_noop(
                "A game is a draw if the sides are at most this many Tichu points apart. 0: only "
                "if they are equal."
            ),
        ),
        "level_games": (
            gettext_noop("Equal number of games"),
            gettext_noop("What decides if both sides have won the same number of games."),
        ),
    }
    choices = {"draw": gettext_noop("A draw"), "score": gettext_noop("Tichu points over all games")}

    def shares(
        self, played: Sequence[Bout], settings: Mapping[str, Any]
    ) -> list[tuple[tuple[Part, ...], ...]]:
        return [tuple(self._part(bout, side, settings) for side in (0, 1)) for bout in played]

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        return plain(settings["draw"])

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:  # noqa: ARG002
        return plain(settings["win"])

    def _part(self, bout: Bout, side: int, settings: Mapping[str, Any]) -> tuple[Part, ...]:
        winner, by_games, shown = _decided(bout, settings)
        outcome = "drawn" if winner is None else "won" if winner == side else "lost"
        points = settings[{"won": "win", "drawn": "draw", "lost": "loss"}[outcome]]
        return ((WORDS[outcome][by_games], {"own": shown[side], "other": shown[1 - side]}, points),)


def _decided(bout: Bout, settings: Mapping[str, Any]) -> tuple[int | None, bool, Sequence[int]]:
    """Return the winner, None if level; whether games decide, or Tichu points; and these numbers by
    side.
    """
    winners = [result.winner_by(settings["margin_of_draw"]) for result in bout.results]
    games = [winners.count(index) for index in (0, 1)]
    winner = winners[0] if len(winners) == 1 else _more(games)
    if len(winners) > 1 and winner is None and settings["level_games"] == "score":
        return _more(bout.totals), False, bout.totals
    by_games = len(winners) > 1 or not bout.hands
    return winner, by_games, games if by_games else bout.totals


def _more(values: Sequence[int | Fraction]) -> int | None:
    """Return the index of the larger of two numbers, None if equal."""
    if values[0] == values[1]:
        return None
    return 0 if values[0] > values[1] else 1
