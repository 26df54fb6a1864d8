"""One person in a season: their statistics from the games of the season's events."""

from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from scoring.models import Device, Game, Player
from scoring.pages.people.queries import NOT_SIGNED_IN, PersonPage
from scoring.people.statistics.averages import Everybody, everybody_in
from scoring.people.statistics.person import Person
from tournaments.models import Season
from tournaments.pages.season.queries.numbers import games_of


class InSeason(Person):
    """What a person did in some games."""

    def __init__(self, player: Player, games: QuerySet[Game]) -> None:
        super().__init__(player)
        self.within = games.values("pk")

    def which(self, way: str) -> Q:
        return Q(**{f"{way}pk__in": self.within})


class SeasonPersonPage(PersonPage):
    """A person's page in a season. Read once; at most 15 queries in total."""

    last_year = None
    rating = None

    def __init__(
        self,
        season: Season,
        player: Player,
        device: Device | None,
        opened: str = "",
        *,
        user: Any = NOT_SIGNED_IN,
    ) -> None:
        self.season = season
        self.among = games_of(season)
        super().__init__(player, device, opened, person=InSeason(player, self.among), user=user)

    def figure_url(self, kind: str, figure: str) -> str:
        return reverse(f"season_person_{kind}", args=[self.season.pk, self.player.pk, figure])

    def with_partner(self, partner: int) -> str:
        return self.figure_url("games", f"with-{partner}")

    @cached_property
    def everybody(self) -> Everybody:
        """Return everybody in the season."""
        return everybody_in(self.among)
