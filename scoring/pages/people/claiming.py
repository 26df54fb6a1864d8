"""Claims on a person: who holds one, who requests one, and the personal link."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.addresses import sender_of
from scoring.games.access.claims import (
    asked_by,
    asking_for,
    claim_of,
    claims_of,
    ends_at,
    holder_of,
    link_of_token,
    live_link_of,
    was_opened_by,
)
from scoring.games.access.devices import expect_device, known_device
from scoring.games.access.limit_counts import CLAIMS_OF_AN_ADDRESS, check_limit, count_use
from scoring.games.access.links import qr_svg, still_opens, token_of
from scoring.games.permissions import keeps
from scoring.models import Claim, Player
from scoring.pages.common import address_for_others, by_field, only_here, status_of
from scoring.pages.people.access import device_that_asks, known, person_for_keeper
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

LAST = 10  # ended claims that are shown


# Names of the kinds in `Device.kind`
KINDS = {
    "iPhone": gettext_noop("an iPhone"),
    "iPad": gettext_noop("an iPad"),
    "Android": gettext_noop("an Android phone"),
    "Windows": gettext_noop("a Windows computer"),
    "Mac": gettext_noop("a Mac"),
    "Linux": gettext_noop("a Linux computer"),
}


def who_is(claim: Claim) -> str:
    """Return the account's name, or the kind of phone and its age, so that its owner
    can be asked.
    """
    if claim.account is not None or claim.phone is None:
        return str(claim.account)
    day = date_format(timezone.localtime(claim.phone.created_at), "SHORT_DATE_FORMAT")
    kind = _(KINDS[claim.phone.kind]) if claim.phone.kind in KINDS else _("a phone")
    return _("%(phone)s, here since %(day)s (code %(code)s)") % {
        "phone": kind,
        "day": day,
        "code": claim.phone.code,
    }


class Asking:
    """A request to be a person. The keeper judges it by the account's e-mail address; its owner was
    told so.
    """

    def __init__(self, claim: Claim) -> None:
        self.key, self.player, self.at = claim.pk, claim.player, claim.asked_at
        self.who, self.email = who_is(claim), claim.account.email if claim.account else ""


def asked_of(clubs: Collection[int]) -> list[Asking]:
    """Return all requests in these clubs' lists, for their keepers: one query, none
    without a club.
    """
    return (
        [Asking(claim) for claim in asking_for(Player.listed.filter(club__in=clubs))]
        if clubs
        else []
    )


class ClaimPage:
    """At most nine queries, fewer for callers who are neither keeper nor the person."""

    def __init__(self, player: Player, request: HttpRequest, errors: Sequence[str] = ()) -> None:
        self.player, self.errors, self._request = player, errors, request
        self.device, self.user = known_device(request), request.user
        self.keeps = keeps(player, self.device, self.user)

    @cached_property
    def claim(self) -> Claim | None:
        return claim_of(self.player)

    @property
    def who(self) -> str:
        """The holder, for the keeper and for themselves."""
        return who_is(self.claim) if self.claim else ""

    @cached_property
    def own(self) -> bool:
        """Whether the caller is this person."""
        return (
            self.claim is not None
            and claims_of(self.device, self.user).filter(pk=self.claim.pk).exists()
        )

    @cached_property
    def asked(self) -> Claim | None:
        """The caller's unanswered request."""
        return asked_by(self.device, self.user).filter(player=self.player).first()

    @cached_property
    def others(self) -> list[Asking]:
        """The requests for this person, for the keeper."""
        if not self.keeps:
            return []
        return [Asking(claim) for claim in asking_for(Player.objects.filter(pk=self.player.pk))]

    @cached_property
    def _link(self) -> tuple[str, datetime] | None:
        link = live_link_of(self.player) if self.keeps else None
        if link is None or not still_opens(link):
            return None
        address = address_for_others(self._request, reverse("claim", args=[token_of(link)]))
        return address, ends_at(link)

    @property
    def address(self) -> str:
        """The personal link, if there is one to hand over."""
        return self._link[0] if self._link else ""

    @property
    def until(self) -> datetime | None:
        return self._link[1] if self._link else None

    @property
    def qr(self) -> SafeString | str:
        return qr_svg(self.address) if self.address else ""

    @property
    def only_here(self) -> bool:
        return only_here(self._request)

    @cached_property
    def before(self) -> list[tuple[str, Claim]]:
        """Ended claims, newest first, for the keeper."""
        if not self.keeps:
            return []
        rows = Claim.objects.filter(player=self.player, ended_at__isnull=False).select_related(
            "account", "phone"
        )
        return [(who_is(claim), claim) for claim in rows.order_by("-ended_at")[:LAST]]


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
