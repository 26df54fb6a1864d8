"""Who has a say: the people of the club at its desk, a link for a further one, and the page that link opens."""

from typing import Protocol, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.pages.common import address_for_others, only_here
from scoring.rules import RuleError
from scoring.typed import whole_of
from tournaments.actions import people as acting
from tournaments.models import Role, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.desk.queries.people import role_shown, roles_shown
from tournaments.permissions import BY_ACCOUNT, OWNER

READ_AND_WRITE = ["GET", "HEAD", "POST"]


class Inviting(Protocol):
    """What this page asks of the site's accounts: the address of a link by which somebody makes one."""

    def invitation_address(self, request: HttpRequest, *, next_address: str) -> str: ...


@require_http_methods(READ_AND_WRITE)
@of_tournament
def people(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Who has a say in the club's tournaments.

    An owner makes links for others (`invite`: a role), gives another role (`change` and `role`), takes out (`remove`).
    """
    if request.method != "POST":
        return _people_page(request, tournament)
    if "remove" in request.POST:
        return _remove(request, tournament)
    if "change" in request.POST:
        return _change(request, tournament)
    role = request.POST.get("invite", "")
    if role not in Role.Name.values:
        return _people_page(request, tournament, unchosen=True)
    token = acting.invite(tournament, role, request.user)
    join = reverse("desk_join", args=[token])
    # The account's own link: who has no account yet makes one on the way.
    link = address_for_others(request, cast("Inviting", request.user).invitation_address(request, next_address=join))
    return _people_page(request, tournament, link=link, role=role)


def _role_or_404(tournament: Tournament, sent: str) -> Role:
    rows = Role.objects.select_related("user")
    found: Role = get_object_or_404(rows, club=tournament.club_id, pk=whole_of(sent, 0))
    return found


def _change(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    role = _role_or_404(tournament, request.POST["change"])
    try:
        changed = acting.change_role(tournament, role, request.POST.get("role", ""), request.user)
    except RuleError as error:
        return _people_page(request, tournament, error=error)
    if changed is not None:
        said = {"name": role.user.name, "role": changed.get_name_display()}
        messages.success(request, _("%(name)s: %(role)s.") % said)
    return _back(request, tournament, role)


def _remove(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    role = _role_or_404(tournament, request.POST["remove"])
    try:
        acting.remove_role(tournament, role, request.user)
    except RuleError as error:
        return _people_page(request, tournament, error=error)
    messages.success(request, _("%(name)s no longer has a role here.") % {"name": role.user.name})
    return _back(request, tournament, role)


def _back(request: SignedInRequest, tournament: Tournament, role: Role) -> HttpResponse:
    """To this page; who is no owner any more would find nothing here."""
    stays = role.user_id != request.user.pk or Role.objects.filter(pk=role.pk, name=OWNER).exists()
    return redirect(reverse("desk_people", args=[tournament.pk]) if stays else "desk")


def _people_page(
    request: SignedInRequest,
    tournament: Tournament,
    *,
    link: str = "",
    role: str = "",
    unchosen: bool = False,
    error: RuleError | None = None,
) -> HttpResponse:
    roles = list(Role.objects.filter(club=tournament.club_id).select_related("user").order_by("pk"))
    roles.sort(key=lambda one: BY_ACCOUNT.index(one.name))
    owners = [one for one in roles if one.name == OWNER]
    context = {
        "tournament": tournament,
        "tab": "setup",
        # The last owner stays one: the club would have none.
        "roles": [(one, len(owners) > 1 or one.name != OWNER) for one in roles],
        "choices": roles_shown(),
        "link": link,
        "link_role": role_shown(role) if role else None,
        "unchosen": unchosen,
        "only_here_machine": only_here(request),
        "errors": messages_of(error) if error else [],
        "this_page": reverse("desk_people", args=[tournament.pk]),
    }
    return render(request, "tournaments/desk/people.html", context, status=409 if error else 422 if unchosen else 200)


@require_http_methods(READ_AND_WRITE)
@never_cache
@login_required
def join(request: SignedInRequest, token: str) -> HttpResponse:
    """What the link opens: which club it is, what one may there, and a button to join."""
    found = acting.read_invitation(token)
    if found is None:
        return render(request, "tournaments/desk/join.html", {"tournament": None}, status=404)
    invitation, tournament = found
    context = {"tournament": tournament, "role": role_shown(invitation.role), "token": token}
    if request.method != "POST":
        return render(request, "tournaments/desk/join.html", context)
    try:
        role = acting.join_club(invitation, tournament, request.user)
    except RuleError as error:
        return render(
            request, "tournaments/desk/join.html", {"tournament": None, "errors": messages_of(error)}, status=409
        )
    said = {"club": tournament.club.name, "role": role.get_name_display()}
    messages.success(request, _("You have joined %(club)s: %(role)s.") % said)
    return redirect("desk")
