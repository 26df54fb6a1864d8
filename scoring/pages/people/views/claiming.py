"""Claim a person: hand over a personal link, request, answer, open the link, give it back."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.addresses import sender_of
from scoring.games.access.claims import holder_of, link_of_token, was_opened_by
from scoring.games.access.devices import expect_device, known_device
from scoring.games.access.limit_counts import CLAIMS_OF_AN_ADDRESS, check_limit, count_use
from scoring.games.permissions import keeps
from scoring.models import Claim, Player
from scoring.pages.common import by_field, status_of
from scoring.pages.people.access import device_that_asks, known, person_for_keeper
from scoring.pages.people.claiming import ClaimPage
from scoring.pages.share.views import kept_secret
from scoring.people.actions.claiming import (
    agree,
    ask,
    claim_by_link,
    claim_own,
    end,
    make_link,
    revoke_link,
)
from scoring.rules import RuleError


@require_safe
def claim_page(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show whose name this is, and to the keeper of the list, the possible actions."""
    (player,) = known(request, player_id)
    return _show(request, player)


def _show(request: HttpRequest, player: Player, error: RuleError | None = None) -> HttpResponse:
    errors = list(by_field(error.mistakes).values()) if error else []
    status = status_of(error)
    page = ClaimPage(player, request, errors)
    return kept_secret(render(request, "scoring/people/claim.html", {"page": page}, status=status))


@require_POST
def make(request: HttpRequest, player_id: int) -> HttpResponse:
    """Create or replace the personal link."""
    player = person_for_keeper(request, player_id)
    try:
        make_link(player, device_that_asks(request), request.user.pk if player.club else None)
    except RuleError as error:
        return _show(request, player, error)
    return redirect("person_claim", player.pk)


@require_POST
def revoke(request: HttpRequest, player_id: int) -> HttpResponse:
    """Revoke the personal link."""
    player = person_for_keeper(request, player_id)
    revoke_link(player)
    return redirect("person_claim", player.pk)


@require_POST
def request_claim(request: HttpRequest, player_id: int) -> HttpResponse:
    """Claim: the keeper is asked; the keeper's own claim needs no consent."""
    (player,) = known(request, player_id)
    try:
        if keeps(player, known_device(request), request.user):
            claim_own(player, holder_of(request), device_that_asks(request), request.user.pk)
            return redirect("my_game")
        check_limit(CLAIMS_OF_AN_ADDRESS, sender_of(request))
        ask(player, holder_of(request))
        count_use(CLAIMS_OF_AN_ADDRESS, sender_of(request))
    except RuleError as error:
        return _show(request, player, error)
    return redirect("person_claim", player.pk)


@require_POST
def answer(request: HttpRequest, player_id: int, claim_id: int) -> HttpResponse:
    """Accept or decline a request. Requests for people of other lists are not found here."""
    player = person_for_keeper(request, player_id)
    claim = get_object_or_404(Claim, pk=claim_id, player=player)
    agreed = request.POST.get("agreed", "")
    try:
        if agreed == "1":
            agree(claim, device_that_asks(request), request.user.pk)
        elif agreed == "0" and claim.asked:
            end(claim, Claim.End.DECLINED, device_that_asks(request), request.user.pk)
    except RuleError as error:
        return _show(request, player, error)
    return redirect("person_claim", player.pk)


@require_POST
def give_back(request: HttpRequest, player_id: int, claim_id: int) -> HttpResponse:
    """End a claim: its holder gives it up, or the keeper revokes it."""
    (player,) = known(request, player_id)
    device = known_device(request)
    claim = get_object_or_404(Claim, pk=claim_id, player=player)
    own = (
        claim.account_id == request.user.pk
        if claim.account_id
        else device is not None and claim.phone_id == device.pk
    )
    if own:
        end(claim, Claim.End.LEFT, device, request.user.pk)
    elif keeps(player, device, request.user):
        end(claim, Claim.End.TAKEN, device, request.user.pk)
    else:
        raise PermissionDenied(_("Only this person and the keeper of the list can take this back."))
    return redirect("my_game") if own and claim.held else redirect("person_claim", player.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Show a personal link. Opening changes nothing, since messengers fetch links; the button
    claims.
    """
    link = link_of_token(token)
    if link is None:
        if request.method == "POST" and was_opened_by(token, known_device(request), request.user):
            return kept_secret(redirect("my_game"))  # the second of two taps
        return kept_secret(render(request, "scoring/people/claim_gone.html", status=404))
    errors: list[str] = []
    status = 200
    if request.method == "POST":
        try:
            claim_by_link(link, holder_of(request))
            return kept_secret(redirect("my_game"))
        except RuleError as error:
            errors, status = list(by_field(error.mistakes).values()), status_of(error)
    expect_device(request)
    context = {"player": link.player, "errors": errors, "signed_in": request.user.pk is not None}
    return kept_secret(render(request, "scoring/people/claim_link.html", context, status=status))
