"""Trichu, also Threechu: three players, and a dummy called the Table.

Fata Morgana's leaflet:

- The dealer plays alone with the Table against the other two.
- The dealer and the Table may not call Grand Tichu; the dealer may call Tichu for the Table.
- The Table need not fulfil a wish.
- The deal changes after every round: in the English text it passes to the left, while play goes to
  the right, so that it goes backwards through the seats.
- Nine rounds, or another multiple of three; the highest column wins. Not to 1000, since the Table
  would win.
"""

from .dummies import DummyGame
from .leads import Lead
from .point_game import point_settings
from .settings import Choice
from .words import gettext_noop

STEPS = {"left": -1, "right": 1}  # in seats, counted in the direction of play

DEALER = Lead(
    field="dealer",
    line=gettext_noop("%(name)s deals"),
    coming=gettext_noop("%(name)s deals, and plays with the Table against %(one)s and %(other)s."),
    role=gettext_noop("dealer"),
    beside=gettext_noop("with %(name)s"),
    part=gettext_noop("dealer"),
    sign=gettext_noop("D"),
    first=gettext_noop(
        "Seat 1 deals first and plays with the Table; then the deal changes after each round."
    ),
    steps=STEPS,
)

TRICHU = DummyGame(
    key="trichu",
    code=2,
    name=gettext_noop("Trichu"),
    company=gettext_noop("3 players and the Table"),
    sentence=gettext_noop(
        "Three players; the dealer plays with the Table against the other two, for nine rounds."
    ),
    min_players=3,
    max_players=3,
    settles=("dealer",),
    lead=DEALER,
    settings={
        **point_settings(target_score=None, round_limit=9, sweep_value=200),
        "deal_passes": Choice(("left", "right")),
    },
    dummy_name=gettext_noop("the Table"),
    dummy_short=gettext_noop("Table"),
)
