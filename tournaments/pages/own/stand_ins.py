"""Stand-ins in a match, named by an entrant on their own page."""

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.models import Entrant
from tournaments.pages.own.queries import match_at, own_places
from tournaments.pages.own.views import by_own_link
from tournaments.pages.stand_ins import StandIns
from tournaments.tokens import token_of

if TYPE_CHECKING:
    from tournaments.models import Match


@require_http_methods(["GET", "HEAD", "POST"])
@by_own_link
def own_stand_ins(request: HttpRequest, entrant: Entrant, match_id: int) -> HttpResponse:
    """Show who stands in for whom, name somebody, or take that back."""
    own = (match_at(place) for place in own_places(entrant))
    match: Match | None = next((one for one in own if one.pk == match_id), None)
    if match is None:
        raise Http404
    shown = StandIns(match, request, None, entrant.pk)
    if request.method == "POST" and shown.save():
        response = redirect("own_page", token_of(entrant))
        response.status_code = 303
        return response
    context = {
        "tournament": entrant.tournament,
        "entrant": entrant,
        "token": token_of(entrant),
        "match": match,
        "stand_ins": shown,
    }
    return render(request, "tournaments/own/stand_ins.html", context, status=shown.status)
