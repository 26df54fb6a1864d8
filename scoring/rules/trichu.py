"""Trichu, also Threechu: three players, and a dummy called the Table.

Fata Morgana's leaflet:

- The dealer plays alone with the Table against the other two.
- The dealer and the Table may not call Grand Tichu; the dealer may call Tichu for the Table.
- The Table need not fulfil a wish.
- The deal changes after every round: in the English text it passes to the left, while play goes to the
  right, so that it goes backwards through the seats.
- Nine rounds, or another multiple of three; the highest column wins. Not to 1000, since the Table would win.
"""

from dataclasses import dataclass, replace

from .dummies import DummyGame, with_sides
from .points import point_settings
from .position import Next, Position
from .rounds import Round
from .settings import Choice
from .words import gettext_noop

STEPS = {"left": -1, "right": 1}  # in seats, counted in the direction of play


@dataclass(frozen=True)
class Trichu(DummyGame):
    """The dummy's partner is the dealer, and the deal goes round."""

    def with_partner(self, position: Position, seat: int | None) -> Position:
        return replace(with_sides(position, seat), dealer=seat)

    def moves_on(self, position: Position, first: int | None) -> tuple[Next, Position]:  # noqa: ARG002
        dealer = next_dealer(position)
        return Next(dealer=dealer), self.with_partner(position, dealer)

    def after_mistake(self, position: Position, played: Round | None) -> Position:
        return super().after_mistake(self.with_partner(position, next_dealer(position)), played)


def next_dealer(position: Position) -> int:
    """Seat that deals after the coming round, whatever that round brings."""
    step = STEPS[position.rules.deal_passes or "left"]
    return ((position.dealer or 0) + step) % position.n_players


TRICHU = Trichu(
    key="trichu",
    name=gettext_noop("Trichu"),
    min_players=3,
    max_players=3,
    settles=("dealer",),
    settings={
        **point_settings(target_score=None, round_limit=9, sweep_value=200),
        "deal_passes": Choice(("left", "right")),
    },
    dummy_name=gettext_noop("the Table"),
)
