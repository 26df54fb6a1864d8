"""The list of tournaments, one page at a time: all, those of a club, or those matching a search in
name, club or place.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Case, F, IntegerField, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from scoring.games.content_negotiation import listed
from scoring.games.parsing import whole_of
from scoring.pages.long_list import Leaf, leaf_of
from tournaments.models import Tournament
from tournaments.pages.common import action_of
from tournaments.pages.search import found_in, looked_for
from tournaments.permissions import real_ones, tournaments_for

A_PAGE = 50
S = Tournament.State
FIRST = (S.OPEN, S.DRAFT, S.FINISHED)  # and within each the latest day first
BY_STATE = Case(
    *(When(state=state, then=Value(place)) for place, state in enumerate(FIRST)),
    output_field=IntegerField(),
)


@dataclass(frozen=True)
class InList:
    """The fields of a tournament that are searched."""

    pk: UUID
    name: str
    place: str
    club: int
    club_name: str

    def has(self, text: str) -> bool:
        return any(found_in(one, text) for one in (self.name, self.place, self.club_name))


class TournamentList:
    """A list of tournaments.

    The database cannot compare spellings, so names are read: one query, and one for the page.
    """

    def __init__(
        self, among: QuerySet[Tournament], typed: str = "", club: int | None = None, asked: int = 1
    ) -> None:
        self.among, self.typed, self.asked = among, typed.strip(), asked
        self.club = club if any(club == key for key, _, _ in self.clubs) else None

    @cached_property
    def everything(self) -> Sequence[InList]:
        order = (
            F("by_state"),
            F("starts_on").desc(nulls_last=True),
            F("created_at").desc(),
            F("pk"),
        )
        rows = self.among.annotate(by_state=BY_STATE).order_by(*order)
        columns = (
            "pk",
            "name",
            "place",
            "club",
            "club__name",
            "by_state",
            "starts_on",
            "created_at",
        )
        return [InList(*row[:5]) for row in rows.values_list(*columns)]

    @cached_property
    def clubs(self) -> Sequence[tuple[int, str, int]]:
        """Return the clubs with tournaments, by name: key, name, count."""
        counts = Counter((one.club, one.club_name) for one in self.everything)
        return sorted(
            ((*club, count) for club, count in counts.items()),
            key=lambda row: (row[1].casefold(), row[0]),
        )

    @property
    def club_name(self) -> str:
        return next((name for key, name, _ in self.clubs if key == self.club), "")

    @cached_property
    def of_club(self) -> Sequence[InList]:
        return [one for one in self.everything if self.club in {None, one.club}]

    @cached_property
    def found(self) -> Sequence[InList]:
        return [one for one in self.of_club if one.has(self.typed)] if self.typed else self.of_club

    @property
    def page(self) -> Leaf:
        return leaf_of(len(self.found), self.asked, A_PAGE)

    @cached_property
    def rows(self) -> Sequence[Tournament]:
        """Return the requested page."""
        keys = [one.pk for one in self.found[A_PAGE * self.page.before : A_PAGE * self.page.number]]
        rows = {
            row.pk: row for row in Tournament.objects.select_related("club").filter(pk__in=keys)
        }
        return [rows[key] for key in keys if key in rows]


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """List open and finished tournaments, and drafts to their directors only.

    `?q=` searches names, places and clubs, `?club=` filters by club, `?page=` selects a page.
    """
    club, page = (
        whole_of(request.GET.get("club", ""), None),
        whole_of(request.GET.get("page", ""), 1, digits=6),
    )
    among = real_ones(tournaments_for(request.user, action_of(request)))
    context = {"list": TournamentList(among, looked_for(request), club, page)}
    response = listed(render(request, "tournaments/public/tournaments.html", context))
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
