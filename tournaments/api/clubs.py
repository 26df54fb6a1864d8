"""Clubs in the API: exactly what their pages show to the caller."""

from datetime import date
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.paging import list_parameters, page_of
from scoring.api.read_views import ReadingView, missing
from scoring.api.serializers import Errors
from scoring.games.nights import FIRST_YEAR, LAST_YEAR
from scoring.games.parsing import whole_of
from scoring.games.permissions import Rights
from scoring.models import Club, Player
from scoring.pages.club_frame import ClubFrame
from scoring.pages.common import check_not_closed
from scoring.pages.people.name_list import LONGEST_SEARCH
from scoring.pages.people.rated_pages import MOVED_SINCE
from scoring.people.rated.queries import ranks_before, table_of
from scoring.people.statistics.club import (
    by_night,
    by_person,
    first_night,
    numbers_of,
    seats_of_year,
)
from scoring.people.statistics.records import records_of
from scoring.rules import FAMILIES
from tournaments.api import club_shapes as shapes
from tournaments.api import people_shapes
from tournaments.match.on_paper import matches_in, nights_on_paper
from tournaments.pages.club.access import club_for
from tournaments.pages.club.all_time import KINDS, AllTimePage
from tournaments.pages.club.evenings import day_of
from tournaments.pages.club.nights import EveningPage, EveningsPage
from tournaments.pages.club.people_list import ALL, GUESTS, MEMBERS, PeoplePage
from tournaments.pages.club.queries import ClubPage
from tournaments.pages.club.record_rows import ALWAYS
from tournaments.permissions import clubs_of

# Error responses: an invalid key, or one not valid for this; not found; a closed club; an invalid
# query; too many invalid keys.
NOT_SHOWN: dict[int, Any] = dict.fromkeys((401, 403, 404, 410, 429), Errors)
NO_LIST: dict[int, Any] = dict.fromkeys((401, 403, 422, 429), Errors)
NO_PAGE: dict[int, Any] = NOT_SHOWN | {422: Errors}


class ClubView(ReadingView):
    """A view of one club that is open to the caller. Anyone else gets 404, whether it exists or
    not.
    """

    club: Club
    rights: Rights
    for_people = False  # whether visitors see nothing, of any club

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        pk = kwargs["club_id"]
        opened = club_for(pk, self.device, self.account_in(pk))
        if opened is None or (self.for_people and not opened[1].inside):
            raise missing()
        self.club, self.rights = opened
        check_not_closed(self.club)

    def frame(self, here: str) -> ClubFrame:
        return ClubFrame(self.club, self.rights, here)


class Clubs(ReadingView):
    @extend_schema(
        operation_id="list_clubs",
        summary="The caller's clubs",
        parameters=list_parameters(),
        responses={200: shapes.ClubList} | NO_LIST,
    )
    def get(self, request: Request) -> Response:
        """The clubs of the caller, by the account's roles and by the phone. Public clubs are not
        listed.
        """
        found = set(clubs_of(self.asking.user))
        if self.key is not None and self.key.club_id is not None:
            found &= {self.key.club_id}
        if self.device is not None and self.device.club_id is not None:
            found.add(self.device.club_id)
        rows = Club.objects.filter(pk__in=found).order_by("pk")
        there = [club for club in rows if not club.closed]
        page, following = page_of(request, there, lambda one: one.pk)
        return self.listed(shapes.ClubList({"clubs": page, "next": following}))


class OneClub(ClubView):
    @extend_schema(
        operation_id="read_club",
        summary="A club and its next evening",
        responses={200: shapes.ClubShown} | NOT_SHOWN,
    )
    def get(self, request: Request, club_id: int) -> Response:  # noqa: ARG002
        """Only members see the number of people in the club's list."""
        return self.answer(shapes.ClubShown(ClubPage(self.frame("home"))).data)


class ClubEvenings(ClubView):
    @extend_schema(
        operation_id="list_evenings",
        summary="A club's evenings: planned, soonest first, then those of a year, newest first",
        parameters=[
            OpenApiParameter("year", int, description="By default this year."),
            *list_parameters(str),
        ],
        responses={200: shapes.EveningList} | NO_PAGE,
    )
    def get(self, request: Request, club_id: int) -> Response:  # noqa: ARG002
        year = whole_of(request.query_params.get("year", ""), 0, digits=4)
        page = EveningsPage(self.frame("evenings"), year)
        rows = [*page.coming, *page.past]
        some, following = page_of(request, rows, lambda row: row.day.isoformat(), str)
        answer = {
            "year": page.year,
            "first_year": page.first_year,
            "evenings": some,
            "next": following,
        }
        return self.listed(shapes.EveningList(answer))


class ClubEvening(ClubView):
    @extend_schema(
        operation_id="read_evening",
        summary="One evening: the plan, who comes, games won by each person, and the games",
        responses={200: shapes.EveningShown} | NOT_SHOWN,
    )
    def get(self, request: Request, club_id: int, night: str) -> Response:  # noqa: ARG002
        """People and games are null for visitors."""
        try:
            page = EveningPage(self.frame("evenings"), None, day_of(night))
        except Http404 as error:
            raise missing() from error
        if not page.there:
            raise missing()
        return self.answer(shapes.EveningShown(page).data)


