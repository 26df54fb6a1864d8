"""Ranking points: the scoring systems that turn a match's games into points of the standings.

`SCORING_SYSTEMS` has them by key; a system's `read(settings)` checks settings and `award(games,
entrants, settings, round)` counts. `adjust` covers what was not played, or not properly; `carry`
what is carried over from one stage to the next; `plausible` checks results of which only the totals
were entered.
"""

from collections.abc import Mapping
from types import MappingProxyType

from .boards import Boards
from .evening import Shares
from .hands import Hands
from .margin import Margin
from .match import Match
from .places import Places
from .scoring_system import ALONE, TWO_SIDES, ScoringSystem
from .team_imps import TeamImps
from .tichu_points import Difference, Score

SCORING_SYSTEMS: Mapping[str, ScoringSystem] = MappingProxyType(
    {
        system.key: system
        for system in (
            Match(),
            Hands(),
            Margin(),
            Score(),
            Difference(),
            Shares(),
            Places(),
            Boards(),
            TeamImps(),
        )
    }
)

__all__ = ["ALONE", "SCORING_SYSTEMS", "TWO_SIDES", "ScoringSystem"]
