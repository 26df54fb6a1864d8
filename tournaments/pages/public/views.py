"""Public pages of tournaments: the list, overview, session rounds, matches and entrants."""

from functools import cache as once
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone

from scoring.games.access.devices import known_device
from scoring.games.parsing import whole_of
from scoring.pages.live_pages import asks_for_part
from tournaments.models import Entrant
from tournaments.pages.public.access import clocked_page, public_page, show, show_live, shows_clock
from tournaments.pages.public.cross_table import cross_table as cross_table_of
from tournaments.pages.public.embedding import is_embedded, show_embedded
from tournaments.pages.public.entrant import cached_results, entrant_page
from tournaments.pages.public.match import match_page
from tournaments.pages.public.rated_match import rated_match, sees_ratings
from tournaments.pages.public.remembered_entrant import remember, remembered_entrants
from tournaments.pages.public.running import on_now
from tournaments.pages.public.session_round import round_page
from tournaments.pages.public.tournament import TournamentPage, tournament_page
from tournaments.pages.public.you import cached_page, table_token, you_of
from tournaments.pages.search import looked_for
from tournaments.pages.viewer import Viewer

MOST_FOUND = 8  # shown of a search


@clocked_page
def tournament(request: HttpRequest, seen: Viewer) -> HttpResponse:
    """Show a tournament's overview; `?q=` searches entrants, `?who=` remembers who the viewer
    is.
    """
    if "who" in request.GET:
        return _remember(request, seen)
    mine, typed = remembered_entrants(request), looked_for(request)
    # All phones request the part at once; a page is requested by one that is opened.
    page_now = (
        partial(cached_page, seen)
        if asks_for_part(request)
        else once(partial(tournament_page, seen))
    )

    def looked(page: TournamentPage) -> dict[str, Any]:
        return {"page": page, "typed": typed, "found": page.found(typed)[:MOST_FOUND]}

    def shown() -> dict[str, Any]:
        page = page_now()
        next_of = {one.pk: next_at for one, _face, next_at in on_now(seen, timezone.now())}
        return {
            "tab": "about",
            "known": you_of(page, mine) is not None,
            "beside": [
                (one.round, one.tables, next_of[one.round.pk]) for one in page.now if one.round.few
            ],
            **looked(page),
        }

    def own() -> str:
        page = page_now()
        you = you_of(page, mine)
        if you is None:
            found = looked(page) | {"public_signs": True}
            return (
                render_to_string("tournaments/public/_find.html", found, request)
                if page.champions
                else ""
            )
        token = table_token(you, known_device(request))
        context = {
            "tournament": seen.tournament,
            "you": you,
            "page": page,
            "token": token,
            "public_signs": True,
        }
        return render_to_string("tournaments/public/_you.html", context, request)

    return show_live(request, "tournament", seen, shown, own=own)


def _remember(request: HttpRequest, seen: Viewer) -> HttpResponse:
    """Remember who the viewer is; forget it if that is no entrant of this tournament."""
    among = set(
        Entrant.objects.filter(
            tournament=seen.tournament, state__in=(Entrant.State.ENTERED, Entrant.State.WITHDRAWN)
        ).values_list("pk", flat=True)
    )
    chosen = whole_of(request.GET["who"], None)
    response = redirect("tournament", seen.tournament.pk)
    remember(request, response, chosen if chosen in among else None, among)
    return response


@public_page
def tournament_rounds(request: HttpRequest, seen: Viewer) -> HttpResponse:
    """Redirect to the newest session round; to the overview while there is none.

    If embedded, show that round itself.
    """
    newest = seen.rounds[-1] if seen.rounds else None
    if is_embedded(request):
        page = newest and round_page(seen, newest.stage, newest.number)
        return show_embedded(request, "session_round", seen, {"page": page})
    if newest is None:
        return redirect("tournament", seen.tournament.pk)
    return redirect("tournament_round", seen.tournament.pk, newest.stage.number, newest.number)


@clocked_page
def tournament_round(request: HttpRequest, seen: Viewer, stage: int, number: int) -> HttpResponse:
    """Show a published session round, table by table; `?q=` filters by name or number."""
    row, typed = seen.stage(stage), looked_for(request)

    def shown() -> dict[str, Any]:
        page = round_page(seen, row, number, typed)
        return {"page": page, "stage": row, "typed": typed, "tab": "rounds"}

    return show_live(
        request,
        "session_round",
        seen,
        shown,
        url=f"{request.path}?{urlencode({'q': typed})}" if typed else "",
    )


def _match(request: HttpRequest, seen: Viewer, match_id: int) -> HttpResponse:
    """Show a match: its games, everybody's points, and its rating changes to viewers who may see
    ratings.
    """
    page = match_page(seen, match_id)
    by_rating = rated_match(seen, page) if sees_ratings(request, seen) else None
    return show(
        request,
        "tournaments/public/match.html",
        seen,
        page=page,
        stage=page.stage,
        by_rating=by_rating,
    )


# Ratings also change with games elsewhere.
tournament_match = public_page(
    _match, lambda request, seen: sees_ratings(request, seen) or shows_clock(request, seen)
)


@clocked_page
def entrant(request: HttpRequest, seen: Viewer, entrant_id: int) -> HttpResponse:
    """Show one entrant's results.

    Search engines may list the page if its people ask for that as well.
    """
    asked = False

    def shown() -> dict[str, Any]:
        nonlocal asked
        page = entrant_page(seen, entrant_id)
        asked = page.found
        return {"page": page, "tab": "standings"}

    def own() -> str:
        context = {
            "tournament": seen.tournament,
            "entrant_id": entrant_id,
            "mine": entrant_id in remembered_entrants(request),
        }
        return render_to_string("tournaments/public/_mine.html", context, request)

    response = show_live(request, "entrant", seen, shown, own=own)
    if not asked:
        response["X-Robots-Tag"] = "noindex"
    return response


@clocked_page
def cross_table(request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Show the cross table. Phones list one row of it: `?row=`, else the remembered entrant's."""
    row, chosen = seen.stage(stage), whole_of(request.GET.get("row", ""), None)

    def shown() -> dict[str, Any]:
        return {"table": cross_table_of(seen, row), "stage": row, "tab": "cross_table"}

    def own() -> str:
        ways = cached_results(seen, row)
        who = next(
            (one for one in (chosen, *remembered_entrants(request)) if one in ways.names), None
        )
        rounds = [] if who is None else ways.rounds_of(who, public=not seen.whole)
        context = {
            "tournament": seen.tournament,
            "stage": row,
            "names": ways.names,
            "who": who,
            "rounds": rounds,
        }
        return render_to_string("tournaments/public/_one_row.html", context, request)

    url = "" if chosen is None else f"{request.path}?{urlencode({'row': chosen})}"
    return show_live(request, "cross_table", seen, shown, own=own, url=url)
