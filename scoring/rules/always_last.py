"""Somebody is always last: five to ten players, everybody alone, no points. Russian and Polish
edition.

- Two packs of 52 and one set of the four special cards: 108 cards. Everybody gets 12; with ten
  players eight get 11 and two get 10. With eight or fewer players the cards left over lie face up
  on the table.
- The best cards go up from the bottom of the order, the worst come down.
- The first stays or picks another chair; the second out sits at the first's right, and so on; the
  last sits at the first's left.
"""

from dataclasses import dataclass

from .position import Deck
from .rank_game import RANK_SETTINGS, SETTLES, RankGame, dealt_out
from .words import gettext_noop

DECK = Deck(packs=2, cards=108)
FULL_HAND = 12  # cards

RANK_NAMES = {
    "first": gettext_noop("first among unequals"),
    "last": gettext_noop("the last"),
}


@dataclass(frozen=True)
class AlwaysLast(RankGame):
    """Numbered ranks between the first and the last, and hands of at most twelve cards."""

    def ranks(self, n_players: int) -> tuple[str, ...]:
        return ("first", *(str(place) for place in range(2, n_players)), "last")

    def deck(self, n_players: int) -> Deck:  # noqa: ARG002
        return DECK

    def hands(self, n_players: int) -> tuple[int, ...]:
        return dealt_out(min(DECK.cards, n_players * FULL_HAND), n_players)


ALWAYS_LAST = AlwaysLast(
    key="always_last",
    code=5,
    name=gettext_noop("Somebody is always last"),
    company=gettext_noop("5 to 10 players, ranks"),
    sentence=gettext_noop("Five to ten players, each alone: nobody wants to be last out."),
    min_players=5,
    max_players=10,
    settles=SETTLES,
    settings=RANK_SETTINGS,
    rank_names=RANK_NAMES,
    kind_down="worst",
    to_the_left=False,
    first_may_stay=True,
)
