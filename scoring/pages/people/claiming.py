"""Claims on a person: who holds one, who requests one, and the personal link."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.games.access.claims import (
    asked_by,
    asking_for,
    claim_of,
    claims_of,
    ends_at,
    live_link_of,
)
from scoring.games.access.devices import known_device
from scoring.games.access.links import qr_svg, still_opens, token_of
from scoring.games.permissions import keeps
from scoring.models import Claim, Player
from scoring.pages.common import address_for_others, only_here

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
