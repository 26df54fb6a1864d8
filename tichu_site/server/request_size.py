"""Turns away what is larger than its address takes, before a byte of it is looked at; and what was
done too often.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.access.limits import TooManyError
from scoring.games.content_negotiation import asks_for_json
from tichu_site.server import size_limits


def most_for(path: str) -> int:
    """How many bytes of a body an address takes.
    What is no address of ours takes as little as any.
    """
    try:
        return size_limits.OF_ADDRESS.get(resolve(path).url_name or "", size_limits.FORM)
    except Resolver404:
        return size_limits.SMALL


class Bounded:
    """The middleware, for all that comes to an address of ours. It stands before those that read a
    form.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """413 where a request says of itself that it is too large. What says less than it is, is
        cut off there.
        """
        name = request.resolver_match.url_name if request.resolver_match else None
        most = size_limits.OF_ADDRESS.get(name or "", size_limits.FORM)
        return None if length_of(request) <= most else refusal(request, most)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """429 where a limit was reached, with the time after which it is worth to come again."""
        if not isinstance(exception, TooManyError):
            return None
        minutes = max(1, exception.wait // 60)
        words = ngettext(
            "This was done very often from here. Please try again in %(minutes)s minute. Nothing "
            "was changed.",
            "This was done very often from here. Please try again in %(minutes)s minutes. Nothing "
            "was changed.",
            minutes,
        )
        message = words % {"minutes": minutes}
        answer = said(request, 429, "too_many", message)
        answer["Retry-After"] = str(exception.wait)
        return answer


def length_of(request: HttpRequest) -> int:
    """Bytes of the body, as its header says; far too many where that is nonsense."""
    said = request.META.get("CONTENT_LENGTH") or "0"
    return (
        int(said)
        if said.isascii() and said.isdigit() and len(said) < 12
        else size_limits.LARGEST + 1
    )


def refusal(request: HttpRequest, most: int) -> HttpResponse:
    """413."""
    words = _(
        "This is larger than anything that belongs here: at most %(most)s kB, please. Nothing was "
        "changed."
    )
    return said(request, 413, "too_large", words % {"most": most // 1000})


def said(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """A page for people, errors in the app's format for programs."""
    if asks_for_json(request):
        return JsonResponse(
            {"errors": [{"code": code, "field": "", "message": message}]}, status=status
        )
    return render(request, f"{status}.html", {"exception": message}, status=status)
