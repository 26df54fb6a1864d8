"""Games as they follow from the raw entries of their phones, counted by hand: rows are read and
nothing else of the program. Points are those of the leaflets; settings that a game does not name
are those here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.utils.timezone import localtime

from scoring.models import Entry, Game

TEAMS, DUMMIES, RANKS = (
    {"nanking", "tientsin"},
    {"trichu", "wu_wang"},
    {"grand_seigneur", "always_last"},
)
SWEEP = {"tientsin": 300}
FIVE = "nanking_five"  # one sits out in each round


@dataclass
class Hand:
    """A round that counts. `points` by column; `before`, `after` are totals; `swept` is the side
    that lost it all.
    """

    out: list[int]
    first: int | None
    calls: dict[int, str]
    sides: list[list[int]]
    swept: list[int] | None = None
    points: list[int] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)


@dataclass
class Sitting:
    """A game: who sat at its seats, by number, None for somebody without a name."""

    key: UUID
    variant: str
    at: datetime
    club: int | None
    people: list[int | None]
    over: bool
    hands: list[Hand]
    of_match: bool = False

    @property
    def teams(self) -> bool:
        return self.variant in TEAMS

    @property
    def night(self) -> date:
        """Until five in the morning it is last night's."""
        return (localtime(self.at).replace(tzinfo=None) - timedelta(hours=5)).date()

    @property
    def columns(self) -> list[list[int]]:
        n = len(self.people)
        if self.teams:
            return [list(range(0, n, 2)), list(range(1, n, 2))]
        return [] if self.variant in RANKS else [[seat] for seat in range(n + (n == 3))]

    def column(self, seat: int) -> int:
        return next(at for at, seats in enumerate(self.columns) if seat in seats)

    @property
    def totals(self) -> list[int]:
        return self.hands[-1].after if self.hands else [0] * len(self.columns)

    def place(self, seat: int) -> int:
        """At the end."""
        if self.variant in RANKS:
            return self.order(self.hands[-1]).index(seat) + 1
        own = self.worth[self.column(seat)]
        return 1 + len([other for other in self.worth if other > own])

    @property
    def worth(self) -> list[Fraction]:
        """The totals; of five who did not play as often, the points a round."""
        if self.variant != FIVE:
            return [Fraction(total) for total in self.totals]
        played = [
            len([hand for hand in self.hands if any(seat in side for side in hand.sides)])
            for seat in range(len(self.people))
        ]
        return [Fraction(total, max(n, 1)) for total, n in zip(self.totals, played, strict=True)]

    def end(self, seat: int) -> str:
        """ "w", "d" or "l"."""
        if self.place(seat) > 1:
            return "l"
        if self.variant in RANKS:
            return "w"
        return "d" if self.worth.count(max(self.worth)) > 1 else "w"

    def order(self, hand: Hand) -> list[int]:
        """Who went out, the one last who alone is missing."""
        hands = range(len(self.people) + (self.variant in DUMMIES))
        plays = [
            seat for seat in hands if not hand.sides or seat in (*hand.sides[0], *hand.sides[1])
        ]
        left = [seat for seat in plays if seat not in hand.out]
        return [*hand.out, *left] if len(left) == 1 else list(hand.out)

    def ahead(self, totals: Sequence[int], column: int) -> int:
        return totals[column] - max(total for at, total in enumerate(totals) if at != column)

    def margin(self, seat: int) -> int:
        """At the end, over the best of the others who have a seat."""
        column = self.column(seat)
        others = [
            total for at, total in enumerate(self.totals) if at != column and at < len(self.people)
        ]
        return self.totals[column] - max(others)


def sittings(games: Iterable[Game]) -> list[Sitting]:
    """The oldest first."""
    return [_sitting(game) for game in sorted(games, key=lambda game: (game.started_at, game.pk))]


def _sitting(game: Game) -> Sitting:
    people = [player for _, player in sorted(game.seats.values_list("number", "player"))]
    rows = _counting(Entry.objects.filter(game=game).order_by("position"))
    over = game.state in {"finished", "stopped"} and bool(rows)
    found = Sitting(
        game.pk, game.variant, game.started_at, game.club_id, people, over, [], game.of_match
    )
    for data, sides in rows:
        found.hands.append(_hand(found, game.settings, data, sides))
    return found


def _counting(entries: Iterable[Entry]) -> list[tuple[dict[str, Any], list[list[int]]]]:
    """What stands at each number in the end, in the order of writing."""
    stands: dict[int, tuple[dict[str, Any], list[list[int]]]] = {}
    for entry in entries:
        if entry.kind == "undo":
            del stands[entry.number]
        else:
            stands[entry.number] = (entry.data, entry.sides)
    assert sorted(stands) == list(range(1, len(stands) + 1))
    return [stands[number] for number in sorted(stands)]


def _hand(
    game: Sitting, settings: dict[str, Any], data: dict[str, Any], sides: list[list[int]]
) -> Hand:
    out, made = data.get("out", []), data.get("made")
    calls = {int(seat): call for seat, call in data.get("calls", {}).items()}
    hand = Hand(out, out[0] if out else made, calls, sides)
    if game.variant in RANKS:
        return hand
    one, other = sides
    scores = {0: 0, 1: 0}
    wish, sweeping = data.get("wish_violation"), data.get("sweep")
    half = len(one)
    if wish is None and len(out) >= half and any(set(out[:half]) == set(side) for side in sides):
        sweeping = 0 if out[0] in one else 1
    if wish is not None:
        scores[1 if wish in one else 0] += settings.get("wish_penalty", 200)
    elif sweeping is not None:
        scores[sweeping] += settings.get("sweep_value", SWEEP.get(game.variant, 200))
        hand.swept = sides[1 - sweeping]
    else:
        scores = dict(enumerate(data["card_points"]))
    for seat, call in calls.items():
        worth = {
            "tichu": settings.get("tichu_value", 100),
            "grand": settings.get("grand_value", 200),
        }[call]
        side = 0 if seat in one else 1
        if seat == hand.first:
            scores[side] += worth
        elif settings.get("failed_call_pays_opponents", False):
            scores[1 - side] += worth
        else:
            scores[side] -= worth
    hand.before = game.totals
    hand.points = [
        scores[0 if seats[0] in one else 1] if seats[0] in (*one, *other) else 0
        for seats in game.columns
    ]
    everybody = {seat for seats in game.columns for seat in seats}
    assert len(everybody - {*one, *other}) == (game.variant == FIVE)
    hand.after = [total + more for total, more in zip(hand.before, hand.points, strict=True)]
    return hand
