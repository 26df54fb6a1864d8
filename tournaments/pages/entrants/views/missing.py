"""The desk's list of missing entrants, on one page that fits a phone, with search and one-tap
check-in.
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.common import of_tournament
from tournaments.pages.entrants.queries import missing_of
from tournaments.pages.search import LONGEST_SEARCH, looked_for


@require_safe
@of_tournament
def missing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who is not here, who is here without a table, and who misses the coming round; `?q=`
    searches names.
    """
    found = missing_of(tournament)
    typed = looked_for(request)
    counted = len(found.missing)
    listed = found.listed
    found.search(typed)
    context = {
        "tournament": tournament,
        "found": found,
        "counted": counted,
        "of": listed,
        "tab": "entrants",
        "typed": typed,
        "this_page": address_of(tournament, typed),
    }
    return render(request, "tournaments/entrants/missing.html", context)


def address_of(tournament: Tournament, typed: str = "") -> str:
    """Return this page's address with the current search, to return to."""
    query = f"?{urlencode({'q': typed[:LONGEST_SEARCH]})}" if typed else ""
    return f"{reverse('desk_missing', args=[tournament.pk])}{query}"
