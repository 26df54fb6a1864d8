"""Withdrawing on one's own page: what it does first, then the question."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.pages.common import status_of
from scoring.rules import RuleError
from tournaments.actions.leaving import come_back, leave, match_to_play, may_leave
from tournaments.models import Entrant
from tournaments.pages.common import messages_of
from tournaments.pages.drop_outs import warnings_of
from tournaments.pages.own.views import by_own_link
from tournaments.tokens import token_of


@require_http_methods(["GET", "HEAD", "POST"])
@by_own_link
def own_leave(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Show what withdrawing would change; withdraw (`when` is "now" or "after" this round), or take
    that back (`back`).
    """
    error: RuleError | None = None
    if request.method == "POST":
        try:
            if "back" in request.POST:
                come_back(entrant)
            else:
                leave(entrant, plays_on=request.POST.get("when") == "after")
        except RuleError as refused:
            error = refused
        else:
            return _own_page(entrant)
    elif not may_leave(entrant):
        return _own_page(entrant)
    context = {
        "tournament": entrant.tournament,
        "token": token_of(entrant),
        "may_leave": may_leave(entrant),
        "match": match_to_play(entrant),
        "counts": warnings_of(entrant),
        "errors": messages_of(error) if error else [],
    }
    return render(request, "tournaments/own/leave.html", context, status=status_of(error))


def _own_page(entrant: Entrant) -> HttpResponse:
    response = redirect("own_page", token_of(entrant))
    response.status_code = 303
    return response
