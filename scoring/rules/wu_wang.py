"""Tichu Wu Wang: three players, and a dummy called the Minister. French edition.

- The King plays with the Minister. Whoever was first out is King of the next round; if the Minister
  was, or nobody, the King stays. The first King is drawn.
- King and Minister may not call Grand Tichu; the King may call Tichu for the Minister.
- The Minister alone need not fulfil a wish.
- Nine rounds, or another multiple of three; the highest column wins, also if it is the Minister's.

Since the first out is the next King, a record that keeps no order at all is not possible.
"""

from .dummies import DummyGame
from .leads import Lead
from .point_game import point_settings
from .words import gettext_noop

KING = Lead(
    field="king",
    line=gettext_noop("%(name)s is King"),
    coming=gettext_noop(
        "%(name)s is King, and plays with the Minister against %(one)s and %(other)s."
    ),
    role=gettext_noop("King"),
    beside=gettext_noop("with the King"),
    part=gettext_noop("King"),
    sign=gettext_noop("K"),
    first=gettext_noop(
        "Seat 1 is the first King and plays with the Minister: draw the seats to draw the King."
    ),
)

WU_WANG = DummyGame(
    key="wu_wang",
    code=3,
    name=gettext_noop("Tichu Wu Wang"),
    company=gettext_noop("3 players and the Minister"),
    sentence=gettext_noop(
        "Three players; the first out is King of the next round and plays with the Minister."
    ),
    min_players=3,
    max_players=3,
    settles=("king",),
    lead=KING,
    settings=point_settings(
        target_score=None, round_limit=9, sweep_value=200, recordings=("full", "first")
    ),
    dummy_name=gettext_noop("the Minister"),
    dummy_short=gettext_noop("Minister"),
    dummy_between=True,
)
