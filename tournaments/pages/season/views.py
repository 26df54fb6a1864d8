"""A season's table, and the list of visible seasons."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.access.devices import known_device
from scoring.games.content_negotiation import listed
from scoring.games.parsing import whole_of
from scoring.games.permissions import rights_in
from scoring.pages.club_frame import ClubFrame
from scoring.pages.people.tables import figure_page
from tournaments.models import Season
from tournaments.pages.club_member import club_member_of
from tournaments.pages.search import looked_for
from tournaments.pages.season.access import viewer_of, visible_seasons
from tournaments.pages.season.numbers import games_of, numbers_of
from tournaments.pages.season.rated import page_of
from tournaments.permissions import club_role_of


@never_cache
@require_safe
def season(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """Show the table; `?open=` is the row with its reasons, `?q=` searches names, `?all=1` shows
    everybody, `?skip=` moves a phone's window to earlier events.
    """
    found = Season.objects.filter(pk=season_id).select_related("club").first()
    viewer = viewer_of(request, found) if found else None
    if found is None or viewer is None:
        raise Http404(_("There is no such season."))
    opened = whole_of(request.GET.get("open", ""), 0)
    device = known_device(request)
    rights = rights_in(found.club, device, request.user, club_role_of(viewer.role))
    asking = club_member_of(found.club_id, rights, device, request.user)
    skip = whole_of(request.GET.get("skip", ""), 0, digits=3)
    page = page_of(
        found,
        viewer,
        opened,
        looked_for(request),
        whole="all" in request.GET,
        skip=skip,
        me=asking.player.pk if asking else None,
    )
    frame = ClubFrame(found.club, rights, "season")
    context = {
        "page": page,
        "season": found,
        "viewer": viewer,
        "numbers": numbers_of(found),
        "frame": frame,
    }
    response = render(request, "tournaments/season/season.html", context)
    club = found.club
    return (
        listed(response)
        if found.public and club.public and club.found and not viewer.inside
        else response
    )


@never_cache
@require_safe
def figure(request: HttpRequest, season_id: uuid.UUID, figure: str) -> HttpResponse:
    """Show the games or rounds that a number of the season counts, to viewers inside the club."""
    found = Season.objects.filter(pk=season_id).select_related("club").first()
    viewer = viewer_of(request, found) if found else None
    if found is None or viewer is None or not viewer.inside:
        raise Http404(_("There is no such season."))
    device = known_device(request)
    behind = figure_page(
        games_of(found), figure, whole_of(request.GET.get("page", ""), 1, digits=6), device
    )
    if behind is None:
        raise Http404(_("There is no such figure."))
    frame = ClubFrame(
        found.club, rights_in(found.club, device, request.user, club_role_of(viewer.role)), "season"
    )
    return render(
        request, "tournaments/season/figure.html", {"page": behind, "season": found, "frame": frame}
    )


@never_cache
@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """List the seasons of the caller's clubs; a single one is opened directly."""
    found = visible_seasons(request)
    if len(found) == 1:
        return redirect("season", found[0].pk)
    return render(request, "tournaments/season/seasons.html", {"seasons": found})
