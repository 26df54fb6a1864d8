"""Find which person of a club the requesting account or phone is."""

from dataclasses import dataclass
from typing import Any

from scoring.games.access.claims import claim_in
from scoring.games.permissions import Rights
from scoring.models import Device, PhoneOwner, Player


@dataclass(frozen=True)
class ClubMember:
    """The person of a club who is asking: claimed by the account or phone, else the
    phone's owner.
    """

    player: Player
    claimed: bool


def club_member_of(
    club_id: int, rights: Rights, device: Device | None, user: Any
) -> ClubMember | None:
    """Return the person that the account, or else the phone, claimed in a club, or else the phone's
    owner.

    None for visitors. Two queries at most.
    """
    if not rights.inside:
        return None
    claim = claim_in(club_id, device, user)
    if claim is not None:
        return ClubMember(claim.player, claimed=True)
    owner = _phone_owner(device, club_id) if rights.joined else None
    return ClubMember(owner, claimed=False) if owner else None


def _phone_owner(device: Device | None, club_id: int) -> Player | None:
    """Return the owner of a phone if they are in this club's list: one query."""
    if device is None:
        return None
    owner = (
        PhoneOwner.objects.select_related("player")
        .filter(device=device, player__club=club_id)
        .first()
    )
    return owner.player if owner and owner.player.erased_at is None else None
