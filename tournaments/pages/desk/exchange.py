"""Whole tournaments as documents: export, and import from a file or pasted text."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scoring.games.access.limit_counts import DOCUMENTS, TOURNAMENTS, check_more, count_more
from scoring.games.names.validation import alphabetical
from scoring.models import Club
from scoring.pages.carried_file import packed, unpacked
from scoring.pages.common import worded
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.backing_up import note_back_up
from tournaments.actions.common import rule_error
from tournaments.actions.importing import ImportPreview, import_draft, preview_import
from tournaments.exchange.checking import read_text
from tournaments.exchange.writing import text_of
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pairing.formats import FORMATS
from tournaments.permissions import accounts_that_may

LONGEST_ECHO = 300_000  # characters of a document that is shown again with its errors
MOST_NAMES = 12


@require_GET
@of_tournament
def export_document(request: SignedInRequest, tournament: Tournament) -> HttpResponse:  # noqa: ARG001
    """Download the tournament as a file: a back-up of it."""
    now = timezone.now()
    response = HttpResponse(text_of(tournament), content_type="application/json")
    note_back_up(tournament, now)
    name = slugify(tournament.name) or "tournament"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def import_document(request: SignedInRequest) -> HttpResponse:
    """Create a tournament in one of the account's clubs, from a file or pasted text.

    First a page shows what the document contains. It sends the document along, packed: between the
    two steps the server does not keep it.
    """
    may_direct = {"roles__user": request.user.pk, "roles__name__in": accounts_that_may("direct")}
    mine = Club.objects.filter(**may_direct, example=False)
    clubs = sorted(mine, key=lambda club: alphabetical(club.name))
    if request.method != "POST":
        return _page(request, clubs)
    club = next((one for one in clubs if str(one.pk) == request.POST.get("club", "")), None)
    user = request.user
    try:
        if club is None:
            raise rule_error("no_club", "club", gettext_noop("Choose one of your clubs."))
        content = _content(request)
        check_more(TOURNAMENTS, request)
        check_more(DOCUMENTS, request)
        document = read_text(content)
        count_more(DOCUMENTS, request)  # whatever the outcome
        if "packed" not in request.POST:
            return _preview(request, club, preview_import(club, document), content)
        tournament = import_draft(club, user, document)
        count_more(TOURNAMENTS, request)
    except RuleError as error:
        return _page(request, clubs, error)
    messages.success(
        request,
        _(
            "The tournament has been imported with all its games. Only directors can see it until "
            "you open it."
        ),
    )
    return redirect("desk_board", tournament.pk)


def _content(request: SignedInRequest) -> bytes:
    """Return the posted document: packed by the page before, as a file, or as text.

    Raises RuleError if it is missing or too large.
    """
    most: int = settings.LARGEST_DOCUMENT
    file = request.FILES.get("file")
    if "packed" in request.POST:
        content = unpacked(request.POST["packed"], most)
    elif file is not None:
        content = file.read()
    else:
        content = request.POST.get("document", "").strip().encode("utf-8", "surrogatepass")
    if len(content) > most:
        text = gettext_noop(
            "This is larger than %(most)s MB: the site's owner can import it on the server."
        )
        raise rule_error("too_large", "document", text, most=most // 1_000_000)
    if not content:
        raise rule_error(
            "no_document",
            "document",
            gettext_noop("Choose the file, or paste its contents."),
        )
    return content


def _preview(
    request: SignedInRequest, club: Club, found: ImportPreview, content: bytes
) -> HttpResponse:
    """Show what the document contains, with the button that creates the tournament."""
    context = {
        "club": club,
        "found": found,
        "unit": Tournament.Unit(found.unit).label,
        "was": Tournament.State(found.state).label,
        "stages": [(one, _(FORMATS[one.format].name)) for one in found.stages],
        "known": found.known[:MOST_NAMES],
        "more": max(len(found.known) - MOST_NAMES, 0),
        "packed": packed(content),
        "this_page": request.path,
    }
    return render(request, "tournaments/desk/import_preview.html", context)


def _page(
    request: SignedInRequest, clubs: list[Club], error: RuleError | None = None
) -> HttpResponse:
    mistakes = worded(error.mistakes) if error else []
    asks = len(clubs) > 1  # only then is there a field for the error
    text = request.POST.get("document", "")
    context = {
        "clubs": clubs,
        "mistakes": [one for one in mistakes if not asks or one["field"] != "club"],
        "club_error": next((one["message"] for one in mistakes if one["field"] == "club"), ""),
        "document": text if len(text) <= LONGEST_ECHO else "",
        "chosen": request.POST.get("club", ""),
        "most": settings.LARGEST_DOCUMENT // 1_000_000,
        "this_page": request.path,
    }
    return render(request, "tournaments/desk/import.html", context, status=422 if error else 200)
