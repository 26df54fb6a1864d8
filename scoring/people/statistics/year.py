"""One person in one year: what was played after midnight on New Year's Eve is the old one's, as in
the club's year.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from scoring.games.nights import night_of, year_of
from scoring.models import Player
from scoring.people.statistics.games import IN_TEAMS, PlayedGame, share_of
from scoring.people.statistics.person import Person
from scoring.people.statistics.shares import Share

MONTHS = range(1, 13)


@dataclass(frozen=True)
class Month:
    """The games of two teams in a month that are over, the oldest first."""

    first: date
    games: Sequence[PlayedGame]

    @property
    def won(self) -> Share:
        return share_of(self.games)


class Year(Person):
    """What a person's page says, of the games of two teams that began in one year: of these alone,
    the calls too, so that all figures of a card are of the same games.
    """

    def __init__(self, player: Player, year: int) -> None:
        super().__init__(player)
        self.year = year
        self.start, self.end = year_of(year)

    def which(self, way: str) -> Q:
        within = {f"{way}started_at__gte": self.start, f"{way}started_at__lt": self.end}
        return Q(**within, **{f"{way}variant__in": IN_TEAMS})

    @property
    def months(self) -> list[Month]:
        """All months up to the last with a game; the first ones also where they are empty."""
        by_month: dict[int, list[PlayedGame]] = {month: [] for month in MONTHS}
        for game in self.decided:
            by_month[night_of(game.at).month].append(game)
        last = max((month for month, games in by_month.items() if games), default=0)
        return [
            Month(date(self.year, month, 1), by_month[month]) for month in MONTHS if month <= last
        ]

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
    return sorted({night_of(game.at).year for game in games}, reverse=True)
