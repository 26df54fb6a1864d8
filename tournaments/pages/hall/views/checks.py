"""The double-check list: checking results before they become final."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from scoring.pages.common import status_of
from scoring.rules import RuleError
from tournaments.actions.evening import set_checked
from tournaments.models import Match, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.hall.queries.checks import checks_of

OPEN = "open"  # ?show=


@require_GET
@of_tournament
def checks(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the results of a session round by source; `?round=1-3` selects another one, `?show=open`
    the unchecked ones.
    """
    return _page(request, tournament, request.GET.get("round", ""), request.GET.get("show", ""))


def _page(
    request: SignedInRequest,
    tournament: Tournament,
    asked: str,
    show: str,
    error: RuleError | None = None,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "board",
        "checks": checks_of(tournament, asked),
        "show": OPEN if show == OPEN else "",
        "errors": messages_of(error) if error else [],
        "this_page": reverse("desk_checks", args=[tournament.pk]),
    }
    return render(
        request,
        "tournaments/hall/checks.html",
        context,
        status=status_of(error),
    )


@require_POST
@of_tournament
def check(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Tick a result off, or (field `undo`) untick it; return to its session round."""
    matches = Match.objects.select_related("session_round__stage__tournament")
    match = get_object_or_404(matches, pk=match_id, session_round__stage__tournament=tournament)
    row = match.session_round
    asked = f"{row.stage.number}-{row.number}"
    show = OPEN if request.POST.get("show") == OPEN else ""
    try:
        set_checked(match, request.user, checked="undo" not in request.POST)
    except RuleError as error:
        return _page(request, tournament, asked, show, error)
    address = reverse("desk_checks", args=[tournament.pk])
    return redirect(f"{address}?round={asked}{'&show=open' if show else ''}#t{match.number}")
