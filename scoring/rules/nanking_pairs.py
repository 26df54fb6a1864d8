"""Nanking with three pairs: six people in three fixed pairs; one pair sits out in each round.

- Partners sit opposite each other, with two chairs between them on either side.
- In turn, each pair sits out once in three rounds, and plays each of the other two once.
- The points of a side are its pair's. Nine rounds, or another multiple of three; the highest total
  wins. If it ends when not all have played as often, the points per round decide.
"""

from dataclasses import replace

from .point_game import point_settings
from .sitting_out import SITS_OUT, SittingOutGame, who_sits_out
from .words import gettext_noop

NANKING_PAIRS = SittingOutGame(
    key="nanking_pairs",
    code=7,
    name=gettext_noop("Nanking with three pairs"),
    company=gettext_noop("6 players, a pair sits out"),
    sentence=gettext_noop("Six players in three fixed pairs; one pair sits out each round."),
    min_players=6,
    max_players=6,
    settles=("sits_out",),
    turns=3,
    rings=((0, 1, 2, 3, 4, 5),),
    lead=replace(
        SITS_OUT,
        line=gettext_noop("%(name)s sit out"),
        coming=gettext_noop("%(name)s sit out."),
        first=gettext_noop(
            "Partners sit opposite each other. The pair on seats 3 and 6 sits out first, then "
            "each pair in turn."
        ),
    ),
    settings={
        **point_settings(target_score=None, round_limit=9, sweep_value=200),
        **who_sits_out(),
    },
)
