"""Rounds and games from a neutral point of view: the sides, their points, the calls."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.games.names.seat_names import shown_names
from scoring.games.round_words import side_caller
from scoring.games.sittings import seated_in
from scoring.models import Call, Place, Round, Score, Seat
from scoring.rules import VARIANTS
from scoring.rules.settings import GRAND, TICHU

ROUNDS, SWEEPS = "rounds", "sweeps"
WANTED = {
    ROUNDS: Q(),
    SWEEPS: Q(scores__sweep__gt=0),
    TICHU: Q(calls__call=TICHU),
    GRAND: Q(calls__call=GRAND),
}


def rounds_of(games: QuerySet[Any], figure: str) -> QuerySet[Round] | None:
    """Return the rounds behind a figure of these games, newest first; None for an unknown figure.

    `games` is for `game__in`. Figures are "rounds", "sweeps", "tichu" and "grand". A round with two
    calls of a kind, or two scores of a double victory, is listed once.
    """
    wanted = WANTED.get(figure)
    if wanted is None:
        return None
    found = Round.objects.filter(wanted, game__in=games).order_by(
        "-game__started_at", "-game", "-number"
    )
    return found if figure == ROUNDS else found.distinct()


@dataclass(frozen=True)
class TableSeats:
    """The seats of a game: players' ids, None for an unnamed seat, and names."""

    variant: str
    players: Sequence[int | None]
    names: Sequence[str]

    @property
    def sides(self) -> Sequence[Sequence[str]]:
        """Return the names by score column."""
        sides: dict[int, list[str]] = {}
        for seat, name in enumerate(self.names):
            sides.setdefault(self.column(seat), []).append(name)
        return list(sides.values())

    def column(self, seat: int) -> int:
        return VARIANTS[self.variant].column_of(seat)

    def caller(self, seat: int | None, side: int | None) -> str:
        """Return who called; "" for a dummy, which has no seat."""
        if seat is None:
            return side_caller(self.names[side::2])
        return self.names[seat] if seat < len(self.names) else ""


@dataclass(frozen=True)
class _Sat:
    """A person's rounds on a seat; "" is the name of an unnamed seat or an erased person."""

    number: int
    first: int
    last: int | None
    player_id: int | None
    name: str


@dataclass
class GameSeats:
    """Who sat where in a game, in which rounds."""

    variant: str
    direction: str
    sat: list[_Sat] = field(default_factory=list)
    _found: dict[tuple[int, ...], TableSeats] = field(default_factory=dict)

    def in_round(self, number: int) -> TableSeats:
        """Return the seats of a round."""
        seats = seated_in(self.sat, number)
        group = tuple(one.first for one in seats)
        if group not in self._found:
            erased = [one.number for one in seats if one.player_id is not None and not one.name]
            given = [one.name for one in seats]
            names = shown_names(self.variant, self.direction, given, erased)
            self._found[group] = TableSeats(self.variant, [one.player_id for one in seats], names)
        return self._found[group]


def seats_by_game(games: Mapping[UUID, tuple[str, str]]) -> dict[UUID, GameSeats]:
    """Return the seats of these games, whose variant and direction are given: one query."""
    found = {game: GameSeats(*about) for game, about in games.items()}
    columns = ("number", "first", "last", "player", "player__name", "player__erased_at")
    seated = Seat.ever.filter(game__in=games).order_by("number", "first")
    for game, number, first, last, person, name, erased in seated.values_list("game", *columns):
        known = name if name and erased is None else ""
        found[game].sat.append(_Sat(number, first, last, person, known))
    return found


def points_of(rounds: Iterable[int]) -> dict[int, dict[int, int]]:
    """Return the points of these rounds by score column: one query."""
    points: dict[int, dict[int, int]] = {}
    for pk, column, gained in Score.objects.filter(round__in=rounds).values_list(
        "round", "column", "points"
    ):
        points.setdefault(pk, {})[column] = gained
    return points


@dataclass(frozen=True)
class SeatCall:
    """A call in a round, by a player or by a team of which nobody knows who it was."""

    name: str
    call: str
    made: bool


@dataclass(frozen=True)
class TableRound:
    """A round as played. `sides` are names with their points, or in games of ranks with
    the place.
    """

    game: UUID
    number: int
    at: datetime
    sides: Sequence[tuple[Sequence[str], int | None]]
    by_place: bool
    calls: Sequence[SeatCall]


def table_rounds(rounds: QuerySet[Round]) -> list[TableRound]:
    """Return these rounds with everything that a line about each shows: five queries for any
    number.
    """
    columns = ("pk", "game", "number", "game__started_at", "game__variant", "game__direction")
    found = list(rounds.values_list(*columns))
    ids = [row[0] for row in found]
    tables = seats_by_game({row[1]: (row[4], row[5]) for row in found})
    points = points_of(ids)
    places: dict[int, list[tuple[int, int]]] = {}
    for pk, seat, place in (
        Place.objects.filter(round__in=ids).order_by("place").values_list("round", "seat", "place")
    ):
        places.setdefault(pk, []).append((seat, place))
    calls: dict[int, list[SeatCall]] = {}
    of_call = ("round", "round__game", "round__number", "seat", "side", "call", "made")
    for pk, game, number, caller, side, call, made in (
        Call.objects.filter(round__in=ids).order_by("pk").values_list(*of_call)
    ):
        if name := tables[game].in_round(number).caller(caller, side):
            calls.setdefault(pk, []).append(SeatCall(name, call, made))
    return [
        _table_round(
            (game, number, at),
            tables[game].in_round(number),
            points.get(pk, {}),
            places.get(pk, []),
            calls.get(pk, []),
        )
        for pk, game, number, at, _variant, _direction in found
    ]


def _table_round(
    about: tuple[UUID, int, datetime],
    table: TableSeats,
    points: Mapping[int, int],
    places: Sequence[tuple[int, int]],
    calls: Sequence[SeatCall],
) -> TableRound:
    sides: Sequence[tuple[Sequence[str], int | None]]
    if points:
        # Who sits out has none.
        sides = [
            (names, points[column]) for column, names in enumerate(table.sides) if column in points
        ]
    else:
        sides = [([table.names[seat]], place) for seat, place in places]
    return TableRound(*about, sides, not points, calls)
