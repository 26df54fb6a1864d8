"""The roles of a club in words: what each is called, and what it may do."""

from dataclasses import dataclass
from typing import Protocol, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.games.parsing import whole_of
from scoring.models import Club
from scoring.pages.common import address_for_others, check_not_closed, match_of, only_here
from scoring.rules import RuleError
from tournaments.actions import club_roles as acting
from tournaments.actions.club_roles import read_invitation
from tournaments.models import Role, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_club, of_tournament
from tournaments.permissions import BY_ACCOUNT, OWNER

# What each role may do, in one sentence; see `tournaments.permissions.MAY`.
SENTENCES: dict[str, str] = {
    Role.Name.OWNER: gettext_noop(
        "Everything a director can do; also lets other people in and deletes tournaments."
    ),
    Role.Name.DIRECTOR: gettext_noop(
        "Sets up, enters people, draws, publishes, keeps the clock, decides."
    ),
    Role.Name.REFEREE: gettext_noop(
        "Settles disputes, gives penalties and more time; checks people in and enters results "
        "from paper."
    ),
    Role.Name.DESK: gettext_noop(
        "Checks people in and enters results from paper, but makes no rulings."
    ),
    Role.Name.SCREEN: gettext_noop("Opens the wall screens and nothing else."),
}


@dataclass(frozen=True)
class RoleShown:
    """A role to choose: its key, its name, and what it may do."""

    key: str
    name: str
    sentence: str


def role_shown(key: str) -> RoleShown:
    """Return one role in words."""
    return RoleShown(key, str(Role.Name(key).label), _(SENTENCES[Role.Name(key)]))


def roles_shown() -> list[RoleShown]:
    """Return all roles in words, the most powerful first."""
    return [role_shown(key) for key in Role.Name.values]


def invited_to(address: str) -> dict[str, object]:
    """Return the `club` and `role` that a joining link offers; empty for any other address."""
    token = _joining_token(address)
    invited = read_invitation(token) if token is not None else None
    return {"club": invited[1], "role": role_shown(invited[0].role)} if invited else {}


def _joining_token(address: str) -> str | None:
    """Return the token of a joining link, or None if the address is another."""
    found = match_of(address)
    return found.kwargs["token"] if found and found.url_name == "desk_join" else None


def is_dead_link(address: str) -> bool:
    """Return whether an address is a joining link that can no longer be used."""
    token = _joining_token(address)
    return token is not None and read_invitation(token) is None


At = Tournament | Club  # whose desk it is
READ_AND_WRITE = ["GET", "HEAD", "POST"]


class Inviting(Protocol):
    """What this page needs of the site's accounts: the address of an invitation to create one."""

    def invitation_address(self, request: HttpRequest, *, next_address: str) -> str: ...


