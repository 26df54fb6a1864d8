"""A club's settings: joining link, calendar, visibility; and the calendar itself."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.games.access.links import live_link, qr_svg, renew_link, still_opens, token_of
from scoring.games.nights import night_of
from scoring.models import Club, Evening, Link
from scoring.pages.club_frame import ClubFrame
from scoring.pages.common import address_for_others, check_not_closed, only_here
from tournaments.clubs.evenings import TYPE, Entry, written
from tournaments.pages.club.access import INSIDE, KEEPS, OWNS, PLANS, ClubRequest, of_club

BACK = timedelta(days=90)  # how long past evenings stay in the calendar
MOST = 500


def entries_of(club: Club, now: datetime, absolute: Callable[[str], str]) -> Iterator[Entry]:
    """Yield the planned evenings from three months ago onwards: one query."""
    since = night_of(now) - BACK
    for one in Evening.objects.filter(club=club, night__gte=since).order_by("starts_at", "pk")[
        :MOST
    ]:
        yield Entry(
            uid=str(one.uid),
            sequence=one.sequence,
            starts_at=one.starts_at,
            changed_at=one.changed_at,
            title=one.title or club.name,
            place=one.place,
            words=one.words,
            address=absolute(reverse("club_evening", args=[club.pk, one.night.isoformat()])),
            called_off=one.called_off,
        )


@require_safe
@of_club(INSIDE)
def setup(request: ClubRequest) -> HttpResponse:
    """Show the joining link, the calendar, who may see the page, and leaving."""
    club = request.club
    links = {
        link.role: link
        for link in Link.objects.filter(club=club, revoked_at__isnull=True)
        if still_opens(link)
    }
    context: dict[str, object] = {
        "frame": ClubFrame(club, request.rights, "setup"),
        "only_here": only_here(request),
        "phones": club.device_set.exclude(kind__in=("Desk", "Import")).count(),
    }
    if Link.Role.MEMBER in links:
        context["address"] = _address(request, "club_join", links[Link.Role.MEMBER])
        context["qr"] = qr_svg(str(context["address"]))
    if Link.Role.FEED in links:
        context["calendar"] = _address(request, "club_calendar", links[Link.Role.FEED])
        context["subscribe"] = "webcal" + str(context["calendar"]).removeprefix(
            "https"
        ).removeprefix("http")
    return render(request, "tournaments/club/setup.html", context)


def _address(request: HttpRequest, name: str, link: Link) -> str:
    return address_for_others(request, reverse(name, args=[token_of(link)]))


@require_POST
@of_club(KEEPS)
def link(request: ClubRequest) -> HttpResponse:
    """Replace the joining link: the previous one stops working. Phones that have joined stay."""
    renew_link(Link.Role.MEMBER, request.device, club=request.club)
    return redirect("club_setup", request.club.pk)


@require_POST
@of_club(PLANS)
def feed(request: ClubRequest) -> HttpResponse:
    """Replace the calendar's address: calendars that subscribed to the previous one get no more
    updates.
    """
    renew_link(Link.Role.FEED, request.device, club=request.club)
    return redirect(f"{reverse('club_setup', args=[request.club.pk])}#calendar")


@require_POST
@of_club(OWNS)
def public(request: ClubRequest) -> HttpResponse:
    """Set whether everybody may see the club's page, and whether search engines may list it."""
    changes = {
        field: request.POST[field] == "1" for field in ("public", "found") if field in request.POST
    }
    if changes:
        Club.objects.filter(pk=request.club.pk).update(**changes)
    return redirect(f"{reverse('club_setup', args=[request.club.pk])}#seen")


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the calendar to anybody with its address."""
    link = live_link(token, Link.Role.FEED)
    if link is None or link.club is None:
        raise Http404(_("This calendar no longer exists."))
    club = link.club
    check_not_closed(club)
    text = written(
        club.name, entries_of(club, timezone.now(), partial(address_for_others, request))
    )
    answer = HttpResponse(text, content_type=TYPE)
    answer["Content-Disposition"] = 'inline; filename="tichu.ics"'
    return answer
