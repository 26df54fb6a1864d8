"""One person's statistics over all games: wins, partners, calls, rounds."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from scoring.models import Place, Player, Score, Seat
from scoring.people.statistics.bombs import Bombs, bombs_of
from scoring.people.statistics.calls import Counted, calls_around
from scoring.people.statistics.games import (
    IN_TEAMS,
    RANK_GAMES,
    Ended,
    PlayedGame,
    counts,
    games_of_players,
    in_round,
    share_of,
)
from scoring.people.statistics.shares import Share
from scoring.people.statistics.team_rounds import OF_ROUND, OWN_SEAT, GoingOut, Sums, team_rounds

ENOUGH = 20  # games together before a partner may be called the best
LAST = 10  # games shown one by one
G = TypeVar("G", bound=Ended)


@dataclass(frozen=True)
class Partner:
    """A partner in games of two teams, and the share of games won together."""

    player: int
    share: Share

    @property
    def enough(self) -> bool:
        return self.share.of >= ENOUGH


@dataclass(frozen=True)
class Run(Generic[G]):
    """A number of games won in a row, with the last one."""

    games: int
    last: G


@dataclass(frozen=True)
class Comeback:
    """A game won from so many points behind."""

    behind: int
    game: PlayedGame


@dataclass(frozen=True)
class Ranks:
    """Rounds of games without points.

    `reigns` counts times of holding the first rank; `longest` and `longest_last` are the longest
    times on the first and the last rank, in rounds.
    """

    rounds: int
    first: int
    mean: Fraction
    reigns: int
    longest_reign: int
    longest_last: int


class Person:
    """A person's statistics; each property is queried once, at most eight queries in all.

    Several players are one person in several lists: their games are combined.
    """

    def __init__(self, player: Player, *others: Player) -> None:
        self.player = player
        self.players = [player.pk, *(one.pk for one in others)]

    def which(self, way: str) -> Q | None:  # noqa: ARG002 - of those who are asked about some games
        """Return the condition on the games meant, for rows with the lookup `way`: None for all."""
        return None

    @cached_property
    def games(self) -> list[PlayedGame]:
        """Their games, oldest first."""
        return games_of_players(self.players, self.which("game__"))

    @cached_property
    def decided(self) -> list[PlayedGame]:
        """The finished games of two teams."""
        return [game for game in self.games if game.over and game.in_teams]

    @cached_property
    def alone(self) -> list[PlayedGame]:
        """The finished games with points but without teams, which one of three wins."""
        return [
            game
            for game in self.games
            if game.over and not game.in_teams and game.variant not in RANK_GAMES
        ]

    @cached_property
    def won(self) -> Share:
        return share_of(self.decided)

    @property
    def won_alone(self) -> Share:
        return share_of(self.alone)

    @property
    def last(self) -> list[PlayedGame]:
        return self.decided[-LAST:]

    @cached_property
    def partners(self) -> list[Partner]:
        """Their partners in finished games, by number of games."""
        together: dict[int, list[PlayedGame]] = {}
        for game in self.decided:
            for partner in game.partners:
                together.setdefault(partner, []).append(game)
        found = [Partner(player, share_of(games)) for player, games in together.items()]
        return sorted(found, key=lambda one: (-one.share.of, -one.share.hits, one.player))

    @property
    def best_partner(self) -> Partner | None:
        """The partner with the largest share of wins, among those with enough games; None if there
        is none or a tie.
        """
        return best_of(self.partners)

    @property
    def worst_partner(self) -> Partner | None:
        """The partner with the smallest share of wins, likewise."""
        return best_of(self.partners, worst=True)

    @cached_property
    def longest_run(self) -> Run[PlayedGame] | None:
        return longest_run(self.decided)

    @property
    def games_of_longest_run(self) -> list[PlayedGame]:
        run = self.longest_run
        if run is None:
            return []
        end = self.decided.index(run.last) + 1
        return self.decided[end - run.games : end]

    @cached_property
    def close(self) -> int:
        """The number of games decided by 20 points or less."""
        return sum(game.is_close for game in self.decided)

    # Rounds
    # ----------------------------------------------------------------------------------------------

    @cached_property
    def _around(self) -> tuple[Counted, Counted]:
        return calls_around(self.players, IN_TEAMS, self.which(OF_ROUND) or Q())

    @property
    def calls(self) -> Counted:
        return self._around[0]

    @property
    def against(self) -> Counted:
        """The others' calls in games of two teams."""
        return self._around[1]

    @cached_property
    def _team_rounds(self) -> tuple[GoingOut, Sums]:
        return team_rounds(self.players, self.which(OF_ROUND))

    @property
    def out(self) -> GoingOut:
        """How they went out in games of two teams."""
        return self._team_rounds[0]

    @property
    def sums(self) -> Sums:
        """All rounds in games of two teams."""
        return self._team_rounds[1]

    @cached_property
    def bombs(self) -> Bombs:
        """Their bombs, in all games with points."""
        return bombs_of(self.players, self._some("game__"))

    def _scores(self, *conditions: Q, **more: Any) -> QuerySet[Score]:
        """The scores of all columns in their games. One filter for all conditions, so that they
        apply to the same seat.
        """
        own = {f"{OWN_SEAT}__player__in": self.players}
        played = in_round(f"{OWN_SEAT}__", "round__number")
        return Score.objects.filter(self._some(OF_ROUND), played, *conditions, **own, **more)

    def _some(self, way: str) -> Q:
        """Match games that count and are meant, for rows with the lookup `way`."""
        return counts(way) & (self.which(way) or Q())

    @cached_property
    def comeback(self) -> Comeback | None:
        """The game of two teams won from furthest behind, the oldest of several."""
        own = {
            "column": F(f"{OWN_SEAT}__number") % 2,
            f"{OWN_SEAT}__place": 1,
            f"{OWN_SEAT}__counts": True,
            "round__game__variant__in": IN_TEAMS,
        }
        drawn = [game.game for game in self.decided if game.drawn]
        behind = self._scores(~Q(round__game__in=drawn), lead__lt=0, **own)
        rows = behind.order_by("lead", "round__game__started_at").values_list("round__game", "lead")
        for key, lead in rows[:1]:
            return next((Comeback(-lead, game) for game in self.decided if game.game == key), None)
        return None

    @cached_property
    def ranks(self) -> Ranks | None:
        """The games without points, taken together; None if there are none."""
        places: dict[UUID, list[int]] = {  # the oldest first
            game.game: [] for game in self.games if game.variant in RANK_GAMES
        }
        # Joined through their seats, which are far fewer than their places.
        own = {f"{OWN_SEAT}__player__in": self.players, f"{OWN_SEAT}__number": F("seat")}
        of_ranks = Place.objects.filter(
            self._some(OF_ROUND),
            in_round(f"{OWN_SEAT}__", "round__number"),
            round__game__variant__in=RANK_GAMES,
            **own,
        )
        rows = of_ranks.order_by("round__game__started_at", "round__number")
        for game, place in rows.values_list("round__game", "place"):
            places.setdefault(game, []).append(place)
        players = {game.game: game.n_players for game in self.games}
        as_substitute = places.keys() - players.keys()
        if as_substitute:
            seats = Seat.objects.filter(game__in=as_substitute).order_by().values_list("game")
            players |= dict(seats.annotate(Count("pk")))
        return ranks_of(
            [(game, place, players[game]) for game, own in places.items() for place in own]
        )


