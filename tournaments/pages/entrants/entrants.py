"""The desk's list of entrants: requests, entrants, who is missing; adding one or a whole list."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.games.names.validation import alphabetical
from scoring.pages.common import posted_whole, status_of
from scoring.rules import Conflict, Mistake, RuleError
from tournaments.actions import entering, registering
from tournaments.actions.integrity import carry_out
from tournaments.actions.new_entrants import PENDING, check_rows
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import BETWEEN, family_and_given, members_of, shown_name
from tournaments.pages import round_steps
from tournaments.pages.change_preview import Step, is_published, preview_or_take
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.entrants.forms import Fields, parse_entrant
from tournaments.pages.entrants.queries import filter_by_name
from tournaments.pages.next_action import Now, current_state
from tournaments.pages.pasted_list import (
    entrants_in,
    fingerprint_of,
    parsed_list_context,
    read_posted,
    with_namesakes,
)
from tournaments.pages.search import looked_for
from tournaments.reading_lists.found import Reading

S = Entrant.State
LEADS_ON = frozenset({"open", "draw"})  # next steps that lead to this page


# The list
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EntrantLine:
    """An entrant in the desk's list."""

    entrant: Entrant
    name: str
    members: Sequence[str]  # empty if the name already has them
    is_short: bool = False  # a pair with an open place

    @property
    def looked_for(self) -> str:
        """Return the sort key of a list to search by eye: a team's own name, else the first family
        name.
        """
        if self.entrant.label:
            return self.name
        return " ".join(family_and_given(self.name.split(BETWEEN)[0])).strip()

    @property
    def here(self) -> bool:
        return self.entrant.checked_in_at is not None


def entrant_lines(tournament: Tournament) -> list[EntrantLine]:
    """Return everybody in a tournament, ordered by number: two queries."""
    entrants = list(tournament.entrants.all())
    members = members_of(entrants)
    return [
        EntrantLine(
            entrant,
            shown_name(entrant, members.get(entrant.pk, ()), public=False),
            (members.get(entrant.pk) or entrant.asked_names) if entrant.label else (),
            tournament.unit == Tournament.Unit.PAIR
            and entrant.state == S.ENTERED
            and len(members.get(entrant.pk, ())) == 1,
        )
        for entrant in entrants
    ]


