"""Shared by the two rank games: everybody plays alone, and only the order of going out counts.

No points are scored. The first out takes the first rank, and so on down; the next round is played
in that order of seats, and before it cards are pushed between the ends of the order.
"""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from . import bombs
from .errors import Mistake, Seat, shown
from .leads import LAST_DEALS, Lead
from .position import Carried, Deck, Next, Position, Push, RoundResult
from .rounds import Round
from .settings import GRAND, TICHU, Limit
from .side_calls import NOT_HERE
from .variant import Variant, limit_reached, name_mistakes
from .words import gettext_noop

if TYPE_CHECKING:
    from .rulesets import RuleSet

RANK_SETTINGS = {"round_limit": Limit(None)}
SETTLES = ("seating", "ranks", "pushes", "deck", "hands")
MOST_PUSHED = 3  # cards, between last and first; one less at each level further in
SMALL_TABLE = 5  # players; they push one card less at each level


@dataclass(frozen=True)
class RankGame(Variant):
    """A game in which each round gives ranks. `kind_down` is the kind of cards pushed down, see
    `Push`.
    """

    lead: Lead = LAST_DEALS
    is_rank_game: bool = True
    kind_down: str = "any"

    @abstractmethod
    def ranks(self, n_players: int) -> tuple[str, ...]:
        """Return the rank keys for this many players, first rank first."""

    @abstractmethod
    def deck(self, n_players: int) -> Deck:
        """Return the cards for this many players."""

    @abstractmethod
    def hands(self, n_players: int) -> tuple[int, ...]:
        """Return the cards dealt to each seat in order of seats, larger hands first."""

    def lead_of(self, position: Position) -> int | None:
        return position.seating[-1] if position.number > 1 else None

    def opening(self, rules: "RuleSet", n_players: int) -> Position:
        return Position(rules, n_players, seating=tuple(range(n_players)))

    def carry(self, position: Position, carried: Carried) -> Position:
        after = super().carry(position, carried)
        return replace(after, pushes=pushes(after.seating, self.kind_down))

    def mistakes(self, position: Position, played: Round) -> list[Mistake]:
        players = position.n_players
        found = name_mistakes(played, players, players)
        if len(played.out) < players - 1:
            text = gettext_noop(
                "Too few names in the order of going out; name all %(players)s, or all but the "
                "last."
            )
            found.append(Mistake("order_incomplete", "out", text, {"players": players}))
        if played.card_points is not None:
            text = gettext_noop("No cards are counted in this game; leave out the card points.")
            found.append(Mistake("points_not_allowed", "card_points", text))
        for key in ("sweep", "made"):
            if getattr(played, key) is not None:
                text = gettext_noop(
                    "%(key)s has no meaning in a game where everyone plays for themselves; "
                    "leave it out."
                )
                found.append(Mistake("sweep_mismatch", key, text, {"key": key}))
        if played.wish_violation is not None:
            text = gettext_noop(
                "A missed wish costs nothing in a game without points; leave it out."
            )
            found.append(Mistake("unknown_key", "wish_violation", text))
        if played.side_calls:
            found.append(NOT_HERE)
        if played.bombs is not None:
            found.append(bombs.NOT_HERE)
        for seat, call in played.calls:
            params = {"player": Seat(seat), "call": shown(call)}
            if call in {TICHU, GRAND}:
                text = gettext_noop(
                    "%(player)s has called %(call)s, which a game without points does not allow."
                )
                found.append(Mistake("call_not_allowed", "calls", text, params))
            else:
                text = gettext_noop(
                    "%(player)s has called %(call)s; a game without points has no calls."
                )
                found.append(Mistake("unknown_call", "calls", text, params))
        return found

    def settle(self, position: Position, played: Round) -> tuple[RoundResult, Position]:
        players = position.n_players
        left = tuple(seat for seat in range(players) if seat not in played.out)
        order = played.out + left
        upcoming = Next(
            seating=order,
            ranks=self.ranks(players),
            pushes=pushes(order, self.kind_down),
            deck=self.deck(players),
            hands=self.hands(players),
        )
        result = RoundResult(
            number=position.number,
            scores=(),
            totals=(),
            sides=(),
            side_scores=(),
            sweep=None,
            calls_made=(),
            calls_failed=(),
            next=upcoming,
        )
        after = replace(
            position,
            number=position.number + 1,
            seating=order,
            pushes=upcoming.pushes,
            finished=position.finished or limit_reached(position.rules, position.number),
        )
        return result, after


def pushes(order: tuple[int, ...], kind_down: str) -> tuple[Push, ...]:
    """Return the cards pushed between the ends of a ranking.

    The last gives 3 best cards to the first, the second last 2 to the second, the third last 1 to
    the third; as many come back down. Five players push one card less at each level, so that their
    middle player pushes nothing.
    """
    most = MOST_PUSHED - (len(order) <= SMALL_TABLE)
    found: list[Push] = []
    for level in range(most):
        high, low, cards = order[level], order[-1 - level], most - level
        found += (Push(low, high, cards, "best"), Push(high, low, cards, kind_down))
    return tuple(found)


def dealt_out(cards: int, players: int) -> tuple[int, ...]:
    """Return the sizes of hands when all cards are dealt one by one, larger hands first."""
    each, over = divmod(cards, players)
    return (each + 1,) * over + (each,) * (players - over)
