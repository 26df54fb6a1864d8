"""A whole club as a document: export and import."""

import base64
import binascii
import gzip
import io
from tempfile import TemporaryFile
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scoring.games.access.limit_counts import CLUBS, WHOLE_CLUBS, check_more, count_more
from scoring.models import Club
from scoring.pages.common import ClubClosedError
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.common import rule_error
from tournaments.clubs.club_document import LARGEST_AT_DESK, LARGEST_PACKED
from tournaments.clubs.club_document.reading import import_club, inspect_document
from tournaments.clubs.club_document.writing import write_club
from tournaments.exchange.slices import delete_imported_club, unchanged_imports_of
from tournaments.pages.common import SignedInRequest, messages_of
from tournaments.pages.desk.views import show_desk
from tournaments.permissions import OWNER, accounts_that_may, may_found_clubs

LEVEL = 6  # of gzip
CONTENT_TYPE = "application/gzip"
# Bytes of a packed document that stay in memory; larger ones are kept on disk until sent
IN_MEMORY = 1_000_000


@require_GET
@never_cache
@login_required
def export_club(request: SignedInRequest, club_id: int) -> HttpResponseBase:
    """Download the club as a packed file; once it is closed, only its owners can.

    It is written completely before the first byte is sent: a phone on a slow line does not hold a
    database connection, and an inconsistent database yields an error, not a broken file.
    """
    club = get_object_or_404(
        Club, pk=club_id, roles__user=request.user.pk, roles__name__in=accounts_that_may("direct")
    )
    if club.closed and not club.roles.filter(user=request.user.pk, name=OWNER).exists():
        raise ClubClosedError(club)
    file = TemporaryFile()  # noqa: SIM115 - the answer closes it
    try:
        with gzip.GzipFile("", "wb", LEVEL, file, mtime=0) as packed:
            write_club(club, packed)
    except RuleError as error:
        file.close()
        return show_desk(request, error)
    size = file.tell()
    file.seek(0)
    response: HttpResponseBase
    if size > IN_MEMORY:
        response = FileResponse(file, content_type=CONTENT_TYPE)
    else:
        with file:
            response = HttpResponse(file.read(), content_type=CONTENT_TYPE)
    response["Content-Disposition"] = (
        f'attachment; filename="{slugify(club.name) or "club"}.jsonl.gz"'
    )
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def import_document(request: SignedInRequest) -> HttpResponseBase:
    """Create a club from a file.

    First a page shows what is in it and sends it along: the server keeps nothing in between. POST
    `back`: the club whose import is undone.
    """
    if not may_found_clubs(request.user):
        raise PermissionDenied(
            _("Only the site's owner or a club's director can start a club. Ask for an invitation.")
        )
    if request.method != "POST":
        return _page(request)
    if "back" in request.POST:
        return _take_back(request)
    try:
        content = _content(request)
        check_more(CLUBS, request)
        check_more(WHOLE_CLUBS, request)
        count_more(WHOLE_CLUBS, request)
        if "packed" not in request.POST:
            found = inspect_document(io.BytesIO(content), LARGEST_AT_DESK)
            return _page(request, found=found, packed=base64.b64encode(content).decode("ascii"))
        # Also counted on failure: until then the machine is busy with it.
        count_more(CLUBS, request)
        club = import_club(io.BytesIO(content), request.user, LARGEST_AT_DESK)
    except RuleError as error:
        return _page(request, error)
    messages.success(
        request, _("The club has been imported with all its games. Its phones have to join again.")
    )
    return redirect("club_home", club.pk)


def _take_back(request: SignedInRequest) -> HttpResponseBase:
    """Undo an import of a club, as long as nothing was done in it."""
    club = next(
        (one for one in unchanged_imports_of(request.user) if str(one.pk) == request.POST["back"]),
        None,
    )
    if club is None:
        text = gettext_noop("Something was done in this club since the import: it stays.")
        return _page(request, rule_error("club_changed", "back", text))
    delete_imported_club(club)
    messages.success(request, _("Import undone: the club and everything imported are gone."))
    return redirect("desk_club_import")


def _content(request: SignedInRequest) -> bytes:
    """Return the posted document: from the page before, or as a file.

    Raises RuleError if there is none.
    """
    file = request.FILES.get("file")
    content = b""
    if "packed" in request.POST:
        try:
            content = base64.b64decode(request.POST["packed"], validate=True)
        except (binascii.Error, ValueError):
            content = b""
    elif file is not None:
        content = file.read()
    if len(content) > LARGEST_PACKED:
        text = gettext_noop(
            "This is larger than %(most)s MB: the site's owner can import it on the server."
        )
        raise rule_error("too_large", "document", text, most=LARGEST_PACKED / 1_000_000)
    if not content:
        raise rule_error("no_document", "document", gettext_noop("Choose the file."))
    return content


def _page(
    request: SignedInRequest, error: RuleError | None = None, **more: Any
) -> HttpResponseBase:
    context = {
        "errors": messages_of(error) if error else [],
        "most": LARGEST_PACKED / 1_000_000,
        "unchanged": unchanged_imports_of(request.user),
        "this_page": reverse("desk_club_import"),
        **more,
    }
    name = "club_preview" if "found" in more else "club_import"
    return render(request, f"tournaments/desk/{name}.html", context, status=422 if error else 200)
