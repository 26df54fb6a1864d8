"""The front page."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.games.access.devices import known_device
from scoring.games.actions.deleting import restore_period
from scoring.games.content_negotiation import listed
from scoring.games.host import host
from scoring.games.queries import deleted_games_of, last_erasure, tables_of
from scoring.models import Device
from scoring.pages.start.game_rows import Played
from scoring.pages.start.own_games import OwnGames
from scoring.rules import VARIANTS, Variant
from tournaments.pages.front.club import front_club, phone_owner


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    device = known_device(request)
    own = OwnGames(device) if device else None
    club = front_club(request)
    context = {
        "device": device,
        "club": club,
        "mine": phone_owner(device, club),
        "own": own,
        "last": own.last if own else None,
        "open": own.newest_open if own else None,
        "over_http": _address_without_https(request),
        "deleted_days": restore_period().days,
        "now": timezone.now(),
        **(_kept_for(device) if device else {}),
        "variants": [(kind.key, _(kind.name)) for kind in VARIANTS.values()],
        "all_games": [] if own and own.last else [_kind(kind) for kind in VARIANTS.values()],
    }
    return listed(render(request, "tournaments/front/front.html", context))


def _kept_for(device: Device) -> dict[str, Any]:
    """Return what is kept for a phone besides its games: the season of its club, games that it may
    restore, the last erasure.
    """
    deleted = tables_of(deleted_games_of(device))
    return {
        "seasons": host().season_of(device.club, inside=True) if device.club else None,
        "deleted": [Played.of(table) for table in deleted.values()],
        "forgotten": last_erasure(device),
    }


def _address_without_https(request: HttpRequest) -> str:
    """Return this site's address without https if it has both: data that a browser stored there is
    not visible here.
    """
    if not settings.LOCAL_TLS or not request.is_secure():
        return ""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.HTTP_PORT}/"


def _kind(kind: Variant) -> tuple[str, str, str]:
    """Return a game for the list of a first visit: key, name, number of players."""
    least, most = kind.min_players, kind.max_players
    return kind.key, _(kind.name), str(least) if least == most else f"{least}–{most}"
