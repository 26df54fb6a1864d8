"""Shared by the games with more people than the four of Nanking: in each round some sit out.

What sits out is a person among five, or a fixed pair among three pairs. The others play a round of
Nanking: their two sides score as the rule book says, and each side's points go to everybody on it.

Who sits out is a setting: in turn by chair, beginning with the last in the list; whoever was last
out of the round before, or the next in turn if that is not known; or as the people tap it, with
the next in turn as the proposal.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .errors import Mistake, Seat
from .leads import Lead
from .point_game import PointGame
from .position import Carried, Next, Position
from .rounds import Round
from .settings import Choice, Setting
from .words import gettext_noop

if TYPE_CHECKING:
    from .rulesets import RuleSet

IN_TURN, LAST_OUT, TAPPED = "in_turn", "last_out", "tapped"
IN_A_ROUND = 4  # players

SITS_OUT = Lead(
    field="sits_out",
    line=gettext_noop("%(name)s sits out"),
    coming=gettext_noop("%(name)s sits out."),
    setting="who_sits_out",
    steps={IN_TURN: 1, TAPPED: 1},
)
SITS_OUT_BY_RULE = Mistake(
    "unknown_key",
    "sits_out",
    gettext_noop("Who sits out follows from the rules of this game; leave out sits_out."),
)


def who_sits_out() -> dict[str, Setting]:
    """Return the setting that these games have on top of those of a game with points."""
    return {"who_sits_out": Choice((IN_TURN, LAST_OUT, TAPPED))}


@dataclass(frozen=True)
class SittingOutGame(PointGame):
    """A game in which one of several `turns` sits out in each round. The seats of a turn are a
    column; they are `turns` apart. Partners are who sits opposite once the chairs of those who sit
    out are left out. A lap is as many rounds as there are turns.
    """

    lead: Lead = SITS_OUT
    in_tournaments: bool = False  # nobody is a side of a match here

    def places(self, n_players: int) -> int:  # noqa: ARG002
        return IN_A_ROUND

    def opening(self, rules: "RuleSet", n_players: int) -> Position:
        columns = tuple(tuple(range(one, n_players, self.turns)) for one in range(self.turns))
        position = Position(rules, n_players, totals=(0,) * self.turns, columns=columns)
        return self.without(replace(position, rested=(0,) * self.turns), self.turns - 1)

    def carry(self, position: Position, carried: Carried) -> Position:
        return self.without(super().carry(position, carried), position.sits_out)

    def without(self, position: Position, resting: int | None) -> Position:
        """Return the position in which this person or pair sits out.

        None means unknown, which happens only in a search for mistakes: then the sides are unknown
        too.
        """
        if resting is None:
            return replace(position, sits_out=None, sides=())
        position = replace(position, sits_out=resting)
        ring = self.ring(position)
        sides = tuple(tuple(sorted(side)) for side in (ring[::2], ring[1::2]))
        return replace(position, sides=sides)

    def ring(self, position: Position) -> tuple[int, ...]:
        """The first of the list comes first."""
        lap = (position.number - position.carried.rounds - 1) // self.turns
        resting = () if position.sits_out is None else position.columns[position.sits_out]
        ring = [seat for seat in self.rings[lap % len(self.rings)] if seat not in resting]
        first = ring.index(min(ring))
        return (*ring[first:], *ring[:first])

    def seated(self, position: Position, played: Round) -> Position:
        tapped = played.sits_out
        if tapped is None or position.rules.who_sits_out != TAPPED:
            return position
        if not 0 <= tapped < position.n_players:
            return position
        return self.without(position, tapped % self.turns)

    def mistakes(self, position: Position, played: Round) -> list[Mistake]:
        found = super().mistakes(position, played)
        if played.sits_out is not None and not 0 <= played.sits_out < position.n_players:
            text = gettext_noop("%(player)s cannot sit out; name a player at the table.")
            params: dict[str, object] = {"player": Seat(played.sits_out)}
            found.append(Mistake("unknown_player", "sits_out", text, params))
        resting = position.columns[position.sits_out] if position.sits_out is not None else ()
        text = gettext_noop("%(player)s sits out this round; name only those who play it.")
        named = {
            "out": played.out,
            "calls": [seat for seat, _ in played.calls],
            "wish_violation": [played.wish_violation],
            "bombs": [bomb.seat for bomb in played.bombs or ()],
        }
        return found + [
            Mistake("unknown_player", field, text, {"player": Seat(seat)})
            for field, seats in named.items()
            for seat in resting
            if seat in seats
        ]

    def moves_on(
        self,
        position: Position,
        first: int | None,  # noqa: ARG002
        played: Round,
    ) -> tuple[Next, Position]:
        rested = tuple(
            times + (column == position.sits_out) for column, times in enumerate(position.rested)
        )
        resting = self.next_resting(position, played)
        moved = replace(position, number=position.number + 1, rested=rested)
        return Next(sits_out=resting), self.without(moved, resting)

    def next_resting(self, position: Position, played: Round) -> int:
        """Return who sits out after this round, which was played without `position.sits_out`."""
        last = last_out(position, played) if self.step(position.rules) is None else None
        return ((position.sits_out or 0) + 1 if last is None else last) % self.turns

    def after_mistake(self, position: Position, played: Round | None) -> Position:
        after = super().after_mistake(position, played)
        resting: int | None = None
        if position.sits_out is not None and self._is_known_after(position.rules, played):
            resting = self.next_resting(position, played or Round())
        return self.without(after, resting)

    def _is_known_after(self, rules: "RuleSet", played: Round | None) -> bool:
        """Return whether a round with mistakes still tells who sits out next."""
        if rules.who_sits_out != LAST_OUT:
            return True
        return played is not None and len(set(played.out)) == len(played.out)

    def played_by(self, position: Position, sides: tuple[tuple[int, ...], ...]) -> Position | None:
        # In turn, the sides follow from the round's number, and no others are possible.
        if position.rules.who_sits_out == IN_TURN or position.sits_out is None:
            return None
        possible = (self.without(position, resting) for resting in range(self.turns))
        return next((one for one in possible if one.sides == sides), None)

    def column_scores(self, position: Position, side_scores: tuple[int, int]) -> tuple[int, ...]:
        by_seat = {
            seat: score
            for side, score in zip(position.sides, side_scores, strict=True)
            for seat in side
        }
        return tuple(by_seat.get(column[0], 0) for column in position.columns)

    def standing(self, position: Position) -> tuple[float, ...]:
        """The totals if all have played as often; else the points per round. Rounds played
        elsewhere count as shared evenly.
        """
        if len(set(position.rested)) <= 1:
            return position.totals
        elsewhere = position.carried.rounds
        here = position.number - 1 - elsewhere
        found: list[float] = []
        for total, rested in zip(position.totals, position.rested, strict=True):
            played = elsewhere * (self.turns - 1) + self.turns * (here - rested)
            found.append(total * self.turns / played if played else float("-inf"))
        return tuple(found)


def last_out(position: Position, played: Round) -> int | None:
    """Return the seat that was last out, as far as the order tells."""
    playing = [seat for side in position.sides for seat in side]
    left = [seat for seat in playing if seat not in played.out]
    if len(played.out) < IN_A_ROUND - 1 or len(left) > 1:
        return None
    return left[0] if left else played.out[-1]
