"""One person over all games: what they won, with whom, what they called, how their rounds went."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.db.models import Count, Min, Q, Sum

from scoring.models import Place, Player, Score
from scoring.statistics.calls import Counted, calls_against, calls_of, counted_calls
from scoring.statistics.games import CLOSE, IN_TEAMS, RANK_GAMES, PlayedGame, counted_games, games_of_players
from scoring.statistics.shares import Share

ENOUGH = 20  # games together, from which on a partner may be called the best
LAST = 10  # games that are shown one by one


@dataclass(frozen=True)
class Partner:
    """Somebody with whom games of two teams were played: how many were won together."""

    player: int
    team: int
    share: Share

    @property
    def enough(self) -> bool:
        return self.share.of >= ENOUGH


@dataclass(frozen=True)
class Sums:
    """Rounds taken together: points and sweeps of the own column, and of the others'."""

    rounds: int
    points: int
    sweeps: int
    points_of_others: int
    sweeps_of_others: int

    @property
    def mean(self) -> float | None:
        """Points a round."""
        return self.points / self.rounds if self.rounds else None

    @property
    def mean_ahead(self) -> float | None:
        """Points a round more than the others."""
        return (self.points - self.points_of_others) / self.rounds if self.rounds else None


@dataclass(frozen=True)
class Column:
    """What a column of one game came to, and by how many points it led where that was the least."""

    rounds: int
    points: int
    sweeps: int
    low: int


@dataclass(frozen=True)
class Run:
    """So many games won one after the other, the last of them there."""

    games: int
    last: PlayedGame


@dataclass(frozen=True)
class Comeback:
    """A game that was won from so many points behind."""

    behind: int
    game: PlayedGame


@dataclass(frozen=True)
class Ranks:
    """Rounds of games without points: `reigns` times of holding the first rank on end, the longest in rounds;
    `longest_last` the longest time on the last rank.
    """

    rounds: int
    first: int
    mean: float
    reigns: int
    longest_reign: int
    longest_last: int


