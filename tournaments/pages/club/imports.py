"""The pages of imports: what a file would add, what was imported, what undoing it would remove."""

from datetime import date

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.games.access.devices import device_of
from scoring.games.access.limit_counts import DOCUMENTS, check_more, count_more
from scoring.games.actions.common import rule_error
from scoring.games.nights import night_of
from scoring.models import Import
from scoring.pages.carried_file import packed, unpacked
from scoring.pages.club_frame import ClubFrame
from scoring.pages.common import by_field, status_of, worded
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.clubs.actions.imports import make_import, preview_import, preview_undo, undo_import
from tournaments.clubs.imports import FORMS, LARGEST, read
from tournaments.pages.club.access import KEEPS, ClubRequest, of_club
from tournaments.pages.club.forms import NO_DAY
from tournaments.pages.club.import_preview import ImportsPage, PreviewPage, counts_in_words

LONGEST_ECHO = 300_000  # characters of a text that is shown again with its errors
MOST_ANSWERS, LONGEST_ANSWER = 200, 100


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(KEEPS)
def imports(request: ClubRequest) -> HttpResponse:
    """List the imports, and import a file.

    First a page shows what the file would add. It sends the file along, packed: between the two
    steps the server does not keep it.
    """
    if request.method != "POST" or "edit" in request.POST:
        return _page(request)
    try:
        content = _content(request)
        check_more(DOCUMENTS, request)
        form = request.POST.get("form", "")
        reading = read(content, form if form in FORMS else "")
        # Counted in both steps and whatever the outcome: reading is what costs.
        count_more(DOCUMENTS, request)
        day = _day(request)
        plan = preview_import(
            request.club,
            reading,
            day=day,
            same=_answers(request, "same"),
            other_people=_answers(request, "asked") - _answers(request, "known"),
        )
        if "make" not in request.POST:
            return _preview(request, PreviewPage(plan), content, form, day)
        made = make_import(plan, device_of(request), request.user.pk)
    except RuleError as error:
        return _page(request, error)
    messages.success(request, _success_message(made))
    return redirect("club_imports", request.club.pk)


def _success_message(made: Import) -> str:
    what = counts_in_words(made.games, made.rounds, made.people)
    return _("Imported: %(what)s.") % {"what": what} if what else _("Imported.")


def _content(request: ClubRequest) -> bytes:
    """Return what was sent: packed by the page before, as a file, or as text.

    Raises RuleError if missing or too large.
    """
    file = request.FILES.get("file")
    if "packed" in request.POST:
        content = unpacked(request.POST["packed"], LARGEST)
    elif file is not None:
        content = file.read()
    else:
        content = request.POST.get("text", "").strip().encode("utf-8", "replace")
    if len(content) > LARGEST:
        text = gettext_noop(
            "This is larger than %(most)s MB: import it in parts or with the command."
        )
        raise rule_error("too_large", "file", text, most=LARGEST // 1_000_000)
    if not content:
        raise rule_error("empty", "file", gettext_noop("Choose the file, or paste its contents."))
    return content


def _answers(request: ClubRequest, name: str) -> set[str]:
    """Return the ticked answers to a question; texts too long to be answers are left out."""
    given = request.POST.getlist(name)[:MOST_ANSWERS]
    return {one for one in given if len(one) <= LONGEST_ANSWER}


def _day(request: ClubRequest) -> date:
    """Return the date of games without one of their own.

    Raises RuleError if it is invalid or in the future.
    """
    typed = request.POST.get("day", "").strip()[:20]
    try:
        found = parse_date(typed) if typed else night_of(timezone.now())
    except ValueError:
        found = None
    if found is None:
        raise rule_error("bad_date", "day", NO_DAY)
    return found


def _preview(
    request: ClubRequest, page: PreviewPage, content: bytes, form: str, day: date
) -> HttpResponse:
    context = {
        "frame": ClubFrame(request.club, request.rights, "people"),
        "page": page,
        "packed": packed(content),
        "form": form,
        "day": day.isoformat(),
    }
    return render(request, "tournaments/club/import_preview.html", context)


def _page(request: ClubRequest, error: RuleError | None = None) -> HttpResponse:
    text = request.POST.get("text", "")
    if "packed" in request.POST:  # pasted text is kept if the second step is refused
        text = (
            unpacked(request.POST["packed"], LONGEST_ECHO)
            .decode("utf-8", "replace")
            .replace("\0", "")
        )
    context = {
        "frame": ClubFrame(request.club, request.rights, "people"),
        "page": ImportsPage(request.club),
        "mistakes": worded(error.mistakes) if error else [],
        "text": text if len(text) <= LONGEST_ECHO else "",
        "chosen": request.POST.get("form", ""),
        "day": request.POST.get("day", "")[:20],
        "most": LARGEST // 1_000_000,
    }
    status = status_of(error)
    return render(request, "tournaments/club/imports.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(KEEPS)
def undo(request: ClubRequest, import_id: int) -> HttpResponse:
    """Show what undoing an import removes, and undo it."""
    made = get_object_or_404(Import, pk=import_id, club=request.club)
    error: RuleError | None = None
    if request.method == "POST":
        try:
            undo_import(made, device_of(request), request.user.pk)
        except RuleError as refused:
            error = refused
        else:
            messages.success(request, _("Undone: the import was removed."))
            return redirect("club_imports", request.club.pk)
    if made.undone_at is not None:
        return redirect("club_imports", request.club.pk)
    undoing = preview_undo(made)
    context = {
        "frame": ClubFrame(request.club, request.rights, "people"),
        "made": made,
        "undoing": undoing,
        "what": counts_in_words(undoing.games, undoing.rounds, undoing.people),
        "errors": by_field(error.mistakes) if error else {},
    }
    return render(
        request,
        "tournaments/club/import_undo.html",
        context,
        status=status_of(error),
    )
