"""Tichu Tientsin: six players, two teams of three, seated alternately.

As Nanking, with these differences from the rule book:

- All three partners out first, second and third is a triple victory: 300, and no cards are counted.
  Two partners out first and second have no special reward.
- Otherwise the round goes on until the fifth is out.
"""

from .point_game import TeamGame, point_settings
from .words import gettext_noop

TIENTSIN = TeamGame(
    key="tientsin",
    code=1,
    name=gettext_noop("Tichu Tientsin"),
    company=gettext_noop("6 players, two teams"),
    sentence=gettext_noop(
        "Six players in two teams, to 1000 points; a triple victory is worth 300."
    ),
    min_players=6,
    max_players=6,
    settles=("leader",),
    settings=point_settings(target_score=1000, round_limit=None, sweep_value=300),
)
