"""How every public page of a tournament begins, and how a browser that has it already is answered."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.devices import hash_of
from scoring.views.live_pages import build_id
from tournaments.models import Tournament
from tournaments.queries.seen import Seen
from tournaments.views.common import directs, of_tournament

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, Seen, P], HttpResponse]


def public_page(view: Page[P]) -> Callable[..., HttpResponse]:
    """A page that everybody may see, of the tournament in its address.

    It changes with the tournament's version, the language, the files of the site, and whether whoever asks directs
    the tournament: a browser that has it as it stands gets 304, for the price of finding that out. No proxy keeps it.
    """

    @require_safe
    @of_tournament
    @wraps(view)
    def asked(request: HttpRequest, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        seen = Seen(tournament, whole=directs(request, tournament))
        etag = _etag(seen)
        # Something that has to be said once is no part of the page that the browser has.
        unchanged = None if len(get_messages(request)) else get_conditional_response(request, etag=etag)
        response = unchanged or view(request, seen, *args, **kwargs)
        response["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    return asked


def _etag(seen: Seen) -> str:
    differs = hash_of(f"{get_language()} {build_id()} {seen.whole}")
    return f'W/"{seen.tournament.version}-{differs[:16]}"'


def show(request: HttpRequest, template: str, seen: Seen, **context: Any) -> HttpResponse:
    """A page inside the frame that all of them share."""
    return render(request, template, {"tournament": seen.tournament, "seen": seen, **context})
