"""Reject requests larger than their address allows, before reading the body; and answer rate limits
with 429.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.access.limit_hits import write_hits
from scoring.games.access.limits import TooManyError
from scoring.games.content_negotiation import asks_for_json
from tichu_site.server import size_limits


def size_limit_for(path: str) -> int:
    """Return the largest body of an address, in bytes. Unknown addresses get the smallest limit."""
    try:
        return size_limits.OF_ADDRESS.get(resolve(path).url_name or "", size_limits.FORM)
    except Resolver404:
        return size_limits.SMALL


class RequestSizeMiddleware:
    """Enforce size limits on every known address. Must come before middleware that reads forms."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        write_hits()
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Return 413 if Content-Length is too large. A body longer than its header says is cut off
        there.
        """
        name = request.resolver_match.url_name if request.resolver_match else None
        most = size_limits.OF_ADDRESS.get(name or "", size_limits.FORM)
        return None if content_length(request) <= most else too_large_response(request, most)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return 429 with Retry-After if a rate limit was exceeded."""
        if not isinstance(exception, TooManyError):
            return None
        minutes = max(1, exception.wait // 60)
        words = ngettext(
            "Too many requests from here. Try again in %(minutes)s minute. Nothing was changed.",
            "Too many requests from here. Try again in %(minutes)s minutes. Nothing was changed.",
            minutes,
        )
        message = words % {"minutes": minutes}
        answer = error_response(request, 429, "too_many", message)
        answer["Retry-After"] = str(exception.wait)
        return answer


def content_length(request: HttpRequest) -> int:
    """Return Content-Length, or a huge number if it is invalid."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return (
        int(length)
        if length.isascii() and length.isdigit() and len(length) < 12
        else size_limits.LARGEST + 1
    )


def too_large_response(request: HttpRequest, most: int) -> HttpResponse:
    """Return the 413 response."""
    words = _("This is too large: at most %(most)s kB. Nothing was changed.")
    return error_response(request, 413, "too_large", words % {"most": most // 1000})


def error_response(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """Return an error page for people, or the API's error format for programs."""
    if asks_for_json(request):
        return JsonResponse(
            {"errors": [{"code": code, "field": "", "message": message}]}, status=status
        )
    return render(request, f"{status}.html", {"exception": message}, status=status)
