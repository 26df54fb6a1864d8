"""Hide a finished tournament from visitors, or delete it after a preview."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.pages.common import status_of
from scoring.rules import RuleError
from tournaments.actions.hiding_deleting import conceal, deletion_of
from tournaments.lifecycle import TOURNAMENT
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def over(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show what `?delete` would remove; the button there posts to the desk.

    POST `concealed`: 1 hides, 0 shows.
    """
    if request.method != "POST":
        return show_over(request, tournament)
    try:
        held = conceal(tournament, request.user, concealed=request.POST.get("concealed") == "1")
    except RuleError as error:
        return show_over(request, tournament, error)
    message = _("Visitors no longer see it.") if held.concealed else _("Visitors see it again.")
    messages.success(request, message)
    return redirect("desk_over", tournament.pk)


def show_over(
    request: SignedInRequest, tournament: Tournament, error: RuleError | None = None
) -> HttpResponse:
    """Render the page, with an error."""
    asked = "delete" in request.GET or (error is not None and "seen" in request.POST)
    opened = tournament.state in TOURNAMENT["clear"]
    context = {
        "tournament": tournament,
        "tab": "setup",
        "opened": opened,
        "going": deletion_of(tournament) if asked and opened else None,
        "errors": messages_of(error) if error else [],
        "this_page": reverse("desk_over", args=[tournament.pk]),
    }
    return render(request, "tournaments/desk/over.html", context, status=status_of(error))
