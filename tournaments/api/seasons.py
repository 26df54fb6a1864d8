"""Seasons in the API: the table and its reasons, as their page shows them to the caller."""

import uuid
from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.paging import list_parameters, page_of, uuid_in
from scoring.api.read_views import ReadingView, missing
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.api import season_shapes as shapes
from tournaments.api.clubs import NO_LIST, NO_PAGE, NOT_SHOWN
from tournaments.api.views import whole_number
from tournaments.models import Season
from tournaments.pages.season.access import SeasonViewer, seasons_of, viewer_for
from tournaments.pages.season.queries import Line, SeasonPage
from tournaments.pages.season.rated import page_of as season_page


class Seasons(ReadingView):
    @extend_schema(
        operation_id="list_seasons",
        summary="The seasons of the caller's clubs, newest first",
        parameters=list_parameters(uuid.UUID),
        responses={200: shapes.SeasonList} | NO_LIST,
    )
    def get(self, request: Request) -> Response:
        """The seasons of the caller's clubs. Public seasons of other clubs are not listed, but
        readable by id.
        """
        rows = list(
            seasons_of(self.asking.user, self.device, self.key.club_id if self.key else None)
        )
        page, following = page_of(request, rows, lambda one: one.pk, uuid_in)
        return self.listed(shapes.SeasonList({"seasons": page, "next": following}))


class SeasonView(ReadingView):
    """A view of one season. Anyone who may not see it gets 404, whether it exists or not."""

    season: Season
    viewer: SeasonViewer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        season = Season.objects.filter(pk=kwargs["season_id"]).select_related("club").first()
        viewer = (
            viewer_for(self.account_in(season.club_id), self.device, season) if season else None
        )
        if season is None or viewer is None:
            raise missing()
        self.season, self.viewer = season, viewer

    def page(self, opened: int = 0) -> SeasonPage:
        return season_page(self.season, self.viewer, opened, whole=True)


class OneSeason(SeasonView):
    @extend_schema(
        operation_id="read_season",
        summary="A season: how it is ranked, and its events",
        responses={200: shapes.SeasonShown} | NOT_SHOWN,
    )
    def get(self, request: Request, season_id: uuid.UUID) -> Response:  # noqa: ARG002
        return self.answer(shapes.SeasonShown(self.page()).data)


class Table(SeasonView):
    @extend_schema(
        operation_id="list_table_of_season",
        summary="A season's table, best first",
        parameters=[
            OpenApiParameter("explain", int, description="A person: add the reasons of that row."),
            *list_parameters(),
        ],
        responses={200: shapes.SeasonTable} | NO_PAGE,
    )
    def get(self, request: Request, season_id: uuid.UUID) -> Response:  # noqa: ARG002
        explain = whole_number(request, "explain")
        all_lines = self.page(explain or 0).lines
        lines, following = page_of(request, all_lines, lambda line: line.row.person)
        answer = {
            "rows": lines,
            "explained": None if explain is None else self._explained(explain, all_lines),
            "next": following,
        }
        return self.listed(shapes.SeasonTable(answer))

    def _explained(self, person: int, lines: Sequence[Line]) -> Line:
        """Return the line of a person, with its reasons. Raises RuleError if the person is not in
        the table.
        """
        line = next((one for one in lines if one.row.person == person), None)
        if line is None or line.opened is None:
            text = gettext_noop("The table has no person %(person)s; the rows name those it has.")
            raise RuleError([Mistake("unknown_person", "explain", text, {"person": person})])
        return line
