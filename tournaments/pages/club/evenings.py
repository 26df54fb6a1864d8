"""The pages of a club's evenings, and planning them."""

from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.links import kept_link
from scoring.games.nights import FIRST_YEAR, LAST_YEAR
from scoring.games.parsing import whole_of
from scoring.models import Evening, Link
from scoring.pages.club_frame import ClubFrame
from tournaments.clubs.actions import evenings as acting
from tournaments.pages.club.access import (
    PLANS,
    SEES,
    ClubRequest,
    calling_member,
    of_club,
)
from tournaments.pages.club.evening_words import in_a_line
from tournaments.pages.club.forms import (
    EveningForm,
    SeriesForm,
    describe_series,
    proposal,
    texts_of,
)
from tournaments.pages.club.nights import EveningPage, EveningsPage

HERE = "evenings"


@require_safe
@of_club(SEES)
def evenings(request: ClubRequest) -> HttpResponse:
    """Show the evenings to come and the past ones."""
    frame = ClubFrame(request.club, request.rights, HERE)
    page = EveningsPage(
        frame, whole_of(request.GET.get("year", ""), 0, digits=4), calling_member(request)
    )
    return render(request, "tournaments/club/evenings.html", {"frame": frame, "page": page})


@require_safe
@of_club(SEES)
def evening(request: ClubRequest, night: str) -> HttpResponse:
    """Show an evening by its date: planned, played or both."""
    frame = ClubFrame(request.club, request.rights, HERE)
    page = EveningPage(
        frame, request.device, day_of(night), calling_member(request), whole="all" in request.GET
    )
    if not page.there:
        raise Http404(_("There is no evening on this day."))
    context = {"frame": frame, "page": page, "line": in_a_line(page)}
    return render(request, "tournaments/club/evening.html", context)


def day_of(night: str) -> date:
    """Parse the night of an address. Raises Http404."""
    try:
        day = date.fromisoformat(night)
    except ValueError as error:
        raise Http404(_("There is no evening on this day.")) from error
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise Http404(_("There is no evening on this day."))
    return day


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(PLANS)
def plan(request: ClubRequest) -> HttpResponse:
    """Plan an evening or a series. The button `look` previews a series and plans nothing."""
    if request.method != "POST":
        return _form_page(request, SeriesForm(initial=proposal(request.club)))
    form = SeriesForm(request.POST)
    if "look" in request.POST:
        series = describe_series(request.club, form)
        return _form_page(request, SeriesForm(initial=form.data), series=series)
    if form.is_valid():
        with form.collect_errors():
            made = acting.plan_evenings(request.club, *form.series)
            kept_link(Link.Role.FEED, request.club)
            if len(made) == 1:
                return redirect("club_evening", request.club.pk, made[0].night.isoformat())
            return redirect("club_evenings", request.club.pk)
    return _form_page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(PLANS)
def change(request: ClubRequest, evening_id: int) -> HttpResponse:
    """Change an evening."""
    planned = _planned(request, evening_id)
    form = EveningForm(
        request.POST if request.method == "POST" else None, initial=texts_of(planned)
    )
    if form.is_valid():
        with form.collect_errors():
            changed = acting.change_evening(planned, form.plan)
            return redirect("club_evening", request.club.pk, changed.night.isoformat())
    return _form_page(request, form, planned)


@require_POST
@of_club(PLANS)
def off(request: ClubRequest, evening_id: int) -> HttpResponse:
    """Call an evening off; with `back` reinstate it."""
    planned = _planned(request, evening_id)
    form = EveningForm(texts_of(planned))
    with form.collect_errors():
        (acting.restore_evening if "back" in request.POST else acting.cancel_evening)(planned)
        return redirect("club_evening", request.club.pk, planned.night.isoformat())
    return _form_page(request, form, planned)


def _planned(request: ClubRequest, pk: int) -> Evening:
    found: Evening = get_object_or_404(
        Evening.objects.select_related("club"), pk=pk, club=request.club
    )
    return found


def _form_page(
    request: ClubRequest, form: EveningForm, planned: Evening | None = None, *, series: str = ""
) -> HttpResponse:
    context = {
        "frame": ClubFrame(request.club, request.rights, HERE),
        "form": form,
        "planned": planned,
        "series": series,
    }
    return render(request, "tournaments/club/plan.html", context, status=form.status)
