"""What a club has played: its nights, who won them, and a year in numbers."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from scoring.games.nights import between, counted_in, night_of, year_of
from scoring.models import Call, Club, Game, Round, Score, Seat
from scoring.people.statistics.bombs import Bombs, bombs_in
from scoring.people.statistics.calls import Counted, counted_calls
from scoring.people.statistics.games import (
    RANK_GAMES,
    counted_games,
    counts,
    drawn_games,
    has_rounds,
    share_of,
)
from scoring.people.statistics.shares import Share
from scoring.rules import VARIANTS


@dataclass(frozen=True)
class SeatedPlayer:
    """A seat in a game of a club.

    `place` is None while the game is played, `player` for an unnamed seat. `level`: several sides
    share the first place.
    """

    game: UUID
    at: datetime
    variant: str
    number: int
    player: int | None
    place: int | None
    total: int | None
    of_match: bool = False  # played in a tournament
    counts: bool = True  # played at least half of it
    last: int | None = None  # the last round before somebody took over; None if nobody did
    of_night: date | None = None  # if it counts to another night than that of its start
    level: bool = False

    @property
    def night(self) -> date:
        return self.of_night or night_of(self.at)

    @property
    def won(self) -> bool:
        return self.place == 1 and not self.level

    @property
    def drawn(self) -> bool:
        return self.place == 1 and self.level


@dataclass(frozen=True)
class PersonWins:
    """A person on a night or in a year: their finished games, oldest first, their total lead, their
    rank.
    """

    player: int
    games: Sequence[SeatedPlayer]
    ahead: int
    rank: int = 0

    @property
    def share(self) -> Share:
        """The share of games won."""
        return share_of(self.games)


@dataclass(frozen=True)
class Table:
    """A game of a night: its sides with their final totals, in seating order."""

    game: UUID
    at: datetime
    sides: Sequence[Sequence[SeatedPlayer]]

    @property
    def night(self) -> date:
        return self.sides[0][0].night

    @property
    def drawn(self) -> bool:
        return self.sides[0][0].level


@dataclass(frozen=True)
class YearNumbers:
    """A club's year.

    `calls` has the shares of Tichus and Grand Tichus made. `sweeps` are rounds with a double
    victory, counted once each.
    """

    games: int
    rounds: int
    calls: Counted
    sweeps: int
    bombs: Bombs


def seats_of(club: Club, since: datetime, until: datetime) -> list[SeatedPlayer]:
    """Return the seats of the club's games of a period, oldest game first, with those of everybody
    who played some of it: one query, and one for dummies.
    """
    within = Q(game__club=club) & counted_in(since, until, "game__")
    return _seats(counts("game__"), has_rounds("game__"), within)


def seats_in(games: Sequence[UUID]) -> list[SeatedPlayer]:
    """Return the seats of these games, oldest first: one query, and one for dummies."""
    return _seats(Q(game__in=games))


def _seats(*wanted: Q) -> list[SeatedPlayer]:
    order = ("game__started_at", "game", "number", "first")
    rows = Seat.ever.filter(*wanted).order_by(*order)
    columns = (
        "game",
        "game__started_at",
        "game__variant",
        "number",
        "player",
        "place",
        "total",
        "game__of_match",
        "counts",
        "last",
        "game__of_night",
    )
    seats = list(rows.values_list(*columns))
    sat = [SeatedPlayer(*row) for row in seats]
    drawn = drawn_games((one.game, one.variant, one.number, one.place) for one in sat)
    return [replace(one, level=True) if one.game in drawn else one for one in sat]


def games_of_year(club: Club, year: int) -> QuerySet[Game]:
    """Return the club's counted games of a year."""
    since, until = year_of(year)
    return counted_games().filter(has_rounds(), counted_in(since, until), club=club)


def seats_of_night(club: Club, night: date) -> list[SeatedPlayer]:
    return seats_of(club, *between(night, night))


def seats_of_year(club: Club, year: int) -> list[SeatedPlayer]:
    return seats_of(club, *year_of(year))


def last_night(club: Club) -> date | None:
    """Return the newest night on which a game of the club began, if any. One query."""
    newest = (
        Game.objects.filter(counts(), has_rounds(), club=club)
        .only("started_at", "of_night")
        .order_by("-started_at")
        .first()
    )
    return newest.night if newest else None


def first_night(club: Club) -> date | None:
    """Return the oldest one. One query."""
    games = Game.objects.filter(counts(), has_rounds(), club=club)
    oldest = games.only("started_at", "of_night").order_by("started_at").first()
    return oldest.night if oldest else None


def at_home(club: int, nights: Collection[date]) -> list[SeatedPlayer]:
    """Return the seats of the club's games at home that began on these nights: at most
    two queries.
    """
    during = Q(pk__in=[])
    for night in nights:
        since, until = between(night, night)
        during |= Q(game__started_at__gte=since, game__started_at__lt=until)
    return _seats(
        counts("game__"), during, Q(game__club=club, game__of_match=False, place__isnull=False)
    )


