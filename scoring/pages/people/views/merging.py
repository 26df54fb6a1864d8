"""Merge two records of a list, mark them as two people, separate them: for the keeper."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.devices import known_device
from scoring.models import Merge, Player
from scoring.pages.club_frame import frame_about
from scoring.pages.common import by_field, status_of
from scoring.pages.people.access import device_that_asks, person_for_keeper
from scoring.pages.people.merging import Pairing, others_of
from scoring.people.actions.merging import keep_apart, merge, separate
from scoring.rules import RuleError


@never_cache
@require_safe
def choose(request: HttpRequest, player_id: int) -> HttpResponse:
    """Choose the other record."""
    player = person_for_keeper(request, player_id)
    return _page(request, "merge", player, {"others": others_of(player)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def merging(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """Show both as one person, and merge them: the first one's name stays."""
    stays, goes = person_for_keeper(request, player_id), person_for_keeper(request, other_id)
    if (stays.club_id, stays.device_id) != (goes.club_id, goes.device_id) or stays.pk == goes.pk:
        raise Http404(_("They are in two lists."))
    errors: dict[str, str] = {}
    status = 200
    if request.method == "POST":
        try:
            merge(goes, stays, device_that_asks(request), request.user.pk)
            return redirect("person", stays.pk)
        except RuleError as error:
            errors, status = by_field(error.mistakes), status_of(error)
    context = {"pairing": Pairing(stays, goes), "errors": errors}
    return _page(request, "merge_with", stays, context, status)


@require_POST
def apart(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """Mark them as two people."""
    keep_apart(person_for_keeper(request, player_id), person_for_keeper(request, other_id))
    return redirect("people")


@require_POST
def parting(request: HttpRequest, player_id: int, merge_id: int) -> HttpResponse:
    """Separate merged records."""
    player = person_for_keeper(request, player_id)
    made = get_object_or_404(Merge, pk=merge_id, person=player.pk)
    try:
        separate(made, device_that_asks(request))
    except RuleError as error:
        return _page(request, "merge", player, {"errors": by_field(error.mistakes)}, 409)
    return redirect("person", made.merged)


def _page(
    request: HttpRequest, name: str, player: Player, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of merging in the frame of the list's club."""
    frame = frame_about(player, known_device(request), request.user)
    context |= {"player": player, "frame": frame}
    return render(request, f"scoring/people/{name}.html", context, status=status)
