"""Duplicate: the cards of a board as pages and dealing sheets show them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Stage
from tournaments.pairing.duplicate.deals import (
    FIRST,
    RANKS,
    SPECIALS,
    SUITS,
    Hand,
    deal,
    held_twice,
    in_order,
    with_fourth,
)
from tournaments.stage import noted_hands
from tournaments.stage.deals import kept_secret, public_seed, seed_of

HIGH_FIRST = RANKS[::-1]
GROUP = 4  # hexadecimal digits of a hash that are read together


@dataclass(frozen=True)
class SuitShown:
    """The cards of one suit in a hand, the highest first."""

    suit: str
    name: str
    ranks: Sequence[str]


@dataclass(frozen=True)
class CardsShown:
    """A hand, or the part of it that is dealt first or later; `heading` says which."""

    heading: str
    suits: Sequence[SuitShown]
    specials: Sequence[tuple[str, str]]  # a letter for its sign, and the name


@dataclass(frozen=True)
class HandShown:
    """What one seat has on a board; north and south are direction 0."""

    seat: str
    direction: int
    count: int
    parts: Sequence[CardsShown]


@dataclass(frozen=True)
class DealShown:
    """The hands of a board, which after it was fouled has further deals. Of hands that players
    noted, some may be missing, and `twice` are cards that are in two of them.
    """

    number: int
    hands: Sequence[HandShown]
    noted: bool = False
    twice: Sequence[str] = ()


@dataclass(frozen=True)
class CardShown:
    """A single card: the sign of its suit and its rank, or a letter and the name of a special."""

    suit: str
    rank: str
    name: str


@dataclass(frozen=True)
class DealSeal:
    """What everybody may know of a stage's deals: the hash, and at the end the seed."""

    sealed_at: datetime
    hash: str
    groups: str  # the first digits of the hash, to read out
    seed: str
    secret: bool


def seat_names() -> list[str]:
    """Return the seats in the order in which a deal has them."""
    return [_("North"), _("East"), _("South"), _("West")]


def suit_names() -> Mapping[str, str]:
    return {
        "jade": pgettext("suit", "Jade"),
        "sword": pgettext("suit", "Sword"),
        "pagoda": pgettext("suit", "Pagoda"),
        "star": pgettext("suit", "Star"),
    }


def special_names() -> Mapping[str, str]:
    names = (_("Mah Jong"), pgettext("card", "Dog"), _("Phoenix"), _("Dragon"))
    return dict(zip(SPECIALS, names, strict=True))


def card_shown(card: str) -> CardShown:
    suit, _between, rank = card.partition("-")
    if suit in SUITS:
        return CardShown(suit, rank, f"{suit_names()[suit]} {rank}")
    return CardShown("", "", special_names()[card])


@dataclass(frozen=True)
class NotedBoard:
    """A deal of a board at the desk, without its cards: how many hands are known, and whether a
    card is in two of them.
    """

    board: int
    deal: int
    known: int
    twice: bool

    @property
    def key(self) -> str:
        return f"{self.board}-{self.deal}"


def noted_boards(stage: Stage, boards: Iterable[int]) -> list[NotedBoard]:
    """Return what is known of the deals of these boards, where players note them: one query."""
    noted = noted_hands.noted_hands(stage)
    found = []
    for board in boards:
        for number in range(1, noted_hands.deals_on(stage, board) + 1):
            hands = noted.get((board, number), {})
            known, twice = len(with_fourth(hands)), bool(held_twice(hands))
            found.append(NotedBoard(board, number, known, twice))
    return found


def card_rows(chosen: Collection[str] = ()) -> list[tuple[str, CardShown, bool]]:
    """Return all cards for a grid, four to a row, the highest first, and whether each is chosen."""
    cards = [f"{suit}-{rank}" for rank in HIGH_FIRST for suit in SUITS]
    return [(card, card_shown(card), card in chosen) for card in (*cards, *SPECIALS)]


def card_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return all cards for a list to choose from, by suit: the lowest first, since those are given
    most.
    """
    suits = [
        (name, [(f"{suit}-{rank}", f"{name} {rank}") for rank in RANKS])
        for suit, name in suit_names().items()
    ]
    return [*suits, (_("Special cards"), list(special_names().items()))]


def hands_shown(hands: Mapping[int, Hand], *, split: bool = False) -> list[HandShown]:
    """Return the hands of a board by seat; `split`: the first eight cards of each apart."""
    names = seat_names()
    return [
        HandShown(names[seat], seat % 2, len(hand), _parts(hand, split=split))
        for seat, hand in hands.items()
    ]


def noted_deal(number: int, hands: Mapping[int, Hand]) -> DealShown:
    """Return hands that players noted."""
    twice = [card_shown(card).name for card in in_order([*held_twice(hands)])]
    return DealShown(number, hands_shown(hands), noted=True, twice=twice)


def _parts(hand: Hand, *, split: bool) -> list[CardsShown]:
    if not split:
        return [_cards("", hand)]
    rest = len(hand) - FIRST
    return [
        _cards(_("First %(count)s") % {"count": FIRST}, hand[:FIRST]),
        _cards(_("Then %(count)s") % {"count": rest}, hand[FIRST:]),
    ]


def _cards(heading: str, cards: Sequence[str]) -> CardsShown:
    suits, names = suit_names(), special_names()
    return CardsShown(
        heading,
        [
            SuitShown(suit, suits[suit], [rank for rank in HIGH_FIRST if f"{suit}-{rank}" in cards])
            for suit in SUITS
        ],
        [(_letter(name, names), name) for special, name in names.items() if special in cards],
    )


def _letter(name: str, names: Mapping[str, str]) -> str:
    """Return what stands for a special card in its sign: "1" for the Mah Jong, else the first
    letter, or two where another begins with the same.
    """
    if name == names[SPECIALS[0]]:
        return "1"
    alike = sum(one[0] == name[0] for one in list(names.values())[1:])
    return name[: 2 if alike > 1 else 1]


def deal_seal(stage: Stage) -> DealSeal | None:
    """Return what everybody may know of a stage's deals, if the app deals them: one query."""
    row = seed_of(stage)
    if row is None:
        return None
    seed = public_seed(stage, row)
    return DealSeal(
        row.sealed_at,
        row.seed_hash,
        in_groups(row.seed_hash),
        seed.hex() if seed else "",
        kept_secret(stage),
    )


def in_groups(digits: str) -> str:
    """Return the first sixteen digits in groups: "7C41 E09A 5D2F 83B6"."""
    return " ".join(digits[at : at + GROUP].upper() for at in range(0, 4 * GROUP, GROUP))


def public_deals(stage: Stage, board: int) -> list[DealShown]:
    """Return the cards of a board if everybody may see them, else nothing: one query."""
    seed = public_seed(stage, seed_of(stage))
    if seed:
        return [DealShown(1, hands_shown(dict(enumerate(deal(seed, board)))))]
    return [noted_deal(*one) for one in noted_hands.public_hands(stage, board).items()]
