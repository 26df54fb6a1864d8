"""Duplicate at the desk: the seal of the deals, or what players noted of theirs, and the sheets
from which boards are prepared.

Only directors get here, and directors who play see no board that they have not played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.games.access.devices import known_device
from scoring.pages.common import status_of
from scoring.rules import RuleError, RuleSet
from tournaments.actions.deals import open_complete, open_deals, seal_deals
from tournaments.models import Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament, stage_or_404
from tournaments.pages.deals import (
    HandShown,
    deal_seal,
    hands_shown,
    noted_boards,
    suit_names,
)
from tournaments.pages.forms import BoundedForm, WholeNumberField
from tournaments.pages.movements import in_ranges, numbers_in
from tournaments.pages.printed.page_breaks import paginate
from tournaments.pages.printed.print_request import PrintRequest
from tournaments.pages.travellers import matches_on
from tournaments.pairing.duplicate.deals import deal
from tournaments.pairing.duplicate.event import Duplicate
from tournaments.pairing.formats import FORMATS
from tournaments.stage.deals import (
    boards_played,
    cards_are_known,
    dealt_and_noted,
    dealt_by_app,
    own_entrants,
)
from tournaments.stage.history import history_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

BOARDS_PER_PAGE = 2
MOST_BOARDS = 200  # printed without a movement, for a number of pairs that nobody knows yet
USUAL_BOARDS = 30


class DealsForm(BoundedForm):
    """Asks for boards; the caller confirms that they do not play. `message`: no such board."""

    message: ClassVar[Any]
    spectator = forms.BooleanField(required=False)

    def boards(self) -> Sequence[int]:
        raise NotImplementedError


class SheetsForm(DealsForm):
    """Which boards to print."""

    message = gettext_lazy("Enter numbers of boards, the first one first.")
    first = WholeNumberField(message=message, least=1, most=MOST_BOARDS)
    last = WholeNumberField(message=message, least=1, most=MOST_BOARDS)

    def boards(self) -> range:
        return range(self.cleaned_data["first"], self.cleaned_data["last"] + 1)


@dataclass(frozen=True)
class Sheet:
    """One board as it is dealt."""

    board: int
    hands: Sequence[HandShown]
    deal: int = 1


@dataclass(frozen=True)
class Caller:
    """Who asks, as far as this stage is concerned: the names under which they play here, and then
    the boards that they have played.
    """

    names: Sequence[str]
    played: Sequence[int]

    @property
    def played_shown(self) -> str:
        return in_ranges(self.played)


def _stage(tournament: Tournament, number: int) -> Stage:
    stage = stage_or_404(tournament, number)
    if not cards_are_known(stage):
        raise Http404(_("The app does not know the cards of this stage."))
    return stage


def _caller(request: SignedInRequest, stage: Stage) -> Caller:
    own = own_entrants(stage, request.user, known_device(request))
    if not own:
        return Caller((), ())
    names = names_of(stage.tournament, public=False)
    played = boards_played(history_of(stage), own)
    return Caller(sorted(names[who] for who in own), sorted(played))


def _boards(stage: Stage) -> int:
    """Return how many boards the movement has for those who play or are entered now."""
    format_, pairs = FORMATS[stage.format], len(numbers_in(history_of(stage)))
    pairs = pairs or stage.participations.count() or stage.tournament.entrants.count()
    try:
        return (
            format_.movement(pairs, stage.format_settings).boards
            if isinstance(format_, Duplicate)
            else 0
        )
    except RuleError:
        return USUAL_BOARDS


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def deals(request: SignedInRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Show what is sealed and ask which boards to print; a POST seals the deals before the stage
    begins.
    """
    row = _stage(tournament, stage)
    if request.method == "POST" and dealt_by_app(row):
        try:
            seal_deals(row, request.user)
        except RuleError as error:
            return deals_page(request, row, errors=messages_of(error), status=status_of(error))
        messages.success(request, _("Sealed: from now on nobody can change the cards."))
        return redirect("desk_deals", tournament.pk, stage)
    return deals_page(request, row)


