"""Standings, the sum behind each number, and who met whom."""

from django.http import HttpRequest, HttpResponse

from tournaments.queries.cross_table import cross_table as cross_table_of
from tournaments.queries.explaining import explained
from tournaments.queries.seen import Seen
from tournaments.queries.standings_page import standings_page
from tournaments.views.seeing import public_page, show, show_live


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
    return show(request, "tournament/value.html", seen, value=value, stage=value.stage, tab="standings")


@public_page
def cross_table(request: HttpRequest, seen: Seen, stage: int) -> HttpResponse:
    """Who met whom, and how it came out."""
    row = seen.stage(stage)
    return show_live(request, "cross", seen, lambda: {"table": cross_table_of(seen, row), "stage": row, "tab": "cross"})
