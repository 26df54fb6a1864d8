"""The people whom a phone knows. Each phone sees those of its own list, and of the club that it has joined."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.devices import known_device
from scoring.models import Player
from scoring.pages.people.behind import games_page, rounds_page
from scoring.pages.people.queries import PersonPage, listed
from scoring.statistics.games import people_known_to
from scoring.typed import whole_of

LONGEST = 40  # characters of a figure's name in an address


@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Everybody whom this phone knows."""
    device = known_device(request)
    return render(request, "scoring/people/people.html", {"people": listed(device), "club": device and device.club})


@never_cache
@require_safe
def person(request: HttpRequest, player_id: int) -> HttpResponse:
    """One person's games, calls and partners."""
    player = _known(request, player_id)
    opened = request.GET.get("open", "")[:LONGEST]
    return render(request, "scoring/people/person.html", {"page": PersonPage(player, known_device(request), opened)})


@never_cache
@require_safe
def rounds(request: HttpRequest, player_id: int, figure: str) -> HttpResponse:
    """The rounds behind a figure."""
    return _behind(request, "rounds", rounds_page(_known(request, player_id), *_asked(request, figure)))


@never_cache
@require_safe
def games(request: HttpRequest, player_id: int, figure: str) -> HttpResponse:
    """The games behind a figure."""
    return _behind(request, "games", games_page(_known(request, player_id), *_asked(request, figure)))


def _asked(request: HttpRequest, figure: str) -> tuple[Any, str, int]:
    return known_device(request), figure[:LONGEST], whole_of(request.GET.get("page", ""), 1, digits=6)


def _behind(request: HttpRequest, kind: str, page: object) -> HttpResponse:
    if page is None:
        raise Http404(_("There is no such figure."))
    return render(request, f"scoring/people/{kind}.html", {"page": page})


def _known(request: HttpRequest, player_id: int) -> Player:
    """Raises Http404 for somebody whom the asking phone does not know, as for nobody at all."""
    player = people_known_to(known_device(request)).filter(pk=player_id).select_related("club").first()
    if player is None:
        raise Http404(_("This phone does not know this person. Their statistics are shown on phones of their club."))
    return player
