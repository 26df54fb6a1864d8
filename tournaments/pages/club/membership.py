"""Founding, joining and leaving a club. Phones that join are offered the names of its players."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.devices import device_of, expect_device, known_device, new_device_of
from scoring.games.access.limit_counts import CLUBS, check_more, count_more
from scoring.games.access.links import live_link
from scoring.games.host import ClubRole
from scoring.models import Club, Device, Link
from scoring.pages.common import by_field, check_not_closed, status_of
from scoring.people.actions.people_list import new_club_name
from scoring.rules import RuleError
from tournaments.actions.creating import start_club
from tournaments.pages.common import SignedInRequest
from tournaments.permissions import clubs_of, may_found_clubs


@never_cache
@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Show the phone's club; without one the account's clubs, and how to found or join one."""
    device = known_device(request)
    if device and device.club_id:
        return redirect("club_home", device.club_id)
    expect_device(request)
    return _show(request)


def _show(
    request: HttpRequest,
    *,
    typed: str = "",
    errors: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    own = Club.objects.filter(pk__in=clubs_of(request.user, ClubRole.HELPER)).order_by("name", "pk")
    context = {
        "typed": typed,
        "errors": errors or {},
        "may_start": may_found_clubs(request.user),
        "own": own,
    }
    return render(request, "tournaments/club/club.html", context, status=status)


@require_POST
@login_required
def start(request: SignedInRequest) -> HttpResponse:
    """Found a club. A phone that has one keeps it, so a double tap founds one club."""
    if not may_found_clubs(request.user):
        raise PermissionDenied(
            _("Only the site's owner or a club's director can start a club. Ask for an invitation.")
        )
    typed = request.POST.get("name", "")
    check_more(CLUBS, request)
    try:
        with new_device_of(request) as asking:
            device = Device.objects.select_for_update().get(pk=asking.pk)
            # Checked under the lock: a second tap finds the club of the first.
            if device.club_id is None:
                name = new_club_name(request.user, typed)
                count_more(CLUBS, request)
                device.club = start_club(request.user, name)
                device.save(update_fields=["club"])
    except RuleError as error:
        kept = typed[:200].replace("\0", "")
        return _show(request, typed=kept, errors=by_field(error.mistakes), status=status_of(error))
    return redirect("club")


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Leave the club. The phone keeps the names that it knows itself; the club keeps its own."""
    device = known_device(request)
    if device:
        Device.objects.filter(pk=device.pk).update(club=None)
    return redirect("club")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show a joining link; only its button joins."""
    found = live_link(token, Link.Role.MEMBER)
    if found is None or found.club is None:
        return render(request, "tournaments/club/unknown.html", status=404)
    check_not_closed(found.club)
    if request.method == "POST":
        Device.objects.filter(pk=device_of(request).pk).update(club=found.club)
        return redirect("club")
    expect_device(request)
    device = known_device(request)
    return render(
        request,
        "tournaments/club/join.html",
        {"club": found.club, "before": device.club if device else None},
    )
