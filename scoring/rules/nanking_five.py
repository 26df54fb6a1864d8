"""Nanking with five: one sits out in each round, the other four play Nanking, and partners change.

- Partners sit opposite each other once the chair of the one who sits out is left out.
- In turn, everybody sits out once in five rounds, and plays twice with each of two partners. After
  five rounds the chairs change (1 3 5 2 4), and five rounds later they change back: after ten
  rounds everybody has played eight, two with each partner.
- Each round's points of a side count for both partners. Ten rounds, or another multiple of five;
  the highest total wins. If it ends when not all have played as often, the points per round decide.
"""

from dataclasses import replace

from .point_game import point_settings
from .sitting_out import SITS_OUT, SittingOutGame, who_sits_out
from .words import gettext_noop

NANKING_FIVE = SittingOutGame(
    key="nanking_five",
    code=6,
    name=gettext_noop("Nanking with five"),
    company=gettext_noop("5 players, one sits out"),
    sentence=gettext_noop(
        "Five players; one sits out each round, partners change, the score is each person's own."
    ),
    min_players=5,
    max_players=5,
    settles=("sits_out",),
    turns=5,
    lead=replace(
        SITS_OUT,
        first=gettext_noop(
            "Seat 5 sits out first, then each seat in turn. Leaving out the empty seat, partners "
            "sit opposite each other. After 10 rounds, everyone has played 8: two with each "
            "partner."
        ),
    ),
    rings=((0, 1, 2, 3, 4), (0, 2, 4, 1, 3)),
    settings={
        **point_settings(target_score=None, round_limit=10, sweep_value=200),
        **who_sits_out(),
    },
)
