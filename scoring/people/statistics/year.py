"""One person in one year. Games after midnight on New Year's Eve belong to the old year, as in the
club's year.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from scoring.games.nights import counted_in, year_of
from scoring.models import Player
from scoring.people.statistics.games import IN_TEAMS, PlayedGame, share_of
from scoring.people.statistics.person import Person
from scoring.people.statistics.shares import Share

MONTHS = range(1, 13)


@dataclass(frozen=True)
class Month:
    """The finished games of two teams in a month, oldest first."""

    first: date
    games: Sequence[PlayedGame]

    @property
    def won(self) -> Share:
        return share_of(self.games)


class Year(Person):
    """The statistics of a person's page for the games of two teams that began in one year.

    The calls are of these games alone, too, so that all figures of a card are about the same games.
    """

    def __init__(self, player: Player, year: int) -> None:
        super().__init__(player)
        self.year = year
        self.start, self.end = year_of(year)

    def which(self, way: str) -> Q:
        within = counted_in(self.start, self.end, way)
        return within & Q(**{f"{way}variant__in": IN_TEAMS})

    @property
    def months(self) -> list[Month]:
        """All months up to the last with a game, including empty ones before."""
        by_month: dict[int, list[PlayedGame]] = {month: [] for month in MONTHS}
        for game in self.decided:
            by_month[game.night.month].append(game)
        last = max((month for month, games in by_month.items() if games), default=0)
        return [
            Month(date(self.year, month, 1), by_month[month]) for month in MONTHS if month <= last
        ]

    @property
    def closest(self) -> PlayedGame | None:
        """The game decided by the fewest points, the newest of several."""
        with_points = [game for game in self.decided if game.margin is not None]
        return min(reversed(with_points), key=lambda game: abs(game.margin or 0), default=None)


def years_of(person: Person) -> list[int]:
    """Return the years in which a person finished games of two teams, newest first."""
    return years_in(person.decided)


def years_in(games: Sequence[PlayedGame]) -> list[int]:
    """Return the years in which these games began, newest first."""
    return sorted({game.night.year for game in games}, reverse=True)
