"""Standings, bracket and round within the page of another site, by `?embed` behind their addresses.

Such a page is asked for as by a stranger: no cookie that comes with the question is read, whoever
sends it, and none is set, so it is the same for everybody. It is shown within the pages of those
sites alone that the owner allows.
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
# The addresses of which there is such a page, by their names.
EMBEDDED = frozenset({"standings", "bracket", "tournament_rounds", "tournament_round"})


class AsByAStranger:
    """Takes the cookies off what asks for a page to be embedded. It stands before the first that
    reads one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _asks_for_one(request):
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


def _asks_for_one(request: HttpRequest) -> bool:
    if ASKED_BY not in request.GET or request.method not in {"GET", "HEAD"}:
        return False
    try:
        return resolve(request.path_info).url_name in EMBEDDED
    except Resolver404:
        return False


def is_embedded(request: HttpRequest) -> bool:
    """Whether a page is asked for that another site shows."""
    return getattr(request, "embedded", False)


def let_sites_show(response: HttpResponse, tournament: Tournament) -> None:
    """Say with a page which sites may show it, and that anybody may keep it who asks first whether
    it is the newest.
    """
    sites = [site for site in tournament.shown_on if is_site(site)]
    response._csp_replace = {"frame-ancestors": sites or [NONE]}  # type: ignore[attr-defined]  # noqa: SLF001 - as csp's own decorators
    if sites:
        response.xframe_options_exempt = True  # it knows no sites, only all or none
    patch_cache_control(response, public=True, no_cache=True)


def show_embedded(
    request: HttpRequest, name: str, seen: Viewer, context: Mapping[str, Any]
) -> HttpResponse:
    """What the page called `name` shows, without all that stands round it."""
    theme = request.GET.get(THEME, "")
    shown: dict[str, Any] = {
        "tournament": seen.tournament,
        "seen": seen,
        "theme": theme if theme in THEMES else "",
        "embedded": True,
        "public_signs": True,
    }
    return render(request, f"tournaments/public/embedded/{name}.html", {**shown, **context})
