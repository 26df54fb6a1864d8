"""How the evening is run: agreement, the end of time, objections."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.actions.evening import change_evening
from tournaments.actions.integrity import carry_out
from tournaments.lifecycle import TOURNAMENT
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.hall.forms import AGREEMENTS, UNFINISHED, EveningForm


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def evening(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show and change the settings of the evening, each choice in plain words."""
    if request.method != "POST":
        return _page(request, tournament, EveningForm.of(tournament))
    form = EveningForm.read(request.POST)
    try:
        about = form.check()
        carry_out(tournament, lambda: change_evening(tournament, request.user, **about))
    except RuleError as error:
        return _page(request, tournament, form, error)
    messages.success(request, _("Saved."))
    return redirect("desk_evening", tournament.pk)


def _page(
    request: SignedInRequest,
    tournament: Tournament,
    form: EveningForm,
    error: RuleError | None = None,
) -> HttpResponse:
    fields = by_field(error.mistakes) if error else {}
    context = {
        "tournament": tournament,
        "tab": "setup",
        "form": form,
        "agreements": AGREEMENTS,
        "unfinished": UNFINISHED,
        "may_change": tournament.state in TOURNAMENT["set_up"],
        "field_errors": fields,
        "errors": [text for key, text in fields.items() if key not in EveningForm.KEYS],
        "this_page": reverse("desk_evening", args=[tournament.pk]),
    }
    return render(request, "tournaments/hall/evening.html", context, status=status_of(error))
