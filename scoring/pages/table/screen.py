"""What the table's screen shows for one round: seats as people sit, their calls, who deals."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.games.queries import Table
from scoring.games.round_words import call_letters, call_name, names_with_dummy
from scoring.models import Game
from scoring.rules import VARIANTS, Position, Variant, play, rank_name

CHIP_WORD = 6  # letters of a call that its button bears
# Letters of a word that a tile bears in its usual size, and in the next smaller one
WORD, LONG_WORD = 8, 10
MARKS = ("●", "▲")
# What stands beside whoever plays with the dummy, by where the game holds the seat.
LEAD_SIGNS = {"dealer": "deal", "king": "crown"}
CARD_POINTS = tuple(range(-25, 126, 5))  # the 31 values that one side's cards can be worth
# The cards that count, as the counting aid offers them: (points, how many, what stands on the
# card).
COUNTED_CARDS = ((5, 4, "5"), (10, 4, "10"), (10, 4, "K"))


@dataclass(frozen=True)
class Chip:
    """A call that a seat may make: its key, what stands on the button, its full name."""

    call: str
    word: str
    name: str

    @property
    def said(self) -> str:
        """What is read out: the full name, with what stands on the button where that is no part of
        it.
        """
        return self.name if self.word.rstrip("…") in self.name else f"{self.word}: {self.name}"


@dataclass(frozen=True)
class Tile:
    """A seat as the screen draws it. `side` is 0 or 1, None where everybody plays alone."""

    seat: int
    name: str
    side: int | None
    chips: Sequence[Chip]
    role: str  # that of the game's lead, or a rank: what stands in small print beside the name
    is_dummy: bool = False
    leads: bool = False  # plays with the dummy
    total: int | None = None  # the seat's own, where everybody has one

    @property
    def fit(self) -> str:
        """How large the name is written. A word is never broken, so the longest counts: "", "long",
        "longer".
        """
        longest = max(len(word) for word in re.split(r"[\s-]", self.name))
        return "" if longest <= WORD else "long" if longest <= LONG_WORD else "longer"


def call_words(calls: Sequence[str]) -> dict[str, str]:
    """What stands on the buttons for calls: Tichu, Grand, and a table's own by its name, as far as
    there is room; by a letter where two would look alike.
    """
    words = {"tichu": _("Tichu"), "grand": _("Grand")}
    short = {
        call: words.get(call) or (call if len(call) <= CHIP_WORD else f"{call[: CHIP_WORD - 1]}…")
        for call in calls
    }
    shown = Counter(word.lower() for word in short.values())
    letters = call_letters(calls)
    return {
        call: word if call in words or shown[word.lower()] == 1 else letters[call]
        for call, word in short.items()
    }


def ring_of(variant: Variant, position: Position) -> list[int]:
    """Seats round the table in the direction of play. The dummy comes last, or where the game says
    between the two opponents of its partner.
    """
    n_players, partner = position.n_players, variant.lead_of(position)
    ring = list(range(n_players))
    if variant.has_dummy:
        between = variant.dummy_between and partner is not None
        ring.insert(((partner or 0) + 1) % n_players + 1 if between else n_players, n_players)
    return ring


def seat_order(n_seats: int, direction: str) -> list[int]:
    """Places of the ring in reading order for a drawing in two rows, so that people stand as they
    really sit.

    Place 0 is at the top left; play to the left runs clockwise as seen from above, to the right the
    other way.
    """
    top = (n_seats + 1) // 2
    clockwise = [*range(top), *range(n_seats - 1, top - 1, -1)]
    if direction == Game.Direction.LEFT:
        return clockwise
    # Running the other way round with place 0 in its corner: down the left side first.
    return [(-place) % n_seats for place in clockwise] if n_seats % 2 == 0 else clockwise


def tiles_of(table: Table, position: Position) -> list[Tile]:
    """The seats in the order in which the screen draws them."""
    variant = VARIANTS[table.game.variant]
    side_of = {seat: side for side, seats in enumerate(position.sides) for seat in seats}
    words = call_words(list(table.rules.call_values())) if position.sides else {}
    roles, short = _roles(table, position), shown_short(table)
    return [
        Tile(
            seat,
            short[seat],
            side_of.get(seat),
            _chips(position, seat, words),
            roles.get(seat, ""),
            is_dummy=variant.has_dummy and seat == len(table.names),
            leads=variant.has_dummy and seat == variant.lead_of(position),
            total=table.position.totals[seat] if variant.has_dummy else None,
        )
        for seat in _drawn_order(table, position)
    ]


def _drawn_order(table: Table, position: Position) -> list[int]:
    variant = VARIANTS[table.game.variant]
    if variant.is_rank_game:
        return list(position.seating)
    ring = ring_of(variant, position)
    return [ring[place] for place in seat_order(len(ring), table.game.direction)]


def _roles(table: Table, position: Position) -> dict[int, str]:
    """What stands in small print beside the names, by seat: the ranks of a game of ranks, else who
    plays with the dummy.
    """
    variant = VARIANTS[table.game.variant]
    if variant.is_rank_game:
        ranks = table.result.rounds[-1].next.ranks if position.number > 1 else ()
        seated = zip(position.seating, ranks, strict=False)
        return {seat: _(rank_name(rank)) for seat, rank in seated}
    lead = variant.lead_of(position)
    if lead is None or not variant.has_dummy:
        return {}
    beside = _(variant.lead.beside) % {"name": names_with_dummy(table)[lead]}
    return {lead: _(variant.lead.role), len(table.names): beside}


def _chips(position: Position, seat: int, words: Mapping[str, str]) -> list[Chip]:
    """The calls of a seat; none before it is clear who plays with whom."""
    calls = position.allowed_calls(seat) if position.sides else ()
    return [Chip(call, words[call], call_name(call)) for call in calls]


def shown_short(table: Table) -> list[str]:
    """Names where each stands alone: on tiles and over columns the dummy needs no article."""
    variant = VARIANTS[table.game.variant]
    if not variant.dummy_short:
        return names_with_dummy(table)
    return [*table.names, _(variant.dummy_short)]


@dataclass(frozen=True)
class Head:
    """A column's total above the seats, where everybody has one. `side` as the coming round is
    played.
    """

    name: str
    total: int
    side: int | None
    leads: bool
    best: bool


def heads_of(table: Table, tiles: Sequence[Tile]) -> list[Head]:
    """The totals of a game with a dummy, by seat; none of other games."""
    totals = table.position.totals
    if not VARIANTS[table.game.variant].has_dummy:
        return []
    ahead = max(totals) if len(set(totals)) > 1 else None
    return [
        Head(tile.name, total, tile.side, tile.leads, total == ahead)
        for tile, total in zip(sorted(tiles, key=lambda tile: tile.seat), totals, strict=True)
    ]


def position_at(table: Table, number: int) -> Position:
    """What round `number` (from 1) is or was played under."""
    if number > len(table.entries):
        return table.position
    return play(table.rules, table.n_players, table.played[: number - 1]).position


def why_on(position: Position) -> str:
    """Why a game goes on that has reached its target; empty where it has not. Of two that are level
    none has won.
    """
    target, best = position.rules.target_score, max(position.totals, default=0)
    if not target or best < target or position.finished:
        return ""
    return _("Level at %(points)s: one more round decides.") % {"points": best}


def shuffler(table: Table, position: Position) -> str:
    """One line about who deals or shuffles the coming round, empty before anybody is known."""
    variant = VARIANTS[table.game.variant]
    seat = variant.lead_of(position)
    return "" if seat is None else _(variant.lead.line) % {"name": names_with_dummy(table)[seat]}
