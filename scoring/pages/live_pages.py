"""Pages of a game that follow it: the part that changes, asked for by the page's script, or 304
where nothing did.
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
    """One thing more that a page follows, of which it shows a little: by its channel, and the
    version that is shown.
    """

    channel: uuid.UUID
    version: int

    @property
    def ticket(self) -> str:
        return ticket_for(self.channel)


@dataclass(frozen=True)
class Live:
    """What `#live` tells the script: see static/scoring/follow.js.

    `url` is where the part is asked for, `seen` where the page reports what it shows; empty: it
    does not.
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
        """The address of the page whatever it shows: a screen on the wall asks for one step after
        the other.
        """
        return self.url.partition("?")[0]

    @property
    def stream(self) -> str:
        """Where the stream is of all that the page follows."""
        tickets = [self.ticket, *([self.also.ticket] if self.also else [])]
        return f"/live/?{urlencode([('t', ticket) for ticket in tickets])}"

    @property
    def lost(self) -> str:
        """What the page says when it cannot ask any more; the script puts the time in."""
        return _("No connection. As of %(time)s.")


def asks_for_part(request: HttpRequest) -> bool:
    """Whether the page asks for the part that changes. A form that was sent by htmx wants more: see
    base.html.
    """
    return request.headers.get("HX-Request") == "true" and not is_boosted(request)


def live_of(request: HttpRequest, game: Game, url: str, *shown: object, seen: str = "") -> Live:
    """What a page tells its script. `shown`: what it shows that may change while the game's version
    does not.
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
    """The same for any other channel: see `scoring.games.host`."""
    build = build_id()
    differs = hash_of("\n".join(map(str, (url, get_language(), build, request.get_host(), *shown))))
    etag = f'W/"{version}-{differs[:16]}"'
    return Live(ticket_for(channel), channel, version, url, build, etag, timezone.now(), seen, also)


def build_id() -> str:
    """What the static files bear that the pages ask for; empty where their storage does not say."""
    return getattr(staticfiles_storage, "build", "")


def live_page(
    request: HttpRequest, live: Live, whole: str, part: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """A page by the template `whole`; to its script `part`, or 304 before `context` has cost
    anything.
    """
    if not asks_for_part(request):
        return render(request, whole, context() | {"live": live})
    unchanged = get_conditional_response(request, etag=live.etag)
    answer = unchanged or render(request, part, context() | {"live": live})
    answer["ETag"] = live.etag
    return answer
