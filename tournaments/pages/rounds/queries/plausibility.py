"""Whether typed totals can come from the game to be played: a question that never blocks."""

from collections.abc import Mapping
from typing import Any

from scoring.rules import VARIANTS, Mistake
from tournaments.match.played_games import rules_of
from tournaments.models import Match
from tournaments.standings.points.adjust import GIVEN
from tournaments.standings.points.plausible import doubts


def ruling_doubts(match: Match, ruling: Mapping[str, Any]) -> list[Mistake]:
    """Return doubts about a ruling's Tichu points, as questions at the field `doubt`. One query.

    None if they are plausible, or if the match has several games: the share of each is unknown.
    """
    score = ruling.get("score") or []
    stage = match.session_round.stage
    games = list(match.games.all())
    if ruling.get("kind") != GIVEN or len(games) != 1 or VARIANTS[stage.variant].is_rank_game:
        return []
    if not score or any(value is None for value in score):
        return []
    found = doubts(rules_of(games[0], stage.variant, stage.rules), [int(value) for value in score])
    return [Mistake("doubtful", "doubt", doubt.text, doubt.params) for doubt in found]
