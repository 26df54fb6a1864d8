"""Everything stored about one person, game by game: their seat, calls, places and points.

The others at the table appear as seats without names: those are other people's data.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Q

from scoring.models import Call, Place, Player, Round, Score, Seat
from scoring.people.statistics.games import IN_TEAMS, counts, drawn_games
from scoring.rules import VARIANTS, Carried

AT_ONCE = 100  # games per batch
SELF, PARTNER, OPPONENT, NOBODY = "self", "partner", "opponent", "nobody"


@dataclass(frozen=True)
class KeptRound:
    """A round as stored for one seat; values are None if the table did not record them."""

    number: int
    at: datetime
    call: str
    made: bool | None
    margin: int | None
    place: int | None
    points: int | None
    points_of_others: int | None
    total: int | None


@dataclass(frozen=True)
class KeptGame:
    """A game of a person; if others took over from them, or they from others, their rounds of it.

    `first` and `last` are then the first and the last round that they played on this seat; the last
    is None at the end. `counts`: it is theirs to win or lose. A game in which they changed seats is
    listed for each seat.

    `who` says by seat what each player was to them; seats are numbered from 0. `result` is "won",
    "drawn" or "lost", None while it is played and if it does not count for them. `rounds_before`
    were played elsewhere, and brought `points_before`, None where a game began without points or
    has none.
    """

    at: datetime
    variant: str
    state: str
    of_match: bool
    deleted: bool
    seat: int
    place: int | None
    result: str | None
    total: int | None
    total_of_others: int | None
    rounds_before: int
    points_before: int | None
    who: Sequence[str]
    rounds: Sequence[KeptRound]
    first: int = 1
    last: int | None = None
    counts: bool = True


@dataclass(frozen=True)
class _Own:
    """A seat of theirs, with its game."""

    game: UUID
    number: int
    first: int
    last: int | None
    counts: bool
    place: int | None
    total: int | None
    at: datetime
    variant: str
    state: str
    of_match: bool
    deleted_at: datetime | None
    carried: Mapping[str, Any]

    def played(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)

    @property
    def in_teams(self) -> bool:
        return self.variant in IN_TEAMS

    @property
    def column(self) -> int:
        return VARIANTS[self.variant].column_of(self.number)

    def is_other(self, seat: int) -> bool:
        """Return whether another seat plays against theirs."""
        return VARIANTS[self.variant].column_of(seat) != self.column


class Kept:
    """What is stored about a person, read in parts: one query for all games, five per hundred
    shown.
    """

    def __init__(self, player: Player) -> None:
        self.player = player

    @cached_property
    def _seats(self) -> list[_Own]:
        """Their seats, newest first. Deleted games are included as long as they are stored; those
        of a running tournament are not, before its standings are published.
        """
        listed = counts("game__") | Q(game__deleted_at__isnull=False, game__of_match=False)
        own = Seat.ever.filter(listed, player=self.player)
        own = own.order_by("-game__started_at", "game", "-first")
        columns = ("started_at", "variant", "state", "of_match", "deleted_at", "carried")
        rows = own.values_list(
            "game",
            "number",
            "first",
            "last",
            "counts",
            "place",
            "total",
            *(f"game__{column}" for column in columns),
        )
        return [_Own(*row) for row in rows]

    @property
    def total(self) -> int:
        return len(self._seats)

    @property
    def first_seen(self) -> datetime | None:
        return self._seats[-1].at if self._seats else None

    @property
    def last_seen(self) -> datetime | None:
        return self._seats[0].at if self._seats else None

    def games(self, since: int = 0, until: int | None = None) -> Iterator[KeptGame]:
        """Yield the games from one position in the list to another, a hundred per batch."""
        wanted = self._seats[since:until]
        for start in range(0, len(wanted), AT_ONCE):
            yield from _read(self.player.pk, wanted[start : start + AT_ONCE])


def _read(player: int, own: Sequence[_Own]) -> Iterator[KeptGame]:
    games = [one.game for one in own]
    of_game = Q(round__game__in=games)
    seats = _grouped(
        Seat.objects.filter(game__in=games)
        .order_by("number")
        .values_list("game", "number", "player", "total", "place")
    )
    variants = {one.game: one.variant for one in own}
    drawn = drawn_games(
        (game, variants[game], number, place)
        for game, sitting in seats.items()
        for number, _player, _total, place in sitting
    )
    rounds = _grouped(
        Round.objects.filter(game__in=games)
        .order_by("number")
        .values_list("game", "pk", "number", "entry__created_at")
    )
    scores = _grouped(
        Score.objects.filter(of_game).values_list("round", "column", "points", "total")
    )
    places = dict(Place.objects.filter(of_game, player=player).values_list("round", "place"))
    called = Call.objects.filter(of_game, player=player).values_list(
        "round", "call", "made", "margin"
    )
    calls = {key: more for key, *more in called}
    for one in own:
        carried = Carried.from_data(one.carried)
        yield KeptGame(
            one.at,
            one.variant,
            one.state,
            one.of_match,
            one.deleted_at is not None,
            one.number,
            one.place,
            _result(one, drawn=one.game in drawn),
            one.total,
            _best_of_others(one, seats[one.game]),
            carried.rounds,
            carried.totals[one.column] if carried.totals else None,
            [_who(one, number, sitting) for number, sitting, _total, _place in seats[one.game]],
            [
                _round(one, number, at, scores.get(key, ()), places.get(key), calls.get(key))
                for key, number, at in rounds.get(one.game, ())
                if one.played(number)
            ],
            one.first,
            one.last,
            one.counts,
        )


def _grouped(rows: Any) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for key, *rest in rows:
        found.setdefault(key, []).append(rest)
    return found


def _best_of_others(own: _Own, sitting: Sequence[Sequence[Any]]) -> int | None:
    """Return the best total of those who played against them."""
    totals = [total for number, _player, total, _place in sitting if own.is_other(number)]
    return max((total for total in totals if total is not None), default=None)


def _result(own: _Own, *, drawn: bool) -> str | None:
    if own.place is None or not own.counts:
        return None
    return "lost" if own.place > 1 else "drawn" if drawn else "won"


def _who(own: _Own, number: int, player: int | None) -> str:
    if number == own.number:
        return SELF
    if player is None:
        return NOBODY
    return OPPONENT if own.is_other(number) else PARTNER


def _round(
    own: _Own,
    number: int,
    at: datetime,
    scores: Sequence[Sequence[Any]],
    place: int | None,
    call: Sequence[Any] | None,
) -> KeptRound:
    name, made, margin = call or ("", None, None)
    points = {column: (gained, total) for column, gained, total in scores}
    gained, total = points.get(own.column, (None, None))
    others = [more for column, (more, _total) in points.items() if column != own.column]
    return KeptRound(
        number, at, name, made, margin, place, gained, max(others, default=None), total
    )
