"""Seeds by rating, previewed first."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.pages.common import status_of
from scoring.rules import RuleError
from tournaments.actions.common import conflict
from tournaments.actions.integrity import carry_out
from tournaments.actions.seeding import OTHERS, set_seeds
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.entrants.seeds import fingerprint_of, seeds_by_rating


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def seeds(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show everybody in the order of their ratings; the button makes it the order of the seeds."""
    lines, error = seeds_by_rating(tournament), None
    seen = fingerprint_of(lines)
    if request.method == "POST":
        try:
            if request.POST.get("seen") != seen:
                raise conflict("other_entrants", "seen", OTHERS)
            order, user = [line.entrant.pk for line in lines], request.user
            carry_out(tournament, lambda: set_seeds(tournament, user, order))
            messages.success(request, _("Saved."))
            return redirect("desk_entrants", tournament.pk)
        except RuleError as refused:
            error = refused
    context = {
        "tournament": tournament,
        "tab": "entrants",
        "lines": lines,
        "seen": seen,
        "errors": messages_of(error) if error else [],
        "this_page": reverse("desk_seeds", args=[tournament.pk]),
    }
    return render(request, "tournaments/entrants/seeds.html", context, status=status_of(error))
