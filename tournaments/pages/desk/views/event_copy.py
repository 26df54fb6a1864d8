"""Copying an event: a new tournament with the same settings."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.games.access.limit_counts import TOURNAMENTS, check_more, count_more
from scoring.pages.common import by_field
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.common import rule_error
from tournaments.actions.event_copy import copy_event, next_name
from tournaments.actions.match_dates import YEARS
from tournaments.models import Entrant, Screen, Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.stage.words import plain_words, stage_name

LONGEST_ECHO = 200


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def again(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Preview what is copied, and create the tournament."""
    if request.method != "POST":
        today = timezone.localdate()
        return _page(
            request, tournament, next_name(tournament.name, today), today.isoformat(), people=True
        )
    name, typed = (
        request.POST.get("name", ""),
        request.POST.get("starts_on", "").strip()[:LONGEST_ECHO],
    )
    people = request.POST.get("people") == "1"
    try:
        day = _day(typed)
        check_more(TOURNAMENTS, request)
        with transaction.atomic():
            count_more(TOURNAMENTS, request)
            made = copy_event(
                tournament, request.user, name=name, starts_on=day, with_people=people
            )
    except RuleError as error:
        return _page(request, tournament, name[:LONGEST_ECHO], typed, people=people, error=error)
    messages.success(
        request,
        _("The tournament is created, like the one before. Only its directors see it for now."),
    )
    return redirect("desk_board", made.pk)


def _day(text: str) -> Any:
    """Parse the typed date, None if empty. Raises RuleError (`bad_day`)."""
    if not text:
        return None
    try:
        found = parse_date(text)
    except ValueError:
        found = None
    if found is None or found.year not in YEARS:
        raise rule_error(
            "bad_day",
            "starts_on",
            gettext_noop("Enter the day as year-month-day, such as 2026-11-21, or leave it empty."),
        )
    return found


def _page(
    request: SignedInRequest,
    tournament: Tournament,
    name: str,
    day: str,
    *,
    people: bool,
    error: RuleError | None = None,
) -> HttpResponse:
    stages = list(tournament.stages.all())
    for stage in stages:
        stage.tournament = tournament
    context = {
        "tournament": tournament,
        "name": name,
        "day": day,
        "people": people,
        "stages": [(stage_name(stage), " ".join(plain_words(stage))) for stage in stages],
        "entered": Entrant.objects.filter(
            tournament=tournament, state=Entrant.State.ENTERED
        ).count(),
        "screens": Screen.objects.filter(tournament=tournament).count(),
        "field_errors": by_field(error.mistakes) if error else {},
        "this_page": reverse("desk_again", args=[tournament.pk]),
    }
    return render(request, "tournaments/desk/again.html", context, status=422 if error else 200)
