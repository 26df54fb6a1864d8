"""One person in a season, and the rounds and games behind their numbers: for phones that know
them.
"""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.access.devices import known_device
from scoring.games.parsing import whole_of
from scoring.pages.club_frame import frame_about
from scoring.pages.people.access import known, unknown
from scoring.pages.people.drilldown import games_page, rounds_page
from tournaments.models import Season
from tournaments.pages.season.access import viewer_of
from tournaments.pages.season.queries.person import SeasonPersonPage

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
