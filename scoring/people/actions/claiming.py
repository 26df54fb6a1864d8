"""Claim a person of a list ("that is me"), with the consent of the list's keeper.

The keeper consents by a personal link that they hand over, or by answering a request. Both sides
may end a claim. Every action locks the list first, as starting a game, merging and erasing do.
"""

import logging
import secrets

from django.db import transaction
from django.utils import timezone

from scoring.games.access.claims import Holder, held_by, may_be_found
from scoring.games.access.devices import hash_of
from scoring.games.access.links import token_of
from scoring.games.actions.common import conflict
from scoring.games.actions.starting import lock_list
from scoring.games.host import host
from scoring.models import Claim, ClaimLink, Device, Player
from scoring.models.claims import ASKED, HELD
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop

GONE = gettext_noop("This name is no longer in the list.")
TAKEN = gettext_noop("Someone else is already this person. The keeper of the list can undo that.")
ANOTHER = gettext_noop("You are already someone else in this list. Give that up first.")
ASKED_BEFORE = gettext_noop(
    "You have already asked to be someone in this list and are waiting for an answer."
)
OVER = gettext_noop("This has already been answered or taken back.")
USED = gettext_noop("This link has already been opened or revoked.")
NOT_IN_FULL = gettext_noop("Search engines can list only adults whose full name visitors see.")

logger = logging.getLogger("scoring.claiming")


def make_link(player: Player, device: Device, account: int | None = None) -> ClaimLink:
    """Create a personal link for a person, replacing the one before. The caller keeps the list.

    Raises RuleError if the person is claimed or gone.
    """
    with transaction.atomic():
        player = _hold(player)
        _check_free(player)
        ClaimLink.objects.filter(player=player, closed_at__isnull=True).update(
            closed_at=timezone.now()
        )
        link = ClaimLink(
            player=player, by_device=device, by_account_id=account, salt=secrets.token_hex(16)
        )
        link.token_hash = hash_of(token_of(link))
        link.save()
    logger.info("Link made for person %s, by phone %s.", player.pk, device.pk)
    return link


def revoke_link(player: Player) -> None:
    """Revoke a person's personal link."""
    with transaction.atomic():
        lock_list(player.device or Device(), player.club)
        ClaimLink.objects.filter(player=player, closed_at__isnull=True).update(
            closed_at=timezone.now()
        )


def claim_by_link(link: ClaimLink, holder: Holder) -> Claim:
    """Claim the person of a personal link, and close the link. A double tap claims once.

    Raises RuleError if the link was used since, if the person is claimed or gone, or if the holder
    is another person of the list.
    """
    with transaction.atomic():
        player = _hold(link.player)
        done = Claim.objects.filter(HELD, held_by(holder), player=player).first()
        if done is not None:
            return done
        if not ClaimLink.objects.filter(pk=link.pk, closed_at__isnull=True).update(
            closed_at=timezone.now()
        ):
            raise conflict("link_used", "link", USED)
        return _claim(player, holder, link.by_device_id, link.by_account_id)


def claim_own(player: Player, holder: Holder, device: Device, account: int | None = None) -> Claim:
    """Claim a person of one's own list: nobody else has to consent. Raises RuleError as
    `claim_by_link`.
    """
    with transaction.atomic():
        player = _hold(player)
        done = Claim.objects.filter(HELD, held_by(holder), player=player).first()
        return done or _claim(player, holder, device.pk, account)


def ask(player: Player, holder: Holder) -> Claim:
    """Ask the keeper of a club's list to confirm a claim. Asking again changes nothing.

    Raises RuleError if the person is claimed or gone, and if the holder is, or asked to be, another
    person of the list.
    """
    with transaction.atomic():
        player = _hold(player)
        asked = Claim.objects.filter(
            ASKED, held_by(holder), club=player.club, device=player.device
        ).first()
        if asked is not None and asked.player_id == player.pk:
            return asked
        _check_free(player)
        _check_nobody(player, holder)
        if asked is not None:
            raise conflict("asked_before", "player", ASKED_BEFORE)
        claim = Claim.objects.create(
            player=player, **_of_list(player), account=holder.account, phone=holder.phone
        )
    logger.info("Asked to be person %s: %s.", player.pk, _who(claim))
    return claim


def agree(claim: Claim, device: Device, account: int | None = None) -> Claim:
    """Confirm a requested claim. The caller keeps the list. A double tap confirms once.

    Raises RuleError if the request was withdrawn or declined, or if the person is claimed or gone.
    """
    with transaction.atomic():
        player = _hold(claim.player)
        claim = Claim.objects.select_for_update(of=("self",)).get(pk=claim.pk)
        if claim.held:
            return claim
        if not claim.asked or claim.player_id != player.pk:
            raise conflict("claim_over", "claim", OVER)
        _check_free(player)
        _check_nobody(player, Holder(claim.account, claim.phone))
        return _agreed(claim, device.pk, account)


