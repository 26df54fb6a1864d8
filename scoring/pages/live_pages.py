"""Pages that follow a game: the script requests the part that changes, or gets 304 if
nothing did.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.games.access.devices import hash_of
from scoring.games.content_negotiation import is_boosted
from scoring.games.live import ticket_for
from scoring.models import Game


@dataclass(frozen=True)
class Also:
    """Another channel that a page follows, with the version shown."""

    channel: uuid.UUID
    version: int

    @property
    def ticket(self) -> str:
        return ticket_for(self.channel)


@dataclass(frozen=True)
class Live:
    """The data that `#live` gives to the script: see static/scoring/follow.js.

    `url` is where the part is requested, `seen` where the page reports what it shows, "" if it does
    not.
    """

    ticket: str
    channel: uuid.UUID
    version: int
    url: str
    build: str
    etag: str
    at: datetime
    seen: str = ""
    also: Also | None = None

    @property
    def path(self) -> str:
        """The page's address whatever it shows: a wall screen requests one step after the other."""
        return self.url.partition("?")[0]

    @property
    def stream(self) -> str:
        """The address of the stream for everything that the page follows."""
        tickets = [self.ticket, *([self.also.ticket] if self.also else [])]
        return f"{get_script_prefix()}live/?{urlencode([('t', ticket) for ticket in tickets])}"

    @property
    def lost(self) -> str:
        """The page's message once it cannot reach the server; the script fills in the time."""
        return _("No connection. As of %(time)s.")


def asks_for_part(request: HttpRequest) -> bool:
    """Return whether only the changing part is requested. A form sent by htmx wants more: see
    base.html.
    """
    return request.headers.get("HX-Request") == "true" and not is_boosted(request)


def live_of(request: HttpRequest, game: Game, url: str, *shown: object, seen: str = "") -> Live:
    """Return a page's data for its script. `shown` is what may change while the game's version does
    not.
    """
    return live_on(request, game.pk, game.version, url, *shown, seen=seen)


def live_on(
    request: HttpRequest,
    channel: uuid.UUID,
    version: int,
    url: str,
    *shown: object,
    seen: str = "",
    also: Also | None = None,
) -> Live:
    """Return the same for any other channel: see `scoring.games.host`."""
    build = build_id()
    differs = hash_of("\n".join(map(str, (url, get_language(), build, request.get_host(), *shown))))
    etag = f'W/"{version}-{differs[:16]}"'
    return Live(ticket_for(channel), channel, version, url, build, etag, timezone.now(), seen, also)


def build_id() -> str:
    """Return the build of the static files that pages request; "" if their storage does
    not know.
    """
    return getattr(staticfiles_storage, "build", "")


def live_page(
    request: HttpRequest, live: Live, whole: str, part: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """Render the whole page, or for its script the part, or 304 before `context` runs any query."""
    if not asks_for_part(request):
        return render(request, whole, context() | {"live": live})
    unchanged = get_conditional_response(request, etag=live.etag)
    answer = unchanged or render(request, part, context() | {"live": live})
    answer["ETag"] = live.etag
    return answer
