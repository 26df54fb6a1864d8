"""The log of a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring.typed import whole_of
from tournaments.models import Tournament
from tournaments.pages.common import of_tournament
from tournaments.pages.log_lines import MOST_LINES, log_lines


@require_GET
@of_tournament
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who did what, when and why, the newest first; `?before=` goes on from a line."""
    before = whole_of(request.GET.get("before", ""), None)
    lines = log_lines(tournament, before)
    context = {
        "tournament": tournament,
        "lines": lines,
        "older": lines[-1].pk if len(lines) == MOST_LINES else None,
        "newest": before is None,
    }
    return render(request, "tournaments/desk/log.html", context)
