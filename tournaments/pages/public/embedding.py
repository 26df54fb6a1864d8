"""Standings, bracket and round embedded in pages of other sites, by `?embed` in their addresses.

Such requests are anonymous: cookies are neither read nor set, so the page is the same for
everybody. Only sites that the owner allows may frame it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from csp.constants import NONE
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.cache import patch_cache_control

from tournaments.framing import is_site
from tournaments.models import Tournament
from tournaments.pages.viewer import Viewer

ASKED_BY, THEME = "embed", "theme"
THEMES = ("light", "dark")
# Names of the addresses with an embedded version.
EMBEDDED = frozenset({"standings", "bracket", "tournament_rounds", "tournament_round"})


class AnonymousEmbedMiddleware:
    """Remove cookies from requests for embedded pages.

    It precedes any middleware that reads one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _wants_embedded(request):
            return self.get_response(request)
        request.COOKIES = {}
        request.META.pop("HTTP_COOKIE", None)
        request.embedded = True  # type: ignore[attr-defined]
        response = self.get_response(request)
        if response.has_header("Vary"):
            differs = [name for name in response["Vary"].split(", ") if name != "Cookie"]
            response["Vary"] = ", ".join(differs)
        response.cookies.clear()
        return response


def _wants_embedded(request: HttpRequest) -> bool:
    if ASKED_BY not in request.GET or request.method not in {"GET", "HEAD"}:
        return False
    try:
        return resolve(request.path_info).url_name in EMBEDDED
    except Resolver404:
        return False


def is_embedded(request: HttpRequest) -> bool:
    """Whether the embedded version is requested."""
    return getattr(request, "embedded", False)


def allow_framing(response: HttpResponse, tournament: Tournament) -> None:
    """Set which sites may frame a page, and let caches keep it as long as they revalidate."""
    sites = [site for site in tournament.shown_on if is_site(site)]
    response._csp_replace = {"frame-ancestors": sites or [NONE]}  # type: ignore[attr-defined]  # noqa: SLF001 - as csp's own decorators
    if sites:
        response.xframe_options_exempt = True  # it supports all sites or none, not a list
    patch_cache_control(response, public=True, no_cache=True)


def show_embedded(
    request: HttpRequest, name: str, seen: Viewer, context: Mapping[str, Any]
) -> HttpResponse:
    """Render the page called `name` without its frame."""
    theme = request.GET.get(THEME, "")
    shown: dict[str, Any] = {
        "tournament": seen.tournament,
        "seen": seen,
        "theme": theme if theme in THEMES else "",
        "embedded": True,
        "public_signs": True,
    }
    return render(request, f"tournaments/public/embedded/{name}.html", {**shown, **context})
