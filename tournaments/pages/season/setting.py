"""A club's seasons for its directors."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.models import Club
from scoring.pages.field_names import sentences
from scoring.rules import RuleError
from tournaments.clubs.actions import seasons as acting
from tournaments.models import Season
from tournaments.pages.common import SignedInRequest, of_club
from tournaments.pages.season.access import of_season
from tournaments.pages.season.choosing import choices, read_keys
from tournaments.pages.season.forms import NewSeasonForm, SeasonForm
from tournaments.pages.season.words import in_words
from tournaments.seasons.formula import MOST_EVENTS, read
from tournaments.seasons.presets import PRESETS, USUAL

MOST_TICKED = 2000


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_club
def seasons(request: SignedInRequest, club: Club) -> HttpResponse:
    """List a club's seasons, and create one: its name and the closest way of ranking."""
    year = timezone.localdate().year
    form = NewSeasonForm(
        request.POST if request.method == "POST" else None,
        initial={"name": _("Season %(year)s") % {"year": year}, "preset": USUAL.key},
    )
    if form.is_valid():
        with form.collect_errors():
            name, preset = form.cleaned_data["name"], form.cleaned_data["preset"]
            made = acting.make_season(
                club, request.user, name, preset.formula, preset.planned, year
            )
            return redirect("desk_season_events", made.pk)
    context = {
        "club": club,
        "seasons": list(club.seasons.order_by("-last", "-created_at")),
        "presets": [(one, in_words(one.formula, one.planned)) for one in PRESETS.values()],
        "form": form,
        "this_page": reverse("desk_seasons", args=[club.pk]),
    }
    return render(request, "tournaments/season/new.html", context, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_season
def setup(request: SignedInRequest, season: Season) -> HttpResponse:
    """Show all settings of a season; the button `look` says what those typed do and saves
    nothing.
    """
    form = SeasonForm(
        request.POST if request.method == "POST" else None, initial=SeasonForm.initial_of(season)
    )
    looks = "look" in request.POST
    if form.is_valid() and not looks:
        with form.collect_errors():
            values = form.cleaned_data
            days = values["first"], values["last"]
            acting.change_season(season, values["name"], days, values["planned"], values["formula"])
            messages.success(request, _("Saved."))
            return redirect("desk_season", season.pk)
    context = {
        "season": season,
        "form": form,
        "words": _words(form, season),
        "counting": season.events.count(),
        "most_events": MOST_EVENTS,
        "errors": form.non_field_errors(),
        "this_page": reverse("desk_season", args=[season.pk]),
    }
    status = 200 if looks else form.status
    return render(request, "tournaments/season/setup.html", context, status=status)


def _words(form: SeasonForm, season: Season) -> list[str]:
    """Return what the settings of the form do, or what is wrong with them; the season's before
    anything is typed.
    """
    if not form.is_bound:
        return in_words(read(season.formula), season.planned)
    if form.is_valid():
        return in_words(form.cleaned_data["formula"], form.cleaned_data["planned"])
    return [str(errors[0]) for errors in form.errors.values()]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_season
def events(request: SignedInRequest, season: Season) -> HttpResponse:
    """Choose which tournaments and evenings count; with `look` only count the ticks, without
    saving.
    """
    ticked = request.POST.getlist("event")[:MOST_TICKED] if request.method == "POST" else None
    error = None
    if ticked is not None and "look" not in request.POST:
        known = {one.key for one in choices(season)}
        try:
            acting.choose_events(season, *read_keys(known.intersection(ticked)))
            messages.success(request, _("Saved."))
            return redirect("season", season.pk)
        except RuleError as refused:
            error = refused
    offered = choices(season, typed=ticked)
    context = {
        "season": season,
        "choices": offered,
        "counting": sum(one.chosen for one in offered),
        "proposed": not season.events.exists() and any(one.chosen for one in offered),
        "errors": sentences(error.mistakes) if error else [],
        "this_page": reverse("desk_season_events", args=[season.pk]),
    }
    return render(request, "tournaments/season/events.html", context, status=422 if error else 200)


@require_POST
@of_season
def show(request: SignedInRequest, season: Season) -> HttpResponse:
    """Set whether everybody may see it, or only the club's people."""
    acting.show_season(season, public=request.POST.get("public") == "1")
    return redirect("desk_season", season.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_season
def delete(request: SignedInRequest, season: Season) -> HttpResponse:
    """Delete it with a second click; the first shows what is deleted."""
    if request.method != "POST":
        context = {"season": season, "this_page": reverse("desk_season_delete", args=[season.pk])}
        return render(request, "tournaments/season/delete.html", context)
    acting.delete_season(season)
    messages.success(request, _("%(name)s has been deleted.") % {"name": season.name})
    return redirect("desk_seasons", season.club_id)
