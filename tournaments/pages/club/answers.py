"""Answers to evenings: who the caller is, and who is coming."""

from dataclasses import dataclass

from django.utils import timezone

from scoring.games.nights import night_of
from scoring.games.permissions import Rights
from scoring.models import Answer, Evening, Player
from tournaments.clubs.actions.evenings import is_over
from tournaments.pages.club.access import ClubRequest
from tournaments.pages.club_member import ClubMember, club_member_of

MOST_NAMES = 500


def calling_member(request: ClubRequest) -> ClubMember | None:
    """Return the caller as a person of this club."""
    return club_member_of(request.club.pk, request.rights, request.device, request.user)


@dataclass(frozen=True)
class Answers:
    """The answers to an evening.

    `mine` is None until the caller answers, `asks` if they still can, `plays` if they are coming
    and it is tonight.
    """

    yes: list[Player]
    no: list[Player]
    me: ClubMember | None
    mine: bool | None
    asks: bool
    plays: bool


def _may_answer(evening: Evening, me: ClubMember | None, rights: Rights) -> bool:
    if evening.called_off or is_over(evening):
        return False
    return rights.joined or (rights.inside and me is not None)


def answers_to(evening: Evening, me: ClubMember | None, rights: Rights) -> Answers:
    """Return the answers to an evening: one query."""
    rows = (
        Answer.objects.filter(evening=evening)
        .select_related("player")
        .order_by("answered_at", "pk")[:MOST_NAMES]
    )
    found = {row.player: row.coming for row in rows}
    mine = found.get(me.player) if me else None
    asks = _may_answer(evening, me, rights)
    return Answers(
        [player for player, coming in found.items() if coming],
        [player for player, coming in found.items() if not coming],
        me,
        mine,
        asks,
        bool(asks and mine and evening.night == night_of(timezone.now())),
    )
