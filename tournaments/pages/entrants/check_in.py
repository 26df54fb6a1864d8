"""Who is here: the check-in at the door, and the list of those who are missing."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.rules import RuleError
from tournaments.actions import entering
from tournaments.actions.integrity import carry_out
from tournaments.models import Entrant, Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.entrants.entrants import entrants_page
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


@require_POST
@of_tournament
def check_in(request: SignedInRequest, tournament: Tournament, entrant_id: int) -> HttpResponse:
    """Check an entrant in (`here` is 1) or out. The list shows it, so there is no message."""
    entrant = get_object_or_404(Entrant, tournament=tournament, pk=entrant_id)
    gone = request.POST.get("show") == "gone"  # the page of missing entrants
    show = request.POST.get("show", "")
    show = show if show in {"door", "missing"} else ""
    try:
        entering.check_in(entrant, request.user, here=request.POST.get("here") == "1")
    except RuleError as error:
        return entrants_page(request, tournament, error=error, show=show)
    if gone:
        return redirect(address_of(tournament, request.POST.get("q", "")))
    asked = {"show": show, "q": request.POST.get("q", "")[:LONGEST_SEARCH]}
    query = (
        f"?{urlencode(kept)}"
        if (kept := {name: text for name, text in asked.items() if text})
        else ""
    )
    return redirect(f"{reverse('desk_entrants', args=[tournament.pk])}{query}#e{entrant.pk}")


@require_POST
@of_tournament
def all_here(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Check everybody in without asking; the log can undo it."""
    found: list[int] = []
    try:
        carry_out(tournament, lambda: found.append(entering.check_in_all(tournament, request.user)))
    except RuleError as error:
        return entrants_page(request, tournament, error=error, show="")
    message = ngettext(
        "%(count)s more checked in. Checked in by mistake? You can undo it in the log.",
        "%(count)s more checked in. Checked in by mistake? You can undo it in the log.",
        found[0],
    )
    messages.success(request, message % {"count": found[0]})
    return redirect("desk_entrants", tournament.pk)
