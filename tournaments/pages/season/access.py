"""Access to seasons: the club's people by account or phone, and everybody if it is public."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.games.access.devices import known_device
from scoring.models import Device
from scoring.pages.common import check_not_closed
from tournaments.models import Role, Season
from tournaments.pages.common import SignedInRequest, View, action_of, private
from tournaments.permissions import Can, accounts_that_may, in_open_club, may

P = ParamSpec("P")
SeasonView = Callable[Concatenate[SignedInRequest, Season, P], HttpResponse]


@dataclass(frozen=True)
class SeasonViewer:
    """The viewer: the role of their account in the club, or "", and whether their phone has joined
    it.
    """

    role: str = ""
    phone: bool = False

    @property
    def knows_names(self) -> bool:
        return bool(self.role) or self.phone

    @property
    def inside(self) -> bool:
        """Whether they see what the club's people have played, as on the club's own pages:
        `Rights.inside`.
        """
        return self.phone or may(self.role, "attend")

    @property
    def can(self) -> Can:
        return Can(self.role)


def viewer_of(request: HttpRequest, season: Season) -> SeasonViewer | None:
    """Return the viewer of a season; None if it is not visible to them. At most two queries."""
    return viewer_for(request.user, known_device(request), season)


def viewer_for(user: Any, device: Device | None, season: Season) -> SeasonViewer | None:
    """Return the viewer by account and phone; None if it is not visible to them. At most one query.

    Raises ClubClosedError.
    """
    role = ""
    if user.pk is not None:
        role = (
            Role.objects.filter(club=season.club_id, user=user.pk)
            .values_list("name", flat=True)
            .first()
            or ""
        )
    viewer = SeasonViewer(role, device is not None and device.club_id == season.club_id)
    if not (viewer.knows_names or (season.public and season.club.coming is None)):
        return None
    check_not_closed(season.club)
    return viewer


def visible_seasons(request: HttpRequest) -> list[Season]:
    """Return the seasons of the clubs of an account or phone, newest first: two queries."""
    return list(seasons_of(request.user, known_device(request)))


def seasons_of(user: Any, device: Device | None, club: int | None = None) -> QuerySet[Season]:
    """Return them by account and phone; with `club`, only the account's roles in that club
    count.
    """
    clubs = Q(pk__in=())
    if user.pk is not None:
        clubs |= Q(club__roles__user=user.pk) & (Q(club=club) if club is not None else Q())
    if device is not None and device.club_id:
        clubs |= Q(club=device.club_id)
    found = (
        Season.objects.filter(clubs, in_open_club(), club__example=False)
        .select_related("club")
        .distinct()
    )
    return found.order_by("-last", "-created_at")


def of_season(view: SeasonView[P]) -> View[Any]:
    """Decorate a view that changes a season, for those whom the table of addresses allows in its
    club.
    """

    @wraps(view)
    def looked_up(
        request: HttpRequest, season_id: UUID, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        role = Role.objects.filter(
            club__seasons=season_id,
            user=request.user.pk,
            name__in=accounts_that_may(action_of(request)),
        ).first()
        season = (
            Season.objects.filter(pk=season_id).select_related("club").first() if role else None
        )
        if role is None or season is None:
            raise Http404(_("There is no such season."))
        check_not_closed(season.club)
        asking = cast("SignedInRequest", request)
        asking.can = Can(role.name)
        return private(view(asking, season, *args, **kwargs))

    return login_required(looked_up)
