"""Grand Seigneur: five to twelve players, everybody alone, no points.

- The Hound is out. Five and six players take one pack (55 cards); from seven on two packs, the
  second also without its Mah Jong (109 cards). All cards are dealt.
- Six players are Great Lord, Lord, Squire, Burgher, Pauper and Wretch; five do without the Burgher.
  More players get more names between the ends.
- Number two sits at the Great Lord's left, and so on round the table.
- Cards go up from the bottom, the best ones; as many of the giver's choice come down.

The names for more than six players follow one idea: Squire, Burgher and Pauper each get a grand one
before and a petty one after them. The book names the first two of these, the Grand Burgher for the
seventh player and the Petty Pauper, who comes after the Pauper, for the eighth. Great Lord and Lord
stay the two at the top, and the names Pauper and Wretch stay in every company: no further name
comes after the Wretch, nor takes the Pauper's away. Three times three places between the two lords
and the Wretch make the twelve.
"""

from dataclasses import dataclass

from .position import Deck
from .rank_game import RANK_SETTINGS, SETTLES, RankGame, dealt_out
from .words import gettext_noop

ONE_PACK, TWO_PACKS = Deck(packs=1, cards=55), Deck(packs=2, cards=109)
LARGEST_WITH_ONE_PACK = 6  # players

# All places from the top, each with the number of players from which it is there.
PLACES = (
    ("great_lord", 5),
    ("lord", 5),
    ("grand_squire", 10),
    ("squire", 5),
    ("petty_squire", 11),
    ("grand_burgher", 7),
    ("burgher", 6),
    ("petty_burgher", 9),
    ("grand_pauper", 12),
    ("pauper", 5),
    ("petty_pauper", 8),
    ("wretch", 5),
)

RANK_NAMES = {
    "great_lord": gettext_noop("Great Lord"),
    "lord": gettext_noop("Lord"),
    "grand_squire": gettext_noop("Grand Squire"),
    "squire": gettext_noop("Squire"),
    "petty_squire": gettext_noop("Petty Squire"),
    "grand_burgher": gettext_noop("Grand Burgher"),
    "burgher": gettext_noop("Burgher"),
    "petty_burgher": gettext_noop("Petty Burgher"),
    "grand_pauper": gettext_noop("Grand Pauper"),
    "pauper": gettext_noop("Pauper"),
    "petty_pauper": gettext_noop("Petty Pauper"),
    "wretch": gettext_noop("Wretch"),
}


@dataclass(frozen=True)
class GrandSeigneur(RankGame):
    """Ranks with names, and all cards in the players' hands."""

    def ranks(self, n_players: int) -> tuple[str, ...]:
        return tuple(key for key, from_players in PLACES if n_players >= from_players)

    def deck(self, n_players: int) -> Deck:
        return ONE_PACK if n_players <= LARGEST_WITH_ONE_PACK else TWO_PACKS

    def hands(self, n_players: int) -> tuple[int, ...]:
        return dealt_out(self.deck(n_players).cards, n_players)


GRAND_SEIGNEUR = GrandSeigneur(
    key="grand_seigneur",
    code=4,
    name=gettext_noop("Grand Seigneur"),
    company=gettext_noop("5 to 12 players, ranks"),
    sentence=gettext_noop(
        "Five to twelve players, each alone: ranks instead of points, for as long as you like."
    ),
    min_players=5,
    max_players=12,
    settles=SETTLES,
    settings=RANK_SETTINGS,
    rank_names=RANK_NAMES,
    kind_down="any",
)
