"""Numbers for spreadsheets, and the heading of a match.

For numbers on pages see `scoring.games.round_words.figure`.
"""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.games.round_words import figure, signed
from tournaments.match.team_boards import has_rooms
from tournaments.models import Match, Stage
from tournaments.pairing.formats import FORMATS
from tournaments.stage.ranking import Ranked
from tournaments.standings.lines import VOID, Line, Number
from tournaments.standings.numbers import load
from tournaments.standings.points.adjust import BOTH_LOSE, KINDS, NOT_PLAYED

NOTHING = "–"  # in place of a score


def verdict_of(match: Match, line: Line | None = None) -> str:
    """Return in words a decision that gives neither side anything, or that the match does not count
    for one of them (`line`); else empty.
    """
    kind = (match.ruling or {}).get("kind")
    if kind in {BOTH_LOSE, NOT_PLAYED}:
        return _(KINDS[kind][0])
    return _("does not count") if line is not None and line.kind == VOID else ""


def points_of(stage: Stage, row: Ranked) -> str:
    """Format an entrant's ranking points; in duplicate they are a percentage, or a dash before
    anything can be compared.
    """
    if row.bare:
        return NOTHING
    if FORMATS[stage.format].compares_boards:
        return f"{figure(round(float(row.points), 1))}\N{NO-BREAK SPACE}%"
    return figure(row.points)


def plain_number(number: Number) -> str:
    """Format a number for spreadsheets: "12", "-2.5"; periodic ones with six decimals."""
    exact = Fraction(number)
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{float(exact):.6f}".rstrip("0").rstrip(".")


def games_or_score(line: Mapping[str, object], match: Match) -> str:
    """Return the score of a side, `line` of the match's result: games won if the match has several,
    even before the second; IMPs of teams of four; else Tichu points; empty in games without any,
    and "–" if the match does not count.
    """
    if line.get("kind") == VOID:
        return NOTHING
    if line.get("places") and "score" not in line:
        return ""
    if has_rooms(match.session_round.stage):
        return signed(load(str(line.get("imps", 0))))
    won, lost = int(str(line.get("games_won", 0))), int(str(line.get("games_lost", 0)))
    if won + lost > 1 or (match.session_round.stage.best_of > 1 and not match.plan):
        return str(won)
    return figure(load(str(line.get("score", 0))))


def sum_beside(line: Mapping[str, object], match: Match) -> str:
    """Return the Tichu points of all games of a match whose heading is games; else empty."""
    if match.session_round.stage.best_of == 1 or match.plan or "score" not in line:
        return ""
    return figure(load(str(line["score"])))
