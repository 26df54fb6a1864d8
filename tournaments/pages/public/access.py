"""Frame and caching of public pages of a tournament."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.games.access.devices import hash_of
from scoring.games.content_negotiation import listed
from scoring.pages.common import turned_away
from scoring.pages.live_pages import Live, asks_for_part, build_id, live_on
from tournaments.clock import is_running, state
from tournaments.models import Tournament
from tournaments.pages.common import of_tournament
from tournaments.pages.public.embedding import allow_framing, is_embedded, show_embedded
from tournaments.pages.public.remembered_entrant import mark_remembered, remembered_entrants
from tournaments.pages.public.running import OnNow, on_now, running
from tournaments.pages.unplayed import unplayed_of
from tournaments.pages.viewer import Viewer

if TYPE_CHECKING:
    from tournaments.pages.common import SignedInRequest

CALM = 5  # seconds between two polls of a phone, see static/scoring/follow.js
KEPT_SECONDS = 60  # how long a part is cached; by then nobody asks for this version any more

# Markers replaced in pages drawn before. They cannot be injected: typed text is escaped.
OWN, TIME = b"<!--own-->", b"<!--time-->"

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, Viewer, P], HttpResponse]


def public_page(
    view: Page[P], moving: Callable[[HttpRequest, Viewer], bool] = lambda _request, _seen: False
) -> Callable[..., HttpResponse]:
    """Decorate a public page of the tournament in its address.

    It varies with the tournament's version, the language, the site's files, the browser's
    remembered entrant, and whether the caller directs the tournament: a browser with a current copy
    gets 304, for the price of finding that out. Proxies do not store it. While the page is
    `moving`, for instance with a running clock, no copy counts as current.
    """

    @require_safe
    @of_tournament
    @wraps(view)
    def asked(
        request: HttpRequest, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        seen = viewer_of(cast("SignedInRequest", request), tournament)
        if asks_for_part(request) and not is_embedded(request):
            try:
                return view(request, seen, *args, **kwargs)
            except Http404 as error:  # it was unpublished a moment ago: the page says so
                return turned_away(request, "not_open", str(error), 404)
        etag = _etag(request, seen, timezone.now() if moving(request, seen) else "")
        # One-time messages are not part of the browser's copy.
        unchanged = (
            None if len(get_messages(request)) else get_conditional_response(request, etag=etag)
        )
        response = unchanged or view(request, seen, *args, **kwargs)
        response["ETag"] = etag
        if is_embedded(request):
            allow_framing(response, tournament)
        else:
            _allow_listing(response, seen)
            patch_cache_control(response, private=True, no_cache=True)
            patch_vary_headers(response, ["Cookie"])
        patch_vary_headers(response, ["Accept-Language"])
        return response

    return asked


def viewer_of(request: "SignedInRequest", tournament: Tournament) -> Viewer:
    """Return what the caller may see: a director who plays sees results like everybody else until
    they have played the boards.
    """
    attends = request.can["attend"]
    return Viewer(tournament, whole=attends and not unplayed_of(request, tournament))


def _allow_listing(response: HttpResponse, seen: Viewer) -> None:
    """Let search engines list what visitors see of a tournament, unless the page forbids it."""
    may_list = seen.tournament.found and not seen.whole and response.status_code == 200
    if may_list and "X-Robots-Tag" not in response:
        listed(response)


def clocked_page(view: Page[P]) -> Callable[..., HttpResponse]:
    """Decorate a public page that shows the clocks of running rounds, as all do with the navigation
    at their side.
    """
    return public_page(view, shows_clock)


def shows_clock(request: HttpRequest, seen: Viewer) -> bool:
    """Whether the page shows a running clock; embedded pages do not."""
    return not is_embedded(request) and any(is_running(one.clock) for one in running(seen))


def _etag(request: HttpRequest, seen: Viewer, *also: object) -> str:
    differs = hash_of(
        f"{get_language()} {build_id()} {seen.whole} {remembered_entrants(request)} {also}"
    )
    return f'W/"{seen.tournament.version}-{differs[:16]}"'


def show(request: HttpRequest, template: str, seen: Viewer, **context: Any) -> HttpResponse:
    """Render a page inside the common frame."""
    now = timezone.now()
    return render(
        request,
        template,
        {"time_mark": now.isoformat(), **_framed(seen, on_now(seen, now), context)},
    )


def _framed(seen: Viewer, on: Sequence[OnNow], context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of the frame.

    `at_side` is the round below the navigation: of the page's stage, else the newest.
    """
    stage = context.get("stage")
    of_stage = [one for one in on if one.round.stage == stage]
    at_side = next(reversed(of_stage or on), None)
    return {
        "tournament": seen.tournament,
        "seen": seen,
        "public_signs": True,
        "on": on,
        "at_side": at_side,
        "standings_at": seen.standings_stage(stage),
        "tables_at": seen.cross_table_stage(stage),
        **context,
    }


def show_live(
    request: HttpRequest,
    name: str,
    seen: Viewer,
    context: Callable[[], dict[str, Any]],
    *,
    own: Callable[[], str] = str,
    url: str = "",
) -> HttpResponse:
    """Render a page that updates live, inside the common frame.

    `name` is the template's, and its live part is `_<name>_live.html`. `own` draws what replaces
    `OWN`; `url` is the part's address if it has a query.

    All phones in the hall request the part after every result: it is drawn once for each version,
    and personal content is inserted into it.
    """
    if is_embedded(request):
        return show_embedded(request, name, seen, context())
    tournament, now = seen.tournament, timezone.now()
    # They change while the version does not
    states = [state(one.clock, now) for one in running(seen)]
    live = live_on(
        request, tournament.pk, tournament.version, url or request.path, seen.whole, *states
    )

    def shown() -> dict[str, Any]:
        marks = {"own_mark": mark_safe(OWN.decode()), "time_mark": mark_safe(TIME.decode())}  # noqa: S308 - constants
        return {"calm": CALM, **marks, **_framed(seen, on_now(seen, now), context())}

    def part() -> HttpResponse:
        return render(request, f"tournaments/public/_{name}_live.html", shown() | {"live": live})

    if not asks_for_part(request):
        whole = render(request, f"tournaments/public/{name}.html", shown() | {"live": live})
        return _insert_own(request, whole, own)
    answer = get_conditional_response(request, etag=live.etag)
    if answer is None:
        drawn = part() if seen.whole or url else _cached_part(live, part)
        answer = _insert_own(request, drawn, own)
    answer["ETag"] = live.etag
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    return answer


def _cached_part(live: Live, part: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the response that is the same for everybody, cached for other phones about to ask."""
    key = hash_of(f"part {live.channel} {live.etag}")
    page = cache.get(key)
    if page is None:
        page = part().content
        cache.set(key, page, KEPT_SECONDS)
    return HttpResponse(page)


def _insert_own(request: HttpRequest, page: HttpResponse, own: Callable[[], str]) -> HttpResponse:
    """Insert the browser owner's content and the current time into a shared response."""
    content = mark_remembered(page.content, remembered_entrants(request))
    content = content.replace(TIME, timezone.now().isoformat().encode())
    page.content = content.replace(OWN, own().encode()) if OWN in content else content
    return page
