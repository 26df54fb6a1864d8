"""Tichu Tientsin: six players, two teams of three, seated alternately.

As Nanking, with these differences from the rule book:

- All three partners out first, second and third is a triple victory: 300, and no cards are counted. Two
  partners out first and second have no special reward.
- Otherwise the round goes on until the fifth is out.
"""

from .points import TeamGame, point_settings
from .words import gettext_noop

TIENTSIN = TeamGame(
    key="tientsin",
    name=gettext_noop("Tichu Tientsin"),
    min_players=6,
    max_players=6,
    settles=("leader",),
    settings=point_settings(target_score=1000, round_limit=None, sweep_value=300),
)
