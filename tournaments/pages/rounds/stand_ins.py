"""The desk's page of stand-ins in a match of a league."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.rounds.match import match_or_404
from tournaments.pages.stand_ins import StandIns


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def stand_ins(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Show who stands in, name somebody, or take that back."""
    row = match_or_404(tournament, match_id)
    shown = StandIns(row, request, request.user)
    if request.method == "POST" and shown.save():
        messages.success(request, _("Saved."))
        return redirect("desk_match", tournament.pk, row.pk)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "match": row,
        "round": row.session_round,
        "stand_ins": shown,
        "this_page": reverse("desk_stand_ins", args=[tournament.pk, row.pk]),
    }
    return render(request, "tournaments/rounds/stand_ins.html", context, status=shown.status)
