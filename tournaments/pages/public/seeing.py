"""How every public page of a tournament begins, and how a browser that has it already is answered."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.devices import hash_of
from scoring.pages.common import turned_away
from scoring.pages.live_pages import Live, asks_for_part, build_id, live_on
from tournaments.models import Tournament
from tournaments.pages.common import of_tournament
from tournaments.pages.seen import Seen

if TYPE_CHECKING:
    from tournaments.pages.common import SignedInRequest

CALM = 5  # seconds between two questions of a phone, see static/scoring/follow.js
KEPT_SECONDS = 60  # that a part is kept; by then nobody asks for this version any more

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
        seen = Seen(tournament, whole=cast("SignedInRequest", request).can["attend"])
        if asks_for_part(request):
            try:
                return view(request, seen, *args, **kwargs)
            except Http404 as error:  # taken back while somebody looked: the page says so
                return turned_away(request, "not_open", str(error), 404)
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


def show_live(request: HttpRequest, name: str, seen: Seen, context: Callable[[], dict[str, Any]]) -> HttpResponse:
    """The same of a page that follows its tournament. `name` is that of its template, and of its part:
    `_<name>_live.html`.

    All phones in the hall ask for the part after every result: it is drawn once for each version of the tournament.
    """
    tournament = seen.tournament
    live = live_on(request, tournament.pk, tournament.version, request.path, seen.whole)

    def shown() -> dict[str, Any]:
        return {"tournament": tournament, "seen": seen, "calm": CALM, **context()}

    def part() -> HttpResponse:
        return render(request, f"tournaments/public/_{name}_live.html", shown() | {"live": live})

    if not asks_for_part(request):
        return render(request, f"tournaments/public/{name}.html", shown() | {"live": live})
    answer = get_conditional_response(request, etag=live.etag) or (part() if seen.whole else _drawn_once(live, part))
    answer["ETag"] = live.etag
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    return answer


def _drawn_once(live: Live, part: Callable[[], HttpResponse]) -> HttpResponse:
    """What everybody sees alike: kept for the other phones that are about to ask for the same."""
    key = hash_of(f"part {live.channel} {live.etag}")
    page = cache.get(key)
    if page is None:
        page = part().content
        cache.set(key, page, KEPT_SECONDS)
    return HttpResponse(page)
