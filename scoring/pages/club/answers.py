"""Who comes to an evening, and what the asking phone said."""

from dataclasses import dataclass

from scoring.actions.evenings import is_over
from scoring.models import Answer, Device, Evening, PhoneOwner, Player
from scoring.permissions import Rights

MOST_NAMES = 500


def owner_of(device: Device | None, club_id: int) -> Player | None:
    """Whose phone it is, where that is somebody of this club's list: one query."""
    if device is None:
        return None
    owner = PhoneOwner.objects.select_related("player").filter(device=device, player__club=club_id).first()
    return owner.player if owner and owner.player.erased_at is None else None


@dataclass(frozen=True)
class Coming:
    """The answers to an evening. `mine` is None where this phone has not answered; `asks`: it still can."""

    yes: list[Player]
    no: list[Player]
    me: Player | None
    mine: bool | None
    asks: bool


def coming_to(evening: Evening, me: Player | None, rights: Rights) -> Coming:
    """One query."""
    rows = Answer.objects.filter(evening=evening).select_related("player").order_by("answered_at", "pk")[:MOST_NAMES]
    found = {row.player: row.coming for row in rows}
    return Coming(
        [player for player, coming in found.items() if coming],
        [player for player, coming in found.items() if not coming],
        me,
        found.get(me) if me else None,
        rights.joined and not evening.called_off and not is_over(evening),
    )
