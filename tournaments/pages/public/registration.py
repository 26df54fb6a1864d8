"""Registration by the public: the form, and the row of the pair just registered."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST

from scoring.games.access.addresses import sender_of
from scoring.games.access.limit_counts import REGISTRATIONS, check_limit, count_use
from scoring.games.access.limits import TooManyError
from scoring.games.names.validation import LONGEST_NAME, tidy
from scoring.games.names.visibility import seen_by_visitors
from scoring.pages.common import status_of
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions import registering
from tournaments.actions.last_round import all_rounds_played
from tournaments.actions.new_entrants import LONGEST_LABEL, SIZES
from tournaments.models import Entrant, Tournament
from tournaments.names import applicants, is_shielded, seen_name
from tournaments.pages.common import messages_of, of_tournament
from tournaments.pages.entrants.forms import (
    BY_ALIAS,
    BY_NAME,
    BY_NUMBER,
    Fields,
    parse_registration,
)
from tournaments.tokens import token_of

# Names shown before anything is typed
EXAMPLES = ("Anna Muster", "Jan Müller")


@dataclass(frozen=True)
class OwnRow:
    """A row of the public list. `club` is empty if it would identify a hidden person."""

    number: int
    name: str
    club: str


def own_row(tournament: Tournament, typed: Mapping[str, str]) -> OwnRow:
    """Return the row of these form fields: one query."""
    number = (tournament.entrants.aggregate(last=Max("number"))["last"] or 0) + 1
    return _row(tournament, typed, number)


def examples(tournament: Tournament, row: OwnRow) -> dict[str, str]:
    """Return what the public sees with each choice of name, for a fictional person."""
    return {how: _row(tournament, {"shown": how}, row.number).name for how in (BY_NAME, BY_NUMBER)}


def _row(tournament: Tournament, typed: Mapping[str, str], number: int) -> OwnRow:
    most = SIZES[tournament.unit][1]
    names = [_text(typed, f"name_{place}", LONGEST_NAME) for place in range(most)]
    how, alias = typed.get("shown"), _text(typed, "alias", LONGEST_LABEL)
    entrant = Entrant(
        number=number,
        label=_text(typed, "label", LONGEST_LABEL),
        club_name=_text(typed, "club_name", LONGEST_LABEL),
        alias=alias if how == BY_ALIAS else "",
        hidden=how == BY_NUMBER,
        asked_names=list(filter(None, names)) or list(EXAMPLES[:most]),
    )
    people = applicants(entrant, tournament)
    return OwnRow(
        number,
        seen_name(entrant, people),
        "" if is_shielded(entrant, people) else entrant.club_name,
    )


def _text(typed: Mapping[str, str], key: str, most: int) -> str:
    return tidy(typed.get(key, "")[:most])


REMEMBERED = 3600  # seconds in which a form sent twice leads to the first registration
S = Entrant.State


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the registration form, and register."""
    if request.method != "POST":
        return _page(request, tournament)
    made = _made_by(request)
    if made is not None:
        return made
    try:
        check_limit(REGISTRATIONS, sender_of(request))
    except TooManyError:
        return _too_many(request, tournament)
    # Counted whether accepted or not: guessing names counts too
    count_use(REGISTRATIONS, sender_of(request))
    try:
        entrant = registering.register(
            tournament, parse_registration(request.POST, tournament.unit)
        )
    except RuleError as error:
        # On a double tap the second request finds the names taken by the first.
        return _made_by(request) or _page(request, tournament, error)
    token = token_of(entrant)
    if _form_id(request):
        cache.set(_form_id(request), token, REMEMBERED)
    return redirect(f"{reverse('own_page', args=[token])}?new=1")


@require_POST
@of_tournament
def register_row(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Preview how the typed fields will appear in the list; nothing is saved.

    Nothing changes if registration is closed or the caller has sent too many forms.
    """
    if not _is_open(tournament):
        return HttpResponse(status=204)
    try:
        check_limit(REGISTRATIONS, sender_of(request))
    except TooManyError:
        return HttpResponse(status=204)
    row = own_row(tournament, request.POST.dict())
    response = render(
        request, "tournaments/public/_own_row.html", {"tournament": tournament, "row": row}
    )
    patch_cache_control(response, no_store=True)
    return response


def _is_open(tournament: Tournament) -> bool:
    return (
        tournament.registration
        and tournament.state in lifecycle.TOURNAMENT["register"]
        and not all_rounds_played(tournament)
    )


def _form_id(request: HttpRequest) -> str:
    """Return the key under which a form is remembered, by the id from the page; empty for an
    invalid one.
    """
    typed = request.POST.get("form_id", "")
    return f"registered:{typed}" if len(typed) == 32 and typed.isascii() and typed.isalnum() else ""


def _made_by(request: HttpRequest) -> HttpResponseRedirect | None:
    """Redirect to the own page that this very form has created already."""
    token = cache.get(_form_id(request)) if _form_id(request) else None
    return HttpResponseRedirect(f"{reverse('own_page', args=[token])}?new=1") if token else None


def _too_many(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the form as typed, for later: this address has sent too many."""
    text = gettext_noop(
        "Too many requests from your connection in the last hour: try again later, or ask the "
        "directors to enter you."
    )
    response = _page(request, tournament, RuleError([Mistake("too_many_from_here", "names", text)]))
    response["Retry-After"] = "600"
    return response


def _page(
    request: HttpRequest, tournament: Tournament, error: RuleError | None = None
) -> HttpResponse:
    form = (
        Fields.refused(request.POST.dict(), error.mistakes) if error else Fields({"shown": BY_NAME})
    )
    counted = tournament.entrants.filter(state=S.ENTERED).count()
    status = _status(error) if error else 200
    row = own_row(tournament, form.typed)
    context = {
        "tournament": tournament,
        "opened": _is_open(tournament),
        "over": all_rounds_played(tournament),
        "entered": counted,
        "waiting": tournament.entrants.filter(state=S.WAITING).count(),
        "full": tournament.limit is not None and counted >= tournament.limit,
        "form": form,
        "name_fields": form.names(tournament.unit),
        "row": row,
        "examples": examples(tournament, row),
        "seen": seen_by_visitors(EXAMPLES[0], tournament.club.shown),
        "example": EXAMPLES[0],
        "form_id": request.POST.get("form_id", "")[:32] or uuid.uuid4().hex,
        "errors": (
            messages_of(error)
            if error and status in {409, 429}
            else form.elsewhere(tournament.unit)
        ),
    }
    response = render(request, "tournaments/public/registration.html", context, status=status)
    patch_cache_control(response, no_store=True)  # each form has an id of its own
    return response


def _status(error: RuleError) -> int:
    return 429 if error.mistakes[0].code == "too_many_from_here" else status_of(error)
