"""The games that statistics speak of, and who sat in them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Manager, Max, Q, QuerySet

from scoring.host import host
from scoring.models import Device, Game, Player, Seat
from scoring.names.seats import somebody_word
from scoring.rules import VARIANTS

CLOSE = 20  # points: a game that ended by no more was close
IN_TEAMS = [key for key, variant in VARIANTS.items() if variant.has_teams]
RANK_GAMES = [key for key, variant in VARIANTS.items() if variant.is_rank_game]


def counts(way: str = "") -> Q:
    """Which rows are of games that are there, and may be told of: those of matches once their tournament is over.

    `way` leads from the rows to their game: "round__game__". A condition on what is joined anyhow, so that no other
    game is looked at.
    """
    told = Q(**{f"{way}of_match": False}) | Q(host().told(f"{way}pk"))
    return Q(**{f"{way}deleted_at__isnull": True}) & told


def counted_games() -> QuerySet[Game]:
    """Games that are there, and may be told of: those of matches once their tournament is over."""
    return Game.objects.filter(counts())


def people_known_to(device: Device | None, *, among: Manager[Player] = Player.listed) -> QuerySet[Player]:
    """The people whom a phone knows: those of its own list, and of its club's; nobody who was erased."""
    if device is None:
        return among.none()
    own = Q(device=device)
    return among.filter(own | Q(club=device.club_id) if device.club_id else own)


def with_games(people: QuerySet[Player]) -> QuerySet[Player]:
    """These people, each with `n_games` that count and when the last of them began, `last_seen`: one query."""
    counted = Q(seats__isnull=False) & counts("seats__game__")
    return people.annotate(
        n_games=Count("seats", filter=counted), last_seen=Max("seats__game__started_at", filter=counted)
    )


class Sitter(NamedTuple):
    """Somebody else in a game."""

    number: int
    player: int | None
    team: int | None
    total: int | None


@dataclass(frozen=True)
class PlayedGame:
    """A game as somebody who sat in it sees it. `place` is None while it is played."""

    seat: int
    game: UUID
    variant: str
    at: datetime
    number: int
    team: int | None
    place: int | None
    total: int | None
    others: list[Sitter] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.place is not None

    @property
    def in_teams(self) -> bool:
        return self.variant in IN_TEAMS

    @property
    def won(self) -> bool:
        return self.place == 1

    @property
    def beside(self) -> list[Sitter]:
        """Those on the same side."""
        side = self.number % 2
        return [one for one in self.others if one.number % 2 == side] if self.in_teams else []

    @property
    def partners(self) -> list[int]:
        return [one.player for one in self.beside if one.player]

    @property
    def opponents(self) -> list[Sitter]:
        side = self.number % 2
        return [one for one in self.others if one.number % 2 != side] if self.in_teams else self.others

    @property
    def total_of_others(self) -> int | None:
        """What the best of the others had at the end; None in games of ranks."""
        return max((one.total for one in self.opponents if one.total is not None), default=None)

    @property
    def margin(self) -> int | None:
        """By how many points they were ahead of the best of the others at the end; None in games of ranks."""
        best = self.total_of_others
        return None if self.total is None or best is None else self.total - best

    @property
    def is_close(self) -> bool:
        margin = self.margin
        return margin is not None and abs(margin) <= CLOSE


def people_met(players: Iterable[int]) -> tuple[dict[int, str], frozenset[int]]:
    """What these people are called, and who of them is there: one query. Who was erased is somebody, the second of them
    somebody 2.
    """
    rows = Player.objects.filter(pk__in=list(players)).order_by("pk").values_list("pk", "name", "erased_at")
    found = list(rows)
    erased = (somebody_word(number) for number in count(1))
    names = {pk: name if at is None else next(erased) for pk, name, at in found}
    return names, frozenset(pk for pk, _name, at in found if at is None)


def names_of(players: Iterable[int]) -> dict[int, str]:
    """What these people are called: one query."""
    return people_met(players)[0]


def games_of_players(players: Sequence[int], which: Q | None = None) -> list[PlayedGame]:
    """All games in which one of these sat, the oldest first: two queries. They are one person, or a team's first.

    `which`: a condition on the games, by the way of "game__".
    """
    own = Seat.objects.filter(counts("game__"), which or Q(), player__in=players)
    columns = ("pk", "game", "game__variant", "game__started_at", "number", "team", "place", "total")
    rows = own.order_by("game__started_at", "game").values_list(*columns)
    found = {row[0]: PlayedGame(*row) for row in rows}
    # A seat without a name is somebody all the same: it is among these.
    beside = Seat.objects.filter(game__seats__player__in=players).exclude(player__in=players)
    for seat, *about in beside.values_list("game__seats", "number", "player", "team", "total"):
        if seat in found:
            found[seat].others.append(Sitter._make(about))
    return list(found.values())
