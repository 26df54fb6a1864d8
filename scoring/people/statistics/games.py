"""The games that statistics count, and their players."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import count
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from scoring.games.host import ClubRole, host
from scoring.games.names.seat_names import erased_name
from scoring.games.nights import night_of
from scoring.models import Device, Game, Player, Round, Score, Seat
from scoring.people.statistics.shares import Share
from scoring.rules import VARIANTS

DUMMY_COLUMN = 3  # after three players
CLOSE = 20  # points: the largest margin of a close game
IN_TEAMS = [key for key, variant in VARIANTS.items() if variant.has_teams]
RANK_GAMES = [key for key, variant in VARIANTS.items() if variant.is_rank_game]


def counts(way: str = "") -> Q:
    """Match rows of games that count: not deleted, and of matches only after their tournament is
    over.

    `way` is the lookup from the rows to their game: "round__game__". The condition is on what is
    joined anyway, so no other game is read.
    """
    released = Q(**{f"{way}of_match": False}) | Q(host().published_games(f"{way}pk"))
    return Q(**{f"{way}deleted_at__isnull": True}) & released


def counted_games() -> QuerySet[Game]:
    """Return the games that count: not deleted, and of matches only after their
    tournament is over.
    """
    return Game.objects.filter(counts())


def in_round(seat: str, number: str) -> Q:
    """Match the rounds that a person played on a seat. `seat` is the lookup to their seat, as in
    "game__seats__", `number` to the number of the round. Belongs in the filter that names the
    person: another one would match any seat of the game.
    """
    left = Q(**{f"{seat}last__isnull": True}) | Q(**{f"{seat}last__gte": F(number)})
    return Q(**{f"{seat}first__lte": F(number)}) & left


def same_people(way: str = "") -> Q:
    """Match games in which nobody was exchanged. `way` as in `counts`."""
    left = Seat.ever.filter(game=OuterRef(f"{way}pk"), last__isnull=False)
    return Q(~Exists(left))


def has_rounds(way: str = "") -> Q:
    """Match games with at least one round: a game only started was not played. `way` as in
    `counts`.
    """
    return Q(Exists(Round.objects.filter(game=OuterRef(f"{way}pk"))))


def people_known_to(device: Device | None, user: Any) -> QuerySet[Player]:
    """Return the people known to a phone and an account, without erased ones.

    They are those of the phone's list, of its club, and of clubs where the account has a role. One
    query for an account.
    """
    clubs = set(host().clubs_of(user, ClubRole.HELPER))
    if device is not None and device.club_id:
        clubs.add(device.club_id)
    return Player.listed.filter(Q(device=device, device__isnull=False) | Q(club__in=clubs))


def with_games(people: QuerySet[Player]) -> QuerySet[Player]:
    """Annotate these people with `n_games`, how many finished games count, as on their pages, and
    `last_seen`, when the last one began, finished or not: one query.
    """
    counted = Q(seats__isnull=False) & counts("seats__game__") & has_rounds("seats__game__")
    return people.annotate(
        n_games=Count("seats", filter=counted & Q(seats__place__isnull=False, seats__counts=True)),
        last_seen=Max("seats__game__started_at", filter=counted),
    )


def won_by(people: Collection[int]) -> dict[int, Share]:
    """Return the share each of these won of their finished games of two teams: one query. Draws
    count for nobody.
    """
    rows = Seat.ever.annotate(mod2=F("number") % 2)
    decided = rows.filter(
        counts("game__"),
        player__in=people,
        counts=True,
        place__isnull=False,
        game__variant__in=IN_TEAMS,
    )
    others = Seat.objects.annotate(side=F("number") % 2).filter(game=OuterRef("game"), place=1)
    drawn = Exists(others.exclude(side=OuterRef("mod2")))
    found = (
        decided.order_by()
        .values("player")
        .annotate(of=Count("pk"), won=Count("pk", filter=Q(~drawn, place=1)))
    )
    return {row["player"]: Share(row["won"], row["of"]) for row in found}


class OtherPlayer(NamedTuple):
    """Another player in a game."""

    number: int
    player: int | None
    place: int | None
    total: int | None


def drawn_games(seats: Iterable[tuple[UUID, str, int, int | None]]) -> set[UUID]:
    """Return those of these games that nobody won: several sides share the first place, the dummy
    included.

    `seats` must hold each seat that came first, by game, variant, number and final place. Won,
    drawn and lost follow from this alone, everywhere. No query; one if somebody came first in a
    game with a dummy.
    """
    first: dict[UUID, set[int]] = {}
    beside_dummy = set()
    for game, variant, number, place in seats:
        if place == 1:
            first.setdefault(game, set()).add(VARIANTS[variant].column_of(number))
            if VARIANTS[variant].has_dummy:
                beside_dummy.add(game)
    if beside_dummy:
        # The dummy has no seat: its column is the last, and its last row has the final total.
        level = Score.objects.filter(
            round__game__in=beside_dummy, player=None, team=None, column=DUMMY_COLUMN, lead=0
        )
        later = Round.objects.filter(
            game=OuterRef("round__game"), number__gt=OuterRef("round__number")
        )
        beside_dummy = set(level.filter(~Exists(later)).values_list("round__game", flat=True))
    return {game for game, sides in first.items() if len(sides) > 1} | beside_dummy


@dataclass(slots=True)
class PlayedGame:
    """A game from a player's point of view. `place` is None while it is played."""

    seat: int
    game: UUID
    variant: str
    at: datetime
    number: int
    place: int | None
    total: int | None
    of_night: date | None = None  # if it counts to another night than that of its start
    others: list[OtherPlayer] = field(default_factory=list)  # two if each played half of it
    level: bool = False  # several sides share the first place
    exchanged: bool = False  # people took over from others, or changed seats

    @property
    def night(self) -> date:
        return self.of_night or night_of(self.at)

    @property
    def n_players(self) -> int:
        return len({self.number, *(one.number for one in self.others)})

    @property
    def over(self) -> bool:
        return self.place is not None

    @property
    def in_teams(self) -> bool:
        return self.variant in IN_TEAMS

    @property
    def won(self) -> bool:
        return self.place == 1 and not self.level

    @property
    def drawn(self) -> bool:
        return self.place == 1 and self.level

    @property
    def beside(self) -> list[OtherPlayer]:
        """Those on the same side."""
        side = self.number % 2
        return [one for one in self.others if one.number % 2 == side] if self.in_teams else []

    @property
    def partners(self) -> list[int]:
        return [one.player for one in self.beside if one.player]

    @property
    def opponents(self) -> list[OtherPlayer]:
        side = self.number % 2
        return (
            [one for one in self.others if one.number % 2 != side] if self.in_teams else self.others
        )

    @property
    def total_of_others(self) -> int | None:
        """The best final total of the others; None in games of ranks."""
        return max((one.total for one in self.opponents if one.total is not None), default=None)

    @property
    def margin(self) -> int | None:
        """The final lead over the best of the others; None in games of ranks."""
        best = self.total_of_others
        return None if self.total is None or best is None else self.total - best

    @property
    def is_close(self) -> bool:
        margin = self.margin
        return margin is not None and abs(margin) <= CLOSE


