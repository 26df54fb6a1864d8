"""Duplicate: a director who plays opens the results of a stage."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import deals
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.unplayed import unplayed_of


@require_POST
@of_tournament
def open_results(request: SignedInRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Open the results of a stage to somebody who plays in it, then show the page they came from;
    nothing to open is no mistake.
    """
    row = stage_or_404(tournament, stage)
    if stage in unplayed_of(request, tournament):
        deals.open_results(row, request.user)
        messages.success(request, _("You see all results now. The log shows it to everybody."))
    back = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return redirect(back)
    return redirect("desk_board", tournament.pk)
