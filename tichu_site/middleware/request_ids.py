"""An id for every request, for the log and for the page of an error."""

import re
import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scoring.games.log import about_request, note

GIVEN = re.compile(r"[0-9a-f-]{16,36}")
SHOWN = 8  # characters of an id that people are asked to report
NOTED = {"game_id": "game", "tournament_id": "tournament"}


class RequestIdMiddleware:
    """Give each request an id, and note the game and tournament in its address: see
    `scoring.games.log`. Must be the first middleware.

    Behind a proxy the id is the proxy's, so that both logs have the same.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "") if settings.HTTPS else ""
        about = {"request": given if GIVEN.fullmatch(given) else secrets.token_hex(8)}
        # Django logs a bad answer after the last middleware, and hands the request on with it.
        request.about = about  # type: ignore[attr-defined]
        before = about_request.set(about)
        try:
            return self.get_response(request)
        finally:
            about_request.reset(before)

    def process_view(
        self, _request: HttpRequest, _view: object, _args: object, kwargs: dict[str, Any]
    ) -> None:
        note(**{name: kwargs[key] for key, name in NOTED.items() if key in kwargs})


def error_number(request: HttpRequest) -> str:
    """Return the short id that a page of an error shows; the log's begins with it."""
    return str(getattr(request, "about", {}).get("request", ""))[:SHOWN]
