"""Decorators that every view of a tournament begins with: they check access, so a view cannot
forget it.
"""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control

from scoring.models import Club
from scoring.pages.common import check_not_closed
from scoring.pages.field_names import sentences
from scoring.rules import RuleError
from tournaments.models import Role, Stage, Tournament
from tournaments.pages.unplayed import ask_first
from tournaments.permissions import (
    PUBLIC,
    Can,
    accounts_that_may,
    action_at,
    may,
    role_in,
    tournaments_for,
)

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


class SignedInRequest(HttpRequest):
    """A request of a signed-in account, as `login_required` and `of_tournament` pass it on.

    This is a type only: Django makes the requests. `can` is set in views of a tournament.
    """

    # The project's own user model is narrower, and this package does not know it.
    user: "AbstractBaseUser"  # type: ignore[assignment]
    can: Can


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
ClubView = Callable[Concatenate[SignedInRequest, Club, P], HttpResponse]
TournamentView = Callable[Concatenate[SignedInRequest, Tournament, P], HttpResponse]


def of_tournament(view: TournamentView[P]) -> View[Any]:
    """Decorate a view of one tournament, by the row of its address in `permissions.ADDRESSES`.

    Callers who may not see it get 404, as if it were missing; at the desk they are asked to sign in
    first. A view whose row is "see" takes a plain HttpRequest: its caller may be anonymous.
    """

    @wraps(view)
    def looked_up(
        request: HttpRequest, tournament_id: uuid.UUID, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        action = action_of(request)
        rows = tournaments_for(request.user, action)
        if request.user.pk is not None:
            own = Role.objects.filter(club=OuterRef("club"), user=request.user.pk)
            rows = rows.annotate(asking_role=Subquery(own.values("name")[:1]))
        tournament = get_object_or_404(rows, pk=tournament_id)
        check_not_closed(tournament.club)
        known = cast("SignedInRequest", request)
        # For templates: `{% if request.can.direct %}`
        known.can = Can(getattr(tournament, "asking_role", PUBLIC))
        if action == "see":
            return view(known, tournament, *args, **kwargs)
        response = ask_first(known, tournament) or view(known, tournament, *args, **kwargs)
        return private(response)

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if action_of(request) == "see":
            return looked_up(request, *args, **kwargs)
        guarded: HttpResponse = login_required(looked_up)(request, *args, **kwargs)
        return guarded

    return asked


def of_club(view: ClubView[P]) -> View[Any]:
    """Decorate a view of something in a club, for those whom the table of addresses allows."""

    @wraps(view)
    def looked_up(
        request: HttpRequest, club_id: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        may_do = accounts_that_may(action_of(request))
        club = get_object_or_404(
            Club, pk=club_id, roles__user=request.user.pk, roles__name__in=may_do
        )
        check_not_closed(club)
        return private(view(cast("SignedInRequest", request), club, *args, **kwargs))

    return login_required(looked_up)


def private(response: HttpResponse) -> HttpResponse:
    """Mark a response as not to be stored."""
    patch_cache_control(response, no_store=True, private=True)
    return response


def action_of(request: HttpRequest) -> str:
    """Return the action of the requested address, by its row in the table."""
    match = request.resolver_match
    return (
        action_at(match.url_name or "", str(match.kwargs.get("action", "")))
        if match
        else action_at("")
    )


def works_at(user: Any, tournament: Tournament) -> bool:
    """Whether this account works at this tournament."""
    return user.pk is not None and may(role_in(user, tournament), "attend")


def stage_or_404(tournament: Tournament, number: int) -> Stage:
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    stage.tournament = tournament
    return stage


def messages_of(error: RuleError) -> list[str]:
    """Return an error as sentences in the current language."""
    return sentences(error.mistakes)
