"""What the two three-player games have in common: one player plays with the dummy against the other two.

The sides change from round to round, so points are kept by the head: each member of a side writes the
side's whole score in a column of their own, and so does the dummy, who can win.
"""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .points import PointGame
from .position import Position

if TYPE_CHECKING:
    from .rulesets import RuleSet

DUMMY_NAME = "dummy"  # how score records call it; no player may bear the name


@dataclass(frozen=True)
class DummyGame(PointGame):
    """Three players and a dummy, whose seat index comes after the players'."""

    def opening(self, rules: "RuleSet", n_players: int) -> Position:
        dummy = n_players
        columns = tuple((seat,) for seat in range(n_players + 1))
        position = Position(rules, n_players, totals=(0,) * len(columns), columns=columns, tichu_only=(dummy,))
        return self.with_partner(position, 0)

    @abstractmethod
    def with_partner(self, position: Position, seat: int | None) -> Position:
        """The position with this seat as the dummy's partner.

        None says that it is not known, which happens only in a search for mistakes: then nobody knows the
        sides either.
        """

    def column_scores(self, position: Position, side_scores: tuple[int, int]) -> tuple[int, ...]:
        with_dummy = position.sides[0]
        return tuple(side_scores[0 if seat in with_dummy else 1] for (seat,) in position.columns)


def with_sides(position: Position, partner: int | None) -> Position:
    """The position with the sides that follow from who plays with the dummy.

    The dummy's partner and the dummy come first, then the other two. The first two may call nothing but
    Tichu, having seen both hands.
    """
    dummy = position.n_players
    if partner is None:
        return replace(position, sides=(), tichu_only=(dummy,))
    others = tuple(seat for seat in range(dummy) if seat != partner)
    return replace(position, sides=((partner, dummy), others), tichu_only=(partner, dummy))