def end(claim: Claim, how: Claim.End, device: Device | None, account: int | None = None) -> None:
    """End a claim: declined, given up, or revoked. Does nothing if it has ended.

    Declining after another keeper has confirmed changes nothing: a held claim can only be revoked.
    """
    with transaction.atomic():
        if claim.found:
            _move_pages(claim)
        _lock(claim.player)
        open_ones = Claim.objects.filter(pk=claim.pk, ended_at__isnull=True)
        if how == Claim.End.DECLINED:
            open_ones = open_ones.filter(ASKED)
        ended = open_ones.update(
            ended_at=timezone.now(),
            ended=how,
            ended_by_device=device.pk if device else None,
            ended_by_account=account,
            found=False,
        )
    if ended:
        logger.info("Claim of person %s ended (%s): %s.", claim.player_id, how, _who(claim))


def transfer_to_account(claim: Claim, account: int) -> Claim:
    """Transfer a phone's claim to the account signed in there. Does nothing if it holds it already.

    Raises RuleError if the account is another person of the list, and if the claim has ended.
    """
    with transaction.atomic():
        player = _hold(claim.player)
        claim = Claim.objects.select_for_update(of=("self",)).get(pk=claim.pk)
        if not claim.held:
            raise conflict("claim_over", "claim", OVER)
        if claim.phone_id is None:
            return claim
        if Claim.objects.filter(HELD, account=account, **_of_list(player)).exists():
            raise conflict("already_somebody", "player", ANOTHER)
        logger.info(
            "Claim of person %s: phone %s gives it to account %s.",
            player.pk,
            claim.phone_id,
            account,
        )
        claim.account_id, claim.phone = account, None
        claim.save(update_fields=["account", "phone"])
        return claim


def set_findable(claim: Claim, *, found: bool) -> None:
    """Set whether search engines may index the public pages of the claim's person.

    Raises RuleError for a minor, and for a name that visitors do not see in full.
    """
    with transaction.atomic():
        _move_pages(claim)
        player = _hold(claim.player)
        if found and not may_be_found(player):
            raise conflict("not_in_full", "found", NOT_IN_FULL)
        Claim.objects.filter(HELD, pk=claim.pk).update(found=found)
    logger.info("Search engines: person %s, %s.", player.pk, found)


def drop_open(player: Player) -> None:
    """Close the unused links and unanswered requests of a record that is merged. Its list is
    locked.
    """
    ClaimLink.objects.filter(player=player).delete()
    Claim.objects.filter(ASKED, player=player).delete()


def _move_pages(claim: Claim) -> None:
    """Bump the public pages of this person, so that browsers and caches reload them.

    Called before the list is locked.
    """
    if claim.player.club is not None:
        host().bump_pages_with_names(claim.player.club, claim.player)


def _lock(player: Player) -> None:
    lock_list(player.device or Device(), player.club)


def _hold(player: Player) -> Player:
    """Lock the list and reload the person. Raises RuleError if they are gone."""
    _lock(player)
    found = Player.listed.select_related("club", "device").filter(pk=player.pk).first()
    if found is None:
        raise conflict("player_gone", "player", GONE)
    return found


def _check_free(player: Player) -> None:
    if Claim.objects.filter(HELD, player=player).exists():
        raise conflict("claimed_already", "player", TAKEN)


def _check_nobody(player: Player, holder: Holder) -> None:
    if Claim.objects.filter(HELD, held_by(holder), **_of_list(player)).exists():
        raise conflict("already_somebody", "player", ANOTHER)


def _of_list(player: Player) -> dict[str, object]:
    return {"club": player.club, "device": player.device}


def _claim(player: Player, holder: Holder, by_device: int, by_account: int | None) -> Claim:
    """Create an agreed claim, and answer what the holder had requested in this list by it."""
    _check_free(player)
    _check_nobody(player, holder)
    Claim.objects.filter(ASKED, held_by(holder), **_of_list(player)).delete()
    claim = Claim(player=player, **_of_list(player), account=holder.account, phone=holder.phone)
    return _agreed(claim, by_device, by_account)


def _agreed(claim: Claim, by_device: int, by_account: int | None) -> Claim:
    claim.agreed_at, claim.agreed_by_device, claim.agreed_by_account = (
        timezone.now(),
        by_device,
        by_account,
    )
    claim.save()
    ClaimLink.objects.filter(player=claim.player_id, closed_at__isnull=True).update(
        closed_at=timezone.now()
    )
    logger.info(
        "Claimed: person %s is %s, agreed to by phone %s.", claim.player_id, _who(claim), by_device
    )
    return claim


def _who(claim: Claim) -> str:
    return f"account {claim.account_id}" if claim.account_id else f"phone {claim.phone_id}"


def both_claimed() -> RuleError:
    return conflict(
        "both_claimed",
        "with",
        gettext_noop("Both names are already claimed. Take one claim back, then merge them."),
    )
