"""Access to tournaments in the API, and caching of its responses: shared by all views."""

import uuid
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from scoring.api.read_views import ReadingView
from scoring.pages.common import check_not_closed
from tournaments.models import Tournament
from tournaments.pages.common import action_of, works_at
from tournaments.pages.viewer import Viewer
from tournaments.permissions import tournaments_for
from tournaments.stage.unplayed import unplayed_boards


class View(ReadingView):
    """Base view: it identifies accounts, but no devices."""

    knows_phones = False

    def visible(self) -> QuerySet[Tournament]:
        """Return the tournaments that the caller may see."""
        return tournaments_for(
            self.asking.user, action_of(self.asking), self.key.club_id if self.key else None
        )


class TournamentView(View):
    """A view of one tournament that the caller may see. Anyone else gets 404, whether it exists or
    not.
    """

    seen: Viewer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        pk: uuid.UUID = kwargs["tournament_id"]
        tournament = self.visible().filter(pk=pk).first()
        if tournament is None:
            raise missing()
        check_not_closed(tournament.club)
        account = self.account_in(tournament.club_id)
        # A director who plays sees results like everybody else
        whole = works_at(account, tournament) and not unplayed_boards(tournament, account, None)
        self.seen = Viewer(tournament, whole=whole)

    def respond(self, build: Callable[[], Any]) -> HttpResponse:
        """Return the response: for a director with drafts and full names, never cached; for others
        as public.
        """
        if self.seen.whole:
            answer: HttpResponse = self.answer(build())
            return answer
        return self.public(f"{self.seen.tournament.pk} {self.seen.tournament.version}", build)


def missing() -> NotFound:
    """404: not found, or not visible to the caller."""
    return NotFound(_("There is no such tournament, stage or round here."), code="not_found")
