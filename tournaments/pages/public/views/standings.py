"""Standings, the sum behind each number, and who met whom."""

from django.http import HttpRequest, HttpResponse

from tournaments.pages.public.queries.bracket import bracket_page
from tournaments.pages.public.queries.cross_table import cross_table as cross_table_of
from tournaments.pages.public.queries.explaining import explained
from tournaments.pages.public.queries.standings import standings_page
from tournaments.pages.public.seeing import public_page, show, show_live
from tournaments.pages.seen import Seen


@public_page
def standings(request: HttpRequest, seen: Seen, stage: int) -> HttpResponse:
    """The table of a stage, and its tree where it is a knock-out."""
    row = seen.stage(stage)
    return show_live(
        request, "standings", seen, lambda: {"page": standings_page(seen, row), "stage": row, "tab": "standings"}
    )


@public_page
def standings_value(request: HttpRequest, seen: Seen, stage: int, entrant_id: int, criterion: str) -> HttpResponse:
    """One number of the standings with the sum that made it."""
    value = explained(seen, seen.stage(stage), entrant_id, criterion)
    return show(request, "tournaments/public/explaining.html", seen, value=value, stage=value.stage, tab="standings")


@public_page
def bracket(request: HttpRequest, seen: Seen, stage: int) -> HttpResponse:
    """A knock-out as a tree; nothing of a stage that is none."""
    row = seen.stage(stage)
    return show_live(
        request, "bracket", seen, lambda: {"page": bracket_page(seen, row), "stage": row, "tab": "bracket"}
    )


@public_page
def cross_table(request: HttpRequest, seen: Seen, stage: int) -> HttpResponse:
    """Who met whom, and how it came out."""
    row = seen.stage(stage)
    return show_live(
        request, "cross_table", seen, lambda: {"table": cross_table_of(seen, row), "stage": row, "tab": "cross_table"}
    )
