"""How the evening is run: agreement, the end of time, objections."""

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actions.contacts import is_league
from tournaments.actions.evening import change_evening
from tournaments.actions.integrity import carry_out
from tournaments.lifecycle import TOURNAMENT
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.hall.forms import AGREEMENTS, UNFINISHED, EveningForm


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def evening(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show and change the settings of the evening, each choice in plain words."""
    form = EveningForm(
        request.POST if request.method == "POST" else None,
        initial=model_to_dict(tournament, EveningForm.base_fields),
    )
    league = is_league(tournament)
    if form.is_valid():
        with form.collect_errors():
            values = form.cleaned_data
            carry_out(tournament, lambda: change_evening(tournament, request.user, **values))
            messages.success(request, _("Saved."))
            return redirect("desk_evening", tournament.pk)
    context = {
        "tournament": tournament,
        "tab": "setup",
        "form": form,
        "agreements": AGREEMENTS,
        "unfinished": UNFINISHED,
        "league": league,
        "may_change": tournament.state in TOURNAMENT["set_up"],
        "errors": form.non_field_errors(),
        "this_page": reverse("desk_evening", args=[tournament.pk]),
    }
    return render(request, "tournaments/hall/evening.html", context, status=form.status)
