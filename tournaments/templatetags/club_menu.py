"""The menu of a club at the desk, the same as on the club's own pages."""

from typing import Any

from django import template
from django.urls import reverse

from scoring.games.host import ClubRole
from scoring.games.permissions import Rights
from scoring.models import Club
from scoring.pages.club_frame import ClubFrame

register = template.Library()


@register.simple_tag(takes_context=True)
def club_menu(context: dict[str, Any], club: Club, directs: Any) -> ClubFrame:
    """Return the frame of a desk page. `directs` is False for someone who may only look."""
    rights = Rights(joined=False, role=ClubRole.HELPER if directs is False else ClubRole.DIRECTOR)
    return ClubFrame(club, rights, _open(context, club))


def _open(context: dict[str, Any], club: Club) -> str:
    """Return the key of the menu item that the page belongs to, or ""."""
    path = context["request"].path
    if path in (reverse("desk"), reverse("desk_new", args=[club.pk])):
        return "tournaments"
    if context.get("season"):
        return "season"
    for key, name in (
        ("season", "desk_seasons"),
        ("names", "desk_names"),
        ("webhooks", "desk_webhooks"),
    ):
        if path.startswith(reverse(name, args=[club.pk])):
            return key
    return ""
