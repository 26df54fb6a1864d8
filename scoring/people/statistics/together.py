"""Two people on one side, and two such pairs against each other: wins and calls."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from scoring.models import Call, Place, Player, Seat
from scoring.people.statistics.calls import CallShare
from scoring.people.statistics.games import IN_TEAMS, PlayedGame, counts, share_of
from scoring.people.statistics.person import Person
from scoring.people.statistics.shares import Share
from scoring.rules import VARIANTS
from scoring.rules.settings import GRAND, TICHU

OF_FOUR = [key for key in IN_TEAMS if VARIANTS[key].max_players == 4]


def together(first: int, second: int, variants: Sequence[str] = IN_TEAMS) -> QuerySet[Seat, Any]:
    """Return the games in which two people were on one side, for `game__in`."""
    seats = Seat.ever.filter(counts("game__"), _at_once(), player=first, game__seats__player=second)
    same_side = seats.annotate(apart=(F("number") + F("game__seats__number")) % 2).filter(apart=0)
    return same_side.filter(game__variant__in=variants).values("game")


def _at_once() -> Q:
    """Match seats with others of their game that were taken in some of the same rounds."""
    later = Q(last__isnull=True) | Q(last__gte=F("game__seats__first"))
    earlier = Q(game__seats__last__isnull=True) | Q(game__seats__last__gte=F("first"))
    return later & earlier


def _played(seat: str, number: str) -> Q:
    """Match seats in a round of the outer query, whose number is there under this lookup."""
    left = Q(**{f"{seat}last__isnull": True}) | Q(**{f"{seat}last__gte": OuterRef(number)})
    return Q(**{f"{seat}first__lte": OuterRef(number)}) & left


@dataclass(frozen=True)
class Evening:
    """The games of one night, those after midnight included."""

    day: date
    games: Sequence[PlayedGame]

    @property
    def won(self) -> Share:
        return share_of(self.games)

    @property
    def margin(self) -> int:
        """The lead over the others in all games together."""
        return sum(game.margin or 0 for game in self.games)


@dataclass(frozen=True)
class Rivals:
    """Two opponents, and the share of games won against them."""

    players: tuple[int, int]
    share: Share


class Pair(Person):
    """Two people on one side: the statistics of a person's page, for the games they played
    together.
    """

    def __init__(self, player: Player, partner: Player) -> None:
        super().__init__(player)
        self.partner = partner

    @cached_property
    def of_first(self) -> Person:
        """The first of the two, whoever their partner was."""
        return Person(self.player)

    @cached_property
    def of_second(self) -> Person:
        return Person(self.partner)

    @property
    def each(self) -> list[Person]:
        """Both, whoever their partner was."""
        return [self.of_first, self.of_second]

    @property
    def people(self) -> list[Player]:
        return [self.player, self.partner]

    @cached_property
    def games(self) -> list[PlayedGame]:
        return [game for game in self.of_first.games if self._is_theirs(game)]

    def _is_theirs(self, game: PlayedGame) -> bool:
        return self.partner.pk in game.partners

    def among(self) -> QuerySet[Seat, Any]:
        """The games, for `game__in`."""
        return together(self.player.pk, self.partner.pk)

    def which(self, way: str) -> Q:
        games = Q(**{f"{way}pk__in": self.among()})
        if way == "game__":  # seats, which belong to no round
            return games
        return games & self.both_played(f"{way}pk", f"{way.removesuffix('game__')}number")

    def both_played(self, game: str, number: str) -> Q:
        """Match those rounds of these games that both played on one side: all of them, unless
        people were exchanged. `game` and `number` are the lookups from the rows matched.
        """
        if not self.exchanged:
            return Q()
        theirs = Seat.ever.filter(
            _played("", number),
            _played("game__seats__", number),
            game=OuterRef(game),
            player=self.player.pk,
            game__seats__player=self.partner.pk,
        )
        apart = (F("number") + F("game__seats__number")) % 2
        theirs = theirs.annotate(apart=apart).filter(apart=0)
        return ~Q(**{f"{game}__in": self.exchanged}) | Q(Exists(theirs))

    @cached_property
    def exchanged(self) -> list[UUID]:
        """The games of these in which people were exchanged: one query."""
        left = Seat.ever.filter(last__isnull=False, game__in=self.among())
        return list(left.order_by().values_list("game", flat=True).distinct())

    def _people(self) -> list[int]:
        return [one.pk for one in self.people]

    @cached_property
    def called(self) -> Counter[tuple[int, str, bool]]:
        """How often each of them made and failed which call: one query."""
        calls = Call.objects.filter(self.which("round__game__"), player__in=self._people())
        rows = calls.values_list("player", "call", "made").annotate(Count("pk")).order_by()
        return Counter({(player, call, made): number for player, call, made, number in rows})

    def share_of_calls(self, people: Sequence[int], call: str) -> Share:
        made = sum(self.called[person, call, True] for person in people)
        return Share(made, made + sum(self.called[person, call, False] for person in people))

    def calls_of(self, player: Player) -> list[CallShare]:
        """Return the shares of one person's calls that were made or failed."""
        shares = [
            CallShare(call, self.share_of_calls([player.pk], call)) for call in (TICHU, GRAND)
        ]
        return [one for one in shares if one.made.of]

    @cached_property
    def first_places(self) -> Counter[int]:
        """How often each of them went out first: one query."""
        places = Place.objects.filter(
            self.which("round__game__"), player__in=self._people(), place=1
        )
        return Counter(dict(places.values_list("player").annotate(Count("pk")).order_by()))

    @cached_property
    def best_evening(self) -> Evening | None:
        """The night with the most games won more than lost, of at least two; None if
        there is none.
        """
        days: dict[date, list[PlayedGame]] = {}
        for game in self.decided:
            days.setdefault(game.night, []).append(game)
        found = [Evening(day, games) for day, games in days.items() if len(games) > 1]
        best = max(
            found,
            key=lambda one: (one.won.hits - one.won.missed, one.margin, one.day),
            default=None,
        )
        return best if best and best.won.hits > best.won.missed else None

    @cached_property
    def rivals(self) -> list[Rivals]:
        """The pairs met in finished games of four, by number of games."""
        met: dict[tuple[int, int], list[PlayedGame]] = {}
        for game in self.decided:
            people = sorted(one.player for one in game.opponents if one.player)
            if len(people) == 2:
                met.setdefault((people[0], people[1]), []).append(game)
        rows = [Rivals(people, share_of(games)) for people, games in met.items()]
        return sorted(rows, key=lambda one: (-one.share.of, -one.share.hits, one.players))


class Versus(Pair):
    """Two pairs against each other, from the first one's point of view. `against` counts the
    other pair's calls, `of_others.against` the first one's, also those without a known caller.
    """

    def __init__(self, player: Player, partner: Player, others: Sequence[Player]) -> None:
        super().__init__(player, partner)
        self.others = others

    @cached_property
    def of_others(self) -> "Versus":
        """The same from the others' point of view."""
        first, second = self.others
        return Versus(first, second, self.people)

    def _is_theirs(self, game: PlayedGame) -> bool:
        against = {one.player for one in game.opponents}
        return super()._is_theirs(game) and against == {one.pk for one in self.others}

    def among(self) -> QuerySet[Seat, Any]:
        first, second = self.others
        own = together(self.player.pk, self.partner.pk, OF_FOUR)
        return own.filter(game__in=together(first.pk, second.pk, OF_FOUR))

    def _people(self) -> list[int]:
        return [*super()._people(), *(one.pk for one in self.others)]
