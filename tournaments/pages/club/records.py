"""A club's records, and the games and rounds that each consists of."""

from dataclasses import dataclass
from datetime import date, datetime

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.games.nights import FIRST_YEAR, LAST_YEAR, between, year_of
from scoring.games.parsing import whole_of
from scoring.models import Game
from scoring.pages.club_frame import ClubFrame
from scoring.pages.people.tables import FigurePage, games_page, rounds_page
from scoring.people.statistics.records import records_of, rounds_behind
from tournaments.pages.club.access import INSIDE, ClubRequest, of_club
from tournaments.pages.club.evenings import HERE, day_of
from tournaments.pages.club.record_rows import ALWAYS, RecordRow, record_rows


@dataclass(frozen=True)
class Period:
    """The time whose records are asked for: a year, up to an evening, or always."""

    since: datetime
    until: datetime
    back: str
    words: str = ""
    night: date | None = None


def period_of(request: ClubRequest) -> Period:
    """Read the period of an address: `?year=`, `?until=` an evening, else always. Raises
    Http404.
    """
    club = request.club.pk
    if night := request.GET.get("until"):
        day = day_of(night)
        back = reverse("club_evening", args=[club, day.isoformat()])
        return Period(ALWAYS[0], between(day, day)[1], back, night=day)
    if "year" in request.GET:
        year = whole_of(request.GET["year"], 0, digits=4)
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise Http404(_("There are no games from this year."))
        return Period(*year_of(year), reverse("club_year", args=[club, year]), str(year))
    return Period(*ALWAYS, reverse("club_records", args=[club]))


@require_safe
@of_club(INSIDE)
def records(request: ClubRequest) -> HttpResponse:
    """Show the club's records."""
    club = request.club
    context = {
        "frame": ClubFrame(club, request.rights, HERE),
        "rows": record_rows(club, records_of(club, *ALWAYS)),
    }
    return render(request, "tournaments/club/records.html", context)


@require_safe
@of_club(INSIDE)
def record(request: ClubRequest, key: str) -> HttpResponse:
    """Show the games or rounds of a record."""
    period = period_of(request)
    found = records_of(request.club, period.since, period.until)
    rows = [row for row in record_rows(request.club, found) if row.record.key == key]
    if not rows:
        raise Http404(_("There is no such record."))
    context = {
        "frame": ClubFrame(request.club, request.rights, HERE),
        "row": rows[0],
        "period": period,
        "page": _behind(request, rows[0]),
    }
    return render(request, "tournaments/club/record.html", context)


def _behind(request: ClubRequest, row: RecordRow) -> FigurePage:
    asked = whole_of(request.GET.get("page", ""), 1, digits=6)
    rounds = rounds_behind(row.record)
    if rounds is not None:
        return rounds_page(rounds, row.title, asked, request.device)
    games = Game.objects.filter(pk__in=row.record.games)
    return games_page(games, row.title, asked, request.device)
