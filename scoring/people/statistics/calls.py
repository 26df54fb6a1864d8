"""Calls over many games: how often they were made, and whether the callers led or trailed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, When
from django.db.models.functions import Coalesce

from scoring.models import Call
from scoring.people.statistics.games import counts, in_round
from scoring.people.statistics.shares import Share
from scoring.rules import RuleSet
from scoring.rules.settings import GRAND, TICHU

LEADING, LEVEL, TRAILING = "leading", "level", "trailing"
BY_SIGN = {1: LEADING, 0: LEVEL, -1: TRAILING}
FEWEST = 5  # cases for a row of its own; smaller rows join their neighbours
OWN, AGAINST = 1, 2  # whose call it is, from a player's point of view
# Not Django's Sign, which SQLite runs in Python: it would be called for each of so many rows.
SIGN = Case(
    When(margin__gt=0, then=1), When(margin__lt=0, then=-1), default=0, output_field=IntegerField()
)


@dataclass(frozen=True)
class Counted:
    """How often a call was made and failed, by the caller's position."""

    cases: Mapping[tuple[str, str, bool], int]  # call, position, made

    def share(self, call: str, positions: Iterable[str] = (LEADING, LEVEL, TRAILING)) -> Share:
        positions = tuple(positions)
        made = sum(self.cases.get((call, one, True), 0) for one in positions)
        return Share(made, made + sum(self.cases.get((call, one, False), 0) for one in positions))

    @property
    def tichus(self) -> Share:
        return self.share(TICHU)

    @property
    def grands(self) -> Share:
        return self.share(GRAND)

    @property
    def shares(self) -> list["CallShare"]:
        """The shares of the calls that were made or failed, each with its rows."""
        return [
            CallShare(
                call,
                self.share(call),
                [PositionShare(row, self.share(call, row)) for row in position_rows(self, call)],
            )
            for call in (TICHU, GRAND)
            if self.share(call).of
        ]


@dataclass(frozen=True)
class PositionShare:
    """A row below a call: the positions of its callers, and how often they made it."""

    stood: Sequence[str]
    made: Share


@dataclass(frozen=True)
class CallShare:
    """How often a call was made; `by_standing` are its rows, see `position_rows`."""

    call: str
    made: Share
    by_standing: Sequence[PositionShare] = ()


def counted_calls(calls: QuerySet[Call]) -> Counted:
    """Count calls by kind, by the callers' position, and by success: one query."""
    rows = (
        calls.annotate(sign=SIGN)
        .values_list("call", "sign", "made")
        .annotate(Count("pk"))
        .order_by()
    )
    return Counted({(call, BY_SIGN[sign], made): number for call, sign, made, number in rows})


def counted_by(calls: QuerySet[Call], kind: Case, kinds: Sequence[int]) -> list[Counted]:
    """Count calls likewise for each of these kinds, which are numbers: one query."""
    found: dict[int, dict[tuple[str, str, bool], int]] = {one: {} for one in kinds}
    rows = (
        calls.annotate(kind=kind, sign=SIGN)
        .values_list("kind", "call", "sign", "made")
        .annotate(Count("pk"))
    )
    for of_kind, call, sign, made, number in rows.order_by():
        found[of_kind][call, BY_SIGN[sign], made] = number
    return [Counted(cases) for cases in found.values()]


def calls_of(players: Sequence[int]) -> QuerySet[Call]:
    return Call.objects.filter(counts("round__game__"), player__in=players)


def calls_around(
    players: Sequence[int], variants: Sequence[str], *conditions: Q
) -> tuple[Counted, Counted]:
    """Count the calls of one person, who has these records, and of the other team in these games.

    One query; for games of two teams; `conditions` are on calls. Teams sit alternately, so the
    others' seats are at an odd distance; so is the index of their side, if only that is known.
    """
    own_seat = F("round__game__seats__number")
    table = Call.objects.filter(
        counts("round__game__"),
        in_round("round__game__seats__", "round__number"),
        *conditions,
        round__game__seats__player__in=players,
    )
    # As annotations: a later condition on the seat would match any seat of the table.
    other = (Coalesce("seat", "side") + own_seat) % 2
    table = table.annotate(away=F("seat") - own_seat, other=other)
    calls = table.filter(Q(away=0) | Q(other=1, round__game__variant__in=variants))
    own, against = counted_by(calls, Case(When(away=0, then=OWN), default=AGAINST), (OWN, AGAINST))
    return own, against


def position_rows(counted: Counted, call: str) -> list[tuple[str, ...]]:
    """Return the rows below a call: leading, level, trailing.

    A row of fewer than five joins its neighbour; if one of the last two is still that small, there
    are none.
    """
    found: list[tuple[str, ...]] = [(LEADING,), (LEVEL,), (TRAILING,)]
    found = [row for row in found if counted.share(call, row).of]
    while len(found) > 1:
        few = min(found, key=lambda row: counted.share(call, row).of)
        if counted.share(call, few).of >= FEWEST:
            return found
        at = found.index(few)
        near = at - 1 if at else 1
        first, second = sorted((at, near))
        found[first : second + 1] = [(*found[first], *found[second])]
    return []


# The rounds behind a number


@dataclass(frozen=True)
class CalledRound:
    """A round with a call: when, at which margin, and its result."""

    game: UUID
    number: int
    at: datetime
    call: str
    margin: int
    made: bool
    variant: str
    settings: Mapping[str, object]

    @cached_property
    def points(self) -> int:
        """The value of the call, negative if it failed (also where house rules give it to the
        others).
        """
        value = RuleSet.of(self.variant, self.settings).call_values()[self.call]
        return value if self.made else -value


def called_rounds(
    players: Sequence[int], call: str, positions: Sequence[str], most: int, *conditions: Q
) -> list[CalledRound]:
    """Return the rounds behind a share of calls, newest first: one query. `conditions` are on
    calls.
    """
    signs = [sign for sign, name in BY_SIGN.items() if name in positions]
    wanted = Q(pk__in=[])
    for sign in signs:
        wanted |= {1: Q(margin__gt=0), 0: Q(margin=0), -1: Q(margin__lt=0)}[sign]
    rows = (
        calls_of(players)
        .filter(wanted, *conditions, call=call)
        .order_by("-round__game__started_at", "-round__number")
    )
    columns = ("round__game", "round__number", "round__game__started_at", "call", "margin", "made")
    of_game = ("round__game__variant", "round__game__settings")
    return [CalledRound(*row) for row in rows.values_list(*columns, *of_game)[:most]]
