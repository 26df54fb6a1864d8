"""Claims ("that is me") on people: those held, those requested, and personal links."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from scoring.games.access.devices import device_of, hash_of
from scoring.games.names.visibility import FULL, person
from scoring.games.permissions import keeps
from scoring.models import Claim, ClaimLink, Device, Player
from scoring.models.claims import ASKED, HELD

LASTS = timedelta(days=14)  # an unopened personal link
MOST_ASKING = 100  # shown to the keeper of a list


@dataclass(frozen=True)
class Holder:
    """Who claims: the account if signed in, else the phone. Exactly one of them."""

    account: Any = None
    phone: Device | None = None


def holder_of(request: HttpRequest) -> Holder:
    """Return the holder for a view that writes, creating a device if needed.

    Raises TooManyError if its address has created too many devices.
    """
    return Holder(account=request.user) if request.user.pk else Holder(phone=device_of(request))


def held_by(holder: Holder) -> Q:
    return Q(account=holder.account.pk) if holder.account is not None else Q(phone=holder.phone)


def claims_of(device: Device | None, user: Any) -> QuerySet[Claim]:
    """Return the claims held by the requesting account and phone."""
    own = Q(pk__in=[])
    if user.pk is not None:
        own |= Q(account=user.pk)
    if device is not None:
        own |= Q(phone=device)
    return Claim.objects.filter(HELD, own)


def claim_in(club: int, device: Device | None, user: Any) -> Claim | None:
    """Return the claim in a club of the requesting account, or else phone: one query."""
    rows = claims_of(device, user).filter(club=club).select_related("player")
    return min(rows, key=lambda claim: claim.account_id is None, default=None)


def is_own(player: Player, device: Device | None, user: Any) -> bool:
    """Return whether the requesting account or phone has claimed this person: one query."""
    return claims_of(device, user).filter(player=player).exists()


def asked_by(device: Device | None, user: Any) -> QuerySet[Claim]:
    """Return the unanswered requests of the requesting account, or else phone."""
    if user.pk is None and device is None:
        return Claim.objects.none()
    return Claim.objects.filter(
        ASKED, Q(account=user.pk) if user.pk is not None else Q(phone=device)
    )


def claim_of(player: Player) -> Claim | None:
    """Return the claim held on a person, if any: one query."""
    return Claim.objects.filter(HELD, player=player).select_related("account", "phone").first()


def asking_for(players: QuerySet[Player]) -> list[Claim]:
    """Return the unanswered requests for these people, oldest first. One query."""
    rows = Claim.objects.filter(ASKED, player__in=players.order_by().values("pk"))
    return list(rows.select_related("player", "account", "phone")[:MOST_ASKING])


def link_of_token(token: str) -> ClaimLink | None:
    """Return the personal link of a token.

    None if it is unknown, closed, too old, of a person who is gone, or of one whose list its maker
    no longer keeps.
    """
    rows = ClaimLink.objects.select_related(
        "player__club", "player__device", "by_device", "by_account"
    )
    link = rows.filter(
        token_hash=hash_of(token), closed_at__isnull=True, made_at__gt=timezone.now() - LASTS
    ).first()
    return link if link is not None and is_link_valid(link) else None


def was_opened_by(token: str, device: Device | None, user: Any) -> bool:
    """Return whether the requesting account or phone claimed its person by this used link."""
    link = ClaimLink.objects.filter(token_hash=hash_of(token), closed_at__isnull=False).first()
    return link is not None and claims_of(device, user).filter(player=link.player_id).exists()


def is_link_valid(link: ClaimLink) -> bool:
    """Return whether the person of a link still exists and its maker still keeps their list."""
    player, by = link.player, link.by_account or AnonymousUser()
    there = player.erased_at is None and player.merged_into_id is None
    return (
        there
        and keeps(player, link.by_device, by)
        and (link.by_account is None or link.by_account.is_active)
    )


def live_link_of(player: Player) -> ClaimLink | None:
    """Return a person's link that can still be opened: one query, and those about its maker."""
    rows = ClaimLink.objects.select_related(
        "player__club", "player__device", "by_device", "by_account"
    )
    link = rows.filter(
        player=player, closed_at__isnull=True, made_at__gt=timezone.now() - LASTS
    ).first()
    return link if link is not None and is_link_valid(link) else None


def ends_at(link: ClaimLink) -> datetime:
    return link.made_at + LASTS


def may_be_found(player: Player) -> bool:
    """Return whether search engines may be allowed for a person: an adult whose full name visitors
    see.

    Expects the club to be loaded.
    """
    of_club = player.club.shown if player.club else None
    one = person(player.name, player.shown, player.alias, player.minor, of_club)
    return not player.minor and one.how == FULL and player.erased_at is None


def are_found(people: Iterable[Player]) -> bool:
    """Return whether all of these people allowed search engines and may: one query.
    False for none.
    """
    keys = [one.pk if may_be_found(one) else None for one in people]
    if not keys or None in keys:
        return False
    return Claim.objects.filter(HELD, found=True, player__in=keys).count() == len(keys)
