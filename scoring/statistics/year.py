"""One person in one year, as whoever asks counts days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.utils import timezone

from scoring.models import Player
from scoring.statistics.games import PlayedGame
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

    def which(self, way: str) -> Q:
        return Q(**{f"{way}started_at__gte": self.start, f"{way}started_at__lt": self.end})

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
    return years_in(person.decided)


def years_in(games: Sequence[PlayedGame]) -> list[int]:
    """In which these began, the newest first."""
    return sorted({timezone.localtime(game.at).year for game in games}, reverse=True)
