"""Standings and results for spreadsheets."""

import csv
import io
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify

from tournaments.pages.public.access import public_page
from tournaments.pages.public.queries.downloads import results_rows, standings_rows
from tournaments.pages.viewer import Viewer

BYTE_ORDER_MARK = "\ufeff"  # marks UTF-8 for spreadsheets


@public_page
def standings_csv(_request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Download the standings of a stage."""
    return _csv(seen, f"standings-{stage}", standings_rows(seen, seen.stage(stage)))


@public_page
def results_csv(_request: HttpRequest, seen: Viewer) -> HttpResponse:
    """Download everybody's results for every session round."""
    return _csv(seen, "results", results_rows(seen))


def _csv(seen: Viewer, what: str, rows: Iterable[list[str]]) -> HttpResponse:
    text = io.StringIO()
    # Quote all cells: spreadsheets that split at semicolons or tabs must not find any outside of
    # quotes.
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    name = "-".join(filter(None, (slugify(seen.tournament.name), what)))
    return HttpResponse(
        (BYTE_ORDER_MARK + text.getvalue()).encode(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
