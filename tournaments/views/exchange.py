"""A whole tournament as a document: to be downloaded, and to be pasted in again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scoring.counting import TOURNAMENTS, check_more, note_more
from scoring.models import Club
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from scoring.views.common import worded
from tournaments.actions.backing_up import note_back_up
from tournaments.exchange import LARGEST
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of
from tournaments.models import Tournament
from tournaments.permissions import accounts_that_may
from tournaments.views.common import of_tournament

LONGEST_ECHO = 300_000  # characters of a document that is shown again beside what is wrong with it


@require_GET
@of_tournament
def export_document(request: HttpRequest, tournament: Tournament) -> HttpResponse:  # noqa: ARG001
    """The tournament as a file: a back-up of it."""
    now = timezone.now()
    response = HttpResponse(text_of(tournament), content_type="application/json")
    note_back_up(tournament, now)
    name = slugify(tournament.name) or "tournament"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def import_document(request: HttpRequest) -> HttpResponse:
    """A new tournament in one of the own clubs, from a pasted document."""
    clubs = list(
        Club.objects.filter(roles__user=request.user.pk, roles__name__in=accounts_that_may("direct")).order_by("name")
    )
    if request.method != "POST":
        return _page(request, clubs)
    text, chosen = request.POST.get("document", ""), request.POST.get("club", "")
    club = next((one for one in clubs if str(one.pk) == chosen), None)
    try:
        if club is None:
            raise RuleError([Mistake("no_club", "club", gettext_noop("Please choose one of your clubs."))])
        written = text.strip().encode("utf-8", "surrogatepass")
        if len(written) > LARGEST:
            words = gettext_noop("The document is larger than %(most)s MB: whoever runs this site can read it in.")
            raise RuleError([Mistake("too_large", "document", words, {"most": LARGEST // 1_000_000})])
        check_more(TOURNAMENTS, request)
        tournament = import_tournament(club, request.user, written)  # type: ignore[arg-type]
        note_more(TOURNAMENTS, request)
    except RuleError as error:
        return _page(request, clubs, error, text=text, chosen=chosen)
    messages.success(request, _("The tournament is here, with all that was played. The document stays as it is."))
    return redirect("desk_tournament", tournament.pk)


def _page(
    request: HttpRequest,
    clubs: list[Club],
    error: RuleError | None = None,
    *,
    text: str = "",
    chosen: str = "",
) -> HttpResponse:
    mistakes = worded(error.mistakes) if error else []
    asks = len(clubs) > 1  # only then there is a field beside which it could stand
    context = {
        "clubs": clubs,
        "mistakes": [one for one in mistakes if not asks or one["field"] != "club"],
        "club_error": next((one["message"] for one in mistakes if one["field"] == "club"), ""),
        "document": text if len(text) <= LONGEST_ECHO else "",
        "chosen": chosen,
        "this_page": request.path,
    }
    return render(request, "desk/import.html", context, status=422 if error else 200)
