"""Who directs: the people of the club at its desk, a link for a further one, and the page that link opens."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.rules import RuleError
from scoring.views.common import means_this_machine
from tournaments.actions import people as acting
from tournaments.models import Role, Tournament
from tournaments.views.common import messages_of, of_tournament

READ_AND_WRITE = ["GET", "HEAD", "POST"]


@require_http_methods(READ_AND_WRITE)
@of_tournament
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who directs the club's tournaments. An owner makes links for others (`invite`), takes people out (`remove`)."""
    if request.method != "POST":
        return _people_page(request, tournament)
    if "remove" in request.POST:
        return _remove(request, tournament)
    role = Role.Name.OWNER if request.POST.get("invite") == Role.Name.OWNER else Role.Name.DIRECTOR
    token = acting.invite(tournament, role, request.user)  # type: ignore[arg-type]
    join = reverse("desk_join", args=[token])
    # The account's own link: who has no account yet makes one on the way.
    link = request.user.invitation_address(request, next_address=join)  # type: ignore[union-attr]
    return _people_page(request, tournament, link=link, role=role)


def _remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    sent = request.POST["remove"]
    pk = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 16 else 0
    role = get_object_or_404(Role.objects.select_related("user"), club=tournament.club_id, pk=pk)
    try:
        acting.remove_role(tournament, role, request.user)  # type: ignore[arg-type]
    except RuleError as error:
        return _people_page(request, tournament, error=error)
    messages.success(request, _("%(name)s directs here no more.") % {"name": role.user.name})
    return redirect("desk" if role.user_id == request.user.pk else reverse("desk_people", args=[tournament.pk]))


def _people_page(
    request: HttpRequest, tournament: Tournament, *, link: str = "", role: str = "", error: RuleError | None = None
) -> HttpResponse:
    roles = list(Role.objects.filter(club=tournament.club_id).select_related("user").order_by("-name", "created_at"))
    owners = [one for one in roles if one.name == Role.Name.OWNER]
    context = {
        "tournament": tournament,
        "tab": "setup",
        "roles": [(one, len(owners) > 1 or one.name != Role.Name.OWNER) for one in roles],
        "link": link,
        "link_role": role,
        "only_here_machine": means_this_machine(request),
        "errors": messages_of(error) if error else [],
        "this_page": reverse("desk_people", args=[tournament.pk]),
    }
    return render(request, "desk/people.html", context, status=409 if error else 200)


@require_http_methods(READ_AND_WRITE)
@never_cache
@login_required
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What the link to direct opens: which club it is, and a button to join."""
    found = acting.read_invitation(token)
    if found is None:
        return render(request, "desk/join.html", {"tournament": None}, status=404)
    invitation, tournament = found
    context = {"tournament": tournament, "role": invitation.role, "token": token}
    if request.method != "POST":
        return render(request, "desk/join.html", context)
    try:
        acting.join_club(invitation, tournament, request.user)  # type: ignore[arg-type]
    except RuleError as error:
        return render(request, "desk/join.html", {"tournament": None, "errors": messages_of(error)}, status=409)
    messages.success(request, _("You now direct the tournaments of %(club)s.") % {"club": tournament.club.name})
    return redirect("desk")