@require_GET
@of_tournament
def entrants(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the list; `?show=door` has large buttons for check-in, `?show=missing` lists who is not
    here.
    """
    return entrants_page(request, tournament)


def entrants_page(
    request: SignedInRequest,
    tournament: Tournament,
    *,
    add: Fields | None = None,
    error: RuleError | None = None,
    show: str | None = None,
) -> HttpResponse:
    """Render the list, with the error of the button or form that was used."""
    lines = entrant_lines(tournament)
    entered = _in_state(lines, {S.ENTERED})
    missing = [line for line in entered if not line.here]
    show = request.GET.get("show", "") if show is None else show
    form = add or Fields()
    now = current_state(tournament)
    context = {
        "tournament": tournament,
        "tab": "entrants",
        "now": now,
        "step": None if show else _step(now),
        **_chosen(request, lines, {"door": entered, "missing": missing}, show),
        "played": entering.is_played(tournament),
        "may_seed": len(entered) > 1 and now.stages[0].row.state == Stage.State.WAITING,
        **_applicants(lines),
        **_check_in(entered, missing, now),
        "form": form,
        "name_fields": form.names(tournament.unit),
        "added": _added(request, lines),
        "errors": (messages_of(error) if error else []) + form.elsewhere(tournament.unit),
        "this_page": reverse("desk_entrants", args=[tournament.pk]),
    }
    status = 422 if add and error is None else status_of(error)
    return render(request, "tournaments/entrants/entrants.html", context, status=status)


def _chosen(
    request: SignedInRequest,
    lines: Sequence[EntrantLine],
    at_door: Mapping[str, Sequence[EntrantLine]],
    show: str,
) -> dict[str, Any]:
    """Return the list to show, and those in it that the search finds: everybody but applicants, or
    a list for the door.
    """
    if show in at_door:  # people are found by family name there
        shown = sorted(at_door[show], key=lambda line: alphabetical(line.looked_for))
    else:
        shown = _in_state(lines, set(S) - set(PENDING))
    typed = looked_for(request)
    return {
        "typed": typed,
        "show": show if show in at_door else "",
        "lines": filter_by_name(shown, typed),
        "counted": len(shown),
    }


def _applicants(lines: Iterable[EntrantLine]) -> dict[str, Any]:
    """Return those who wait for an answer, and the number of the newest."""
    applicants = _in_state(lines, PENDING)
    return {
        "asking": applicants,
        "asked_last": max((line.entrant.number for line in applicants), default=0),
    }


def _check_in(
    entered: Sequence[EntrantLine], missing: Sequence[EntrantLine], now: Now
) -> dict[str, Any]:
    present = len(entered) - len(missing)
    return {
        "entered": len(entered),
        "present": present,
        # If a round is being played and nobody was ever checked in, check-in is not used.
        "ticked": present > 0 or not _has_begun(now),
        "missing": missing,
    }


def _in_state(lines: Iterable[EntrantLine], states: Collection[str]) -> list[EntrantLine]:
    return [line for line in lines if line.entrant.state in states]


def _step(now: Now) -> round_steps.Step | None:
    """Return the next step, if this page leads to it."""
    return now.step if now.step is not None and now.step.key in LEADS_ON else None


def _added(request: SignedInRequest, lines: Sequence[EntrantLine]) -> EntrantLine | None:
    """Return the entrant that was just added."""
    number = request.GET.get("added")
    return next((line for line in lines if str(line.entrant.number) == number), None)


def _has_begun(now: Now) -> bool:
    """Whether a round was published."""
    return any(
        one.row.state != SessionRound.State.DRAFT for line in now.stages for one in line.rounds
    )


@require_POST
@of_tournament
def enter(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Add an entrant."""
    user = request.user
    made: list[Entrant] = []
    try:
        row = parse_entrant(request.POST, tournament.unit)
        here = "away" not in request.POST
        page = late(
            request,
            tournament,
            lambda reason: made.extend(entering.enter(tournament, user, [row], reason, here=here)),
        )
        if page is not None:
            return page
    except RuleError as error:
        form = Fields.refused(request.POST.dict(), error.mistakes)
        if isinstance(error, Conflict):
            return entrants_page(request, tournament, add=Fields(form.typed), error=error, show="")
        return entrants_page(request, tournament, add=form, show="")
    # The message is shown at the form, ready for the next entrant: the top of a long list is far
    # away.
    return redirect(f"{reverse('desk_entrants', args=[tournament.pk])}?added={made[-1].number}")


def late(
    request: SignedInRequest, tournament: Tournament, do: Callable[[str], object]
) -> HttpResponse | None:
    """Add an entrant: directly before anything is published, afterwards with a preview."""
    if not is_published(tournament):
        do("")
        return None
    back = reverse("desk_entrants", args=[tournament.pk])
    return preview_or_take(request, tournament, Step(_("Add a late entrant"), "entered", do, back))


@require_POST
@of_tournament
def refuse_all(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Refuse every request that was on the list when it was shown."""
    try:
        count = registering.refuse_all(tournament, request.user, posted_whole(request, "up_to"))
    except RuleError as error:
        return entrants_page(request, tournament, error=error, show="")
    messages.success(
        request, ngettext("%(n)s request refused.", "%(n)s requests refused.", count) % {"n": count}
    )
    return redirect("desk_entrants", tournament.pk)


# Pasted lists
# --------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def pasted_list(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Parse a pasted list, show the result, then enter all of it.

    What is entered is what was shown: if the text was changed since, it is shown again first.
    """
    if request.method != "POST":
        return _list_page(request, tournament, "")
    text = request.POST.get("list", "").replace("\0", "\ufffd")
    reading = with_namesakes(read_posted(text, tournament.unit, request.POST), tournament.club)
    rows = entrants_in(reading)
    mistakes = [*reading.mistakes, *check_rows(tournament, rows)]
    enters = "enter" in request.POST and request.POST.get("seen") == fingerprint_of(reading)
    if not enters:
        return _list_page(request, tournament, text, reading, mistakes)
    if mistakes or not rows:
        return _list_page(request, tournament, text, reading, mistakes, status=422)
    user = request.user
    try:
        # No preview: each line was checked, and new entrants change no rank before the next draw.
        carry_out(tournament, lambda: entering.enter(tournament, user, rows))
    except RuleError as error:
        return _list_page(
            request,
            tournament,
            text,
            reading,
            list(error.mistakes),
            status=status_of(error),
        )
    count = len(rows)
    message = ngettext("%(count)s entrant added.", "%(count)s entrants added.", count)
    messages.success(request, message % {"count": count})
    return redirect("desk_entrants", tournament.pk)


def _list_page(
    request: SignedInRequest,
    tournament: Tournament,
    text: str,
    reading: Reading | None = None,
    mistakes: Sequence[Mistake] = (),
    status: int = 200,
) -> HttpResponse:
    found = reading or Reading(())
    shown = parsed_list_context(found, mistakes, request.POST)
    context: dict[str, Any] = {
        "tournament": tournament,
        "text": text,
        "looked": reading is not None,
        "seen": fingerprint_of(found),
        "may_enter": bool(found.rows) and not mistakes,
        **shown,
        "errors": shown["list_errors"],
        "this_page": reverse("desk_list", args=[tournament.pk]),
    }
    return render(request, "tournaments/entrants/pasted.html", context, status=status)
