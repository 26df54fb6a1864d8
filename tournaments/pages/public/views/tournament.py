"""What everybody sees of tournaments: the list, one at a glance, its session rounds, matches and entrants."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.pages.common import action_of
from tournaments.pages.public.queries.entrant import entrant_page
from tournaments.pages.public.queries.match import match_page
from tournaments.pages.public.queries.session_round import round_page
from tournaments.pages.public.queries.tournament import newest_first, tournament_page
from tournaments.pages.public.seeing import public_page, show, show_live
from tournaments.pages.searching import looked_for
from tournaments.pages.seen import Seen
from tournaments.permissions import tournaments_for


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The tournaments that are open or finished; those being prepared to their directors alone."""
    rows = newest_first(tournaments_for(request.user, action_of(request)))
    response = render(request, "tournaments/public/tournaments.html", {"tournaments": rows})
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


@public_page
def tournament(request: HttpRequest, seen: Seen) -> HttpResponse:
    """One tournament at a glance."""
    return show_live(request, "tournament", seen, lambda: {"page": tournament_page(seen), "tab": "about"})


@public_page
def tournament_round(request: HttpRequest, seen: Seen, stage: int, number: int) -> HttpResponse:
    """A published session round: by table and by name; `?q=` looks for the table of somebody."""
    row, typed = seen.stage(stage), looked_for(request)

    def shown() -> dict[str, Any]:
        page = round_page(seen, row, number)
        return {"page": page, "stage": row, "typed": typed, "found": page.of_name(typed)}

    return show_live(request, "session_round", seen, shown)


@public_page
def tournament_match(request: HttpRequest, seen: Seen, match_id: int) -> HttpResponse:
    """A match: its games, and what it gave everybody."""
    page = match_page(seen, match_id)
    return show(request, "tournaments/public/match.html", seen, page=page, stage=page.stage)


@public_page
def entrant(request: HttpRequest, seen: Seen, entrant_id: int) -> HttpResponse:
    """One entrant's way through the tournament."""
    return show_live(request, "entrant", seen, lambda: {"page": entrant_page(seen, entrant_id)})
