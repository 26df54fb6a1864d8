"""Tichu Wu Wang: three players, and a dummy called the Minister. French edition.

- The King plays with the Minister. Whoever was first out is King of the next round; if the Minister was, or
  nobody, the King stays. The first King is drawn.
- King and Minister may not call Grand Tichu; the King may call Tichu for the Minister.
- The Minister alone need not fulfil a wish.
- Nine rounds, or another multiple of three; the highest column wins, also if it is the Minister's.

Since the first out is the next King, a record that keeps no order at all is not possible.
"""

from dataclasses import dataclass, replace

from .dummies import DummyGame, with_sides
from .points import point_settings
from .position import Next, Position
from .rounds import Round
from .words import gettext_noop


@dataclass(frozen=True)
class WuWang(DummyGame):
    """The dummy's partner is the King, the first out of the round before."""

    def with_partner(self, position: Position, seat: int | None) -> Position:
        return replace(with_sides(position, seat), king=seat)

    def moves_on(self, position: Position, first: int | None) -> tuple[Next, Position]:
        king = position.king if first is None or first == position.n_players else first
        return Next(king=king), self.with_partner(position, king)

    def after_mistake(self, position: Position, played: Round | None) -> Position:
        places = self.places(position.n_players)
        return super().after_mistake(self.with_partner(position, next_king(position, played, places)), played)


def next_king(position: Position, played: Round | None, places: int) -> int | None:
    """Seat of the next King after a round with mistakes, None where the mistakes hide who it is."""
    if played is None:
        return None
    if not played.out:
        # Nobody was out when a missed wish stopped the round; otherwise the first name is missing.
        return position.king if played.wish_violation is not None else None
    first = played.out[0]
    if not 0 <= first < places or played.out.count(first) > 1:
        return None
    return position.king if first == position.n_players else first


WU_WANG = WuWang(
    key="wu_wang",
    name=gettext_noop("Tichu Wu Wang"),
    min_players=3,
    max_players=3,
    settles=("king",),
    settings=point_settings(target_score=None, round_limit=9, sweep_value=200, recordings=("full", "first")),
    dummy_name=gettext_noop("the Minister"),
)
