"""Copying an event: a new tournament with the same settings."""

from collections.abc import Mapping
from dataclasses import dataclass
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
from tournaments.actions.next_divisions import Divisions, propose_divisions, seeds_of
from tournaments.models import Entrant, Screen, Season, Tournament
from tournaments.names import names_of
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
    divisions = propose_divisions(tournament)
    chosen = _chosen(request, divisions)
    if form.is_valid():
        with form.collect_errors():
            people = form.cleaned_data["people"]
            seeds = seeds_of(divisions, chosen) if divisions and people else None
            made = _copy(request, tournament, seeds, **form.cleaned_data)
            _tell_made(request, made)
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
        "divisions": _division_lines(tournament, divisions, chosen),
        "division_names": divisions.names if divisions else (),
        "screens": Screen.objects.filter(tournament=tournament).count(),
        "this_page": reverse("desk_again", args=[tournament.pk]),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/desk/again.html", context, status=status)


def _tell_made(request: SignedInRequest, made: Tournament) -> None:
    messages.success(
        request,
        _(
            "The tournament has been created, like the previous one. Only its directors "
            "can see it for now."
        ),
    )
    if seasons := list(Season.objects.filter(events__tournament=made).order_by("first")):
        names = ", ".join(season.name for season in seasons)
        messages.success(request, _("It counts in the season: %(seasons)s.") % {"seasons": names})


@dataclass(frozen=True)
class DivisionLine:
    """An entrant of a league: the place in the last table, the division chosen for the next."""

    entrant: int
    name: str
    rank: int
    before: str
    after: str

    @property
    def up(self) -> bool:
        return self.after < self.before

    @property
    def down(self) -> bool:
        return self.after > self.before


def _chosen(request: SignedInRequest, divisions: Divisions | None) -> dict[int, str]:
    """Return the divisions chosen by hand, the proposed ones before anything is sent."""
    if divisions is None:
        return {}
    names = divisions.names
    typed = {move.id: request.POST.get(f"division-{move.id}", "") for move in divisions.moves}
    return {
        move.id: typed[move.id] if typed[move.id] in names else move.after
        for move in divisions.moves
    }


def _division_lines(
    tournament: Tournament, divisions: Divisions | None, chosen: Mapping[int, str]
) -> list[DivisionLine]:
    """Return everybody by the chosen division, strongest first. Two queries."""
    if divisions is None:
        return []
    names = names_of(tournament, public=False)
    lines = [
        DivisionLine(
            move.id, names[move.id], divisions.ranks[move.id], move.before, chosen[move.id]
        )
        for move in divisions.moves
    ]
    return sorted(lines, key=lambda line: line.after)


def _copy(
    request: SignedInRequest,
    tournament: Tournament,
    seeds: Mapping[int, int] | None,
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
            tournament,
            request.user,
            name=name,
            starts_on=starts_on,
            with_people=people,
            seeds=seeds,
        )
