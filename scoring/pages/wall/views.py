"""The wall screen: a game in figures readable from ten metres, with a code to follow it
on a phone.
"""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.games.access.links import token_of
from scoring.games.permissions import ADDRESSES, may
from scoring.models import Game, Link
from scoring.pages.common import GameRequest, on_game, only_here
from scoring.pages.live_pages import live_of, live_page
from scoring.pages.share.views import Card, by_link, card_of, kept_secret
from scoring.pages.sheet.history import happenings, reason_to_stop
from scoring.pages.wall.queries import Wall


@require_safe
@on_game
def wall(request: GameRequest, game: Game) -> HttpResponse:
    """Show the wall screen to a phone or laptop of the table."""
    link = None
    # Only those who may share the game show its link to a whole hall.
    if may(request.role, ADDRESSES["share"]):
        link = Link.objects.filter(
            game=game, role=Link.Role.VIEWER, revoked_at__isnull=True
        ).first()
    return _hung(request, game, link, reverse("wall", args=[game.pk]))


@require_safe
@by_link(Link.Role.VIEWER)
def look_wall(request: GameRequest, link: Link) -> HttpResponse:
    """Show the wall screen to viewers."""
    assert link.game is not None  # noqa: S101  (by_link)
    return _hung(request, link.game, link, reverse("look_wall", args=[token_of(link)]))


def _hung(request: GameRequest, game: Game, link: Link | None, url: str) -> HttpResponse:
    live = live_of(request, game, url, link and link.pk)
    page = live_page(
        request,
        live,
        "scoring/wall/wall.html",
        "scoring/wall/_wall.html",
        partial(_shown, request, game, link),
    )
    return kept_secret(page)


def _shown(request: GameRequest, game: Game, link: Link | None) -> dict[str, Any]:
    card: Card = card_of(request, Link.Role.VIEWER, link)
    hung = Wall.of(game)
    return {
        "game": game,
        "wall": hung,
        "sheet": hung.sheet,
        "card": card,
        "only_here": only_here(request),
        "stopped": reason_to_stop(game, happenings(game)),
    }
