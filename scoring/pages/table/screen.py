"""The table's screen for one round: seats as people sit, their calls, the dealer."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.games.queries import Table
from scoring.games.round_words import call_letters, call_name, labelled, names_with_dummy
from scoring.models import Game
from scoring.rules import VARIANTS, Position, Variant, rank_name, seated

CHIP_WORD = 6  # letters of a call on its button
# Letters of a word that fit on a tile in the usual size, and in the next smaller one
WORD, LONG_WORD = 8, 10
MARKS = ("●", "▲")
# The label of the player with the dummy, by the field that holds the seat.
LEAD_SIGNS = {"dealer": "deal", "king": "crown"}
CARD_POINTS = tuple(range(-25, 126, 5))  # the 31 possible values of one side's cards
# The cards that count, for the counting aid: (points, how many, label).
COUNTED_CARDS = ((5, 4, "5"), (10, 4, "10"), (10, 4, "K"))


@dataclass(frozen=True)
class Chip:
    """A seat's possible call: its key, the button's label, its full name."""

    call: str
    word: str
    name: str

    @property
    def spoken(self) -> str:
        """The text for screen readers: the full name, with the button's label if that is not part
        of it.
        """
        return self.name if self.word.rstrip("…") in self.name else labelled(self.word, self.name)


@dataclass(frozen=True)
class Tile:
    """A seat on the screen. `side` is 0 or 1, None where everybody plays alone."""

    seat: int
    name: str
    side: int | None
    chips: Sequence[Chip]
    role: str  # the lead's role, or a rank: in small print beside the name
    is_dummy: bool = False
    leads: bool = False  # plays with the dummy
    rests: bool = False  # sits out
    total: int | None = None  # the seat's own, if everybody has one

    @property
    def fit(self) -> str:
        """The size of the name: "", "long" or "longer", by its longest word, since words are never
        broken.
        """
        longest = max(len(word) for word in re.split(r"[\s-]", self.name))
        return "" if longest <= WORD else "long" if longest <= LONG_WORD else "longer"


def call_words(calls: Sequence[str]) -> dict[str, str]:
    """Return the labels for calls: Tichu, Grand, and house calls by name, shortened to fit; by a
    letter if two would look alike.
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
    """Return the seats around the table in the direction of play.

    The dummy comes last, or between its partner's two opponents if the game says so.
    """
    n_players, partner = position.n_players, variant.lead_of(position)
    ring = list(range(n_players))
    if variant.turns:
        return list(variant.ring(position))
    if variant.has_dummy:
        between = variant.dummy_between and partner is not None
        ring.insert(((partner or 0) + 1) % n_players + 1 if between else n_players, n_players)
    return ring


def seat_order(n_seats: int, direction: str) -> list[int]:
    """Return places of the ring in reading order for a drawing in two rows, so that people stand as
    they sit.

    Place 0 is at the top left; play to the left runs clockwise seen from above, to the right
    counter-clockwise.
    """
    top = (n_seats + 1) // 2
    clockwise = [*range(top), *range(n_seats - 1, top - 1, -1)]
    if direction == Game.Direction.LEFT:
        return clockwise
    # Counter-clockwise with place 0 in its corner: down the left side first.
    return [(-place) % n_seats for place in clockwise] if n_seats % 2 == 0 else clockwise


def tiles_of(table: Table, position: Position) -> list[Tile]:
    """Return the seats in drawing order; those that sit out come last."""
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
            rests=bool(variant.turns) and seat not in side_of,
            total=table.position.totals[seat] if variant.has_dummy else None,
        )
        for seat in _drawn_order(table, position)
    ]


def _drawn_order(table: Table, position: Position) -> list[int]:
    variant = VARIANTS[table.game.variant]
    if variant.is_rank_game:
        return list(position.seating)
    ring = ring_of(variant, position)
    drawn = [ring[place] for place in seat_order(len(ring), table.game.direction)]
    return drawn + [seat for seat in range(table.n_players) if seat not in drawn]


def _roles(table: Table, position: Position) -> dict[int, str]:
    """Return the small print beside the names, by seat: ranks in a game of ranks, else who has the
    dummy.
    """
    variant = VARIANTS[table.game.variant]
    if variant.is_rank_game:
        ranks = variant.ranks(table.n_players) if position.number > 1 else ()
        seated = zip(position.seating, ranks, strict=False)
        return {seat: _(rank_name(rank)) for seat, rank in seated}
    lead = variant.lead_of(position)
    if lead is None or not variant.has_dummy:
        return {}
    beside = _(variant.lead.beside) % {"name": names_with_dummy(table)[lead]}
    return {lead: _(variant.lead.role), len(table.names): beside}


def _chips(position: Position, seat: int, words: Mapping[str, str]) -> list[Chip]:
    """Return the possible calls of a seat; none for one that is on no side."""
    playing = any(seat in side for side in position.sides)
    calls = position.allowed_calls(seat) if playing else ()
    return [Chip(call, words[call], call_name(call)) for call in calls]


def shown_short(table: Table) -> list[str]:
    """Return the names for tiles and columns, where the dummy needs no article."""
    variant = VARIANTS[table.game.variant]
    if not variant.dummy_short:
        return names_with_dummy(table)
    return [*table.names, _(variant.dummy_short)]


@dataclass(frozen=True)
class Head:
    """A total above the seats, if everybody has one. `side` is that of the next round, None for who
    sits out.
    """

    column: int
    name: str
    total: int
    side: int | None
    leads: bool
    best: bool
    fit: str

    @property
    def part(self) -> str:
        """The class of its part in the next round."""
        return "rests" if self.side is None else f"side-{self.side}"


def heads_of(table: Table, tiles: Sequence[Tile]) -> list[Head]:
    """Return the totals of a game in which sides change: by seat with a dummy, highest first where
    some sit out; none of other games.
    """
    totals, variant = table.position.totals, VARIANTS[table.game.variant]
    if not variant.has_dummy and not variant.turns:
        return []
    ahead = max(totals) if len(set(totals)) > 1 else None
    by_seat = sorted(tiles, key=lambda tile: tile.seat)
    heads = [
        Head(
            column,
            " & ".join(by_seat[seat].name for seat in seats),
            total,
            by_seat[seats[0]].side,
            by_seat[seats[0]].leads,
            total == ahead,
            by_seat[seats[0]].fit,
        )
        for column, (seats, total) in enumerate(zip(table.position.columns, totals, strict=True))
    ]
    return sorted(heads, key=lambda head: -head.total) if variant.turns else heads


def position_at(table: Table, number: int) -> Position:
    """Return the position in which round `number` (from 1) is or was played."""
    if not table.has_round(number):
        return table.position
    return seated(table.position_before(number), table.entry_of(number).played)


def why_on(position: Position) -> str:
    """Return why a game goes on that has reached its target, else "": two sides are level."""
    target, best = position.rules.target_score, max(position.totals, default=0)
    if not target or best < target or position.finished:
        return ""
    return _("Level at %(points)s: one more round decides.") % {"points": best}


def shuffler(table: Table, position: Position) -> str:
    """Return a line about who deals or shuffles the next round, "" if unknown."""
    variant = VARIANTS[table.game.variant]
    seat = variant.lead_of(position)
    if seat is None:
        return ""
    seats = position.columns[seat] if variant.turns else (seat,)
    name = " & ".join(names_with_dummy(table)[one] for one in seats)
    return _(variant.lead.line) % {"name": name}
