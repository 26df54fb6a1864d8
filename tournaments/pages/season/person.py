"""One person in a season: their statistics from the games of the season's events."""

import uuid
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.access.devices import known_device
from scoring.games.parsing import whole_of
from scoring.models import Device, Game, Player
from scoring.pages.club_frame import frame_about
from scoring.pages.people.access import known, unknown
from scoring.pages.people.drilldown import games_page, rounds_page
from scoring.pages.people.queries import NOT_SIGNED_IN, PersonPage
from scoring.people.statistics.averages import Everybody, everybody_in
from scoring.people.statistics.person import Person
from tournaments.models import Season
from tournaments.pages.season.access import viewer_of
from tournaments.pages.season.numbers import games_of


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
    on_paper = None  # of all tournaments, not of the season

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


LONGEST = 60  # characters of a parameter


@never_cache
@require_safe
def person(request: HttpRequest, season_id: uuid.UUID, player_id: int) -> HttpResponse:
    """Show what a person won and called in the season, and with whom."""
    page = _page(request, season_id, player_id)
    return _about(request, page, "", page)


@never_cache
@require_safe
def rounds(request: HttpRequest, season_id: uuid.UUID, player_id: int, figure: str) -> HttpResponse:
    """Show the rounds behind a figure."""
    page = _page(request, season_id, player_id)
    found = rounds_page(
        page, figure[:LONGEST], _page_number(request), among=page.among.values("pk")
    )
    return _drilldown(request, "rounds", page, found)


@never_cache
@require_safe
def games(request: HttpRequest, season_id: uuid.UUID, player_id: int, figure: str) -> HttpResponse:
    """Show the games behind a figure."""
    page = _page(request, season_id, player_id)
    return _drilldown(
        request, "games", page, games_page(page, figure[:LONGEST], _page_number(request))
    )


def _page(request: HttpRequest, season_id: uuid.UUID, player_id: int) -> SeasonPersonPage:
    """Return the page.

    Raises Http404 if the season is not visible, or the phone does not know the person.
    """
    season = Season.objects.filter(pk=season_id).select_related("club").first()
    if season is None or viewer_of(request, season) is None:
        raise Http404(_("There is no such season."))
    (player,) = known(request, player_id)
    if player.club_id != season.club_id:
        raise unknown()
    opened = request.GET.get("open", "")[:LONGEST]
    return SeasonPersonPage(season, player, known_device(request), opened, user=request.user)


def _page_number(request: HttpRequest) -> int:
    return whole_of(request.GET.get("page", ""), 1, digits=6)


def _drilldown(
    request: HttpRequest, kind: str, page: SeasonPersonPage, found: object
) -> HttpResponse:
    if found is None:
        raise Http404(_("There is no such figure."))
    return _about(request, page, f"_{kind}", found)


def _about(request: HttpRequest, of: SeasonPersonPage, kind: str, page: object) -> HttpResponse:
    frame = frame_about(of.player, of.device, request.user, "season")
    context = {"page": page, "season": of.season, "frame": frame}
    return render(request, f"tournaments/season/person{kind}.html", context)
