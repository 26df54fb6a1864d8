"""My page: a person's games over all their lists, and their settings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.games.access.claims import claims_of
from scoring.games.access.devices import known_device
from scoring.games.parsing import whole_of
from scoring.models import Claim, Evening
from scoring.pages.common import status_of
from scoring.pages.field_names import sentences
from scoring.pages.people.drilldown import games_page, rounds_page
from scoring.people.actions.claiming import set_findable, transfer_to_account
from scoring.rules import RuleError
from tournaments.clubs.actions.evenings import record_answer
from tournaments.pages.mine.queries import MyGame

LONGEST = 60  # characters of a parameter
ANSWERS = {"1": True, "0": False}


@never_cache
@require_safe
def my_game(request: HttpRequest) -> HttpResponse:
    """Show everything that the account or phone played, under all their names."""
    return _show(request)


def _show(request: HttpRequest, error: RuleError | None = None) -> HttpResponse:
    message = " ".join(sentences(error.mistakes)) if error else ""
    page = _page(request)
    context = {"page": page, "frame": page.frame, "refused": message}
    return render(
        request,
        "tournaments/mine/my_game.html",
        context,
        status=status_of(error),
    )


def _page(request: HttpRequest) -> MyGame:
    return MyGame(known_device(request), request.user, request.GET.get("open", "")[:LONGEST])


@never_cache
@require_safe
def rounds(request: HttpRequest, figure: str) -> HttpResponse:
    """Show the rounds behind a figure, from all lists."""
    together = _page(request).together
    return _drilldown(
        request,
        "rounds",
        together and rounds_page(together, figure[:LONGEST], _page_number(request)),
    )


@never_cache
@require_safe
def games(request: HttpRequest, figure: str) -> HttpResponse:
    """Show the games behind a figure, from all lists."""
    together = _page(request).together
    return _drilldown(
        request, "games", together and games_page(together, figure[:LONGEST], _page_number(request))
    )


def _page_number(request: HttpRequest) -> int:
    return whole_of(request.GET.get("page", ""), 1, digits=6)


def _drilldown(request: HttpRequest, kind: str, found: object) -> HttpResponse:
    if found is None:
        raise Http404(_("There is no such figure."))
    return render(request, f"tournaments/mine/my_{kind}.html", {"page": found})


@never_cache
@require_POST
def account(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Move a claim of this phone to the account signed in on it."""
    claim = _own(request, claim_id)
    if request.user.pk is None:
        return redirect("my_game")
    try:
        transfer_to_account(claim, request.user.pk)
    except RuleError as error:
        return _show(request, error)
    return redirect("my_game")


@never_cache
@require_POST
def found(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Set whether search engines may list their public pages."""
    claim = _own(request, claim_id)
    try:
        set_findable(claim, found=request.POST.get("found") == "1")
    except RuleError as error:
        return _show(request, error)
    return redirect("my_game")


@never_cache
@require_POST
def answer_evening(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Answer an evening of one of the person's clubs, from any browser: coming, or not this
    time.
    """
    evening = Evening.objects.select_related("club").filter(pk=evening_id).first()
    players = _page(request).players if evening else []
    me = next((player for player in players if evening and player.club_id == evening.club_id), None)
    if evening is None or me is None:
        raise Http404(_("This evening does not belong to any of your clubs."))
    coming = ANSWERS.get(request.POST.get("coming", ""))
    if coming is None:
        return redirect("my_game")
    try:
        record_answer(evening, me, coming=coming)
    except RuleError as error:
        return _show(request, error)
    return redirect("my_game")


def _own(request: HttpRequest, claim_id: int) -> Claim:
    claim: Claim = get_object_or_404(claims_of(known_device(request), request.user), pk=claim_id)
    return claim
