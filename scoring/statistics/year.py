"""One person in one year, as whoever asks counts days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.models import Player, Score
from scoring.statistics.calls import Counted, calls_around
from scoring.statistics.games import IN_TEAMS, PlayedGame
from scoring.statistics.person import Person

MONTHS = range(1, 13)


@dataclass(frozen=True)
class Month:
    """The games of two teams in a month that are over, the oldest first."""

    first: date
    games: Sequence[PlayedGame]

    @property
    def won(self) -> int:
        return sum(game.won for game in self.games)


class Year(Person):
    """What a person's page says, of the games that began in one year."""

    def __init__(self, player: Player, year: int) -> None:
        super().__init__(player)
        self.year = year
        self.start, self.end = (
            datetime(each, 1, 1, tzinfo=timezone.get_current_timezone()) for each in (year, year + 1)
        )

    @cached_property
    def games(self) -> list[PlayedGame]:
        return [game for game in super().games if self.start <= game.at < self.end]

    def _during(self) -> Q:
        return Q(round__game__started_at__gte=self.start, round__game__started_at__lt=self.end)

    def _scores(self, *conditions: Q, **more: Any) -> QuerySet[Score]:
        return super()._scores(self._during(), *conditions, **more)

    @cached_property
    def _around(self) -> tuple[Counted, Counted]:
        return calls_around(self.players, IN_TEAMS, self._during())

    @property
    def months(self) -> list[Month]:
        """All months up to the last with a game; the first ones also where they are empty."""
        by_month: dict[int, list[PlayedGame]] = {month: [] for month in MONTHS}
        for game in self.decided:
            by_month[timezone.localtime(game.at).month].append(game)
        last = max((month for month, games in by_month.items() if games), default=0)
        return [Month(date(self.year, month, 1), by_month[month]) for month in MONTHS if month <= last]

    @property
    def closest(self) -> PlayedGame | None:
        """The game that was decided by the fewest points, of several the newest."""
        told = [game for game in self.decided if game.margin is not None]
        return min(reversed(told), key=lambda game: abs(game.margin or 0), default=None)


def years_of(person: Person) -> list[int]:
    """The years in which somebody finished games of two teams, the newest first."""
    return sorted({timezone.localtime(game.at).year for game in person.decided}, reverse=True)