class ClubPeople(ClubView):
    for_people = True

    @extend_schema(
        operation_id="list_people",
        summary="The people in a club's list, by name",
        parameters=[
            OpenApiParameter("q", str, description="A part of the name."),
            OpenApiParameter("show", str, enum=[ALL, MEMBERS, GUESTS]),
            *list_parameters(),
        ],
        responses={200: people_shapes.PeopleList} | NO_PAGE,
    )
    def get(self, request: Request, club_id: int) -> Response:  # noqa: ARG002
        looked_for = request.query_params.get("q", "").replace("\0", "")[:LONGEST_SEARCH]
        people = PeoplePage(self.frame("people"), request.query_params.get("show", ALL), looked_for)
        page, following = page_of(request, people.found, lambda one: one.pk)
        answer = {"people": people.with_games(page), "next": following}
        return self.listed(people_shapes.PeopleList(answer))


class _OfAYear(ClubView):
    """A club in one year. Visitors see the year of its last evening, as on its page."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.year = kwargs["year"]
        shown = self.rights.inside or self.year == ClubPage(self.frame("home")).year
        if not FIRST_YEAR <= self.year <= LAST_YEAR or not shown:
            raise missing()
        self.seats = seats_of_year(self.club, self.year)
        days = date(self.year, 1, 1), date(self.year, 12, 31)
        self.paper = nights_on_paper(self.club, *days)
        if not self.seats and not self.paper:
            raise missing()


class ClubYear(_OfAYear):
    @extend_schema(
        operation_id="read_club_year",
        summary="A club's year in numbers",
        responses={200: shapes.ClubYear} | NOT_SHOWN,
    )
    def get(self, request: Request, club_id: int, year: int) -> Response:  # noqa: ARG002
        answer = {
            "year": year,
            "first": first_night(self.club) if self.rights.inside else None,
            "numbers": numbers_of(self.club, year, self.seats),
            "matches_on_paper": sum(matches_in(seats) for seats in self.paper.values()),
            "evenings": len(by_night(self.seats).keys() | self.paper.keys()),
        }
        return self.answer(shapes.ClubYear(answer).data)


class ClubYearPeople(_OfAYear):
    for_people = True

    @extend_schema(
        operation_id="list_people_of_year",
        summary="Games won by each person of a club in a year",
        parameters=list_parameters(),
        responses={200: shapes.YearPeople} | NO_PAGE,
    )
    def get(self, request: Request, club_id: int, year: int) -> Response:  # noqa: ARG002
        """Ranked by games won, then by point difference; equal in both share a rank."""
        page, following = page_of(request, by_person(self.seats), lambda one: one.player)
        answer = {"year": year, "people": page, "next": following}
        met = people_shapes.met(one.player for one in page)
        return self.listed(shapes.YearPeople(answer, context=met))


class ClubAllTime(ClubView):
    @extend_schema(
        operation_id="read_all_time_table",
        summary="A club's all-time table over its finished seasons and tournaments",
        parameters=[OpenApiParameter("kind", str, enum=[*filter(None, KINDS)])],
        responses={200: shapes.AllTime} | NOT_SHOWN,
    )
    def get(self, request: Request, club_id: int) -> Response:  # noqa: ARG002
        """Visitors see public events only, and names as pages show them."""
        kind = request.query_params.get("kind", "")
        page = AllTimePage(self.frame("season"), kind, None)
        answer = {"events": len(page.of.counted), "people": page.rows}
        return self.answer(shapes.AllTime(answer).data)


class ClubRecords(ClubView):
    for_people = True

    @extend_schema(
        operation_id="list_club_records",
        summary="A club's records",
        responses={200: shapes.ClubRecords} | NOT_SHOWN,
    )
    def get(self, request: Request, club_id: int) -> Response:  # noqa: ARG002
        found = records_of(self.club, *ALWAYS)
        met = people_shapes.met(one for record in found for one in record.people if one)
        return self.answer(shapes.ClubRecords({"records": found}, context=met).data)


class ClubRatings(ClubView):
    for_people = True

    @extend_schema(
        operation_id="list_ratings",
        summary="The ratings of a club's people, strongest first, provisional ones last",
        parameters=list_parameters(),
        responses={200: people_shapes.RatingList} | NO_PAGE,
    )
    def get(self, request: Request, club_id: int, family: str) -> Response:  # noqa: ARG002
        people = {
            one.pk: one
            for one in Player.listed.filter(club=self.club).select_related("club", "device")
        }
        if family not in FAMILIES:
            raise missing()
        table = table_of(people.values(), family)
        page, following = page_of(request, table, lambda one: one.player)
        before = ranks_before(people.values(), family, timezone.now() - MOVED_SINCE)
        names = {pk: one.name for pk, one in people.items()}
        answer = {"family": family, "people": page, "next": following}
        context = {"names": names, "before": before}
        return self.listed(people_shapes.RatingList(answer, context=context))
