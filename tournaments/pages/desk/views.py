"""The desk: the account's clubs, their tournaments, and the state of each."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scoring.games.access.limit_counts import CLUBS, check_more, count_more
from scoring.models import Club
from scoring.pages.common import by_field
from scoring.people.actions.people_list import new_club_name
from scoring.rules import RuleError
from tournaments.actions import creating, stages
from tournaments.actions.example import delete_example, make_example
from tournaments.actions.hiding_deleting import delete_finished
from tournaments.lifecycle import TOURNAMENT
from tournaments.models import Stage, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.desk.hiding_deleting import show_over
from tournaments.pages.desk.home import ClubExtras, ClubHome, ClubLine, clubs_of
from tournaments.pages.hall.views import show_board
from tournaments.permissions import may_found_clubs

LONGEST_ECHO = 200


@require_GET
@never_cache
@login_required
def desk(request: SignedInRequest) -> HttpResponse:
    """Show the account's clubs with their tournaments; without a club, a form to start one."""
    return show_desk(request)


def show_desk(request: SignedInRequest, error: RuleError | None = None) -> HttpResponse:
    """Render the desk, with an error."""
    every = clubs_of(request.user)
    clubs = [line for line in every if not line.club.closed]
    own = [line for line in clubs if not line.club.example]
    club = _only_club(own)
    whole = request.GET.get("all")
    homes = [ClubHome(line, whole=whole == str(line.club.pk)) for line in own]
    context = {
        "clubs": homes,
        "closed": [line for line in every if line.club.closed],
        "club": club,
        "around": ClubExtras(club, keeps=own[0].can["direct"]) if club else None,
        "example": _example(clubs),
        "directs": any(line.can["direct"] for line in own),
        "played": any(line.now or line.finished for line in own),
        "first": _first(homes),  # has the primary button
        "may_start": may_found_clubs(request.user),
        "name": request.POST.get("name", "")[:LONGEST_ECHO],
        **_errors(error),
        "this_page": reverse("desk"),
    }
    return render(request, "tournaments/desk/desk.html", context, status=422 if error else 200)


def _only_club(own: Sequence[ClubLine]) -> Club | None:
    """Return the account's club if there is one only, and its role there may attend."""
    return own[0].club if len(own) == 1 and own[0].can["attend"] else None


def _errors(error: RuleError | None) -> dict[str, Any]:
    """Return an error beside the name of the new club, or above the page."""
    if error is None:
        return {"field_errors": {}, "errors": []}
    fields = by_field(error.mistakes)
    return {
        "field_errors": fields,
        "errors": [] if fields.get("name") else messages_of(error),
    }


def _first(homes: Collection[ClubHome]) -> UUID | None:
    """Return the next tournament: a running one before a planned one."""
    running = (one.tournament.pk for home in homes for one in home.running)
    planned = (one.tournament.pk for home in homes for one in home.planned)
    return next(chain(running, planned), None)


def _example(clubs: Iterable[ClubLine]) -> Tournament | None:
    """Return the example tournament, if there is one."""
    events = ((*line.now, *line.finished) for line in clubs if line.club.example)
    return next(chain.from_iterable(events), None)


@require_POST
@login_required
def start_club(request: SignedInRequest) -> HttpResponse:
    """Start a club; its founder becomes the owner.

    An account without any role has to join a club first.
    """
    if not may_found_clubs(request.user):
        raise PermissionDenied(
            _("Only the site's owner or a club's director can start a club. Ask for an invitation.")
        )
    try:
        check_more(CLUBS, request)
        with transaction.atomic():
            count_more(CLUBS, request)
            name = new_club_name(request.user, request.POST.get("name", ""))
            club = creating.start_club(request.user, name)
    except RuleError as error:
        return show_desk(request, error)
    messages.success(request, _("The club has been created. Now add its first tournament."))
    return redirect("desk_new", club.pk)


@require_POST
@login_required
def example(request: SignedInRequest) -> HttpResponse:
    """Create an example evening, for accounts that may start a club."""
    if not may_found_clubs(request.user):
        raise PermissionDenied(
            _("Only the site's owner or a club's director can start a club. Ask for an invitation.")
        )
    try:
        check_more(CLUBS, request)
        count_more(CLUBS, request)
        tournament = make_example(request.user)
    except RuleError as error:
        return show_desk(request, error)
    return redirect("desk_board", tournament.pk)


# State
# ----------------------------------------------------------------------------------------------


@require_GET
@of_tournament
def tournament(request: SignedInRequest, tournament: Tournament) -> HttpResponse:  # noqa: ARG001 - who may was asked
    """Redirect to the board, which shows the state; this address is permanent."""
    return redirect("desk_board", tournament.pk)


def _finish(request: SignedInRequest, tournament: Tournament) -> None:
    """Finish the last stage and the tournament: one button does both."""
    last = tournament.stages.select_related("tournament").last()
    if last is not None and last.state == Stage.State.RUNNING:
        stages.finish_stage(last, request.user)
    creating.finish_tournament(tournament, request.user)


def _reopen(request: SignedInRequest, tournament: Tournament) -> None:
    creating.reopen_tournament(tournament, request.user)
    last = tournament.stages.select_related("tournament").last()
    if last is not None and last.state == Stage.State.FINISHED:
        stages.reopen_stage(last, request.user)


def _open(request: SignedInRequest, tournament: Tournament) -> None:
    creating.open_tournament(tournament, request.user)


TURNS: dict[str, Callable[[SignedInRequest, Tournament], None]] = {
    "open": _open,
    "finish": _finish,
    "reopen": _reopen,
}


@require_POST
@of_tournament
def change_state(request: SignedInRequest, tournament: Tournament, action: str) -> HttpResponse:
    """Open, finish or reopen the tournament."""
    if action not in TURNS:
        raise Http404
    try:
        with transaction.atomic():
            TURNS[action](request, tournament)
    except RuleError as error:
        tournament.refresh_from_db()
        return show_board(request, tournament, error)
    texts = {
        "open": _("The tournament is open: everybody can see it."),
        "finish": _(
            "The tournament is finished: its standings are final. If a result turns out to be "
            "wrong, press “A result is wrong”."
        ),
        "reopen": _("The tournament is open again."),
    }
    messages.success(request, texts[action])
    return redirect("desk_board", tournament.pk)


@require_POST
@of_tournament
def delete(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Delete a tournament that was never opened, or the example; a finished one after a preview."""
    name, over = tournament.name, tournament.state in TOURNAMENT["clear"]
    try:
        if tournament.club.example:
            delete_example(tournament.club)
        elif over and "seen" in request.POST:
            delete_finished(tournament, request.user, request.POST["seen"][:LONGEST_ECHO])
        else:
            creating.delete_tournament(tournament)
    except RuleError as error:
        return (
            show_over(request, tournament, error)
            if over
            else show_board(request, tournament, error)
        )
    messages.success(request, _("%(name)s has been deleted.") % {"name": name})
    response = redirect("desk")
    patch_cache_control(response, no_store=True)
    return response
