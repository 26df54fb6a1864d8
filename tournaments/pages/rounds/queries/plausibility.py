"""Whether totals that a director types could come from the game that was to be played: a question,
never a bar.
"""

from collections.abc import Mapping
from typing import Any

from scoring.rules import VARIANTS, Mistake
from tournaments.match.played_games import rules_of
from tournaments.models import Match
from tournaments.standings.points.adjust import GIVEN
from tournaments.standings.points.plausible import doubts


def doubts_about(match: Match, ruling: Mapping[str, Any]) -> list[Mistake]:
    """What speaks against the Tichu points of a ruling, as questions beside the field `doubt`;
    nothing where they may be right, and where a match has several games, of which nobody can tell
    what each brought. One query.
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
