"""Copying an event: a new tournament with the same settings."""

from datetime import date

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.games.access.limit_counts import TOURNAMENTS, check_more, count_more
from tournaments.actions.event_copy import copy_event, next_name
from tournaments.models import Entrant, Screen, Season, Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.desk.forms.about import CopyForm
from tournaments.stage.words import plain_words, stage_name


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def again(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Preview what is copied, and create the tournament."""
    today = timezone.localdate()
    form = CopyForm(
        request.POST if request.method == "POST" else None,
        initial={"name": next_name(tournament.name, today), "starts_on": today, "people": True},
    )
    if form.is_valid():
        with form.collect_errors():
            made = _copy(request, tournament, **form.cleaned_data)
            messages.success(
                request,
                _(
                    "The tournament has been created, like the previous one. Only its directors "
                    "can see it for now."
                ),
            )
            if seasons := list(Season.objects.filter(events__tournament=made).order_by("first")):
                names = ", ".join(season.name for season in seasons)
                messages.success(
                    request, _("It counts in the season: %(seasons)s.") % {"seasons": names}
                )
            return redirect("desk_board", made.pk)
    stages = list(tournament.stages.all())
    for stage in stages:
        stage.tournament = tournament
    context = {
        "tournament": tournament,
        "form": form,
        "stages": [(stage_name(stage), " ".join(plain_words(stage))) for stage in stages],
        "entered": Entrant.objects.filter(
            tournament=tournament, state=Entrant.State.ENTERED
        ).count(),
        "screens": Screen.objects.filter(tournament=tournament).count(),
        "this_page": reverse("desk_again", args=[tournament.pk]),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/desk/again.html", context, status=status)


def _copy(
    request: SignedInRequest,
    tournament: Tournament,
    name: str,
    starts_on: date | None,
    *,
    people: bool,
) -> Tournament:
    """Copy a tournament, within the limits of how many an account makes."""
    check_more(TOURNAMENTS, request)
    with transaction.atomic():
        count_more(TOURNAMENTS, request)
        return copy_event(
            tournament, request.user, name=name, starts_on=starts_on, with_people=people
        )
