"""Ranking points: the ways from a match's games to what counts in the standings.

`SCORING_SYSTEMS` has them by key; `read(settings)` of one checks settings, `award(games, entrants,
settings, round)` counts. `adjust` is for what was not played, or not as it should have been;
`carry` for what comes along from one stage to the next; `plausible` looks at results of which
nothing but the totals was typed.
"""

from collections.abc import Mapping
from types import MappingProxyType

from .evening import Shares
from .hands import Hands
from .margin import Margin
from .match import Match
from .places import Places
from .scoring_system import ALONE, TWO_SIDES, Way
from .tichu_points import Difference, Score

SCORING_SYSTEMS: Mapping[str, Way] = MappingProxyType(
    {
        way.key: way
        for way in (Match(), Hands(), Margin(), Score(), Difference(), Shares(), Places())
    }
)

__all__ = ["ALONE", "TWO_SIDES", "WAYS", "Way"]
