"""The state of a game between two rounds, and the result of a round. Values only, without
decisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .settings import GRAND, TICHU

# Circular, for types alone: a rule set knows its variant, which makes positions.
if TYPE_CHECKING:
    from .rulesets import RuleSet


@dataclass(frozen=True)
class Push:
    """Cards that `giver` hands to `taker` (seat indexes) before a round of a rank game.

    `kind` is "best" for the best cards, "worst" for the worst, "any" for cards of the giver's
    choice.
    """

    giver: int
    taker: int
    cards: int
    kind: str


@dataclass(frozen=True)
class Deck:
    """The cards of a rank game: how many packs are mixed, and how many cards that makes."""

    packs: int
    cards: int


@dataclass(frozen=True)
class Next:
    """What a round determines for the next one. Each game sets what it has, seats by index.

    `leader`: first out, who shuffles next (two teams). `dealer`, `king`: the one who plays with the
    dummy. `sits_out`: who sits out, of a pair its first. `seating`: the seats by rank, first rank
    first; `ranks` their rank keys; `pushes` the cards to hand over before the next round; `deck`;
    `hands`: cards dealt to each place of `seating`.
    """

    leader: int | None = None
    dealer: int | None = None
    king: int | None = None
    sits_out: int | None = None
    seating: tuple[int, ...] = ()
    ranks: tuple[str, ...] = ()
    pushes: tuple[Push, ...] = ()
    deck: Deck | None = None
    hands: tuple[int, ...] = ()


@dataclass(frozen=True)
class Carried:
    """The score with which a game starts: how many `rounds` were played elsewhere, and the `totals`
    after them by score column. In games of ranks there are no totals: the seats are in order of
    rank.
    """

    rounds: int = 0
    totals: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return self != NOTHING_CARRIED

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Carried:
        """Build it from what `to_data` returned."""
        return cls(data["rounds"], tuple(data["totals"])) if data else NOTHING_CARRIED

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data; empty if nothing is carried."""
        return {"rounds": self.rounds, "totals": list(self.totals)} if self else {}


NOTHING_CARRIED = Carried()


# What rounds change in a position; the rest is as at the opening.
MOVING = (
    *("number", "totals", "sides", "leader", "dealer", "king", "sits_out", "rested"),
    *("seating", "pushes", "tichu_only", "finished", "winners"),
)


@dataclass(frozen=True)
class Position:
    """The state in which the next round is played.

    `number` is that round's, from 1; rounds that were `carried` count. `totals` are points by score
    column, `columns` the seats of each column. `sides` are the seats that score together in the
    next round, in the order of card points; empty where everybody plays alone. `leader`, `dealer`,
    `king`, `sits_out`, `seating` and `pushes` are as in `Next`, None or empty if the game has none.
    `rested` is how many of the rounds recorded here each column sat out; empty if nobody does.
    `tichu_only` are the seats that may call Tichu and nothing else. `winners` are indexes of
    columns, empty until `finished`.

    `totals_known` is False only while a list of rounds is searched for mistakes, after a round that
    could not be scored: then nothing is concluded from the totals.
    """

    rules: RuleSet
    n_players: int
    number: int = 1
    totals: tuple[int, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    columns: tuple[tuple[int, ...], ...] = ()
    leader: int | None = None
    dealer: int | None = None
    king: int | None = None
    sits_out: int | None = None
    rested: tuple[int, ...] = ()
    seating: tuple[int, ...] = ()
    pushes: tuple[Push, ...] = ()
    tichu_only: tuple[int, ...] = ()
    finished: bool = False
    winners: tuple[int, ...] = ()
    totals_known: bool = True
    carried: Carried = NOTHING_CARRIED

    def allowed_calls(self, seat: int) -> tuple[str, ...]:
        """Return the calls this seat may make in the next round, Tichu first; none in games without
        calls.

        Calls that partners have already made are ignored.
        """
        values = self.rules.call_values()
        if seat in self.tichu_only:
            return (TICHU,)
        return tuple(call for call in values if call != GRAND or self.rules.grand_allowed)

    def to_data(self) -> dict[str, Any]:
        """Return what rounds have changed as plain JSON data; see `moved_to`."""
        data = {name: getattr(self, name) for name in MOVING}
        data["pushes"] = [(one.giver, one.taker, one.cards, one.kind) for one in self.pushes]
        return data

    def moved_to(self, data: Mapping[str, Any]) -> Position:
        """Return the position that `to_data` described, from this one, the game's opening."""
        pushes = tuple(Push(*one) for one in data["pushes"])
        return replace(self, **{name: _tuples(data[name]) for name in MOVING} | {"pushes": pushes})


def _tuples(value: Any) -> Any:
    """Return a value of JSON with tuples in place of lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class RoundResult:
    """The result of a round.

    `scores` and `totals` are points by score column, `side_scores` by side; `sides` are the seats
    under which the round was played, `sweep` the index of the side that swept, None without one.
    `calls_made` and `calls_failed` are seats in seating order.
    """

    number: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    side_scores: tuple[int, ...]
    sweep: int | None
    calls_made: tuple[int, ...]
    calls_failed: tuple[int, ...]
    next: Next


@dataclass(frozen=True)
class GameResult:
    """A whole game: each round's result, and the position after the last.

    Columns, totals, finished and winners are the position's, in the same units.
    """

    rounds: tuple[RoundResult, ...]
    position: Position

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each score column."""
        return self.position.columns

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by score column."""
        return self.position.totals

    @property
    def finished(self) -> bool:
        """Whether the game has ended under its rule set."""
        return self.position.finished

    @property
    def winners(self) -> tuple[int, ...]:
        """Indexes of the columns with the highest total once the game is finished; several after a
        draw.
        """
        return self.position.winners