class Ended(Protocol):
    """A finished game from a player's point of view: at most one of these, neither if
    it was lost.
    """

    @property
    def won(self) -> bool: ...
    @property
    def drawn(self) -> bool: ...


def share_of(games: Collection[Ended]) -> Share:
    """Return the share of these finished games that were won, with the draws."""
    return Share(sum(game.won for game in games), len(games), sum(game.drawn for game in games))


def people_met(players: Iterable[int]) -> tuple[dict[int, str], frozenset[int]]:
    """Return the names of these people, and which of them exist: one query. Erased ones are
    numbered: "Somebody", "Somebody 2".
    """
    rows = (
        Player.objects.filter(pk__in=list(players))
        .order_by("pk")
        .values_list("pk", "name", "erased_at")
    )
    found = list(rows)
    erased = (erased_name(number) for number in count(1))
    names = {pk: name if at is None else next(erased) for pk, name, at in found}
    return names, frozenset(pk for pk, _name, at in found if at is None)


def names_of(players: Iterable[int]) -> dict[int, str]:
    """Return the names of these people: one query."""
    return people_met(players)[0]


def _whose_game(game: PlayedGame, sitting: Sequence[tuple[bool, OtherPlayer]]) -> list[OtherPlayer]:
    """Return the others whose game it is. Where it is nobody's, the seat remains, without a name;
    those who shared the person's own seat are left out.
    """
    if not game.exchanged:
        return [other for _counted, other in sitting]
    taken = {game.number, *(other.number for counted, other in sitting if counted)}
    return [
        other if counted else other._replace(player=None)
        for counted, other in sitting
        if other.number != game.number and (counted or other.number not in taken)
    ]


def games_of_players(players: Sequence[int], which: Q | None = None) -> list[PlayedGame]:
    """Return all games of these players, oldest first: two queries, and one for dummies.

    They are one person, or a team with its first. `which` is a condition on the games, under the
    lookup "game__".
    """
    own = Seat.ever.filter(counts("game__"), which or Q(), player__in=players, counts=True)
    columns = ("first", "pk", "game", "game__variant", "game__started_at", "number")
    rows = own.order_by("game__started_at", "game").values_list(
        *columns, "place", "total", "game__of_night"
    )
    found: dict[int, PlayedGame] = {}
    for since, *row in rows:
        game = PlayedGame(*row)
        game.exchanged = since > 1
        found[game.seat] = game
    # Unnamed seats are people too, and included; so is a seat to which the player moved later,
    # where the game counts for nobody.
    beside = Seat.ever.filter(
        Q(counts=True) | Q(last__isnull=True), game__seats__player__in=players
    ).exclude(player__in=players, counts=True)
    about = ("game__seats", "number", "player", "place", "total", "counts", "first")
    sitting: dict[int, list[tuple[bool, OtherPlayer]]] = {seat: [] for seat in found}
    for seat, number, player, place, total, counted, since in beside.values_list(*about):
        if seat in found:
            found[seat].exchanged |= since > 1
            sitting[seat].append((counted, OtherPlayer(number, player, place, total)))
    for seat, others in sitting.items():
        found[seat].others = _whose_game(found[seat], others)
    games = list(found.values())
    _mark_level(games)
    return games


def _mark_level(games: Sequence[PlayedGame]) -> None:
    """Mark those that nobody won."""
    drawn = drawn_games(
        (game.game, game.variant, number, place)
        for game in games
        for number, place in (
            (game.number, game.place),
            *((one.number, one.place) for one in game.others),
        )
    )
    for game in games:
        game.level = game.game in drawn
