"""An entrant's own page, by a link and without an account: registration, table, results,
standings.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.games.log import note
from scoring.games.names.seat_names import erased_name
from scoring.games.names.visibility import Person
from scoring.pages.common import (
    address_for_others,
    by_field,
    check_not_closed,
    posted_whole,
    status_of,
)
from scoring.pages.live_pages import Also, asks_for_part, live_on, live_page
from scoring.pages.share.views import kept_secret
from scoring.rules import RuleError
from tournaments import lifecycle
from tournaments.actions import agreeing, entering
from tournaments.actions.contacts import is_league
from tournaments.actions.last_round import all_rounds_played
from tournaments.actions.leaving import may_come_back, may_leave
from tournaments.actions.new_entrants import PENDING
from tournaments.actions.notices import mark_notice_read
from tournaments.actions.table_phones import waits_blind
from tournaments.channels import hall_of, match_channel
from tournaments.match.agreement import may_object
from tournaments.match.figures import Figures, field_of, read_figures
from tournaments.models import Entrant, Match, Place, Tournament
from tournaments.names import applicants, names_of, people_in, seen_name, shown_name
from tournaments.pages.common import messages_of
from tournaments.pages.own.message_panel import message_panel
from tournaments.pages.own.queries import (
    clock_face,
    is_open,
    match_at,
    notices_of,
    own_places,
    own_stages,
)
from tournaments.pages.own.result import OwnResult, awaits_agreement, own_results
from tournaments.pages.requested_byes import coming_byes
from tournaments.pages.table.queries import GameFigures
from tournaments.tokens import entrant_of, token_of

P = ParamSpec("P")
LONGEST_ECHO = 400


def by_own_link(
    view: Callable[Concatenate[HttpRequest, Entrant, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a view of an entrant's own page, by the token in the address; an invalid one gets a
    plain sentence.
    """

    @wraps(view)
    def looked_up(
        request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        entrant = entrant_of(token)
        if entrant is not None:
            note(tournament=entrant.tournament_id)
            check_not_closed(entrant.tournament.club)
            return kept_secret(view(request, entrant, *args, **kwargs))
        gone = _("This link no longer works: it was replaced or is incomplete. Ask a director.")
        return kept_secret(render(request, "404.html", {"exception": gone}, status=404))

    return looked_up


# Page
# --------------------------------------------------------------------------------------------------

# Purpose of a form: a result that waits, a published one, one that both sides enter blindly
WRONG, OBJECT, ENTER = "wrong", "object", "enter"


@dataclass(frozen=True)
class OpenForm:
    """The form that is open, for which match, and its rejected content."""

    kind: str
    place: Place
    error: RuleError | None = None


@dataclass(frozen=True)
class OwnForm:
    """The form to object to a result; `result` has the fields for an own version, if it asks."""

    kind: str
    match: Match
    result: Sequence[GameFigures]
    text: str
    wrong: Mapping[str, str]

    @property
    def messages(self) -> list[str]:
        """Return the errors, each once."""
        return list(dict.fromkeys(self.wrong.values()))


@require_safe
@by_own_link
def own_page(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Show everything an entrant wants to know; `?new=1` greets a new registration.

    `?wrong=` and `?object=` with the id of an own match open the form to contest its result,
    `?enter=` the one to enter it blindly. The form is outside the part that updates live, so that
    typed text is kept.
    """
    places = own_places(entrant)
    wanted = ((kind, _at(places, request.GET.get(kind, ""))) for kind in (WRONG, OBJECT, ENTER))
    return answer_with(
        request,
        entrant,
        places,
        next((OpenForm(kind, place) for kind, place in wanted if place), None),
    )


def _at(places: Iterable[Place], sent: str) -> Place | None:
    """Return the entrant's place at the match with this id, None without one."""
    return next((place for place in places if str(place.match_id) == sent), None)


# Actions
# --------------------------------------------------------------------------------------------------


@require_POST
@by_own_link
def own_check_in(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Check in (`here` is 1) or out."""
    try:
        entering.check_in(entrant, None, here=request.POST.get("here") == "1")
    except RuleError as error:
        return answer_with(request, entrant, own_places(entrant), error=error)
    return redirect("own_page", token_of(entrant))


def _agree(request: HttpRequest, entrant: Entrant, place: Place) -> None:
    seen = request.POST.get("seen", "")
    agreeing.agree(
        match_at(place), place.side, seen, how=Match.Agreed.OWN_PAGE.value, entrant=entrant
    )


def _wrong(request: HttpRequest, entrant: Entrant, place: Place) -> None:
    figures = _typed_figures(request, place)
    agreeing.dispute_result(
        match_at(place), place.side, request.POST.get("text", ""), figures, entrant=entrant
    )


def _typed_figures(request: HttpRequest, place: Place) -> Figures | None:
    """Return the own version of a result; None if no number was typed."""
    shape = next((one.shape for one in own_results([place], {})), [])
    names = [(game, side) for game, sides in enumerate(shape) for side in range(sides)]
    if not any(request.POST.get(field_of(game, side), "").strip() for game, side in names):
        return None
    return read_figures(request.POST.dict(), shape)


def _enter(request: HttpRequest, entrant: Entrant, place: Place) -> None:
    shape = next((one.shape for one in own_results([place], {})), [])
    figures = read_figures(request.POST.dict(), shape)
    agreeing.enter_blind(match_at(place), place.side, figures, entrant=entrant)


def _object(request: HttpRequest, entrant: Entrant, place: Place) -> None:
    agreeing.object_to(match_at(place), entrant, request.POST.get("text", ""))


DO: dict[str, Callable[[HttpRequest, Entrant, Place], None]] = {
    "agree": _agree,
    WRONG: _wrong,
    OBJECT: _object,
    ENTER: _enter,
}


@require_POST
@by_own_link
def own_do(request: HttpRequest, entrant: Entrant, action: str) -> HttpResponse:
    """Confirm a result (`agree`), contest it (`wrong`), `object` to a published one, `enter` one
    blindly; or confirm a notice (`seen`).
    """
    if action == "seen":
        if not mark_notice_read(entrant, posted_whole(request, "notice")):
            raise Http404
    else:
        places = own_places(entrant)
        place = _at(places, request.POST.get("match", ""))
        if action not in DO or place is None:
            raise Http404
        try:
            DO[action](request, entrant, place)
        except RuleError as error:
            again = own_places(entrant)
            here = _at(again, str(place.match_id))
            asked = (
                OpenForm(action, here, error) if here and action in {WRONG, OBJECT, ENTER} else None
            )
            return answer_with(request, entrant, again, asked, error=error)
    response = redirect("own_page", token_of(entrant))
    response.status_code = 303
    return response


# Parts
# --------------------------------------------------------------------------------------------------


def answer_with(
    request: HttpRequest,
    entrant: Entrant,
    places: Sequence[Place],
    asked: OpenForm | None = None,
    *,
    error: RuleError | None = None,
    of_messages: bool = False,
) -> HttpResponse:
    """Answer with the page, with the form `asked`; an `error` of messages is shown with them."""
    tournament: Tournament = entrant.tournament
    this_page = reverse("own_page", args=[token_of(entrant)])
    notices = notices_of(entrant)
    shown = (
        entrant.state,
        entrant.checked_in_at,
        tournament.state,
        [one.pk for one in notices],
        *_shown(places),
    )
    hall, version = hall_of(tournament.pk), tournament.hall_version
    live = live_on(request, hall, version, this_page, *shown, also=_also(places))

    def context() -> dict[str, Any]:
        names = names_of(tournament, in_full=True)
        stages, tables = own_stages(entrant, names, places)
        results = own_results(places, names, request.POST)
        over = (
            entrant.state == Entrant.State.ENTERED and not tables and all_rounds_played(tournament)
        )
        may_check_in = (
            entrant.state == Entrant.State.ENTERED
            and tournament.state in lifecycle.TOURNAMENT["check_in"]
            and not over
        )
        return {
            "over": over,
            "may_come_back": may_come_back(entrant),
            "tournament": tournament,
            "entrant": entrant,
            "token": token_of(entrant),
            "may_check_in": may_check_in,
            "checks_out": bool(places) and entrant.checked_in_at is not None,
            "coming": any(stage.next for stage in stages),
            "stages": stages,
            "byes": coming_byes(entrant),
            "table": tables[0] if tables else None,
            "further": tables[1:],
            "results": results,
            "notices": notices,
            "form": _form(request, asked, results) if asked else None,
            "is_public": tournament.state != Tournament.State.DRAFT and not tournament.concealed,
            "this_page": this_page,
        } | (
            {}
            if asks_for_part(request)
            else _whole(request, entrant, asked, error, of_messages=of_messages)
        )

    answer = live_page(
        request, live, "tournaments/own/own.html", "tournaments/own/_own.html", context
    )
    if error is not None:
        answer.status_code = status_of(error)
    return answer


def _whole(
    request: HttpRequest,
    entrant: Entrant,
    asked: OpenForm | None,
    error: RuleError | None,
    *,
    of_messages: bool,
) -> dict[str, Any]:
    """Return the context around the live part."""
    people = people_in([entrant]).get(entrant.pk) or applicants(entrant, entrant.tournament)
    errors = messages_of(error) if error else []
    panel = message_panel(request, entrant, errors if of_messages else ())
    errors_beside = bool(asked or (of_messages and panel))
    return {
        **_names(entrant, people),
        "address": address_for_others(request, reverse("own_page", args=[token_of(entrant)])),
        "new": request.GET.get("new") == "1" and entrant.state in PENDING,
        "errors": [] if errors_beside else errors,
        "messages_to": panel,
        "may_leave": may_leave(entrant),
        "has_contacts": entrant.state == Entrant.State.ENTERED and is_league(entrant.tournament),
    }


def _names(entrant: Entrant, people: Sequence[Person]) -> dict[str, Any]:
    """Return an entrant's name, its members, and how visitors see it if that differs."""
    members = [one.name or erased_name() for one in people]
    name, in_public = shown_name(entrant, members, public=False), seen_name(entrant, people)
    return {
        "name": name,
        "members": members if entrant.label else [],
        "in_public": in_public if in_public != name else "",
    }


def _shown(places: Iterable[Place]) -> Iterable[object]:
    """Yield what the page shows of own matches that may change while the hall's version stays the
    same.

    Hands of a running match are not shown, so they are not in it.
    """
    now = timezone.now()
    for place in places:
        match = match_at(place)
        clock = clock_face(match, now) if is_open(match) else None
        yield (
            match.pk,
            match.version if match.done else 0,
            match.extra_minutes,
            clock.state if clock else "",
        )
        yield may_object(match, now)


def _form(request: HttpRequest, asked: OpenForm, results: Iterable[OwnResult]) -> OwnForm | None:
    """Return the requested form, with typed text; None if there is nothing (more) to contest."""
    match = match_at(asked.place)
    waiting = next((one for one in results if one.match.pk == match.pk), None)
    if not _is_offered(asked.kind, match, waiting):
        return None
    return OwnForm(
        kind=asked.kind,
        match=match,
        result=waiting.fields if waiting and asked.kind != OBJECT else (),
        text=request.POST.get("text", "")[:LONGEST_ECHO],
        wrong=by_field(asked.error.mistakes) if asked.error else {},
    )


def _is_offered(kind: str, match: Match, waiting: OwnResult | None) -> bool:
    """Whether a form is open now; `waiting` is the match's result if it has to be agreed."""
    if kind == OBJECT:
        return may_object(match, timezone.now())
    if waiting is None:
        return False
    if kind == ENTER:
        return waiting.state == "blind"
    # A blind entry cannot be contested before both have entered
    return waiting.state == "disputed" or not waits_blind(match)


def _also(places: Sequence[Place]) -> Also | None:
    """Return the match to follow: the newest that is being played or waits for agreement."""
    on = [match for match in map(match_at, places) if is_open(match) or awaits_agreement(match)]
    if not on:
        return None
    return Also(match_channel(on[-1].pk), on[-1].version)
