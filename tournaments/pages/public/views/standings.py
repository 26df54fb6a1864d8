"""Standings, the sum behind each number, bracket and cross table."""

from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string

from scoring.games.parsing import whole_of
from scoring.pages.live_pages import asks_for_part
from tournaments.models import Stage
from tournaments.pages.public.access import clocked_page, show, show_live
from tournaments.pages.public.page_cache import cached
from tournaments.pages.public.queries.bracket import bracket_page
from tournaments.pages.public.queries.cross_table import cross_table as cross_table_of
from tournaments.pages.public.queries.entrant import cached_results
from tournaments.pages.public.queries.score_breakdown import Value, breakdown_of
from tournaments.pages.public.queries.standings import (
    StandingsPage,
    found_in_standings,
    standings_page,
    with_sum,
)
from tournaments.pages.public.remembered_entrant import remembered_entrants
from tournaments.pages.search import looked_for
from tournaments.pages.viewer import Viewer


@clocked_page
def standings(request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Show a stage's standings; `?q=` filters by name or club, `?after=` shows them after an
    earlier session round.
    """
    return _standings(request, seen, seen.stage(stage))


def _standings(
    request: HttpRequest, seen: Viewer, row: Stage, opened: Value | None = None
) -> HttpResponse:
    """Render the standings; `opened` is a number whose sum is shown under its row."""
    typed = looked_for(request).strip()
    after = whole_of(request.GET.get("after", ""), None, digits=4)

    def shown() -> dict[str, Any]:
        return {"page": page_now(), "stage": row, "tab": "standings"}

    def page_now() -> StandingsPage:
        if not typed and opened is None:
            return standings_page(seen, row, after)
        # Requested with every letter of a search, and with every number that is opened.
        page = cached(
            seen, ("standings", row.number, after), partial(standings_page, seen, row, after)
        )
        if typed:
            page = found_in_standings(page, typed)
        return page if opened is None else with_sum(page, opened)

    asked = {**({"q": typed} if typed else {}), **({"after": after} if after is not None else {})}
    url = f"{request.path}?{urlencode(asked)}" if asked else request.path if opened else ""
    return show_live(request, "standings", seen, shown, url=url)


@clocked_page
def standings_value(
    request: HttpRequest, seen: Viewer, stage: int, entrant_id: int, criterion: str
) -> HttpResponse:
    """Show the sum of one number of the standings; as a part, the standings with the sum in their
    row.
    """
    row = seen.stage(stage)
    if asks_for_part(request):
        with suppress(Http404):  # it no longer exists: show the standings without it
            return _standings(request, seen, row, breakdown_of(seen, row, entrant_id, criterion))
        return _standings(request, seen, row)
    value = breakdown_of(seen, row, entrant_id, criterion)
    return show(
        request,
        "tournaments/public/explaining.html",
        seen,
        value=value,
        stage=value.stage,
        tab="standings",
    )


@clocked_page
def bracket(request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Show a knock-out as a tree; an empty page for other stages."""
    row = seen.stage(stage)
    return show_live(
        request,
        "bracket",
        seen,
        lambda: {"page": bracket_page(seen, row), "stage": row, "tab": "bracket"},
    )


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