def best_of(partners: Sequence[Partner], *, worst: bool = False) -> Partner | None:
    """Return the partner with the largest share among those with enough games, or the smallest;
    None for a single one, and for a tie.
    """
    enough = sorted(
        (one for one in partners if one.enough), key=lambda one: one.share.value, reverse=not worst
    )
    if len(enough) < 2 or enough[0].share.value == enough[1].share.value:
        return None
    return enough[0]


def longest_run(games: Sequence[G]) -> Run[G] | None:
    """Return the longest run of wins, the later of two equal ones; None below two."""
    best: Run[G] | None = None
    length = 0
    for game in games:
        length = length + 1 if game.won else 0
        if length >= 2 and (best is None or length >= best.games):
            best = Run(length, game)
    return best


def ranks_of(rounds: Sequence[tuple[object, int, int]]) -> Ranks | None:
    """Summarise the rounds in order: game, rank, number of players.

    Ranks at larger tables are scaled to a table of five, so that their mean makes sense.
    """
    if not rounds:
        return None
    reigns = _stretches(rounds, lambda place, _of: place == 1)
    lasts = _stretches(rounds, lambda place, of: place == of)
    times = Counter((place, of) for _, place, of in rounds)
    ranks = sum(
        (n * (1 + Fraction(4 * (place - 1), max(of - 1, 1))) for (place, of), n in times.items()),
        Fraction(0),
    )
    return Ranks(
        rounds=len(rounds),
        first=sum(place == 1 for _, place, _ in rounds),
        mean=ranks / len(rounds),
        reigns=len(reigns),
        longest_reign=max(reigns, default=0),
        longest_last=max(lasts, default=0),
    )


def _stretches(
    rounds: Sequence[tuple[object, int, int]], holds: Callable[[int, int], bool]
) -> list[int]:
    """Return the lengths of all runs, in rounds of one game."""
    found = []
    for _game, own in groupby(rounds, key=lambda one: one[0]):
        for held, stretch in groupby(own, key=lambda one: holds(one[1], one[2])):
            if held:
                found.append(len(list(stretch)))
    return found