@require_POST
@of_tournament
def sheets(request: SignedInRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Show dealing sheets to print, as the answer to a form, so that no address opens them."""
    row = _stage(tournament, stage)
    form = SheetsForm(request.POST.dict())
    wanted, refusal = boards_for(request, row, form)
    if refusal is not None:
        return refusal
    grand = RuleSet.of(row.variant, row.rules).grand_allowed
    try:
        found = _sheets(row, request.user, wanted, split=grand)
    except RuleError as error:
        return deals_page(
            request, row, errors=messages_of(error), form=form, status=status_of(error)
        )
    context = {
        "tournament": tournament,
        "stage": row,
        "what": "deals",
        "title": _("Dealing sheets"),
        "size": PrintRequest(request, tournament).size,
        "pages": paginate(found, BOARDS_PER_PAGE),
        "grand": grand,
        "suits": list(suit_names().items()),
        "seal": deal_seal(row),
        "day": tournament.starts_on or timezone.localdate(),
        "back": reverse("desk_deals", args=[tournament.pk, stage]),
        "this_page": reverse("desk_deals", args=[tournament.pk, stage]),
    }
    return render(request, "tournaments/printed/deals.html", context)


def _sheets(
    stage: Stage, by: "AbstractBaseUser", boards: Sequence[int], *, split: bool
) -> list[Sheet]:
    """Return these boards as they are dealt, and log it; of noted cards those that are complete.
    Raises RuleError. `split`: the first eight cards apart, which of noted cards nobody knows.
    """
    if dealt_by_app(stage):
        seed = open_deals(stage, by, boards)
        hands = [dict(enumerate(deal(seed, one))) for one in boards]
        return [
            Sheet(one, hands_shown(cards, split=split))
            for one, cards in zip(boards, hands, strict=True)
        ]
    return [
        Sheet(board, hands_shown(hands), number)
        for (board, number), hands in open_complete(stage, by, boards).items()
    ]


def boards_for(
    request: SignedInRequest, stage: Stage, form: DealsForm
) -> tuple[Sequence[int], HttpResponse | None]:
    """Return the boards of a form that the caller may see, or the page that says why none."""
    caller = _caller(request, stage)
    wanted: Sequence[int] = form.boards() if form.is_valid() else ()
    if caller.names:
        wanted = [one for one in wanted if one in caller.played]
    errors = _refused(form, caller, wanted)
    if not errors:
        return wanted, None
    status = 409 if form.is_valid() and caller.names else 422
    sheets_form = form if isinstance(form, SheetsForm) else None
    return (), deals_page(request, stage, errors=errors, form=sheets_form, status=status)


def _refused(form: DealsForm, caller: Caller, wanted: Sequence[int]) -> list[str]:
    """Return why no cards are shown; empty if they are."""
    if not form.is_valid():
        return [*form.messages.values()]
    if not (form.cleaned_data["spectator"] or caller.names):
        return [_("Confirm that you do not play in this session.")]
    if wanted:
        return []
    if caller.names:
        return [_("You play in this session: you see a board once you have played it.")]
    return [str(form.message)]


def deals_page(
    request: SignedInRequest,
    stage: Stage,
    *,
    errors: Sequence[str] = (),
    form: SheetsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament, count = stage.tournament, _boards(stage)
    on = matches_on(history_of(stage)) if dealt_and_noted(stage) else {}
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "rounds",
        "stage": stage,
        "seal": deal_seal(stage),
        "noted": noted_boards(stage, on) if dealt_and_noted(stage) else None,
        "waiting": stage.state == Stage.State.WAITING,
        "caller": _caller(request, stage),
        "boards": count,
        "most": MOST_BOARDS,
        "form": form or SheetsForm(initial={"first": 1, "last": count}),
        "errors": errors,
        "this_page": reverse("desk_deals", args=[tournament.pk, stage.number]),
    }
    return render(request, "tournaments/rounds/deals.html", context, status=status)
