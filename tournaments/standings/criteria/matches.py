"""Matches and games won."""

from scoring.rules.words import gettext_noop
from tournaments.standings.criteria.own import LineSum
from tournaments.standings.lines import FORFEIT, PLAYED, Line, Number


class Wins(LineSum):
    """A forfeit is won by the side that got more points from it. A bye is never a win.

    Penalties and bonuses do not change who won a match.
    """

    key = "wins"
    name = gettext_noop("Wins")
    sentence = gettext_noop(
        "Matches in which you got more ranking points than the opponents, including forfeits."
    )

    def of(self, line: Line) -> Number:
        return int(line.kind in {PLAYED, FORFEIT} and line.points > line.points_against)


class WinsPlayed(LineSum):
    key = "wins_played"
    name = gettext_noop("Wins at the table")
    sentence = gettext_noop(
        "Matches actually played in which you got more ranking points than the opponents."
    )

    def of(self, line: Line) -> Number:
        return int(line.kind == PLAYED and line.points > line.points_against)


class GamesWon(LineSum):
    key = "games_won"
    name = gettext_noop("Games won")
    sentence = gettext_noop("Games won in all matches.")

    def of(self, line: Line) -> Number:
        return line.games_won


class GamesDifference(LineSum):
    key = "games_difference"
    name = gettext_noop("Game difference")
    sentence = gettext_noop("Games won minus games lost, in all matches.")
    is_difference = True

    def of(self, line: Line) -> Number:
        return line.games_won - line.games_lost
