"""How visitors see the names of club members who have not made their own choice."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.models import Club
from scoring.people.actions.name_visibility import show_club
from scoring.rules import RuleError
from tournaments.pages.common import SignedInRequest, messages_of
from tournaments.pages.desk.queries.name_visibility import NamesPage
from tournaments.permissions import accounts_that_may

LONGEST = 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def names(request: SignedInRequest, club_id: int) -> HttpResponse:
    """Set it, and list the people with a setting of their own."""
    club = get_object_or_404(
        Club, pk=club_id, roles__user=request.user.pk, roles__name__in=accounts_that_may("direct")
    )
    errors: list[str] = []
    if request.method == "POST":
        try:
            show_club(club, request.POST.get("shown", "")[:LONGEST])
        except RuleError as error:
            errors = messages_of(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("desk_names", club.pk)
    context = {
        "club": club,
        "page": NamesPage(club),
        "errors": errors,
        "this_page": reverse("desk_names", args=[club_id]),
    }
    return render(request, "tournaments/desk/names.html", context, status=422 if errors else 200)
