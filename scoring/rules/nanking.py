"""Tichu Nanking: four players, two teams, partners opposite each other.

Fata Morgana's leaflet; the French and the newer Russian edition add the penalty for a missed wish.

- A side's share of the card points is a multiple of 5 from -25 to 125; both together are 100.
- Both partners out first and second is a double victory: 200, and no cards are counted.
- Tichu is worth 100, Grand Tichu 200, to the caller's team alone, whatever the cards brought.
- The game goes to 1000. The first out shuffles next.
"""

from .point_game import TeamGame, point_settings
from .settings import TOTALS
from .words import gettext_noop

NANKING = TeamGame(
    key="nanking",
    code=0,
    name=gettext_noop("Tichu Nanking"),
    company=gettext_noop("4 players, two teams"),
    sentence=gettext_noop("Four players in two teams, to 1000 points."),
    min_players=4,
    max_players=4,
    settles=("leader",),
    settings=point_settings(
        target_score=1000, round_limit=None, sweep_value=200, in_duplicate=(TOTALS,)
    ),
)
