"""Who comes to an evening, who is asking, and what they said."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scoring.games.access.claims import claim_in
from scoring.games.nights import night_of
from scoring.games.permissions import Rights
from scoring.models import Answer, Device, Evening, PhoneOwner, Player
from tournaments.clubs.actions.evenings import is_over
from tournaments.pages.club.access import ClubRequest

MOST_NAMES = 500


@dataclass(frozen=True)
class Me:
    """Who is asking in a club. `claimed`: they said so of themselves, so that nobody asks them;
    otherwise it is whose phone this is.
    """

    player: Player
    claimed: bool


def who_asks(request: ClubRequest) -> Me | None:
    """Who is asking in this club."""
    return who_is(request.club.pk, request.rights, request.device, request.user)


def who_is(club_id: int, rights: Rights, device: Device | None, user: Any) -> Me | None:
    """Whom an account claimed in a club, or else a phone, or else whose phone it said it is. None
    for visitors. Two queries at most.
    """
    if not rights.inside:
        return None
    claim = claim_in(club_id, device, user)
    if claim is not None:
        return Me(claim.player, claimed=True)
    owner = _owner_of(device, club_id) if rights.joined else None
    return Me(owner, claimed=False) if owner else None


def _owner_of(device: Device | None, club_id: int) -> Player | None:
    """Whose phone it is, where that is somebody of this club's list: one query."""
    if device is None:
        return None
    owner = (
        PhoneOwner.objects.select_related("player")
        .filter(device=device, player__club=club_id)
        .first()
    )
    return owner.player if owner and owner.player.erased_at is None else None


@dataclass(frozen=True)
class Coming:
    """The answers to an evening. `mine` is None where the caller has not answered; `asks`: they
    still can; `plays`: they come, and it is tonight.
    """

    yes: list[Player]
    no: list[Player]
    me: Me | None
    mine: bool | None
    asks: bool
    plays: bool


def coming_to(evening: Evening, me: Me | None, rights: Rights) -> Coming:
    """One query."""
    rows = (
        Answer.objects.filter(evening=evening)
        .select_related("player")
        .order_by("answered_at", "pk")[:MOST_NAMES]
    )
    found = {row.player: row.coming for row in rows}
    mine = found.get(me.player) if me else None
    asks = (
        (rights.joined or (rights.inside and me is not None))
        and not evening.called_off
        and not is_over(evening)
    )
    return Coming(
        [player for player, coming in found.items() if coming],
        [player for player, coming in found.items() if not coming],
        me,
        mine,
        asks,
        bool(asks and mine and evening.night == night_of(timezone.now())),
    )