@require_http_methods(READ_AND_WRITE)
@of_tournament
def people(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show who has a role in the club, within one of its tournaments."""
    return _people(request, tournament)


@require_http_methods(READ_AND_WRITE)
@of_club
def people_of_club(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show the same before the first tournament, and from the club's pages."""
    return _people(request, club)


def _people(request: SignedInRequest, at: At) -> HttpResponse:
    """Show the people.

    Owners make links (`invite`: a role) and take them back (`back`), change roles (`change` and
    `role`), and remove people (`remove`).
    """
    if request.method != "POST":
        return _people_page(request, at)
    if "remove" in request.POST:
        return _remove(request, at)
    if "change" in request.POST:
        return _change(request, at)
    if "back" in request.POST:
        acting.take_back_invitation(at, whole_of(request.POST["back"], 0), request.user)
        messages.success(request, _("The invitation was taken back: its link no longer works."))
        return redirect(_address(at))
    role = request.POST.get("invite", "")
    if role not in Role.Name.values:
        return _people_page(request, at, unchosen=True)
    try:
        token = acting.invite(at, role, request.user)
    except RuleError as error:
        return _people_page(request, at, error=error)
    join = reverse("desk_join", args=[token])
    # The link leads through creating an account for people without one.
    link = address_for_others(
        request, cast("Inviting", request.user).invitation_address(request, next_address=join)
    )
    return _people_page(request, at, link=link, role=role)


def _club_of(at: At) -> Club:
    return at if isinstance(at, Club) else at.club


def _address(at: At) -> str:
    return reverse("desk_roles" if isinstance(at, Club) else "desk_people", args=[at.pk])


def _role_or_404(at: At, sent: str) -> Role:
    rows = Role.objects.select_related("user")
    found: Role = get_object_or_404(rows, club=_club_of(at), pk=whole_of(sent, 0))
    return found


def _change(request: SignedInRequest, at: At) -> HttpResponse:
    role = _role_or_404(at, request.POST["change"])
    try:
        changed = acting.change_role(at, role, request.POST.get("role", ""), request.user)
    except RuleError as error:
        return _people_page(request, at, error=error)
    if changed is not None:
        values = {"name": role.user.name, "role": changed.get_name_display()}
        messages.success(request, _("%(name)s: %(role)s.") % values)
    return _back(request, at, role)


def _remove(request: SignedInRequest, at: At) -> HttpResponse:
    role = _role_or_404(at, request.POST["remove"])
    try:
        acting.remove_role(at, role, request.user)
    except RuleError as error:
        return _people_page(request, at, error=error)
    messages.success(request, _("%(name)s no longer has a role here.") % {"name": role.user.name})
    return _back(request, at, role)


def _back(request: SignedInRequest, at: At, role: Role) -> HttpResponse:
    """Redirect to this page, or away if the account is no longer an owner."""
    stays = role.user_id != request.user.pk or Role.objects.filter(pk=role.pk, name=OWNER).exists()
    return redirect(_address(at) if stays else "desk")


def _people_page(
    request: SignedInRequest,
    at: At,
    *,
    link: str = "",
    role: str = "",
    unchosen: bool = False,
    error: RuleError | None = None,
) -> HttpResponse:
    club = _club_of(at)
    tournament = at if isinstance(at, Tournament) else None
    roles = list(Role.objects.filter(club=club).select_related("user").order_by("pk"))
    roles.sort(key=lambda one: BY_ACCOUNT.index(one.name))
    owners = [one for one in roles if one.name == OWNER]
    context = {
        "club": club,
        "tournament": tournament,
        "frame_template": f"tournaments/{'' if tournament else 'desk/'}_frame.html",
        "tab": "setup",
        # The last owner stays one, or the club would have none.
        "roles": [(one, len(owners) > 1 or one.name != OWNER) for one in roles],
        "invitations": acting.open_invitations(club),
        "choices": roles_shown(),
        "link": link,
        "link_role": role_shown(role) if role else None,
        "unchosen": unchosen,
        "only_here_machine": only_here(request),
        "errors": messages_of(error) if error else [],
        "this_page": _address(at),
    }
    return render(
        request,
        "tournaments/desk/people.html",
        context,
        status=409 if error else 422 if unchosen else 200,
    )


@require_http_methods(READ_AND_WRITE)
@never_cache
@login_required
def join(request: SignedInRequest, token: str) -> HttpResponse:
    """Show what a link offers, the club and the role, with a button to join."""
    found = acting.read_invitation(token)
    if found is None:
        return render(request, "tournaments/desk/join.html", {"club": None}, status=404)
    invitation, club = found
    check_not_closed(club)
    context = {"club": club, "role": role_shown(invitation.role), "token": token}
    if request.method != "POST":
        return render(request, "tournaments/desk/join.html", context)
    try:
        role = acting.join_club(invitation, club, request.user)
    except RuleError as error:
        return render(
            request,
            "tournaments/desk/join.html",
            {"club": None, "errors": messages_of(error)},
            status=409,
        )
    values = {"club": club.name, "role": role.get_name_display()}
    messages.success(request, _("You have joined %(club)s: %(role)s.") % values)
    return redirect("desk")