def by_person(seats: Iterable[SeatedPlayer]) -> list[PersonWins]:
    """Rank the people of these finished games by games won, then by their lead; equals share a
    rank.

    If all are games of ranks, by mean place instead, whatever the size of the table. All seats of
    each game must be given. This is the one ranking of an evening, also where a season counts it.
    """
    seats = [one for one in seats if one.place is not None]
    found = _wins_of_everybody(seats)
    if not for_ranks(seats):
        return _ranked(found, _strength)
    at_table = Counter(game for game, _number in {(one.game, one.number) for one in seats})

    def mean_place(one: PersonWins) -> Fraction:
        places = [
            Fraction((sat.place or 1) - 1, max(at_table[sat.game] - 1, 1)) for sat in one.games
        ]
        return sum(places, Fraction(0)) / len(places)

    return _ranked(found, mean_place)


def _wins_of_everybody(seats: Iterable[SeatedPlayer]) -> list[PersonWins]:
    games: dict[int, list[SeatedPlayer]] = defaultdict(list)
    ahead: Counter[int] = Counter()
    for table in tables_of(seats):
        for at, side in enumerate(table.sides):
            for one in side:
                if one.player is not None and one.counts:
                    games[one.player].append(one)
                    ahead[one.player] += _ahead(table, at)
    return [PersonWins(player, own, ahead[player]) for player, own in games.items()]


def _ranked(found: Sequence[PersonWins], strength: Callable[[PersonWins], Any]) -> list[PersonWins]:
    """Sort people by strength, the strongest first; equals share a rank."""
    ranked: list[PersonWins] = []
    for number, row in enumerate(sorted(found, key=strength), start=1):
        level = ranked and strength(ranked[-1]) == strength(row)
        ranked.append(replace(row, rank=ranked[-1].rank if level else number))
    return ranked


def for_ranks(seats: Iterable[SeatedPlayer]) -> bool:
    """Return whether there are games, and all are games of ranks."""
    variants = {one.variant for one in seats}
    return bool(variants) and variants <= set(RANK_GAMES)


def _strength(one: PersonWins) -> tuple[int, int]:
    return -one.share.hits, -one.ahead


def _ahead(table: Table, at: int) -> int:
    """Return a side's lead over the best of the other seated sides; 0 in games of ranks."""
    own, *others = (table.sides[at], *table.sides[:at], *table.sides[at + 1 :])
    totals = [side[0].total for side in others if side[0].total is not None]
    return own[0].total - max(totals) if own[0].total is not None and totals else 0


def tables_of(seats: Iterable[SeatedPlayer]) -> list[Table]:
    """Group these seats by game, without people who left before half of it."""
    by_game: dict[UUID, list[SeatedPlayer]] = defaultdict(list)
    for one in seats:
        if one.counts or one.last is None:
            by_game[one.game].append(one)
    return [Table(game, own[0].at, _sides(own)) for game, own in by_game.items()]


def _sides(seats: list[SeatedPlayer]) -> Sequence[Sequence[SeatedPlayer]]:
    sides: dict[int, list[SeatedPlayer]] = defaultdict(list)
    for one in seats:
        sides[VARIANTS[one.variant].column_of(one.number)].append(one)
    return [sides[column] for column in sorted(sides)]


def games_in(seats: Iterable[SeatedPlayer]) -> int:
    return len({one.game for one in seats})


def by_night(seats: Iterable[SeatedPlayer]) -> dict[date, list[SeatedPlayer]]:
    found: dict[date, list[SeatedPlayer]] = defaultdict(list)
    nights: dict[UUID, date] = {}  # once per game: a year has thousands of seats
    for one in seats:
        if one.game not in nights:
            nights[one.game] = one.night
        found[nights[one.game]].append(one)
    return dict(found)


def rounds_swept(scores: Q) -> int:
    """Count rounds with a double victory; where everybody has a column, two scores
    belong to one.
    """
    return (
        Score.objects.filter(scores, sweep__gt=0).aggregate(n=Count("round", distinct=True))["n"]
        or 0
    )


def numbers_of(club: Club, year: int, seats: Sequence[SeatedPlayer]) -> YearNumbers:
    """Return a year in numbers; `seats` are those of the year. Four queries."""
    since, until = year_of(year)

    def within(way: str) -> Q:
        return counts(way) & Q(**{f"{way}club": club}) & counted_in(since, until, way)

    return YearNumbers(
        games=games_in(seats),
        rounds=Round.objects.filter(within("game__")).count(),
        calls=counted_calls(Call.objects.filter(within("round__game__"))),
        sweeps=rounds_swept(within("round__game__")),
        bombs=bombs_in(within("game__")),
    )
