"""A club's evenings: list, detail, planning, calling off."""

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
from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.clubs.actions import evenings as acting
from tournaments.pages.club.access import PLANS, SEES, ClubRequest, of_club
from tournaments.pages.club.answers import calling_member
from tournaments.pages.club.forms import EveningForm, describe_series
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
    return render(request, "tournaments/club/evening.html", {"frame": frame, "page": page})


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
        return _form_page(request, EveningForm.blank(request.club))
    form = EveningForm.of(request.POST)
    if "look" in request.POST:
        return _form_page(request, form)
    try:
        made = acting.plan_evenings(request.club, *form.read())
    except RuleError as error:
        return _form_page(request, form, error)
    kept_link(Link.Role.FEED, request.club)
    if len(made) == 1:
        return redirect("club_evening", request.club.pk, made[0].night.isoformat())
    return redirect("club_evenings", request.club.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(PLANS)
def change(request: ClubRequest, evening_id: int) -> HttpResponse:
    """Change an evening."""
    planned = _planned(request, evening_id)
    if request.method != "POST":
        return _form_page(request, EveningForm.of_evening(planned), planned=planned)
    form = EveningForm.of(request.POST)
    try:
        changed = acting.change_evening(planned, form.read()[0])
    except RuleError as error:
        return _form_page(request, form, error, planned)
    return redirect("club_evening", request.club.pk, changed.night.isoformat())


@require_POST
@of_club(PLANS)
def off(request: ClubRequest, evening_id: int) -> HttpResponse:
    """Call an evening off; with `back` reinstate it."""
    planned = _planned(request, evening_id)
    try:
        (acting.restore_evening if "back" in request.POST else acting.cancel_evening)(planned)
    except RuleError as error:
        return _form_page(request, EveningForm.of_evening(planned), error, planned)
    return redirect("club_evening", request.club.pk, planned.night.isoformat())


def _planned(request: ClubRequest, pk: int) -> Evening:
    found: Evening = get_object_or_404(
        Evening.objects.select_related("club"), pk=pk, club=request.club
    )
    return found


def _form_page(
    request: ClubRequest,
    form: EveningForm,
    error: RuleError | None = None,
    planned: Evening | None = None,
) -> HttpResponse:
    mistakes = error.mistakes if error else ()
    form.errors = by_field(mistakes)
    context = {
        "frame": ClubFrame(request.club, request.rights, HERE),
        "form": form,
        "planned": planned,
        "series": "" if planned or error else describe_series(request.club, form),
    }
    status = status_of(error)
    return render(request, "tournaments/club/plan.html", context, status=status)
