"""How visitors see the names of a club's people."""

from functools import cached_property

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.games.names.seat_names import erased_name
from scoring.games.names.visibility import COLUMNS, person, seen_by_visitors
from scoring.models import Club, Player
from scoring.models.games import OF_A_CLUB
from scoring.pages.common import check_not_closed
from scoring.people.actions.name_visibility import show_club
from scoring.rules import RuleError
from tournaments.pages.common import SignedInRequest, messages_of
from tournaments.permissions import accounts_that_may

EXAMPLE = "Anna Muster"


class NamesPage:
    """The choices with an example each, and the people with a setting of their own: one query."""

    def __init__(self, club: Club) -> None:
        self.club = club

    @property
    def ways(self) -> list[tuple[str, str, str, bool]]:
        """Return key, name, example, and whether it is chosen."""
        return [
            (
                key,
                str(name),
                seen_by_visitors(EXAMPLE, key) or erased_name(),
                key == self.club.shown,
            )
            for key, name in OF_A_CLUB
        ]

    @cached_property
    def others(self) -> list[tuple[str, str, bool]]:
        """Return name, what visitors see, and whether they are under 18."""
        own = (
            Player.listed.filter(club=self.club)
            .exclude(Q(shown="") & Q(minor=False))
            .order_by("name")
        )
        found = [person(*row) for row in own.values_list(*COLUMNS)]
        return [(one.name, one.seen or erased_name(), one.minor) for one in found]


LONGEST = 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def names(request: SignedInRequest, club_id: int) -> HttpResponse:
    """Set it, and list the people with a setting of their own."""
    club = get_object_or_404(
        Club, pk=club_id, roles__user=request.user.pk, roles__name__in=accounts_that_may("direct")
    )
    check_not_closed(club)
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