class Person:
    """What the rows say of one person; each property asks once. At most nine queries for all of it."""

    def __init__(self, player: Player) -> None:
        self.player = player

    @cached_property
    def games(self) -> list[PlayedGame]:
        """All games, the oldest first."""
        return games_of_players([self.player.pk])

    @cached_property
    def decided(self) -> list[PlayedGame]:
        """The games of two teams that are over."""
        return [game for game in self.games if game.over and game.in_teams]

    @cached_property
    def alone(self) -> list[PlayedGame]:
        """The games with points, but without teams, that are over: one of three wins them."""
        return [game for game in self.games if game.over and not game.in_teams and game.variant not in RANK_GAMES]

    @property
    def won(self) -> Share:
        return share_of(self.decided)

    @property
    def last(self) -> list[PlayedGame]:
        return self.decided[-LAST:]

    @cached_property
    def partners(self) -> list[Partner]:
        """Those with whom games were played to their end, by number of games."""
        together: dict[tuple[int, int], list[PlayedGame]] = {}
        for game in self.decided:
            for partner in game.partners:
                together.setdefault((partner, game.team or 0), []).append(game)
        found = [Partner(player, team, share_of(games)) for (player, team), games in together.items()]
        return sorted(found, key=lambda one: (-one.share.of, -one.share.hits, one.player))

    @property
    def best_partner(self) -> Partner | None:
        """With whom the largest share was won, among those who bear it; None where that is nobody's, or several's."""
        return best_of(self.partners)

    @cached_property
    def longest_run(self) -> Run | None:
        return longest_run(self.decided)

    @property
    def close(self) -> int:
        """Games that ended by 20 points or less."""
        return sum(game.margin is not None and abs(game.margin) <= CLOSE for game in self.decided)

    # Rounds -----------------------------------------------------------------------------------------------------

    @cached_property
    def calls(self) -> Counted:
        return counted_calls(calls_of([self.player.pk]))

    @cached_property
    def against(self) -> Counted:
        return calls_against(self.player.pk, IN_TEAMS)

    @cached_property
    def places(self) -> Counter[int]:
        """How often they went out at each place, in games of two teams."""
        rows = Place.objects.filter(player=self.player, round__game__in=counted_games().filter(variant__in=IN_TEAMS))
        return Counter(dict(rows.values_list("place").annotate(Count("pk")).order_by()))

    @property
    def first_out(self) -> Share:
        return Share(self.places[1], self.places.total())

    @property
    def mean_place(self) -> float | None:
        of = self.places.total()
        return sum(place * times for place, times in self.places.items()) / of if of else None

    @cached_property
    def _columns(self) -> list[tuple[PlayedGame, bool, Column]]:
        """What each column of each game with points came to, and whether it was theirs."""
        games = {game.seat: game for game in self.games}  # by its number: quicker to group by than a game's
        own = Score.objects.filter(round__game__seats__player=self.player)
        rows = own.values_list("round__game__seats", "column")
        summed = rows.annotate(Count("pk"), Sum("points"), swept=Count("pk", filter=Q(sweep__gt=0)), low=Min("lead"))
        return [
            (game, column == (game.number % 2 if game.in_teams else game.number), Column(*sums))
            for seat, column, *sums in summed.order_by()
            if (game := games.get(seat)) is not None
        ]

    @cached_property
    def sums(self) -> Sums:
        """All rounds in games of two teams."""
        return self._sums_of(in_teams=True)

    @cached_property
    def sums_alone(self) -> Sums:
        """All rounds in games with points, but without teams."""
        return self._sums_of(in_teams=False)

    def _sums_of(self, *, in_teams: bool) -> Sums:
        own = [column for game, theirs, column in self._columns if theirs and game.in_teams is in_teams]
        others = [column for game, theirs, column in self._columns if not theirs and game.in_teams is in_teams]
        return Sums(
            rounds=sum(column.rounds for column in own),
            points=sum(column.points for column in own),
            sweeps=sum(column.sweeps for column in own),
            points_of_others=sum(column.points for column in others),
            sweeps_of_others=sum(column.sweeps for column in others),
        )

    @cached_property
    def comeback(self) -> Comeback | None:
        """The game that was won from furthest behind."""
        behind = [
            (column.low, game) for game, theirs, column in self._columns if theirs and game.won and column.low < 0
        ]
        if not behind:
            return None
        low, game = min(behind, key=lambda one: (one[0], one[1].at))
        return Comeback(-low, game)

    @cached_property
    def ranks(self) -> Ranks | None:
        """The games without points, taken together; None where they played none."""
        players = {game.game: len(game.others) + 1 for game in self.games if game.variant in RANK_GAMES}
        if not players:
            return None
        rows = Place.objects.filter(player=self.player, round__game__in=counted_games().filter(variant__in=RANK_GAMES))
        told = rows.order_by("round__game__started_at", "round__game", "round__number")
        return ranks_of([(game, place, players[game]) for game, place in told.values_list("round__game", "place")])


def share_of(games: Sequence[PlayedGame]) -> Share:
    return Share(sum(game.won for game in games), len(games))


def best_of(partners: Sequence[Partner]) -> Partner | None:
    """The one with the largest share among those with enough games; None for a single one, and where two are equal."""
    enough = sorted((one for one in partners if one.enough), key=lambda one: -one.share.value)
    if len(enough) < 2 or enough[0].share.value == enough[1].share.value:
        return None
    return enough[0]


def longest_run(games: Sequence[PlayedGame]) -> Run | None:
    """The most games won one after the other, of two such runs the later; None before the first two."""
    best: Run | None = None
    length = 0
    for game in games:
        length = length + 1 if game.won else 0
        if length >= 2 and (best is None or length >= best.games):
            best = Run(length, game)
    return best


def ranks_of(rounds: Sequence[tuple[object, int, int]]) -> Ranks | None:
    """Out of the rounds in order: each the game, the rank, and how many played. Ranks of larger tables are drawn
    together to a table of five, so that their mean can be told.
    """
    if not rounds:
        return None
    reigns = _stretches(rounds, lambda place, _of: place == 1)
    lasts = _stretches(rounds, lambda place, of: place == of)
    return Ranks(
        rounds=len(rounds),
        first=sum(place == 1 for _, place, _ in rounds),
        mean=sum(1 + 4 * (place - 1) / max(of - 1, 1) for _, place, of in rounds) / len(rounds),
        reigns=len(reigns),
        longest_reign=max(reigns, default=0),
        longest_last=max(lasts, default=0),
    )


def _stretches(rounds: Sequence[tuple[object, int, int]], holds: Callable[[int, int], bool]) -> list[int]:
    """How long it held, each time it did: rounds of one game on end."""
    found = []
    for _game, own in groupby(rounds, key=lambda one: one[0]):
        for held, stretch in groupby(own, key=lambda one: holds(one[1], one[2])):
            if held:
                found.append(len(list(stretch)))
    return found
