"""Shared by the three-player games: one player plays with the dummy against the other two.

The sides change from round to round, so each player has a column: each member of a side writes the
side's whole score in it, and so does the dummy, who can win.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .point_game import PointGame
from .position import Next, Position
from .rounds import Round

if TYPE_CHECKING:
    from .rulesets import RuleSet

DUMMY_NAME = "dummy"  # its name in score records, reserved for it


@dataclass(frozen=True)
class DummyGame(PointGame):
    """Three players and a dummy, whose seat index comes after the players'. Its partner is the
    game's `lead`.
    """

    def opening(self, rules: "RuleSet", n_players: int) -> Position:
        dummy = n_players
        columns = tuple((seat,) for seat in range(n_players + 1))
        position = Position(
            rules, n_players, totals=(0,) * len(columns), columns=columns, tichu_only=(dummy,)
        )
        return self.with_partner(position, 0)

    def with_partner(self, position: Position, seat: int | None) -> Position:
        """Return the position with this seat as the dummy's partner.

        None means unknown, which happens only in a search for mistakes: then the sides are unknown
        too.
        """
        return replace(with_sides(position, seat), **self._held(seat))

    def moves_on(
        self,
        position: Position,
        first: int | None,
        played: Round,  # noqa: ARG002
    ) -> tuple[Next, Position]:
        partner = self.next_partner(position, first)
        return Next(**self._held(partner)), self.with_partner(position, partner)

    def next_partner(self, position: Position, first: int | None) -> int | None:
        """Return the dummy's partner after the next round; `first` is the first out or None."""
        now, step = self.lead_of(position), self.step(position.rules)
        if step is not None:
            return ((now or 0) + step) % position.n_players
        return now if first is None or first == position.n_players else first

    def after_mistake(self, position: Position, played: Round | None) -> Position:
        return super().after_mistake(
            self.with_partner(position, self._partner_after_mistake(position, played)), played
        )

    def _partner_after_mistake(self, position: Position, played: Round | None) -> int | None:
        """None if the mistakes of a round hide who it is."""
        if self.step(position.rules) is not None:
            return self.next_partner(position, None)
        if played is None:
            return None
        if not played.out:
            # Nobody was out when a missed wish stopped the round; otherwise the first name is
            # missing.
            return self.lead_of(position) if played.wish_violation is not None else None
        first = played.out[0]
        if not 0 <= first < self.places(position.n_players) or played.out.count(first) > 1:
            return None
        return self.next_partner(position, first)

    def played_by(self, position: Position, sides: tuple[tuple[int, ...], ...]) -> Position | None:
        # If the lead rotates, the sides follow from the round's number, and no others are possible.
        if self.step(position.rules) is not None or self.lead_of(position) is None:
            return None
        partner = sides[0][0] if len(sides) == 2 and len(sides[0]) == 2 else None
        if partner not in range(position.n_players):
            return None
        other = self.with_partner(position, partner)
        return other if other.sides == sides else None

    def _held(self, seat: int | None) -> dict[str, Any]:
        """Return the seat as positions and results store it."""
        return {self.lead.field: seat}

    def column_scores(self, position: Position, side_scores: tuple[int, int]) -> tuple[int, ...]:
        with_dummy = position.sides[0]
        return tuple(side_scores[0 if seat in with_dummy else 1] for (seat,) in position.columns)


def with_sides(position: Position, partner: int | None) -> Position:
    """Return the position with the sides that follow from the dummy's partner.

    The dummy's partner and the dummy come first, then the other two. The first two may call nothing
    but Tichu, having seen both hands.
    """
    dummy = position.n_players
    if partner is None:
        return replace(position, sides=(), tichu_only=(dummy,))
    others = tuple(seat for seat in range(dummy) if seat != partner)
    return replace(position, sides=((partner, dummy), others), tichu_only=(partner, dummy))
